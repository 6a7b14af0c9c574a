package conformance

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// receipts: Check reads anything without a panic and changes nothing. The turn does not refuse what Check accepts
// without a remark, except for what the realm could not foresee. It does not do what Check calls bad (law 8).
func receipts(tb *table, bad fail) {
	w := tb.start()
	plain, counted := 0, 0 // sheets sent as they were written, and how many of them are in force
	for range tb.ex.Turns {
		if w.Asked().Over {
			break
		}
		sheets := tb.sheets(w)
		d := tb.dice(w, "receipt")
		spoilt := make([]bool, len(sheets))
		for i := range sheets {
			if spoilt[i] = d.Chance(400); spoilt[i] {
				sheets[i].Text = mutate(sheets[i].Text, d)
			}
		}
		checked := make([]game.Checked, len(sheets))
		for i, s := range sheets {
			checked[i] = tb.check(w, s, bad)
			spoiled := s
			spoiled.Text = mutate(s.Text+"\n"+someExamples(tb.rb.Language(), d), d)
			tb.check(w, spoiled, bad)
		}
		out := w.Resolve(sheets, tb.turnSeed(w), 1, nil)
		for i, s := range sheets {
			tb.kept(s, checked[i], out.Refused(s.Realm), bad)
			tb.toMaster(s, checked[i], out.ToMaster(), bad)
			if !spoilt[i] {
				plain++
				counted += min(1, len(checked[i].InForce))
			}
		}
		w = out.Next()
	}
	if tb.ex.Sheet != nil && 2*counted < plain {
		bad("of %d sensible sheets only %d had an order in force: the law was hardly tried", plain, counted)
	}
}

func (tb *table) check(w game.World, s game.Sheet, bad fail) game.Checked {
	defer panicked(bad, "on the sheet of realm %d, %q, Check", s.Realm, s.Text)
	before := w.State()
	c := w.Check(s)
	if !bytes.Equal(before, w.State()) {
		bad("Check changed the world")
	}
	if !reflect.DeepEqual(c, w.Check(s)) {
		bad("Check says something else of the same sheet")
	}
	l := tb.rb.Language()
	file := l.Parse(s.Text)
	if !reflect.DeepEqual(c, w.Check(s.Read(l, file))) {
		bad("Check says something else of the same sheet, parsed already")
	}
	if !reflect.DeepEqual(file, l.Parse(s.Text)) {
		bad("Check changed what the sheet was parsed to")
	}
	tb.problems("receipt", c.Problems, bad)
	for i, f := range c.InForce {
		tb.worded(f.What, bad)
		if f.Line < 0 || f.Line == 0 && len(s.Files) == 0 || f.Line > strings.Count(s.Text, "\n")+1 {
			bad("in force on line %d of a sheet of %d lines", f.Line, strings.Count(s.Text, "\n")+1)
		}
		if i > 0 && f.Line < c.InForce[i-1].Line {
			bad("in force: line %d after %d", f.Line, c.InForce[i-1].Line)
		}
	}
	for _, p := range slices.Concat(c.Idle, c.Outlook) {
		tb.worded(p, bad)
	}
	if c.Holds.Code != "" {
		tb.worded(c.Holds, bad)
		if w.Due([]game.Sheet{s}) == game.Now {
			bad("the receipt says why the turn waits, and it is due (%q)\n%s", c.Holds.Code, s.Text)
		}
	}
	return c
}

// kept: each refusal was in the receipt, at its line, unless it could not be foreseen. The turn does not do what the
// receipt called bad: an error is what the rules refuse in any case, and what depends on others is a condition.
func (tb *table) kept(s game.Sheet, c game.Checked, refused []orders.Problem, bad fail) {
	for _, p := range c.Undone(refused) {
		bad("turn %d does line %d of realm %d, which the receipt called bad (%q)\n%s", s.Turn, p.Line, s.Realm,
			p.What.Code, s.Text)
	}
	for _, p := range refused {
		at := func(said orders.Problem) bool { return said.Line == p.Line }
		if !slices.Contains(tb.ex.Unforeseen, p.What.Code) && !slices.ContainsFunc(c.Problems, at) {
			bad("turn %d refuses line %d of realm %d as %q, the receipt took it\n%s", s.Turn, p.Line, s.Realm,
				p.What.Code, s.Text)
		}
	}
}

