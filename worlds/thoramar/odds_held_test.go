package thoramar

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// foretold is a fight of which a receipt gives odds.
type foretold struct {
	army        string
	week        int
	field       string
	own, others string // who fights, sorted
	won, drawn  int64
	left        int64
}

// toldFight is a fight as a realm is told of it.
type toldFight struct {
	week    int
	field   string
	sides   [2][]string
	men     [2][2]int64 // by side: before and after
	outcome string
}

// foretells lists the fights of which a realm's receipt gives odds, and counts the other sentences about odds.
func foretells(c game.Checked, told map[string]int) (out []foretold) {
	label := func(a phrase.Arg) string { return fmt.Sprintf("%d/%d", a.N, a.M) }
	names := func(list string, more ...string) string {
		if list != "" {
			more = append(more, strings.Split(list, ", ")...)
		}
		slices.Sort(more)
		return strings.Join(more, ", ")
	}
	meets := map[int]phrase.Phrase{}
	for _, f := range c.InForce {
		if strings.HasPrefix(f.What.Code, "odds") {
			told[f.What.Code]++
		}
		switch p := f.What; p.Code {
		case "odds", "odds-beside":
			m := meets[f.Line]
			o := foretold{army: p.Arg("army").S, week: max(1, int(m.Arg("week").N)), field: label(m.Arg("spot")),
				others: names(m.Arg("other").S), own: names(p.Arg("other").S, p.Arg("army").S),
				won: p.Arg("won").N, drawn: p.Arg("drawn").N, left: p.Arg("left").N}
			if m.Arg("spot").Name == "" {
				o.field = label(m.Arg("field"))
			}
			out = append(out, o)
		case "forecast", "forecast-at-once", "forecast-falls-upon", "forecast-stays-attacked", "forecast-lands-at":
			meets[f.Line] = p
		}
	}
	return out
}

// fightsTold lists the fights of which a realm is told.
func fightsTold(w *World, o game.Outcome, number int) (out []toldFight) {
	view := game.View{Grid: w.at.State.Grid, Origin: w.at.State.Realms[number].Origin}
	for _, e := range o.Annals().Events() {
		if !e.For(number) {
			continue
		}
		switch e.Code {
		case "battle":
			out = append(out, toldFight{week: e.Week, field: string(view.AppendPlace(nil, e.Arg("field").N))})
		case "battle-attacker", "battle-defender":
			side := 0
			if e.Code == "battle-defender" {
				side = 1
			}
			f := &out[len(out)-1]
			f.sides[side] = append(f.sides[side], e.Arg("army").S)
			f.men[side][0] += e.Arg("men").N
			f.men[side][1] += e.Arg("left").N
		case "battle-attackers-won", "battle-defenders-won", "battle-even", "battle-vain":
			out[len(out)-1].outcome = e.Code
		}
	}
	return out
}

// calibration compares what receipts said with what happened.
type calibration struct {
	told                        map[string]int
	n, won, drawn               [11]int
	said, saidDrawn             [11]int64
	kept, keeps                 [11]int64
	same, elsewhere, others, no int
}

func (c *calibration) add(f foretold, list []toldFight) {
	i := slices.IndexFunc(list, func(g toldFight) bool {
		return slices.Contains(g.sides[0], f.army) || slices.Contains(g.sides[1], f.army)
	})
	if i < 0 {
		c.no++
		return
	}
	g := list[i]
	side := 0
	if slices.Contains(g.sides[1], f.army) {
		side = 1
	}
	for s := range g.sides {
		slices.Sort(g.sides[s])
	}
	switch {
	case g.week != f.week || g.field != f.field:
		c.elsewhere++
		return
	case strings.Join(g.sides[side], ", ") != f.own || strings.Join(g.sides[1-side], ", ") != f.others:
		c.others++
		return
	}
	c.same++
	b := int(f.won+9) / 10
	c.n[b]++
	c.said[b] += f.won
	c.saidDrawn[b] += f.drawn
	if won := [2]string{"battle-attackers-won", "battle-defenders-won"}[side]; g.outcome == won {
		c.won[b]++
	} else if g.outcome == "battle-even" || g.outcome == "battle-vain" {
		c.drawn[b]++
	}
	c.keeps[b] += f.left
	c.kept[b] += g.men[side][1] * 100 / max(g.men[side][0], 1)
}

