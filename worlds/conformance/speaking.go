package conformance

import (
	"bytes"
	"reflect"
	"slices"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// speaking: a sheet and a letter that only speaks, whichever comes first, give the same turn as both in one letter. The
// letter once more changes nothing.
func speaking(tb *table, bad fail) {
	l, tried := tb.rb.Language(), 0
	for _, w := range tb.turns(4) {
		sheets := tb.sheets(w)
		for i, s := range sheets {
			letter := s
			letter.Text = tb.speech(w, s.Realm)
			if file := l.Parse(letter.Text); file.Errors() > 0 || slices.ContainsFunc(file.Lines, l.Bound) {
				bad("what only speaks has errors, or is about orders:\n%s", letter.Text)
			}
			if !orderly(l, w.Check(s), s) {
				continue // then nothing tells the sheet from a letter that speaks
			}
			tried++
			one, none := s, game.Sheet{Realm: s.Realm, Turn: s.Turn}
			one.Text += letter.Text
			after := game.Follow(w.Merge, l, w.Check(letter), game.Before{Sheet: s}, letter)
			first := game.Follow(w.Merge, l, w.Check(letter), game.Before{Sheet: none}, letter)
			behind := func(a game.After) game.Before { return game.Before{Sheet: a.Sheet, Spoken: a.Spoken} }
			ways := []game.Sheet{after.Sheet, game.Follow(w.Merge, l, w.Check(s), behind(first), s).Sheet,
				game.Follow(w.Merge, l, w.Check(letter), behind(after), letter).Sheet}
			for n, way := range ways {
				tb.sameTurn(w, sheets, i, one, way, []string{"after it", "before it", "after it, twice"}[n], bad)
			}
		}
	}
	if tb.ex.Sheet != nil && tried == 0 {
		bad("no sheet had an order in force: the law was not tried")
	}
}

// orderly reports whether a sheet has an order in force.
func orderly(l *orders.Language, c game.Checked, s game.Sheet) bool {
	lines, forced := s.Orders(l).Lines, c.Forced()
	return slices.ContainsFunc(lines, func(o orders.Line) bool { return !l.Speaks(o) && forced[o.Line] })
}

// speech is a letter that only speaks: messages, and settings that the game's own examples have.
func (tb *table) speech(w game.World, realm int) string {
	l, d := tb.rb.Language(), tb.dice(w, "speech", int64(realm))
	text := ""
	for _, s := range l.Sections {
		switch {
		case s.Kind == orders.Messages:
			text += "$" + string(rune(s.Letter)) + "\n#A\nHört, hört!\n#M\nEine Frage: wann?\n#E\n"
		case s.Letter == 'S':
			text += "$S\nZip " + []string{"ja", "nein"}[d.N(2)] + "\nSprache en\nVorlage ja\n"
		}
	}
	return text + "$E\n"
}

// sameTurn checks that two sheets of a realm give the same turn: the same state, and the same told to everybody.
func (tb *table) sameTurn(w game.World, sheets []game.Sheet, at int, one, other game.Sheet, when string, bad fail) {
	with := func(s game.Sheet) game.Outcome {
		all := slices.Clone(sheets)
		all[at] = s
		return w.Resolve(all, tb.turnSeed(w), 1, nil)
	}
	a, b := with(one), with(other)
	if !bytes.Equal(a.Next().State(), b.Next().State()) || !tb.sameEffect(w, one, other) {
		bad("a letter that only speaks %s gives another turn than one letter:\n%s\n--- one letter:\n%s", when, other.Text,
			one.Text)
		return
	}
	for _, realm := range a.Realms() {
		if one, two := a.Report(realm, nil), b.Report(realm, nil); !reflect.DeepEqual(one.Files, two.Files) ||
			!bytes.Equal(one.Text, two.Text) {
			bad("a letter that only speaks %s is told otherwise to realm %d:\n%s", when, realm, around(one.Text, two.Text))
		}
	}
}
