package terra

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/bot"
	"weltentor/worlds/terra/realm"
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
	var w game.World = foundedFor(t, rules, n, 6)
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

// What a beginner is advised: no army stands in the way of another, and in the phase of results nothing is staked, since
// the letter has a line for it. Nobody with a battle to report is told to release that phase.
func TestAdviceOfTheMachine(t *testing.T) {
	t.Parallel()
	rules := Rules()
	advised := func(w *World, lesson int) game.Sheet {
		k, err := rules.OpenKnown(w.Known(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		m := game.Manner{Style: rules.Styles()[0].Code, Strength: game.Strong}
		turn := w.Asked().Turn
		return game.Sheet{Realm: 1, Turn: turn, Text: rules.Advice(k, 1, game.Lessons{Now: lesson, Open: []int{lesson}}, m,
			game.BotDice(game.Seed{47}, turn, 1))}
	}
	reports, waits := 0, 0
	for n := range byte(12) {
		w := foundedFor(t, rules, n, 3)
		for lesson := 1; lesson <= 6; {
			sheet := advised(w, lesson)
			for _, p := range w.Check(sheet).Problems {
				if strings.HasPrefix(p.What.Code, "own-") {
					t.Errorf("campaign %d, lesson %d: %s\n%s", n, lesson, p.What.Code, sheet.Text)
				}
			}
			if w.at.State.Phase == realm.InResults {
				if strings.Contains(sheet.Text, "Stake") {
					t.Errorf("campaign %d, lesson %d: it stakes\n%s", n, lesson, sheet.Text)
				}
				if reports++; w.at.State.AtTable(1) {
					if waits++; strings.Contains(sheet.Text, "Release") {
						t.Errorf("campaign %d, lesson %d: a battle is to be reported\n%s", n, lesson, sheet.Text)
					}
				}
			} else {
				sheet.Text = strings.ReplaceAll(sheet.Text, "Plays no", "Plays yes") // as most people do
				lesson++
			}
			sheets := []game.Sheet{sheet}
			for _, whose := range w.Asked().Realms {
				if whose != 1 {
					text := strings.ReplaceAll(machineOrders(t, rules, w, whose, whose), "Plays no", "Plays yes")
					sheets = append(sheets, game.Sheet{Realm: whose, Turn: sheet.Turn, Text: text})
				}
			}
			w = w.Resolve(sheets, game.Seed{47, n}, 1, nil).Next().(*World)
		}
	}
	if reports == 0 || waits == 0 {
		t.Errorf("%d phases of results, %d with a battle to report", reports, waits)
	}
}

// foundedFor is a campaign of so many nations.
func foundedFor(t testing.TB, rules *Rulebook, n byte, nations int) *World {
	seed := game.Seed{47, n}
	w, err := rules.Found(game.Founding{Seed: seed})
	for i := range nations {
		if err == nil {
			name := fmt.Sprint("Land ", string(rune('a'+i)))
			w, _, err = w.Join(game.Joining{Name: name, Player: "P", Lang: phrase.En}, seed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.(*World)
}
