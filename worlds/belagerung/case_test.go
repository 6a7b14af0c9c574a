package belagerung

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
)

// TestCases plays the cases of testdata: texts a player could check. A case is a
// comment and sections:
//
//	tables     TOML laid over the numbers of the rules; dice have one side unless it
//	           says otherwise, so every throw is 1
//	world      what there is on a board of 15 × 11 open fields, castles 1 on 2/6 and
//	           2 on 14/6, 3 on 8/10 where `realms 3` says so, nobody on the board, no
//	           treasure, 7 dice in the bank, turn 5 in round 3, realm 1's turn:
//	           realms 3
//	           next 2
//	           round 30
//	           terrain hill 4/2 5/2
//	           unit 1 E3 sword 4/2 bow learns shoe weak 2 1
//	           settler 1 S1 4/3
//	           building quarry 5/5 hits 2 counter 3 site 1 owner 1 power 8 range 7
//	           hits 1 castle 2
//	           hits 1 wall 3 5                 five hits on the wall in direction 3
//	           treasure 1 4
//	           looter 1 5
//	           bank 0
//	           first 1                         has had no turn yet
//	           counters 1 engine               what $S Konter has set
//	refused 1  what its report says did not count: `line: text`
//	events     what everybody is told, in German
//	attacks    the same of the phase of attack and the end alone
//	after      what there is afterwards, in the words of the section world
//	over       the realms that have won a game that is over
//
// and what package cases tells. Without orders the turn is missed. After it nothing
// may be broken, and every treasure die is somewhere.
func TestCases(t *testing.T) {
	books.Held(t, heldByTests, cases.Files(t, "testdata/*.txtar"), play)
}

// play resolves the turn of a case and holds the case against it.
func play(c *cases.Case) {
	world := cases.Edit(c, &World{at: gametest.World(c)})
	sheets := c.Sheets(world.at.State.Turn)
	out := world.Resolve(sheets, game.Seed{3}, 1, c.Edits())
	next := out.Next().(*World)
	for _, b := range next.Broken() {
		c.Test.Errorf("broken: %s", b)
	}
	if was, is := gametest.Treasures(world.at.State), gametest.Treasures(next.at.State); was != is {
		c.Test.Errorf("there were %d treasure dice, there are %d", was, is)
	}
	for i := range next.at.State.Realms {
		if mail := string(out.Report(i+1, nil).Summary); strings.Contains(mail, "`") { // so a phrase without words is shown
			c.Test.Errorf("realm %d is sent\n%s", i+1, mail)
		}
	}
	words := world.at.Rules.Words(phrase.De)
	played := cases.Played{World: world, Sheets: sheets, Outcome: out,
		Say: func(_ int, lang phrase.Lang, what phrase.Phrase) string {
			return world.at.Rules.Words(lang).Say(orders.Brief(what))
		}}
	c.Readable(world.at.Rules.Language(), words)
	c.Hold(played, func(h cases.Head) (string, bool) {
		got := ""
		switch h.What {
		case "refused":
			for _, p := range out.Refused(h.Realm) {
				got += fmt.Sprintf("%d: %s\n", p.Line, words.Say(p.What))
			}
		case "events", "attacks":
			for _, e := range out.Annals().Events() {
				if len(e.Realms) == len(next.at.State.Realms) &&
					(h.What == "events" || e.Phase == "attack" || e.Phase == "ending") {
					got += words.Say(e.Phrase) + "\n"
				}
			}
		case "after":
			got = described(next)
		case "over":
			got = fmt.Sprint(next.Asked().Winners)
			if !next.Asked().Over {
				got = "it goes on"
			}
		default:
			return "", false
		}
		return got, true
	})
}

// described tells a world in the words of the section world.
func described(w *World) string {
	s := w.at.State
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	at := func(p game.Place) string { x, y := realm.Column(s.Grid, p); return fmt.Sprintf("%d/%d", x, y) }
	for _, u := range s.Units {
		what := ""
		if u.Settler {
			what = fmt.Sprintf("settler %d S%d %s", u.Realm, u.Number, at(u.At))
		} else {
			what = fmt.Sprintf("unit %d E%d %s %s", u.Realm, u.Number, u.Symbols[0], at(u.At))
			for _, y := range u.Symbols[1:] {
				what += " " + string(y)
			}
		}
		if u.Learning != "" {
			what += " learns " + string(u.Learning)
		}
		if len(u.Weak) > 0 {
			what += " weak"
			for _, w := range u.Weak {
				what += fmt.Sprint(" ", w.Pips)
			}
		}
		line("%s", what)
	}
	for _, x := range s.Buildings {
		what := fmt.Sprintf("building %s %s", x.Kind, at(x.At))
		for _, v := range []struct {
			name string
			n    int64
		}{{"hits", x.Hits}, {"counter", x.Counter}, {"site", int64(x.Site)}, {"owner", int64(x.Owner)},
			{"power", x.Values.Power}, {"range", x.Values.Range}} {
			if v.n > 0 {
				what += fmt.Sprintf(" %s %d", v.name, v.n)
			}
		}
		line("%s", what)
	}
	for i := range s.Realms {
		r := &s.Realms[i]
		if r.Hits > 0 {
			line("hits %d castle %d", i+1, r.Hits)
		}
		for d, hits := range r.Walls {
			if hits > 0 {
				line("hits %d wall %d %d", i+1, d+1, hits)
			}
		}
		if r.Treasure > 0 {
			line("treasure %d %d", i+1, r.Treasure)
		}
		if r.Looter > 0 {
			line("looter %d %d", i+1, r.Looter)
		}
		if r.CounterEngine {
			line("counters %d engine", i+1)
		}
	}
	line("bank %d", s.Bank)
	return b.String()
}
