// Command embed plays one turn of a game as a library does it: a world is founded, two players join, each sends a sheet
// of orders, the turn is resolved, and one of them reads the report. There is no mail, no clock and no disk: worlds and
// orders know none.
//
//	go run ./examples/embed
package main

import (
	"fmt"
	"io"
	"os"

	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

func main() {
	if err := play(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
		os.Exit(1)
	}
}

// sheets are the orders of the turn, as players write them: sheets[0] is realm 1's.
var sheets = []string{
	`$R
K.M 1 2500 0 0                ; 2500 medium warriors in the capital
$A
K.M 1 5000000000000 E+        ; a week to the west, conquer there
K.M 9 1000000000000 V         ; there is no such army
$N
#2
Good neighbours share a river.
#E
`, `$R
R.L 1 1000 0 0
$A
R.L 1 3000000000000 E
$E
`,
}

// play founds a world, resolves a turn of two sheets and prints the report of realm 2.
func play(out io.Writer) error {
	rules := worlds.Rulebooks()[0]
	w, err := found(rules)
	if err != nil {
		return err
	}
	words := rules.Words(phrase.En)
	fmt.Fprintf(out, "%s, %s\n", words.T("game"), w.Title(phrase.En))

	var in []game.Sheet
	for i, text := range sheets {
		file := rules.Language().Parse(text)
		fmt.Fprintf(out, "\nrealm %d writes, in canonical form:\n%s", i+1, rules.Language().Print(nil, file))
		sheet := game.Sheet{Realm: i + 1, Turn: w.Asked().Turn, Text: text}
		checked := w.Check(sheet) // what a receipt says; the turn does not need it
		for _, p := range checked.Problems {
			fmt.Fprintf(out, "realm %d, line %d: %s: %s\n", sheet.Realm, p.Line, p.Severity, words.Say(p.What))
		}
		for _, order := range checked.InForce {
			fmt.Fprintf(out, "realm %d, line %d counts: %s\n", sheet.Realm, order.Line, words.Say(order.What))
		}
		in = append(in, sheet)
	}

	// The seed of a turn is its own: who keeps it can play the turn again, to the same bytes.
	turn := w.Resolve(in, seed.Sub("turn 1"), 1, nil)
	report := turn.Report(2, nil)
	fmt.Fprintf(out, "\n%s\n", report.Text)

	// A world is kept as bytes, and opened from them under its numbers.
	tables, err := rules.Tables(nil)
	if err != nil {
		return err
	}
	next, err := rules.Open(turn.Next().State(), tables)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Next: %s\n", next.Title(phrase.En))
	return nil
}

var seed = game.Seed{'e', 'm', 'b', 'e', 'd'}

// found makes a world of two realms under the standard numbers.
func found(rules game.Rulebook) (game.World, error) {
	tables, err := rules.Tables(nil)
	if err != nil {
		return nil, err
	}
	w, err := rules.Found(game.Founding{Seed: seed, Width: 30, Height: 20, Tables: tables})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"Fenmark", "Moorland"} {
		joining := game.Joining{Name: name, Player: "Player of " + name, Lang: phrase.En, Computer: game.UTF8}
		if w, _, err = w.Join(joining, seed.Sub(name)); err != nil {
			return nil, err
		}
	}
	return w, nil
}
