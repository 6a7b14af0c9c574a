package terramagica

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/turn"
)

// TestCases plays the cases of testdata: texts a player could check. A case is
// a comment and sections, each opened by a line `-- name --`:
//
//	tables      TOML laid over the numbers of the rules; there is no luck in
//	            battles (`draw_min` and `draw_max` are 1000) unless named
//	world       what there is on a map of 4 × 3 provinces of land, nobody's, without
//	            guards, with 4000 of 6000 people each:
//	                 1  2  3  4
//	               5  6  7  8        1 has ways to 2 and 5, 6 to 2 3 5 7 10 11, as it touches them
//	                 9 10 11 12
//	            turn 3
//	            province 2 coast owner=1 people=5000 most=9000 walls=Mauer,Burg
//	            realm 1 gold=500 mana=3 home=2 missed=1 lost=2    1000 gold unless named
//	            army 1 Nord 2 Soldat:100 Ritter:20/2/Halten       row and tactic if it was ordered
//	            army 1 Nord 2 Soldat:100%5 routed drowns          5 % experience
//	            march 1 Nord 3 4
//	            status 1 Nord gemeinsam 2.Sued
//	orders 1    the sheet of realm 1
//	problems 1  what cannot be read in it, in German, `line! error`; without the
//	            section there must be nothing
//	refused 1   what its report's head names, `line: text`
//	events 1    what it is told, in German, a line each
//	battle 1    of that only what the phase of battles tells
//	check 1     the receipt, in German: `line! error`, `line? warning`, `line text` of
//	            what is in force, then what idle armies do and the outlook
//	check.en 1  the same in English
//	armies      all armies after the turn: realm.name province units, routed, drowns, → march
//	fights      in how many battles each army was that is left
//	provinces   those that are not plain: number terrain owner people walls
//	realms      number, gold, mana, home of those in the game, `missed` turns
//	statuses    army stance target
//	end         who has won; `-` while the game goes on
//	report 1    a passage that stands so in its report
//	summary 1   likewise of the letter's text
//	absent 1    lines none of which stands in its report
//	master      what the game master is told, in German
//
// After every phase nothing may be broken, and what the turn refuses the receipt
// has named; a line it could not doubt is named in a section `unforeseen 1`.
func TestCases(t *testing.T) {
	books.Held(t, heldByTests, cases.Files(t, "testdata/*.txtar"), func(c *cases.Case) {
		(&caseFile{Case: c, world: newCaseWorld(c.Test, c.Text("tables"), c.Text("world"))}).play()
	})
}

// caseFile is a case and the world it makes.
type caseFile struct {
	*cases.Case
	world   *World
	outcome *outcome
}

// play resolves the turn and holds the case against it.
func (c *caseFile) play() {
	c.Readable(c.world.at.Rules.Language(), c.world.at.Rules.Words(phrase.De))
	c.world = cases.Edit(c.Case, c.world)
	sheets := c.Sheets(c.world.at.State.Turn)
	t := turn.New(c.world.at, sheets, game.Seed{3})
	watched(c.Test, t)
	t.State.Turn++
	t.Close()
	c.outcome = c.world.after(t, c.Edits()).(*outcome)
	played := cases.Played{World: c.world, Sheets: sheets, Outcome: c.outcome,
		Say: func(_ int, lang phrase.Lang, what phrase.Phrase) string {
			return c.world.at.Rules.Words(lang).Say(what)
		}}
	c.Hold(played, func(h cases.Head) (string, bool) {
		switch h.What {
		case "refused":
			return c.refused(h.Realm), true
		case "events":
			return c.events(h.Realm, ""), true
		case "battle":
			return c.events(h.Realm, "battles"), true
		case "master":
			return played.Master(), true
		}
		of, known := caseFacts[h.What]
		if !known {
			return "", false
		}
		return of(c), true
	})
}

// watched plays the turn and looks after every phase whether anything is broken,
// an army is listed where it does not stand, or gold has changed without a word of it.
func watched(test *testing.T, t *turn.Turn) {
	test.Helper()
	for _, p := range append(append([]turn.Phase(nil), turn.Plans...), turn.Week...) {
		before := goldOf(t)
		t.Run([]turn.Phase{p})
		for _, wrong := range realm.Broken(t.Tables, t.State) {
			test.Fatalf("after %s: %s", p.Name, wrong)
		}
		for n := 1; n <= len(t.State.Provinces); n++ {
			if !slices.Equal(t.War.In(n), t.State.In(n)) {
				test.Fatalf("after %s: who stands in province %d is not who is listed there", p.Name, n)
			}
		}
		for r, gold := range goldOf(t) {
			if gold != before[r] {
				test.Errorf("%s: realm %d has %d gold too much or too little", p.Name, r, gold-before[r])
			}
		}
	}
}

// goldOf is what the realms have, less what their purses tell of the week.
func goldOf(t *turn.Turn) []int64 {
	var out []int64
	for i := range t.State.Realms {
		p := t.Purses[i]
		out = append(out, t.State.Realms[i].Gold-p.Tax-p.Booty+p.Built+p.Recruited+p.Upkeep)
	}
	return out
}

func (c *caseFile) say(p phrase.Phrase) string { return c.world.at.Rules.Words(phrase.De).Say(p) }

func (c *caseFile) refused(whose int) string {
	var b bytes.Buffer
	for _, r := range c.outcome.Refused(whose) {
		fmt.Fprintf(&b, "%d: %s\n", r.Line, c.say(r.What))
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) events(whose int, phase string) string {
	var b bytes.Buffer
	for _, e := range c.outcome.t.Events() {
		if e.For(whose) && (phase == "" || e.Phase == phase) {
			fmt.Fprintf(&b, "%s\n", strings.TrimSpace(c.say(e.Phrase)))
		}
	}
	return strings.TrimSpace(b.String())
}