// toMaster: the receipt lists the letters to the game master that the turn has, in the same order. By that the machine
// knows which letters it has mailed already.
func (tb *table) toMaster(s game.Sheet, c game.Checked, notices []game.Notice, bad fail) {
	var said, came []string
	for _, l := range c.Letters {
		said = append(said, l.Text)
		if l.Line < 1 || !c.Forced()[l.Line] {
			bad("a letter to the game master on line %d is not in force", l.Line)
		}
	}
	for _, n := range notices {
		if n.Realm == s.Realm && n.Text != "" {
			came = append(came, n.Text)
		}
	}
	if !slices.Equal(said, came) {
		bad("the receipt of realm %d lists the letters %q, the turn has %q", s.Realm, said, came)
	}
}

// letters: `#M` is a letter to the game master in each game that has messages, and its text is the player's own.
func letters(tb *table, bad fail) {
	w := tb.start()
	var letter byte
	for _, s := range tb.rb.Language().Sections {
		if s.Kind == orders.Messages {
			letter = s.Letter
		}
	}
	if letter == 0 {
		return
	}
	for _, realm := range w.Asked().Realms {
		s := game.Sheet{Realm: realm, Turn: w.Asked().Turn,
			Text: fmt.Sprintf("$%c\n#M\nWann ist das Fest?\n#A\nHört!\n#M\n\n  Und wo?\nHier?\n#E\n", letter)}
		c := w.Check(s)
		if want := []game.MasterMessage{{Line: 2, Text: "Wann ist das Fest?"},
			{Line: 6, Text: "  Und wo?\nHier?"}}; !slices.Equal(c.Letters, want) {
			bad("the receipt of realm %d lists %+v", realm, c.Letters)
		}
		tb.toMaster(s, c, w.Resolve([]game.Sheet{s}, tb.turnSeed(w), 1, nil).ToMaster(), bad)
	}
}

// merging: the same mail again changes nothing. Otherwise the later mail is part of what is in force, and realm and
// turn stay.
func merging(tb *table, bad fail) {
	for _, w := range tb.turns(4) {
		d := tb.dice(w, "merge")
		for _, s := range tb.sheets(w) {
			if once := w.Merge(s, s); !tb.sameEffect(w, once, s) {
				bad("the same mail twice makes another sheet:\n%s\nof\n%s", once.Text, s.Text)
			}
			other := s
			other.Text = mutate(s.Text, d)
			m := w.Merge(s, other)
			if m.Realm != s.Realm || m.Turn != s.Turn {
				bad("merged into realm %d, turn %d", m.Realm, m.Turn)
			}
			nothing := game.Sheet{Realm: s.Realm, Turn: s.Turn}
			for _, earlier := range []game.Sheet{s, nothing} {
				tb.laterCounts(w, earlier, other, bad)
				tb.laterCounts(w, earlier, indented(other), bad)
			}
			if w.Check(s).Adds && !tb.sameEffect(w, w.Merge(s, nothing), s) {
				bad("a letter that names nothing replaces what the receipt says stays:\n%s", s.Text)
			}
			if again := w.Merge(m, other); !tb.sameEffect(w, m, again) {
				bad("the later mail again changes what is in force:\n%s\nwas\n%s", again.Text, m.Text)
			}
		}
	}
}

// indented returns a sheet as it comes from a mail whose text was indented.
func indented(s game.Sheet) game.Sheet {
	s.Text = "\u00a0" + strings.ReplaceAll(s.Text, "\n", "\n\u00a0")
	return s
}

