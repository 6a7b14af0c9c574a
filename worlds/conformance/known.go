package conformance

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// manySheets is roughly how many sheets an example's realms check by what they know in total. Each realm checks at
// least three per turn, or in some of the turns if not all is tried.
const manySheets = 900

// knowing: what a realm knows, once it was opened, answers for the realm as the whole world does, for any sheet in any
// turn.
func knowing(tb *table, bad fail) {
	w := tb.start()
	for _, nobody := range []int{-1, 0, len(w.Realms()) + 1} {
		if k := w.Known(nobody); len(k) > 0 {
			bad("realm %d is not there and knows\n%s", nobody, k)
		}
	}
	between := max(1, tb.ex.Turns/10) // in a longer game each realm checks in every second turn, or every third …
	most := max(3, min(Often(manySheets/3, manySheets)/(tb.ex.Turns*len(w.Realms())), 12))
	for turn := range tb.ex.Turns {
		for _, r := range w.Realms() {
			if Whole() || (turn+r.Number)%between == 0 {
				tb.answersAlike(w, r, tb.writes(w, r.Number, most), bad)
			}
		}
		if w.Asked().Over {
			break
		}
		sheets, d := tb.sheets(w), tb.dice(w, "known")
		for i := range sheets {
			if d.Chance(200) {
				sheets[i].Text = mutate(sheets[i].Text, d)
			}
		}
		w = w.Resolve(sheets, tb.turnSeed(w), 1, nil).Next()
	}
}

// opened opens what a realm knows, from bytes that nobody else has. The world must stay as it was.
func (tb *table) opened(w game.World, realm int, bad fail) game.Known {
	state, known := w.State(), w.Known(realm)
	if len(known) == 0 {
		bad("turn %d: realm %d is there and knows nothing", w.Asked().Turn, realm)
		return nil
	}
	if !bytes.Equal(known, w.Known(realm)) {
		bad("turn %d: realm %d knows one thing, and then another", w.Asked().Turn, realm)
	}
	if !bytes.Equal(state, w.State()) {
		bad("Known changed the world")
	}
	k, err := tb.rb.OpenKnown(bytes.Clone(known), tb.tables)
	if err != nil || k == nil {
		bad("turn %d: what realm %d knows does not open: %v\n%s", w.Asked().Turn, realm, err, known)
		return nil
	}
	if again, is := k.(rulekit.Masked); is && !bytes.Equal(again.Known(realm), known) {
		bad("turn %d: what realm %d knows, opened and given again, is\n%s\nand was\n%s", w.Asked().Turn, realm,
			again.Known(realm), known)
	}
	return k
}

// Witness compares what realms know with their world, for a game that is played with effective tables. It uses the
// sheets that came, and spoiled ones. It returns what the realms that have not fallen know.
func Witness(t *testing.T, rb game.Rulebook, tables []byte, w game.World, sheets []game.Sheet) (known [][]byte) {
	t.Helper()
	tb := &table{rb: rb, tables: tables}
	for _, r := range w.Realms() {
		d, mine := tb.dice(w, "witness", int64(r.Number)), []game.Sheet{{Realm: r.Number, Turn: w.Asked().Turn}}
		for _, s := range sheets {
			if s.Realm == r.Number && !s.Absent {
				spoilt := s
				spoilt.Text = mutate(s.Text, d)
				mine = append(mine, s, spoilt)
			}
		}
		tb.answersAlike(w, r, mine, t.Errorf)
		if !r.Fallen {
			known = append(known, w.Known(r.Number))
		}
	}
	return known
}

