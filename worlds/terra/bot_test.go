package terra

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/bot"
)

// Each style does what it says: all take land, conquerors most from others, and guardians keep their capital.
func TestStylesOfTheMachine(t *testing.T) {
	taken := map[string]int{}
	for n := range byte(3) {
		w := machinePlays(t, n, 12, func(o game.Outcome) {
			for _, e := range o.Annals().Events() {
				if e.Code == "field-lost" {
					taken[styleOf(int(e.Arg("realm").N))]++
				}
			}
		})
		for i := range w.at.State.Realms {
			r := &w.at.State.Realms[i]
			if fields := w.at.State.FieldsOf(r.Number); fields < 12 {
				t.Errorf("campaign %d: the %s %d has %d fields", n, styleOf(r.Number), r.Number, fields)
			}
			if styleOf(r.Number) == "guardian" && w.at.State.Fields[r.Capital].Owner != r.Number {
				t.Errorf("campaign %d: the guardian has lost its capital", n)
			}
		}
	}
	if taken["conqueror"] <= taken["settler"] || taken["conqueror"] <= taken["guardian"] {
		t.Errorf("fields taken from others: %v", taken)
	}
}

// styleOf is the style in which the machine plays a nation here.
func styleOf(nation int) string { return bot.Styles()[nation%3] }

// machinePlays is a campaign of six nations after so many rounds of the machine, each style in turn.
func machinePlays(t testing.TB, n byte, rounds int, see func(game.Outcome)) *World {
	rules, seed := Rules(), game.Seed{47, n}
	w, err := rules.Found(game.Founding{Seed: seed})
	for i := range 6 {
		if err == nil {
			name := fmt.Sprint("Land ", string(rune('a'+i)))
			w, _, err = w.Join(game.Joining{Name: name, Player: "P", Lang: phrase.En}, seed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for range rounds {
		var sheets []game.Sheet
		for _, whose := range w.Asked().Realms {
			sheets = append(sheets, game.Sheet{Realm: whose, Turn: w.Asked().Turn,
				Text: machineOrders(t, rules, w, whose, whose)})
		}
		o := w.Resolve(sheets, seed, 1, nil)
		see(o)
		w = o.Next()
	}
	return w.(*World)
}

// machineOrders is a sheet of the machine, in a style by its number.
func machineOrders(t testing.TB, rules *Rulebook, w game.World, whose, style int) string {
	k, err := rules.OpenKnown(w.Known(whose), nil)
	if err != nil {
		t.Fatal(err)
	}
	styles := rules.Styles()
	m := game.Manner{Style: styles[style%len(styles)].Code, Strength: game.Strong}
	return rules.Orders(k, whose, m, game.BotDice(game.Seed{47}, w.Asked().Turn, whose))
}

// BenchmarkMachine orders for a nation late in a campaign: at most 50 ms. No nation has more than seven armies.
func BenchmarkMachine(b *testing.B) {
	rules, w := Rules(), machinePlays(b, 1, 9, func(game.Outcome) {})
	for b.Loop() {
		machineOrders(b, rules, w, 1, 1)
	}
}
