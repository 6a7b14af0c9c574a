package terra

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// twoMails gives what is in force, in English, when the mails came one after the other
// from Nordland: what the receipt says will be done, and what it calls wrong.
func twoMails(c *caseFile, mails ...string) (force, wrong string) {
	c.world.at.State.Realms[0].Lang = phrase.En
	s := game.Sheet{Realm: 1, Turn: 1, Text: mails[0]}
	for _, text := range mails[1:] {
		later := game.Sheet{Realm: 1, Turn: 1, Text: text}
		s = c.world.Merge(s, later)
		if again := c.world.Merge(s, later); c.inForce(again) != c.inForce(s) {
			c.Test.Errorf("the mail once more makes\n%sof\n%s", c.inForce(again), c.inForce(s))
		}
	}
	var codes []string
	for _, p := range c.world.Check(s).Problems {
		codes = append(codes, p.What.Code)
	}
	return c.inForce(s), strings.Join(codes, " ")
}

func (c *caseFile) inForce(s game.Sheet) string {
	out := ""
	for _, f := range c.world.Check(s).InForce {
		out += string(c.world.at.Rules.Words(phrase.En).Append(nil, f.What, c.world.at.State.View(1))) + "\n"
	}
	return out
}

const tableOfThree = `-- world --
phase results
battle 1 table - mercenaries led 1 vs mercenaries led 2
battle 1 table - mercenaries led 1 vs mercenaries led 3
`

// A mail replaces the results it names and no others, however it writes the heads of
// its sections: the parser takes them with blanks before, as in a mail that was
// forwarded, with an NBSP, and behind whatever stands above the first (§2.3).
func TestMergeReadsHeadsAsTheParser(t *testing.T) {
	const first = "$T\nG1 4000 200 5 1\nG2 10 20 0 0\n"
	const both = "You report for G1 against Suedland: you, Nordland, 55, opponent 44 victory points; " +
		"objectives 1 to 1: draw.\n" +
		"You report for G2 against Westmark: you, Nordland, 10, opponent 20 victory points; " +
		"objectives 0 to 0: draw.\n"
	for _, later := range []string{
		"$T\nG1 55 44 1 1\n",
		" $T\nG1 55 44 1 1\n",
		"\u00a0$I 1 ***\n\u00a0$T\n\u00a0G1 55 44 1 1\n",
		"Hello,\n$50 is what I owe you.\n\t$T\nG1 55 44 1 1\n$E: so much for now\n",
		"\ufeff $T\r\nG1 55 44 1 1\r\n",
		"$T\nG1 55 44 1 1\nG2 9999 0 0 0\n", // more points than an army has: what was told of G2 stays
	} {
		if force, _ := twoMails(newCase(t, tableOfThree), first, later); force != both {
			t.Errorf("%q:\n%swant\n%s", later, force, both)
		}
	}
}

const oneArmy = `-- world --
field 2/2 pasture 1 1000
army 1 1 2/2 3000
`

// In the phase of orders a mail that commands an army counts alone; any other leaves
// the commands in force, and what else it does not name (§2.3).
func TestMergeKeepsCommands(t *testing.T) {
	const first = "$A\n1 Halten\n$S\nSpielt nein\n$N\n#2\nPeace?\n#E\n"
	const hold, plays, post, release = "Army 1: Hold, in 2/2.\n", "Plays no\n", "The message goes to nation 2.\n",
		"Release: the phase may end.\n"
	for later, want := range map[string]string{
		"$A\n1 Vor\n":                     "Army 1: Advance, in 2/2.\n",
		"$S\nFreigabe\n":                  hold + plays + post + release,
		"$S\nSpielt ja\n":                 hold + post + "Plays yes\n",
		"$N\n#3\nWar!\n#E\n":              hold + plays + "The message goes to nation 3.\n",
		"$N\n#9\nNobody.\n#E\n":           hold + plays + post,
		"Hello, here are my lists.\n":     hold + plays + post,
		"$I 1 *** 1\nHello!\n":            hold + plays + post,
		"$A\n$S\nRelease\n$E\n1 Vor\n":    hold + plays + post + release,
		"$A\n7 Vor\n1 Quatsch\n$S\nrel\n": hold + plays + post + release,
		"$T\nG1 1 2 3 4\n$S\nfre\n":       hold + plays + post + release,
	} {
		force, _ := twoMails(newCase(t, oneArmy), first, later)
		if got, wanted := strings.SplitAfter(force, "\n"), strings.SplitAfter(want, "\n"); !sameLines(got, wanted) {
			t.Errorf("%q:\n%swant\n%s", later, force, want)
		}
	}
}

// sameLines tells whether two lists have the same lines in any order.
func sameLines(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// A result behind the end of the orders is named in either phase, wherever the parser
// ends them, and nothing below a signature is (§8.8).
func TestBehindTheEnd(t *testing.T) {
	for _, world := range []string{oneArmy, tableOfThree} {
		for end, named := range map[string]bool{
			"$E\n": true, "$E: over\n": true, "$E(over)\n": true, " $Ende\n": true, "$e\u00a0\n": true,
			"$Extra\n": true,
			"-- \n":    false, "--\u00a0\n": false, "$E\n--\u00a0\n": false, "$N\n#M\n$Eis\n$E\n": true, "": false,
		} {
			_, wrong := twoMails(newCase(t, world), "$S\nFreigabe\n"+end+"G1 1 2 0 0\n")
			if got := strings.Contains(wrong, "behind-end"); got != named {
				t.Errorf("%q: named %t, want %t (%s)", end, got, named, wrong)
			}
		}
	}
}

// What does not count of the mail in force is named by its line there, and what did not
// count in a mail before it not at all: in line 4 of the second mail there is no such
// battle, in line 6 no such setting; the third has nothing wrong.
func TestMergedLinesKeepTheirNumbers(t *testing.T) {
	for more, want := range map[string]string{"": "4 6", "$T\nG1 1 1 0 0\n": ""} {
		c := newCase(t, tableOfThree)
		s := game.Sheet{Realm: 1, Turn: 1, Text: "$T\nG1 4000 200 5 1\nG2 10 20 0 0\n"}
		for _, text := range []string{"Hello!\n$I 1 ***\n$T\nG9 1 2 3 " +
			"4\n$S\nQuatsch\nFreigabe\n$N\n#2\nHello\n#E\n$E\nYours\n", more} {
			if text != "" {
				s = c.world.Merge(s, game.Sheet{Realm: 1, Turn: 1, Text: text})
			}
		}
		var got []string
		for _, p := range c.world.Resolve([]game.Sheet{s}, game.Seed{1}, 1, nil).Refused(1) {
			got = append(got, strconv.Itoa(p.Line))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: lines %v do not count, want %s", more, got, want)
		}
	}
}

// A setting alone is no order, as in the other games: its player still owes orders. A release alone is one, since
// nobody need wait for its player any more (§2.3, §2.7).
func TestPlaysAloneIsNoOrder(t *testing.T) {
	for text, speaks := range map[string]bool{"$S\nSpielt nein\n": true, "$S\nPlays yes\n": true, "$S\nFreigabe\n": false,
		"$S\nSpielt nein\nFreigabe\n": false} {
		c := newCase(t, oneArmy)
		s := game.Sheet{Realm: 1, Turn: 1, Text: text}
		after := game.Follow(c.world.Merge, c.world.at.Rules.Language(), c.world.Check(s), game.Before{}, s)
		if got := after.Spoken == 1; got != speaks {
			t.Errorf("%q only speaks: %v", text, got)
		}
	}
}
