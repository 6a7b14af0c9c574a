package thoramar

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/bot"
)

// Each style does what it says (§24.4): in six years settlers take land, warriors take land from others, and traders
// trade.
func TestStylesOfTheMachine(t *testing.T) {
	did := map[string]int{}
	machinePlays(t, 24, func(o game.Outcome) {
		for _, e := range o.Annals().Events() {
			for _, realm := range e.Realms {
				did[fmt.Sprint(bot.Styles()[realm%3], " ", e.Code)]++
			}
		}
	})
	for _, want := range []string{"settler conquered", "warrior lost-field", "warrior battle", "trader traded",
		"settler treaty-made"} {
		if did[want] == 0 {
			t.Errorf("never happened: %s", want)
		}
	}
}

// machinePlays is a world of twelve realms after so many turns of the machine, each style in turn.
func machinePlays(t testing.TB, turns int, see func(game.Outcome)) *World {
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
		o := w.Resolve(sheets, seed, 1, nil)
		see(o)
		w = o.Next()
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
	rules, w := Rules(), machinePlays(b, 40, func(game.Outcome) {})
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
