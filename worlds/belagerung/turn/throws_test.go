package turn

import (
	"strings"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// §1.5: the throws of one fight are the same whatever else is fought in the turn.
func TestThrowsStandAlone(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte(gametest.Plain)}, 2)
	p.Tables.Rules.Die = 6
	p.State.Units = nil
	for n, f := range [][2]int{{5, 5}, {6, 5}, {5, 8}, {6, 8}} {
		p.State.Add(&realm.Unit{Number: n + 1, Realm: 1 + n%2, At: realm.Place(p.State.Grid, f[0], f[1]),
			Symbols: []tables.Symbol{tables.Sword}})
	}
	throws := func(text string) string {
		out := ""
		for _, e := range Resolve(p, []game.Sheet{{Realm: 1, Turn: 1, Text: text}}, game.Seed{9}).Annals.Events() {
			if strings.HasPrefix(e.Code, "blow-") && e.Args[0].S == "E3" {
				out += p.Say("en", e.Phrase)
			}
		}
		return out
	}
	alone := throws("$K\nE3 > 6/8\n")
	if alone == "" || throws("$K\nE1 > 6/5\nE3 > 6/8\n") != alone ||
		throws("$R\nBogen\n$K\nE3 > 6/8\nE1 > 6/5\n") != alone {
		t.Errorf("E3 throws otherwise when E1 fights too; alone: %q", alone)
	}
}