func (c *calibration) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "as foretold %d, elsewhere %d, with others %d, no fight %d; sentences %v\n", c.same, c.elsewhere, c.others,
		c.no, c.told)
	for b, n := range c.n {
		if n > 0 {
			fmt.Fprintf(&out, "%3d-%3d: %5d fights, said %5.1f %% and %4.1f %%, won %5.1f %%, drawn %4.1f %%; keeps %d %%, kept %d %%\n", max(0, b*10-9),
				b*10, n, float64(c.said[b])/float64(n), float64(c.saidDrawn[b])/float64(n), float64(c.won[b])*100/float64(n), float64(c.drawn[b])*100/float64(n),
				c.keeps[b]/int64(n), c.kept[b]/int64(n))
		}
	}
	return out.String()
}

// bold is a sheet that sends each army of a realm beside somebody seen into that field, and lets the others stay.
func bold(w *World, number int, dice *game.Dice) string {
	k, _ := w.rooms.Know(w.at, number)
	var out strings.Builder
	out.WriteString("$A\n")
	for _, a := range k.State.Armies[number] {
		if a.Member() || a.Cargo() || a.Name.Gifted() || a.Name.Ship() || a.Ranged() || a.Name.Type == 'H' {
			continue
		}
		plan := ""
		for range 6 {
			d := game.Direction(dice.Between(1, 6))
			to := k.State.Grid.Step(a.At, d)
			for b := range k.State.EachArmy {
				if b.Realm != number && b.At == to && k.State.Treaty(number, b.Realm) == realm.NoTreaty {
					plan = fmt.Sprint(d)
				}
			}
			if plan != "" {
				fmt.Fprintf(&out, "%v %s A+\n", a.Name, plan)
				break
			}
		}
	}
	return out.String()
}

// TestOddsHold plays worlds by the machine. In each turn the receipts of the machine's sheets are compared with the
// turn, and each realm in its turn attacks all that it sees beside its armies. ODDS is the number of worlds.
func TestOddsHold(t *testing.T) {
	conformance.Wasteful(t)
	many, _ := strconv.Atoi(os.Getenv("ODDS"))
	if many == 0 {
		many = 1
	}
	turns, _ := strconv.Atoi(os.Getenv("ODDS_TURNS"))
	if turns == 0 {
		turns = 20
	}
	rules := Rules()
	own, _ := rules.Tables([]byte(os.Getenv("ODDS_TABLES")))
	machine, brave := &calibration{told: map[string]int{}}, &calibration{told: map[string]int{}}
	for nth := range many {
		seed := game.Seed{byte(nth), 47}
		found, err := rules.Found(game.Founding{Seed: seed, Tables: own, Width: 40, Height: 30})
		cultures := tables.StandardTables().Culture
		for i := range 12 {
			if err == nil {
				found, _, err = found.Join(game.Joining{Name: fmt.Sprint("Land ", string(rune('a'+i))), Player: "P",
					Culture: cultures[(i+nth)%len(cultures)].Name}, seed)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		w := found.(*World)
		for turn := range turns {
			var sheets []game.Sheet
			for _, number := range w.Asked().Realms {
				k, err := rules.OpenKnown(w.Known(number), own)
				if err != nil {
					t.Fatal(err)
				}
				m := game.Manner{Style: rules.Styles()[number%3].Code, Strength: game.Strong}
				sheets = append(sheets, game.Sheet{Realm: number, Turn: w.Asked().Turn,
					Text: rules.Orders(k, number, m, game.BotDice(seed, w.Asked().Turn, number))})
			}
			o := w.Resolve(sheets, seed, 1, nil)
			for _, s := range sheets {
				said := foretells(w.Check(s), machine.told)
				if len(said) == 0 {
					continue
				}
				list := fightsTold(w, o, s.Realm)
				for _, f := range said {
					machine.add(f, list)
				}
			}
			for i, s := range sheets {
				if turn < 3 || (turn+i)%2 > 0 {
					continue
				}
				s.Text = bold(w, s.Realm, seed.Throw(turn, 0, "bold", int64(s.Realm)))
				said := foretells(w.Check(s), brave.told)
				if len(said) == 0 {
					continue
				}
				in := slices.Clone(sheets)
				in[i] = s
				list := fightsTold(w, w.Resolve(in, seed.Sub(fmt.Sprint("bold", i)), 1, nil), s.Realm)
				for _, f := range said {
					brave.add(f, list)
				}
			}
			w = o.Next().(*World)
		}
	}
	t.Logf("the machine: %v\nall attack: %v", machine, brave)
	said, won := int64(0), 0
	for b := range brave.n {
		said, won = said+brave.said[b], won+brave.won[b]
	}
	const near = 5 // percent
	if n := brave.same; n < 50 || max(int64(won*100)-said, said-int64(won*100)) > int64(n)*near {
		t.Errorf("of %d battles as foretold %d were won, the receipts said %d", n, won, said/100)
	}
}
