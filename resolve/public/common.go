package public

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Common is what every living realm knows of a running world. A page is made from it, and never from the world, so that
// nothing gets out that the poorest informed player does not know: change anything else, and it stays the same. Charts
// are without fields if the board is hidden.
type Common struct {
	Asked     game.Asked // public
	Awaits    bool       // somebody's orders
	Title     Words
	Realms    []game.Realm // number, name, and whether they have fallen
	Standings *game.Standings
	Charts    map[phrase.Lang]game.Chart
}

// commonOf returns it. Of no world it is nil.
func commonOf(w game.World) *Common {
	if w == nil {
		return nil
	}
	c := &Common{Asked: w.Asked().Public(), Title: Each(w.Title), Charts: map[phrase.Lang]game.Chart{}}
	c.Awaits = len(w.Asked().Realms) > 0
	for _, r := range w.Realms() {
		c.Realms = append(c.Realms, game.Realm{Number: r.Number, Name: r.Name, Fallen: r.Fallen})
	}
	c.Standings = w.Standings()
	for _, lang := range phrase.Langs {
		if chart := w.Chart(game.Everybody, lang); chart != nil {
			c.Charts[lang] = *chart
		}
	}
	return c
}

// Open reports whether all realms see the same part of a world's map: the rules draw it. The world may be nil.
func Open(w game.World) (open bool, err error) {
	err = store.Guarded(func() { open = w != nil && w.Chart(game.Everybody, phrase.Langs[0]) != nil })
	return open, err
}

// Map says when spectators see the map: "end" once the game is over, "never", "late:8" as it was so many turns ago. "" is
// the board's own: what all realms see at any time is shown at any time, and a hidden board at the end.
type Map string

// The ways that have no number.
const (
	MapEnd   Map = "end"
	MapNever Map = "never"
)

// mostLate is how many turns late a map may be.
const mostLate = 1000

// ReadMap reads the setting.
func ReadMap(s string) (Map, bool) {
	m := Map(s)
	n, late := m.Late()
	return m, slices.Contains([]Map{"", MapEnd, MapNever}, m) || late && n > 0 && n <= mostLate
}

// Late is how many turns late the map is.
func (m Map) Late() (turns int, is bool) {
	text, is := strings.CutPrefix(string(m), "late:")
	n, err := strconv.Atoi(text)
	return n, is && err == nil && strconv.Itoa(n) == text
}

// strict ranks the ways: a larger number shows less.
func (m Map) strict(open bool) int {
	late, is := m.Late()
	switch {
	case m == MapNever:
		return mostLate + 2
	case is:
		return late
	case m == "" && open:
		return 0
	}
	return mostLate + 1
}

// kept is the way that was in force last.
const kept store.Slot[Map] = "public map"

// InForce is the way that holds, whatever the settings say: never one that shows more than the players were told when
// they joined. A world that has been played without the setting has none.
func (m Map) InForce(tx *store.Tx, open bool) (Map, error) {
	was, found := kept.Get(tx)
	if !found {
		joins, err := chronicle.JoinsOf(tx, 1)
		if err != nil || len(joins) == 0 && store.Turn(tx) <= 1 {
			return m, err
		}
	}
	if m.strict(open) < was.strict(open) {
		return was, nil
	}
	return m, nil
}

// MapHolds returns ErrMap if the way of the settings shows more than the one before. fresh says that this way is not noted
// yet, see KeepMap. open says whether the board is open, if that matters.
func MapHolds(tx *store.Tx, m Map, open func() (bool, error)) (fresh bool, err error) {
	if was, found := kept.Get(tx); was == m && (found || m == "") {
		return false, nil
	}
	is, err := open()
	if err != nil {
		return false, err
	}
	now, err := m.InForce(tx, is)
	if err == nil && now != m {
		err = wording.Fault(faults.ErrMap, "map-kept", phrase.Str("value", fmt.Sprintf("%q", m)),
			phrase.Str("was", fmt.Sprintf("%q", now)))
	}
	return err == nil, err
}

// KeepMap notes the way of the settings, unless MapHolds refuses it.
func KeepMap(tx *store.Tx, m Map, open func() (bool, error)) error {
	fresh, err := MapHolds(tx, m, open)
	if fresh {
		kept.Put(tx, m)
	}
	return err
}
