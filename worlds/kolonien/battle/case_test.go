package battle_test

import (
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien"
	"weltentor/worlds/kolonien/battle"
	"weltentor/worlds/kolonien/report"
)

// loaded are dice that fall as a case says.
type loaded struct {
	test *testing.T
	left []string
}

// Between gives the next die.
func (d *loaded) Between(lo, hi int64) int64 {
	d.test.Helper()
	if len(d.left) == 0 {
		d.test.Fatal("the case has too few dice")
	}
	n, err := strconv.ParseInt(d.left[0], 10, 64)
	if err != nil || n < lo || n > hi {
		d.test.Fatalf("a die shows %q", d.left[0])
	}
	d.left = d.left[1:]
	return n
}

// TestCombats plays testdata/combat-*.txtar, land combats with given dice:
//
//	battle    the text of the combat, as `weltentor battle` reads it
//	dice      two dice of the attacker, two of the defender, round by round
//	protocol  all that the protocol says of it, in German, its indents left out
//
// The dice must be just enough: who fights a round more or less fails.
func TestCombats(t *testing.T) {
	files := cases.Files(t, "../testdata/combat-*.txtar")
	if len(files) < 10 {
		t.Fatalf("%d cases", len(files))
	}
	rules := kolonien.Rules()
	cases.Run(t, files, func(text *cases.Case) {
		t := text.Test
		told, problems := rules.ReadBattle(text.Text("battle"))
		if told == nil {
			t.Fatal(problems)
		}
		dice := &loaded{test: t, left: strings.Fields(text.Text("dice"))}
		p := &frame.Page{Book: rules.Words(phrase.De), Broad: true}
		c := told.(*battle.Single).Combat([16]byte{}, func(what phrase.Phrase) { report.Event(p, what) })
		c.Dice = dice
		c.Fight()
		if len(dice.left) > 0 {
			t.Errorf("dice left: %v", dice.left)
		}
		if got, want := unindented(string(p.Out)), unindented(text.Text("protocol")); got != want {
			t.Errorf("-- protocol --\n%s\n-- want --\n%s", got, want)
		}
	})
}

// unindented drops indents and empty lines.
func unindented(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}
