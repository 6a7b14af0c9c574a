package terramagica

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/bot"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// What the machine does in a world that a player can judge: 100 soldiers beat 30 militiamen, and 20 do not beat 100.
func TestMachineOrders(t *testing.T) {
	for name, c := range map[string]struct {
		world, want, not string
		style            int
	}{
		"takes and goes on": {"province 1 owner=1\narmy 1 Nord 2 Soldat:100\narmy 0 Wache2 2 Miliz:30\n",
			"Nord 3\nNord erobere|Nord erobere\nNord [0-9]+", "pluendere", 0},
		"too weak": {"province 1 owner=1\narmy 1 Nord 2 Soldat:20\narmy 0 Wache2 2 Miliz:100\n", "Nord 1", "erobere", 0},
		"marches to take": {"province 1 owner=1\nprovince 2 owner=1\narmy 1 Nord 1 Soldat:100\n",
			"Nord 5\nNord erobere", "kein", 0},
		"merges": {"province 1 owner=1\narmy 1 Nord 1 Soldat:100\narmy 1 Sued 1 Soldat:20\n", "Nord vereine Sued",
			"Sued vereine", 0},
		"a new home": {"province 1 owner=1\nprovince 2 owner=1 people=5000\nrealm 1 mana=5\n", "Provinz 2", "Provinz 1", 0},
		"no mana":    {"province 1 owner=1\nrealm 1 mana=4\n", "Soldat", "Provinz", 0},
		"stays home": {"province 1 owner=1\nprovince 2 owner=1\nrealm 1 home=1\narmy 1 Nord 1 Soldat:100\n" +
			"army 2 Feind 2 Soldat:10\n", "Palisade", "Nord [0-9]", 0},
		"garrison": {"turn 10\nprovince 1 owner=1\nrealm 1 home=1\narmy 1 Nord 1 Soldat:100\n" +
			"army 1 Wache 1 Bogenschuetze:60\n", "Bogenschuetze [0-9]+ Wache", "Wache [0-9]|vereine Wache|Wache vereine", 0},
		"first garrison": {"turn 10\nprovince 1 owner=1\nrealm 1 home=1\narmy 1 Nord 1 Soldat:100\n",
			"Bogenschuetze [0-9]+ \\S+ 1", "Soldat", 0},
		"no garrison yet": {"turn 3\nprovince 1 owner=1\nrealm 1 home=1\narmy 1 Nord 1 Soldat:100\n" +
			"army 1 Wache 1 Bogenschuetze:60\n", "Nord vereine Wache", "Bogenschuetze [0-9]+ Wache", 0},
		"called home": {"turn 10\nprovince 1 owner=1\nprovince 2 owner=1\nprovince 5 owner=1\nrealm 1 home=1\n" +
			"army 1 Nord 5 Soldat:100\narmy 2 Feind 2 Soldat:300\n", "Nord 1\n", "Nord erobere", 0},
		"not called home": {"turn 10\nprovince 1 owner=1\nprovince 2 owner=1\nprovince 5 owner=1\nrealm 1 home=1\n" +
			"army 1 Nord 5 Soldat:100\narmy 1 Wache 1 Bogenschuetze:60\narmy 2 Feind 2 Soldat:30\n", "Wache", "Nord 1\n", 0},
		"intruders": {"province 1 owner=1\narmy 1 Nord 1 Soldat:100\narmy 2 Feind 1 Soldat:10\n", "Nord angriff 2",
			"kein", 0},
		"old quarrel": {"province 1 owner=1\narmy 1 Nord 1 Soldat:10\nstatus 1 Nord angriff 2\n", "Nord kein", "angriff", 0},
		"no gold":     {"province 1 owner=1 people=0\nrealm 1 gold=0\narmy 1 Nord 1 Soldat:10\n", "^$", "Soldat", 0},
		"rich land": {"province 1 owner=1\nprovince 2 owner=2 people=6000\narmy 1 Nord 2 Reiter:100\n", "Nord pluendere",
			"Nord [0-9]", 2},
		"plundered": {"province 1 owner=1\nprovince 2 owner=2 people=4800\narmy 1 Nord 2 Reiter:100\n", "Nord erobere",
			"pluendere", 2},
	} {
		w := newCaseWorld(t, "", c.world)
		got := machineOrders(t, caseRules, w, 1, c.style)
		if !regexp.MustCompile(c.want).MatchString(got) || regexp.MustCompile(c.not).MatchString(got) {
			t.Errorf("%s: the machine orders\n%s", name, got)
		}
	}
}

// Each style does what it says (§15.3): in thirty weeks all take land and fortify, and conquerors gather their armies.
func TestStylesOfTheMachine(t *testing.T) {
	did := map[string]int{}
	machinePlays(t, 30, func(o game.Outcome) {
		for _, e := range o.Annals().Events() {
			for _, realm := range e.Realms {
				did[fmt.Sprint(bot.Styles()[realm%3], " ", e.Code)]++
			}
		}
	})
	for _, want := range []string{"conqueror conquered.own", "builder conquered.own", "raider conquered.own",
		"conqueror merged", "builder built"} {
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
			w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Land ", string(rune('a'+i))), Player: "P",
				Lang: phrase.En}, seed)
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

// An army that a beginner is advised to march on takes the province where it is first, or the one to which it goes: both
// lines are below one reason.
func TestAdviceOfTheMachine(t *testing.T) {
	t.Parallel()
	rules, both := Rules(), 0
	for n := range byte(4) {
		seed := game.Seed{47, n}
		w, err := rules.Found(game.Founding{Seed: seed})
		for i := range 4 {
			if err == nil {
				w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Land ", i), Player: "P", Lang: phrase.En}, seed)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		for lesson := 1; lesson <= 6; lesson++ {
			k, err := rules.OpenKnown(w.Known(1), nil)
			if err != nil {
				t.Fatal(err)
			}
			m := game.Manner{Style: rules.Styles()[0].Code, Strength: game.Strong}
			text := rules.Advice(k, 1, game.Lessons{Now: lesson, Open: []int{lesson}}, m, game.BotDice(seed, lesson, 1))
			sheets := []game.Sheet{{Realm: 1, Turn: w.Asked().Turn, Text: text}}
			why, takes := "", map[string]string{}
			for line := range strings.Lines(text) {
				army, does, _ := strings.Cut(strings.TrimSpace(line), " ")
				switch _, err := strconv.Atoi(strings.Fields(does + " -")[0]); {
				case army == ";":
					why = does
				case does == "conquer" && takes[army] == "":
					takes[army] = why
				case does == "conquer", err == nil && takes[army] != "":
					if both++; takes[army] != why {
						t.Errorf("world %d, lesson %d: %s is told in two places:\n%s", n, lesson, army, text)
					}
				case err == nil:
					takes[army] = why
				}
			}
			for _, realm := range w.Asked().Realms[1:] {
				sheets = append(sheets, game.Sheet{Realm: realm, Turn: w.Asked().Turn, Text: machineOrders(t, rules, w, realm, realm)})
			}
			w = w.Resolve(sheets, seed, 1, nil).Next()
		}
	}
	if both == 0 {
		t.Error("no army takes and marches")
	}
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