// laterCounts: what a later mail puts in force on its own, it also puts in force after another.
func (tb *table) laterCounts(w game.World, earlier, later game.Sheet, bad fail) {
	merged := tb.inForce(w, w.Merge(earlier, later))
	for _, what := range tb.inForce(w, later) {
		if !slices.Contains(merged, what) {
			bad("a later mail does not count: %q is not in force of\n%s\n--- behind\n%s\n--- in force\n%s", what,
				later.Text, earlier.Text, w.Merge(earlier, later).Text)
			return
		}
	}
}

// inForce returns what a sheet puts in force, in words, sorted.
func (tb *table) inForce(w game.World, s game.Sheet) (out []string) {
	for _, f := range w.Check(s).InForce {
		out = append(out, tb.rb.Words("en").Say(f.What))
	}
	slices.Sort(out)
	return out
}

// sameEffect reports whether both sheets put the same in force, whatever their lines are.
func (tb *table) sameEffect(w game.World, a, b game.Sheet) bool {
	return slices.Equal(tb.inForce(w, a), tb.inForce(w, b)) && len(a.Files) == len(b.Files)
}

// shortOf is a realm's report by a record, with the body of its mail and the record of what it has shown.
func shortOf(write func(realm int, shown *game.Shown) game.Report, realm int, shown *game.Shown) string {
	r := write(realm, shown)
	return string(r.Text) + string(r.Summary) + r.News + fmt.Sprintf("%x", shown.Bytes())
}

// toldAlike checks that two outcomes of a turn tell a realm the same, in words and as data.
func toldAlike(a, b game.Outcome, realm int, bad fail) {
	one, two := a.Report(realm, nil), b.Report(realm, nil)
	if !reflect.DeepEqual(Spelled(one), Spelled(two)) {
		bad("the report of realm %d tells what it may not know:\n%s\n---\n%s", realm, one.Text, two.Text)
	}
	if one, two := shortOf(a.Report, realm, new(game.Shown)), shortOf(b.Report, realm, new(game.Shown)); one != two {
		bad("the short report of realm %d, or its record, tells what it may not know:\n%s\n---\n%s", realm, one, two)
	}
	if these, those := factsOf(a, realm), factsOf(b, realm); !bytes.Equal(these, those) {
		bad("the facts of realm %d tell what it may not know:\n%s\n---\n%s", realm, around(these, those),
			around(those, these))
	}
}

// hidden: what a realm may not know changes neither its receipt nor its report (law 6).
func hidden(tb *table, bad fail) {
	if tb.ex.Hidden == nil {
		return
	}
	changed := false
	for _, w := range tb.turns(6) {
		sheets := tb.sheets(w)
		for _, r := range w.Realms() {
			other, theirs := tb.ex.Hidden(w, slices.Clone(sheets), r.Number, tb.dice(w, "hidden", int64(r.Number)))
			changed = changed || !bytes.Equal(other.State(), w.State()) || !reflect.DeepEqual(theirs, sheets)
			for _, b := range other.Broken() {
				bad("the replaced world is broken: %s", b)
			}
			for _, s := range sheets {
				if s.Realm == r.Number && !reflect.DeepEqual(w.Check(s), other.Check(s)) {
					bad("turn %d: the receipt of realm %d tells what it may not know", s.Turn, r.Number)
				}
			}
			if !reflect.DeepEqual(w.Chart(r.Number, r.Lang), other.Chart(r.Number, r.Lang)) {
				bad("turn %d: the chart of realm %d shows what it may not know", w.Asked().Turn, r.Number)
			}
			toldAlike(w.Resolve(sheets, tb.turnSeed(w), 1, nil), other.Resolve(theirs, tb.turnSeed(w), 1, nil), r.Number, bad)
		}
	}
	if !changed {
		bad("nothing was ever replaced: the law was not tried")
	}
}