// answersAlike compares what a realm knows with its world.
func (tb *table) answersAlike(w game.World, r game.Realm, sheets []game.Sheet, bad fail) {
	k := tb.opened(w, r.Number, bad)
	if k == nil {
		return
	}
	differ := func(what string, is, want any) {
		if !reflect.DeepEqual(is, want) {
			bad("turn %d: to realm %d %s is, from what it knows,\n%+v\nand in the world\n%+v", w.Asked().Turn, r.Number,
				what, is, want)
		}
	}
	differ("what is asked", k.Asked(), w.Asked().To(r.Number))
	for _, lang := range phrase.Langs {
		differ("the title", k.Title(lang), w.Title(lang))
	}
	differ("the list of realms", k.Realms(), publicRealms(w, r.Number))
	differ("the template", k.Template(r.Number), w.Template(r.Number))
	tb.partsAlike(w, k, r.Number, differ)
	for i, s := range sheets {
		is, want := k.Check(s), w.Check(s)
		differ(fmt.Sprintf("the receipt of\n%s\n", s.Text), is, want)
		for _, lang := range phrase.Langs {
			differ("the text of a receipt", tb.receiptText(is, lang), tb.receiptText(want, lang))
		}
		earlier := sheets[(i+1)%len(sheets)]
		differ("what is in force of two letters", k.Merge(earlier, s), w.Merge(earlier, s))
	}
}

// publicRealms returns the realms as one of them knows them.
func publicRealms(w game.World, realm int) []game.Realm {
	out := slices.Clone(w.Realms())
	for i, r := range out {
		if r.Number != realm {
			out[i] = game.Realm{Number: r.Number, Name: r.Name, Fallen: r.Fallen}
		}
	}
	return out
}

// partsAlike compares the other questions that both a world and what a realm knows may answer.
func (tb *table) partsAlike(w game.World, k game.Known, realm int, differ func(what string, is, want any)) {
	if mine, is := k.(game.AttachmentFilter); is {
		for _, f := range someFiles {
			differ("whether the file "+f.Name+" is kept", mine.Keeps(f), w.(game.AttachmentFilter).Keeps(f))
		}
	}
	for _, lang := range phrase.Langs {
		differ("the chart", k.Chart(realm, lang), w.Chart(realm, lang))
		differ("the guide", k.Guide(realm, lang), w.Guide(realm, lang))
	}
	said := func(k game.Known) (out []string) {
		for _, x := range k.Adjustments(realm) {
			out = append(out, x.Setting+": "+tb.rb.Words(phrase.En).Say(x.Line))
		}
		return out
	}
	differ("what can be set", said(k), said(w))
}

// someFiles are files that may come with a letter.
var someFiles = []game.File{
	{Name: "liste.pdf", Type: "application/pdf", Data: []byte("%PDF-1.4\n"), Sum: "c0ffee"},
	{Name: "notes.txt", Type: "text/plain", Data: []byte("a note\n"), Sum: "beef"},
}

// writes returns at most that many sheets of all kinds that a realm may send, different ones each turn: a sensible
// one, those of others, spoiled ones, its template, one with files, an empty one.
func (tb *table) writes(w game.World, realm, most int) []game.Sheet {
	d, turn := tb.dice(w, "writes", int64(realm)), w.Asked().Turn
	texts := []string{w.Template(realm), "", someExamples(tb.rb.Language(), d)}
	for _, r := range w.Realms() {
		if r.Number != realm && !r.Fallen && len(texts) < 6 {
			texts = append(texts, tb.sensible(w, r.Number))
		}
	}
	for _, text := range append(slices.Clone(texts[:3]), tb.sensible(w, realm)) {
		texts = append(texts, mutate(text, d), mutate(text+"\n"+someExamples(tb.rb.Language(), d), d))
	}
	texts = slices.Concat(texts[turn%len(texts):], texts[:turn%len(texts)])[:min(max(most-1, 2), len(texts))]
	var out []game.Sheet
	for i, text := range append(texts, tb.sensible(w, realm)) {
		s := game.Sheet{Realm: realm, Turn: turn, Text: text}
		if i%5 == turn%5 {
			s.Files = slices.Clone(someFiles)
		}
		out = append(out, s)
	}
	return out
}

// receiptText returns everything that a receipt says, in words.
func (tb *table) receiptText(c game.Checked, lang phrase.Lang) (out []string) {
	book := tb.rb.Words(lang)
	for _, p := range c.Problems {
		out = append(out, fmt.Sprint(p.Position, p.Severity, " ", book.Say(p.What)))
	}
	for _, f := range c.InForce {
		out = append(out, fmt.Sprint(f.Line, " ", book.Say(f.What)))
	}
	for _, p := range slices.Concat(c.Idle, c.Outlook) {
		out = append(out, book.Say(p))
	}
	return out
}
