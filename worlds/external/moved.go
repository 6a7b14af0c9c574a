package external

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// moved is the world of a game that was played elsewhere. Of its files, those stay that live from turn to turn.
func (w *World) moved(m *game.Moved) (game.World, error) {
	if err := w.seats(m); err != nil {
		return nil, err
	}
	return w, cmp.Or(w.keep(m.Files), w.sound())
}

// seats takes the realms of a game that moves in.
func (w *World) seats(m *game.Moved) error {
	w.s.Stored, w.s.Moved, w.s.Turn = true, true, m.Turn
	for _, r := range m.Realms {
		p, err := rulekit.Person{Number: r.Number, Name: r.Name, Lang: r.Lang, Computer: r.Computer}.Equipped()
		if err == nil && !oneLine(r.Name, 200) {
			err = fmt.Errorf("realm %d: %q is not a name of one line", r.Number, r.Name)
		}
		if err != nil {
			return err
		}
		w.s.Seats = append(w.s.Seats, Seat{Person: p, Seated: true})
	}
	slices.SortFunc(w.s.Seats, func(a, b Seat) int { return cmp.Compare(a.Number, b.Number) })
	return nil
}

// Compare says which realms of a game that moves in are not in the game by its files, and which factions are that it has
// no realm for. It says nothing if no file that lives from turn to turn tells that.
func (rb *Rulebook) Compare(m *game.Moved) (absent, unlisted []int, err error) {
	w := &World{rb: rb}
	if err := w.seats(m); err != nil {
		return nil, nil, err
	}
	lasting := w.lasting()
	for _, n := range w.mentioned(m.Files) {
		s := w.seat(n)
		listed := s != nil
		if !listed {
			s = &Seat{Person: rulekit.Person{Number: n}}
		}
		alive, _ := w.alive(s, m.Files)
		switch {
		case !matches(lasting, w.filled(rb.p.Alive.File, s)):
		case listed && !alive:
			absent = append(absent, n)
		case !listed && alive && n >= rb.p.First:
			unlisted = append(unlisted, n)
		}
	}
	return absent, unlisted, nil
}

// mentioned are the numbers of the realms, and those that some files have where they say who is in the game: in the text
// of one, or in the names of several.
func (w *World) mentioned(files map[string][]byte) (out []int) {
	read := func(pattern string, text []byte) {
		pattern = regexp.QuoteMeta(w.filled(pattern, nil))
		shape := regexp.MustCompile(strings.NewReplacer(`\{faction\}`, "([0-9]+)", `\{realm\}`, "([0-9]+)").Replace(pattern))
		for shape.NumSubexp() > 0 {
			at := shape.FindSubmatchIndex(text)
			if at == nil {
				return
			}
			if n, err := strconv.Atoi(string(text[at[2]:at[3]])); err == nil && n <= mostNumber {
				out = append(out, n)
			}
			text = text[at[3]:]
		}
	}
	for _, s := range w.s.Seats {
		out = append(out, s.Number)
	}
	read(w.rb.p.Alive.Find, files[w.filled(w.rb.p.Alive.File, nil)])
	for name := range files {
		read(w.rb.p.Alive.File, []byte(name))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
