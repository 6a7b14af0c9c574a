package kolonien

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders"
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

// What a beginner is advised names whom it commands: who is only being appointed has his name in that line. It says that a
// fleet avoids combats only where somebody is aboard, and that somebody goes aboard only where he does.
func TestAdviceOfTheMachine(t *testing.T) {
	t.Parallel()
	rules, appointed, landed := Rules(), 0, 0
	for n := range byte(6) {
		seed := game.Seed{47, n}
		w, err := rules.Found(game.Founding{Seed: seed})
		for i := range 3 {
			if err == nil {
				w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Land ", i), Player: "P", Lang: phrase.En}, seed)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		for year := 1; year <= 10; year++ {
			k, err := rules.OpenKnown(w.Known(1), nil)
			if err != nil {
				t.Fatal(err)
			}
			m := game.Manner{Style: rules.Styles()[0].Code, Strength: game.Strong}
			text := rules.Advice(k, 1, game.Lessons{Now: year, Open: []int{year}}, m, game.BotDice(seed, year, 1))
			sheets := []game.Sheet{{Realm: 1, Turn: year, Text: text}}
			for _, p := range w.Check(sheets[0]).Problems {
				if p.Severity == orders.Error {
					t.Errorf("world %d, year %d: %+v\n%s", n, year, p, text)
				}
			}
			me := w.(*World).at.State.Realm(1)
			for _, line := range regexp.MustCompile(`(?m)^\d+ Leader.*$`).FindAllString(text, -1) {
				if appointed++; len(strings.Fields(line)) != 3 {
					t.Errorf("world %d, year %d: %q has no name\n%s", n, year, line, text)
				}
			}
			for _, fleet := range regexp.MustCompile(`Fleet_(\d+) retreat always`).FindAllStringSubmatch(text, -1) {
				if number, _ := strconv.Atoi(fleet[1]); me.Cargo(number) == 0 {
					t.Errorf("world %d, year %d: nobody is aboard of fleet %d\n%s", n, year, number, text)
				}
			}
			if strings.Contains(text, " from Fleet_") {
				landed++
			}
			if boards := strings.Contains(text, " on Fleet_"); boards != strings.Contains(text, "go aboard") {
				t.Errorf("world %d, year %d: who goes aboard?\n%s", n, year, text)
			}
			for _, whose := range w.Asked().Realms[1:] {
				sheets = append(sheets, game.Sheet{Realm: whose, Turn: year, Text: machineOrders(t, rules, w, whose, whose)})
			}
			w = w.Resolve(sheets, seed, 1, nil).Next()
		}
	}
	if appointed == 0 || landed == 0 {
		t.Errorf("%d leaders appointed, landed in %d years", appointed, landed)
	}
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
