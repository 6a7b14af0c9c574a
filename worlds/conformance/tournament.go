package conformance

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Map is the size of a tournament's map. Without sides it is the one that suits so many realms (SizeFor).
type Map struct{ Realms, Width, Height int }

func (m Map) String() string {
	if m.Width == 0 {
		return strconv.Itoa(m.Realms)
	}
	return fmt.Sprintf("%d on %d × %d", m.Realms, m.Width, m.Height)
}

// usual are a small, a middling and a large map: as many realms of each style.
var usual = []Map{{Realms: 3}, {Realms: 6}, {Realms: 12}}

// balance is the page with the tables of all tournaments, from the folder of a game's tests.
const balance = "../../docs/balance.md"

// Tournament has the machine's three styles play against each other: STYLES games on each map, whose seats go round.
// It writes the rows of docs/balance.md, which has a table for each set of numbers. A single row is a test of its own:
// -run /balanced/12. Without that number in the environment it only looks whether the page has all rows.
func Tournament(t *testing.T, rb game.Rulebook, b *Bots) {
	many, _ := strconv.Atoi(os.Getenv("STYLES"))
	maps := b.Maps
	if maps == nil {
		maps = usual
	}
	for _, set := range append([]string{""}, rb.Sets()...) {
		t.Run(cmp.Or(set, "standard"), func(t *testing.T) {
			for _, on := range maps {
				t.Run(on.String(), func(t *testing.T) {
					m := newMatch(rb, b, on, set)
					if w, _ := m.found(t, game.Seed{1}); w != nil {
						m.enter(t, many)
					}
				})
			}
		})
	}
}

