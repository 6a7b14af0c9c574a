package conformance

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// firstLetters: a world that shows newcomers how to begin gives each realm a first letter in its player's language. The
// receipt accepts all of it, and the turn does all of it, whether one realm sends it or all do. Later in the game the
// receipt accepts what is then shown.
func firstLetters(tb *table, bad fail) {
	w, is := tb.start().(game.Beginner)
	if !is {
		return
	}
	for seed := range Often(4, 40) {
		for n := 2; n <= Often(4, 8); n++ {
			tb.firstTurn(n, seed, bad)
		}
	}
	for turn := range min(tb.ex.Turns, 6) {
		later := tb.after(turn)
		for _, r := range later.Realms() {
			tb.firstLetter(later, r, bad)
		}
	}
	none := len(tb.start().Realms()) + 1
	if text := w.FirstLetter(none); text != "" || len(w.Aims(none)) > 0 {
		bad("a realm that is not there gets the first letter\n%s", text)
	}
}

// firstTurn founds another world with so many realms, as far as it has room, whose players read one language and the
// other. They all send their first letters.
func (tb *table) firstTurn(realms, seed int, bad fail) {
	f := tb.ex.Founding
	f.Seed, f.Tables = tb.seed.Sub(fmt.Sprint("first letters ", realms, " ", seed)), tb.tables
	w, err := tb.rb.Found(f)
	if err != nil {
		bad("seed %d: %v", seed, err)
		return
	}
	var usual []int // realms of the kind that a newcomer gets who asks for none
	for i := range realms {
		j := tb.ex.Joinings[i%len(tb.ex.Joinings)]
		j.Name, j.Lang = j.Name+strings.Repeat("i", i), phrase.Langs[(i+seed)%len(phrase.Langs)]
		next, number, err := w.Join(j, f.Seed.Sub(fmt.Sprint("join ", i)))
		if err != nil {
			break
		}
		if w = next; j.Kind == "" || j.Kind == w.Kinds()[0].Code {
			usual = append(usual, number)
		}
	}
	// those who are not asked at once send what they were shown when they are
	shown := map[int]string{}
	for _, r := range w.Realms() {
		shown[r.Number] = tb.firstLetter(w, r, bad)
		if shown[r.Number] == "" && slices.Contains(usual, r.Number) {
			bad("realm %d begins without a first letter", r.Number)
		}
		if len(w.(game.Beginner).Aims(r.Number)) == 0 {
			bad("realm %d is not told how to win", r.Number)
		}
	}
	for range w.Realms() {
		asked, seed := w.Asked(), tb.turnSeed(w)
		var sheets []game.Sheet
		for _, r := range asked.Realms {
			if shown[r] == "" {
				continue
			}
			sheets = append(sheets, game.Sheet{Realm: r, Turn: asked.Turn, Text: shown[r]})
			delete(shown, r)
		}
		if len(sheets) == 0 {
			return
		}
		for _, s := range sheets {
			tb.allCounts(w, s, bad)
			alone := w.Resolve([]game.Sheet{s}, seed)
			tb.allDone(alone, s, bad)
			idle := w.Resolve([]game.Sheet{{Realm: s.Realm, Turn: s.Turn}}, seed)
			if bytes.Equal(alone.Next().State(), idle.Next().State()) {
				bad("the first letter of realm %d does nothing:\n%s", s.Realm, s.Text)
			}
		}
		out := w.Resolve(sheets, seed)
		for _, s := range sheets {
			tb.allDone(out, s, bad)
		}
		w = out.Next()
	}
}

// firstLetter returns a realm's first letter, and checks its form. If the realm is asked, the receipt accepts it.
func (tb *table) firstLetter(w game.World, r game.Realm, bad fail) string {
	text := w.(game.Beginner).FirstLetter(r.Number)
	if text == "" {
		return ""
	}
	if text != w.(game.Beginner).FirstLetter(r.Number) {
		bad("two first letters of realm %d differ", r.Number)
	}
	narrow("the first letter", []byte(text), bad)
	file := tb.rb.Language().Parse(text)
	if len(file.Problems) > 0 || file.Identity != nil || len(file.Lines) == 0 || !strings.HasSuffix(text, "\n$E\n") ||
		strings.Contains(text, "\r") {
		bad("a first letter is no order file without an $I line: %s\n%s", tb.say(file.Problems), text)
	}
	if asked := w.Asked(); slices.Contains(asked.Realms, r.Number) {
		tb.allCounts(w, game.Sheet{Realm: r.Number, Turn: asked.Turn, Text: text}, bad)
	}
	return text
}

// allCounts checks that a receipt accepts a first letter without a remark, and puts each line in force.
func (tb *table) allCounts(w game.World, s game.Sheet, bad fail) {
	checked := tb.check(w, s, bad)
	lines := tb.rb.Language().Parse(s.Text).Lines
	if forced := checked.Forced(); len(checked.Problems) > 0 || len(checked.Conditional()) > 0 ||
		slices.ContainsFunc(lines, func(l orders.Line) bool { return !forced[l.Line] }) {
		bad("turn %d: of the first letter of realm %d not every line counts: %s\n%s", s.Turn, s.Realm,
			tb.say(checked.Problems), s.Text)
	}
}

// allDone checks that a turn refuses nothing of a first letter.
func (tb *table) allDone(out game.Outcome, s game.Sheet, bad fail) {
	if refused := out.Refused(s.Realm); len(refused) > 0 {
		bad("turn %d refuses lines of the first letter of realm %d: %s\n%s", s.Turn, s.Realm, tb.say(refused), s.Text)
	}
}
