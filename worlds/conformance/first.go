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
	if !begins(tb.start()) {
		return
	}
	for seed := range Often(4, 40) {
		for n := 2; n <= Often(4, 8); n++ {
			f := tb.ex.Founding
			f.Seed, f.Tables = tb.seed.Sub(fmt.Sprint("first letters ", n, " ", seed)), tb.tables
			tb.firstOf(f, n, seed, false, bad)
		}
	}
	for turn := range min(tb.ex.Turns, 6) {
		later := tb.after(turn)
		for _, r := range later.Realms() {
			tb.firstLetter(later, r, bad)
		}
	}
}

// firstTogether: the first letters of a new world on the map that its rulebook proposes for so many realms, resolved
// together, bring each realm what its letter brings alone, and nobody has gone where another has.
func firstTogether(tb *table, bad fail) {
	if !begins(tb.start()) {
		return
	}
	standard, err := tb.rb.Tables(nil)
	if err != nil {
		bad("the standard tables: %v", err)
		return
	}
	for n := 3; n <= 12; n++ {
		f, ok := game.Founding{Tables: standard}, false
		if f.Width, f.Height, ok = tb.rb.SizeFor(n); !ok {
			return
		}
		for seed := range Often(1, 10) {
			f.Seed = tb.seed.Sub(fmt.Sprint("together ", n, " ", seed))
			tb.firstOf(f, n, seed, true, bad)
		}
	}
}

// goal: what a newcomer reads first is how the game is won, and what the realm knows says it in the same words.
func (tb *table) goal(w game.World, r game.Realm, tables []byte, bad fail) {
	k, err := tb.rb.OpenKnown(w.Known(r.Number), tables)
	if err != nil {
		bad("what realm %d knows: %v", r.Number, err)
		return
	}
	if told, said := w.Guide(r.Number, r.Lang).Goal, k.Guide(r.Number, r.Lang).Goal; told == "" || told != said {
		bad("realm %d is told how to win by %q, and on its page by %q", r.Number, told, said)
	}
}

// firstOf founds a world with so many realms, as far as it has room, whose players read one language and the other.
// They all send their first letters. apart says that none may get in another's way.
func (tb *table) firstOf(f game.Founding, realms, seed int, apart bool, bad fail) {
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
		tb.goal(w, r, f.Tables, bad)
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
		alone := map[int]game.Outcome{}
		for _, s := range sheets {
			tb.allCounts(w, s, bad)
			alone[s.Realm] = w.Resolve([]game.Sheet{s}, seed, 1, nil)
			tb.allDone(alone[s.Realm], s, bad)
			idle := w.Resolve([]game.Sheet{{Realm: s.Realm, Turn: s.Turn}}, seed, 1, nil)
			if bytes.Equal(alone[s.Realm].Next().State(), idle.Next().State()) {
				bad("the first letter of realm %d does nothing:\n%s", s.Realm, s.Text)
			}
		}
		out := w.Resolve(sheets, seed, 1, nil)
		for _, s := range sheets {
			tb.allDone(out, s, bad)
			if apart {
				tb.undisturbed(alone[s.Realm], out, s, bad)
			}
		}
		w = out.Next()
	}
}

// firstLetter returns a realm's first letter, and checks its form. If the realm is asked, the receipt accepts it.
func (tb *table) firstLetter(w game.World, r game.Realm, bad fail) string {
	text := w.FirstLetter(r.Number)
	if text == "" {
		return ""
	}
	if text != w.FirstLetter(r.Number) {
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

// undisturbed checks that a first letter brings with those of others what it brings alone, and that none of the realm's
// armies is with another realm's.
func (tb *table) undisturbed(alone, together game.Outcome, s game.Sheet, bad fail) {
	of := func(out game.Outcome) (codes map[string]int, f *game.Facts) {
		codes, f = map[string]int{}, out.Facts(s.Realm)
		for _, week := range f.Weeks {
			for _, e := range week.Events {
				codes[e.Code]++
			}
		}
		return codes, f
	}
	one, _ := of(alone)
	all, after := of(together)
	asksAlike := alone.Next().Title(phrase.En) == together.Next().Title(phrase.En) // otherwise players decide the rest
	for what, n := range one {
		if all[what] < n && asksAlike {
			bad("turn %d: the first letter of realm %d brings %d %q alone, and %d with those of others:\n%s", s.Turn, s.Realm, n,
				what, all[what], s.Text)
		}
	}
	for _, a := range after.Armies {
		if a.Realm == s.Realm && slices.ContainsFunc(after.Armies, func(b game.FactArmy) bool {
			return b.Realm != 0 && b.Realm != s.Realm && b.At == a.At
		}) {
			bad("turn %d: by the first letters, %s of realm %d and another realm are in %s:\n%s", s.Turn, a.Name, s.Realm, a.At,
				s.Text)
		}
	}
}
