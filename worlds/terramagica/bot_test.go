package terramagica

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/bot"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// Each style does what it says (§15.3): in twenty weeks all take land, conquerors and raiders fight other realms,
// builders build more than a palisade, and raiders plunder.
func TestStylesOfTheMachine(t *testing.T) {
	did := map[string]int{}
	machinePlays(t, 30, func(o game.Outcome) {
		for _, e := range o.Events() {
			for _, realm := range e.Realms {
				did[fmt.Sprint(bot.Styles()[realm%3], " ", e.Code)]++
			}
		}
	})
	t.Log(did)
	for _, want := range []string{"conqueror conquered.own", "builder conquered.own", "raider conquered.own",
		"builder built", "raider plundered.own"} {
		if did[want] == 0 {
			t.Errorf("never happened: %s", want)
		}
	}
}

// machinePlays is a world of eight realms after so many weeks of the machine, each style in turn.
func machinePlays(t testing.TB, weeks int, see func(game.Outcome)) *World {
	rules, seed := Rules(), game.Seed{47}
	w, err := rules.Found(game.Founding{Seed: seed})
	for i := range 8 {
		if err == nil {
			w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Land ", string(rune('a'+i))), Player: "P", Lang: phrase.En}, seed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for week := 0; week < weeks && !w.Asked().Over; week++ {
		var sheets []game.Sheet
		for _, realm := range w.Asked().Realms {
			sheets = append(sheets, game.Sheet{Realm: realm, Turn: w.Asked().Turn,
				Text: machineOrders(t, rules, w, realm, realm)})
		}
		o := w.Resolve(sheets, seed)
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

// BenchmarkMachine orders for a realm of fifty armies, each in another province: at most 50 ms.
func BenchmarkMachine(b *testing.B) {
	rules := Rules()
	w, err := rules.Found(game.Founding{Seed: game.Seed{47}, Width: 16, Height: 15})
	for i := 0; i < 2 && err == nil; i++ {
		w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Land ", i), Player: "P"}, game.Seed{47})
	}
	if err != nil {
		b.Fatal(err)
	}
	at := w.(*World).at
	for n := 1; len(at.State.Armies[1]) < 50; n++ {
		if p := at.State.Province(n); p.Terrain == tables.Sea {
			continue
		} else if n%3 > 0 && p.Owner == 0 {
			p.Owner = n % 3
		}
		a := &realm.Army{Realm: 1, Name: fmt.Sprint("N", n), At: n}
		a.Take(at.Tables, "Soldat", int64(60+n), 0)
		a.Take(at.Tables, "Bogenschuetze", 40, 0)
		a.Take(at.Tables, "Reiter", 10, 0)
		at.State.Add(a)
	}
	for b.Loop() {
		machineOrders(b, rules, w, 1, 0)
	}
}
