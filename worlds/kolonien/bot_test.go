package kolonien

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/bot"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Each style does what it says: settlers and builders found and extend colonies, builders fortify them, and conquerors
// take colonies from others.
func TestStylesOfTheMachine(t *testing.T) {
	did := map[string]int{}
	machinePlays(t, 20, func(o game.Outcome) {
		for _, e := range o.Annals().Events() {
			who, what := "", e.Code
			for _, a := range e.Args {
				switch a.Name {
				case "realm":
					who = bot.Styles()[a.N%3]
				case "work":
					what += " " + a.S
				}
			}
			did[who+" "+what]++
		}
	})
	for _, want := range []string{"settler founded", "settler built work.extend", "builder founded",
		"builder built work.fort", "conqueror founded", "conqueror seized"} {
		if did[want] == 0 {
			t.Errorf("never happened: %s", want)
		}
	}
}

// machinePlays is a world of six realms after so many years of the machine, each style in turn.
func machinePlays(t testing.TB, years int, see func(game.Outcome)) *World {
	rules, seed := Rules(), game.Seed{47}
	w, err := rules.Found(game.Founding{Seed: seed})
	for i := range 6 {
		if err == nil {
			w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Land ", string(rune('a'+i))), Player: "P", Lang: phrase.En}, seed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for range years {
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

// BenchmarkMachine orders for a realm of fifty armies: at most 50 ms.
func BenchmarkMachine(b *testing.B) {
	rules, w := Rules(), machinePlays(b, 12, func(game.Outcome) {})
	s := w.at.State.Clone()
	colonies, whose := []int(nil), 1
	for i := range s.Areas {
		if s.Owner(i+1) == whose {
			colonies = append(colonies, i+1)
		}
	}
	r := s.Realm(whose)
	for i := len(r.Leaders); i < 50; i++ {
		l := realm.Leader{Name: fmt.Sprintf("Zett%02d", i), Value: 2, At: colonies[i%len(colonies)],
			Orders: realm.NewStanding()}
		l.Troops[tables.INF] = 6
		r.Leaders = append(r.Leaders, l)
	}
	if broken := s.Broken(w.at.Tables); len(broken) > 0 {
		b.Fatal(broken)
	}
	b.Logf("%d leaders, %d fleets", len(r.Leaders), len(r.Fleets))
	full := w.with(s)
	for b.Loop() {
		machineOrders(b, rules, full, whose, 1)
	}
}
