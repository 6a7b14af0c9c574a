package thoramar

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
)

// machinePlays is a world of twelve realms after so many turns of the machine, each style in turn.
func machinePlays(t testing.TB, turns int) *World {
	rules, seed := Rules(), game.Seed{47}
	w, err := rules.Found(game.Founding{Seed: seed})
	for i := range 12 {
		if err == nil {
			w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Land ", string(rune('a'+i))), Player: "P"}, seed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for range turns {
		var sheets []game.Sheet
		for _, realm := range w.Asked().Realms {
			sheets = append(sheets, game.Sheet{Realm: realm, Turn: w.Asked().Turn,
				Text: machineOrders(t, rules, w, realm, realm)})
		}
		w = w.Resolve(sheets, seed).Next()
	}
	return w.(*World)
}

// machineOrders is a sheet of the machine, in a style by its number.
func machineOrders(t testing.TB, rules *Rulebook, w game.World, realm, style int) string {
	k, err := rules.OpenKnown(w.Known(realm), nil)
	if err != nil {
		t.Fatal(err)
	}
	styles := rules.Styles()
	m := game.Manner{Style: styles[style%len(styles)].Code, Strength: game.Strong}
	return rules.Orders(k, realm, m, game.BotDice(game.Seed{47}, w.Asked().Turn, realm))
}

// BenchmarkMachine orders for a realm of fifty armies: at most 50 ms.
func BenchmarkMachine(b *testing.B) {
	rules, w := Rules(), machinePlays(b, 40)
	best := 1
	for number, list := range w.at.State.Armies {
		if number > 0 && len(list) > len(w.at.State.Armies[best]) {
			best = number
		}
	}
	b.Logf("%d armies", len(w.at.State.Armies[best]))
	for b.Loop() {
		machineOrders(b, rules, w, best, best)
	}
}