// enter plays so many games, and puts their row into its table. Of no games it only finds the place.
func (m *match) enter(t *testing.T, many int) {
	t.Helper()
	for nth := range many {
		m.play(t, nth)
	}
	row := fmt.Sprintf("| %v |", m.on)
	if many > 0 {
		row = m.row(m.on)
		t.Log(row)
	}
	page, err := os.ReadFile(balance)
	if err != nil {
		t.Fatal(err)
	}
	text, err := withRow(string(page), strings.TrimSpace(m.rb.Name()+" "+m.set), heads(m.rb), row)
	if err == nil && many > 0 {
		err = os.WriteFile(balance, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatalf("%s: %v", balance, err)
	}
}

// withRow is a page with a row of a table in place of that which begins with the same cell. The table has these heads,
// and its name is in the marks around it.
func withRow(page, name, heads, row string) (string, error) {
	begin, end := "<!-- "+name+" -->\n\n"+heads, "\n<!-- end of "+name+" -->\n"
	before, rest, is := strings.Cut(page, begin)
	table, after, ends := strings.Cut(rest, end)
	if !is || !ends {
		return "", fmt.Errorf("no table of %s with the heads\n%s", name, heads)
	}
	rows := strings.SplitAfter(table, "\n")
	of, _, _ := strings.Cut(row[1:], "|")
	for i := range rows {
		if strings.HasPrefix(rows[i], "|"+of+"|") {
			rows[i] = row
			return before + begin + strings.Join(rows, "") + end + after, nil
		}
	}
	return "", fmt.Errorf("the table of %s has no row of%s", name, of)
}

// Even has the machine's styles play so many games of the tournament against each other on one map, with the standard
// numbers. None of them may win more than so many of a hundred.
func Even(t *testing.T, rb game.Rulebook, b *Bots, on Map, games, most int) {
	m := newMatch(rb, b, on, "")
	for nth := range games {
		if !m.play(t, nth) {
			t.Fatalf("%v cannot play", on)
		}
	}
	for i, s := range rb.Bot().Styles() {
		if m.won[i]*100 > most*games {
			t.Errorf("%v: the %s wins %d of %d games: want at most %d %%", on, s.Code, m.won[i], games, most)
		}
	}
	t.Logf("%v: %v of %d", on, m.won, games)
}

// match is the games of a tournament on one map, with one set of numbers.
type match struct {
	*tally
	rb  game.Rulebook
	b   *Bots
	on  Map
	set string
}

func newMatch(rb game.Rulebook, b *Bots, on Map, set string) *match {
	return &match{rb: rb, b: b, on: on, set: set,
		tally: &tally{kinds: map[string]int64{}, winners: map[string]bool{}, losers: map[string]bool{}}}
}

// found founds the world of a game. It is nil if so many realms cannot play.
func (m *match) found(t *testing.T, seed game.Seed) (w game.World, tables []byte) {
	t.Helper()
	f := m.b.Founding
	if m.set != "" {
		f.Tables = append(fmt.Appendf(nil, "set = %q\n", m.set), f.Tables...)
	}
	tables, err := m.rb.Tables(f.Tables)
	if err != nil {
		t.Fatal(err)
	}
	f.Seed, f.Tables, f.Width, f.Height = seed, tables, m.on.Width, m.on.Height
	if f.Width == 0 {
		var ok bool
		if f.Width, f.Height, ok = m.rb.SizeFor(m.on.Realms); !ok {
			return nil, nil
		}
	}
	if w, err = m.rb.Found(f); err != nil {
		t.Fatal(err)
	}
	for i := range m.on.Realms {
		who := game.Joining{Name: fmt.Sprint("Realm ", i+1), Player: fmt.Sprint("P", i+1), Lang: phrase.En}
		if w, _, err = w.Join(who, seed); err != nil {
			return nil, nil
		}
	}
	return w, tables
}

// sheets are the machine's sheets for all realms that may send some.
func (m *match) sheets(t *testing.T, w game.World, tables []byte, seed game.Seed, nth int) (out []game.Sheet) {
	t.Helper()
	bot := m.rb.Bot()
	for _, realm := range w.Asked().Realms {
		k, err := m.rb.OpenKnown(w.Known(realm), tables)
		if err != nil {
			t.Fatal(err)
		}
		manner := game.Manner{Style: bot.Styles()[style(realm, nth)].Code, Strength: game.Middle}
		out = append(out, game.Sheet{Realm: realm, Turn: w.Asked().Turn,
			Text: bot.Orders(k, realm, manner, game.BotDice(seed, w.Asked().Turn, realm))})
	}
	return out
}

// play plays one game. It reports false if so many realms cannot play.
func (m *match) play(t *testing.T, nth int) bool {
	t.Helper()
	seed := game.Seed{1}.Sub(fmt.Sprint("tournament ", m.on.Realms, " ", nth))
	w, tables := m.found(t, seed)
	if w == nil {
		return false
	}
	turns := m.b.Turns
	if _, is := w.(game.Successive); is {
		turns = turns * m.on.Realms / 2 // those of a game of two are of both
	}
	g := newCourse(m.on.Realms)
	for n := 1; n <= turns && !w.Asked().Over; n++ {
		sheets := m.sheets(t, w, tables, seed, nth)
		for _, s := range sheets {
			g.gives(s, m.rb.Language())
		}
		out := w.Resolve(sheets, seed, 1, nil)
		w = out.Next()
		g.sees(out, n)
		g.led = append(g.led, leader(m.b, w))
		if n == min(lastCapitals, turns) {
			g.capitals(w, m.b)
		}
	}
	m.add(g, w, m.b, nth)
	return true
}

// style is the style of a realm. Each style has a third of the realms, or turns in two, and seats go round from game to
// game, in both directions.
func style(realm, nth int) int { return (realm*(1+nth/3%2) + nth) % 3 }

// leader is the realm that is ahead of all others; 0: none is.
func leader(b *Bots, w game.World) int {
	all := w.Realms()
	i := slices.IndexFunc(all, func(r game.Realm) bool {
		return !r.Fallen && !slices.ContainsFunc(all, func(o game.Realm) bool {
			return o.Number != r.Number && !o.Fallen && !b.Ahead(w, r.Number, o.Number)
		})
	})
	if i < 0 {
		return 0
	}
	return all[i].Number
}
