package thoramar

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
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

// foretells lists the fights of which a realm's receipt gives odds.
func foretells(c game.Checked) (out []foretold) {
	label := func(a phrase.Arg) string { return fmt.Sprintf("%d/%d", a.N, a.M) }
	names := func(list string, more ...string) string {
		if list != "" {
			more = append(more, strings.Split(list, ", ")...)
		}
		slices.Sort(more)
		return strings.Join(more, ", ")
	}
	meets := map[int]phrase.Phrase{} // by line: where it fights first, which is said last
	for _, f := range c.InForce {
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
		case "forecast", "forecast-at-once", "forecast-falls-upon", "forecast-first", "forecast-stays-attacked",
			"forecast-lands-at":
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

// calibration compares what receipts said with what happened, by tens of what they said.
type calibration struct {
	n, won, drawn   [11]int
	said, saidDrawn [11]int64 // percent, summed up
	keeps, kept     [11]int64
	otherwise       int // fights that were not as foretold: elsewhere, later, with others or not at all
}

// compare counts each battle of which a receipt gives odds once.
func (c *calibration) compare(said []foretold, list []toldFight) {
	done := map[string]bool{}
	for _, f := range said {
		if battle := f.field + ": " + f.own; !done[battle] {
			done[battle] = true
			c.add(f, list)
		}
	}
}

func (c *calibration) add(f foretold, list []toldFight) {
	i := slices.IndexFunc(list, func(g toldFight) bool {
		return slices.Contains(g.sides[0], f.army) || slices.Contains(g.sides[1], f.army)
	})
	if i < 0 {
		c.otherwise++
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
	if g.week != f.week || g.field != f.field || strings.Join(g.sides[side], ", ") != f.own ||
		strings.Join(g.sides[1-side], ", ") != f.others {
		c.otherwise++
		return
	}
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
	fmt.Fprintf(&out, "%d were not as foretold", c.otherwise)
	for b, n := range c.n {
		if n > 0 {
			m := int64(n)
			fmt.Fprintf(&out, "\n%3d-%3d: %5d fights, said %2d %%, won %2d %%; drawn: said %2d %%, were %2d %%; keeps %2d %%, kept %2d %%",
				max(0, b*10-9), b*10, n, c.said[b]/m, c.won[b]*100/n, c.saidDrawn[b]/m, c.drawn[b]*100/n, c.keeps[b]/m,
				c.kept[b]/m)
		}
	}
	return out.String()
}

// holds demands that in each ten what was said and what happened differ by at most near percent points. Tens with
// fewer fights than counted say nothing. Chance alone gets a deviation of a fair coin more, 4 points of 150 fights and half a
// point of 10,000, and two where not all is tried.
func (c *calibration) holds(t *testing.T, near int64) (tens int) {
	const counted = 50
	t.Helper()
	for b, n := range c.n {
		if n < counted {
			continue
		}
		tens++
		for what, off := range map[string]int64{"won": int64(c.won[b])*100 - c.said[b],
			"drawn": int64(c.drawn[b])*100 - c.saidDrawn[b], "kept": c.kept[b] - c.keeps[b]} {
			chance := 50 * math.Sqrt(float64(n))
			if !conformance.Whole() {
				chance *= 2
			}
			if float64(max(off, -off)) > float64(near*int64(n))+chance {
				t.Errorf("%d to %d %%: of %d fights %d points more were %s than the receipts said", max(0, b*10-9), b*10, n,
					off/int64(n), what)
			}
		}
	}
	return tens
}

// near is by how many percent points odds may be wrong, by how armies fight.
var near = map[string]int64{tables.ByStrength: 5, tables.InRows: 10}

// duels is a world in which armies of realm 1, alone or two together, have one or two armies of another realm beside
// them, of about the same strength. It gives the sheets, too. Each realm has a people that is drawn, and each army of
// the others attacks or holds: nothing else of them is unknown.
func duels(w *World, mode string, dice *game.Dice) (*World, []game.Sheet) {
	numbers := *w.at.Tables
	numbers.Battle = mode
	s := w.at.State.Clone()
	tla, _ := numbers.FindTerrain("tla")
	for i := range s.Fields {
		s.Fields[i] = realm.Field{Terrain: tla, Yield: tables.FullYield}
	}
	for n := range s.Armies {
		s.Armies[n], s.Realms[n].Treaties = nil, nil
		if n > 0 {
			s.Realms[n].Culture = numbers.Culture[dice.N(int64(len(numbers.Culture)))].Name
		}
	}
	out := &World{at: realm.Position{Rules: w.at.Rules, Tables: &numbers, State: s}}
	sheets := make([]game.Sheet, len(s.Realms)-1)
	for i := range sheets {
		sheets[i] = game.Sheet{Realm: i + 1, Turn: s.Turn, Text: "$A\n"}
	}
	units := []tables.Unit{{Type: 'K', Class: 'L'}, {Type: 'R', Class: 'M'}, {Type: 'K', Class: 'S'}, {Type: 'R', Class: 'L'}}
	id := int32(0)
	put := func(number int, strength int64, at game.Place, order string) {
		u := units[dice.N(int64(len(units)))]
		id++
		name := realm.ArmyName{Unit: u, ID: id}
		out.put(&realm.Army{Realm: number, Name: name, Men: strength * 10 / numbers.FindUnit(u).Strength, At: at,
			Points: numbers.FindUnit(u).Move, Fit: -1, Since: 1, Start: game.Nowhere, Flag: realm.Shown})
		sheets[number-1].Text += fmt.Sprintf("%v %s\n", name, order)
	}
	for x := 4; x+4 < s.Grid.Width; x += 5 {
		for y := 4; y+4 < s.Grid.Height; y += 4 {
			from := game.Place(y*s.Grid.Width + x)
			to, foe := s.Grid.Step(from, 2), int(dice.Between(2, int64(len(sheets))))
			strength, own, others := dice.Between(20_000, 40_000), dice.Between(1, 2), dice.Between(1, 2)
			for range own {
				put(1, strength/own, from, "2 A+")
			}
			for range others {
				order := [2]string{"0 A+", "0 V+"}[dice.N(2)]
				put(foe, strength*dice.Between(700, 1300)/1000/others, to, order)
			}
		}
	}
	return out, sheets
}

// How often a receipt says that a battle is won is how often it is, of battles in which nothing is unknown but what
// receipts draw.
func TestOddsHold(t *testing.T) {
	conformance.Wasteful(t)
	board := freshWorld(t, "odds", 40, 30, 10)
	for mode, near := range near {
		c := &calibration{}
		for n := range conformance.Often(40, 400) {
			seed := game.Seed{byte(n), byte(n >> 8), 47}
			w, sheets := duels(board, mode, seed.Throw(0, 0, "duels"))
			c.compare(foretells(w.Check(sheets[0])), fightsTold(w, w.Resolve(sheets, seed, 1, nil), 1))
		}
		t.Logf("%s: %v", mode, c)
		if tens := c.holds(t, near); tens < 8 && !testing.Short() {
			t.Errorf("%s: only %d tens have enough battles", mode, tens)
		}
	}
}

// bold is a sheet that sends each army of a realm beside somebody seen into that field, and lets the others stay.
func bold(w *World, number int, dice *game.Dice) string {
	k, _ := w.rooms.Know(sight.Locate(w.at.State), w.at.Tables, number)
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

// The same in worlds that the machine plays, with all that receipts leave out. In each turn every second realm attacks
// all that it sees beside its armies, apart from the game. The few neighbours that a realm has keep their peoples for
// years, so their battles would not be independent: those whose receipt does not know their people get another one for
// each attack. Nor does a receipt know who charges in rows, and takes half of the armies to do so. Machines that are about
// as strong as their foe charge in five cases of six, and then those who were said to win 15 of 100 battles win 30. So
// whether an army charges is drawn for each attack, too.
func TestOddsHoldInPlay(t *testing.T) {
	conformance.Wasteful(t)
	worlds, turns := conformance.Often(1, 30), conformance.Often(12, 40)
	const peace = 3 // turns before anybody meets
	for mode, near := range near {
		own, err := Rules().Tables([]byte(fmt.Sprintf("battle = %q", mode)))
		if err != nil {
			t.Fatal(err)
		}
		c := &calibration{}
		for nth := range worlds {
			seed := game.Seed{byte(nth), 47}
			w := settled(t, own, nth, seed)
			for turn := range turns {
				sheets := played(t, w, own, seed)
				for i, s := range sheets {
					if turn < peace || (turn+i)%2 > 0 {
						continue
					}
					s.Text = bold(w, s.Realm, seed.Throw(turn, 0, "bold", int64(s.Realm)))
					said := foretells(w.Check(s))
					if len(said) == 0 {
						continue
					}
					in := minded(w, sheets, seed.Throw(turn, 0, "minds", int64(s.Realm)))
					in[i] = s
					other := disguised(w, s.Realm, seed.Throw(turn, 0, "people", int64(s.Realm)))
					c.compare(said, fightsTold(w, other.Resolve(in, seed.Sub(fmt.Sprint("bold", i)), 1, nil), s.Realm))
				}
				w = w.Resolve(sheets, seed, 1, nil).Next().(*World)
			}
		}
		t.Logf("%s: %v", mode, c)
		if tens := c.holds(t, near); tens < 7 && conformance.Whole() {
			t.Errorf("%s: only %d tens have enough battles", mode, tens)
		}
	}
}

// settled is a world of twelve realms, of all peoples.
func settled(t *testing.T, own []byte, nth int, seed game.Seed) *World {
	w, err := Rules().Found(game.Founding{Seed: seed, Tables: own, Width: 40, Height: 30})
	cultures := tables.StandardTables().Culture
	for i := range 12 {
		if err == nil {
			w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Land ", string(rune('a'+i))), Player: "P",
				Culture: cultures[(i+nth)%len(cultures)].Name}, seed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.(*World)
}

// played are the sheets that the machine writes for all realms.
func played(t *testing.T, w *World, own []byte, seed game.Seed) (sheets []game.Sheet) {
	rules := Rules()
	for _, number := range w.Asked().Realms {
		k, err := rules.OpenKnown(w.Known(number), own)
		if err != nil {
			t.Fatal(err)
		}
		m := game.Manner{Style: rules.Styles()[number%3].Code, Strength: game.Strong}
		sheets = append(sheets, game.Sheet{Realm: number, Turn: w.Asked().Turn,
			Text: rules.Orders(k, number, m, game.BotDice(seed, w.Asked().Turn, number))})
	}
	return sheets
}

// minded are the sheets with a line for each army that says whether it charges or holds. Without battles in rows such
// lines mean nothing.
func minded(w *World, sheets []game.Sheet, dice *game.Dice) (out []game.Sheet) {
	for _, s := range sheets {
		lines := "$T\n"
		for _, a := range w.at.State.Armies[s.Realm] {
			tactic := realm.TacticWords[[2]battlelines.Tactic{battlelines.Charge, battlelines.Hold}[dice.N(2)]][0]
			lines += fmt.Sprintf("%v %d %s\n", a.Name, fight.UsualRow(&w.at.Tables.Rules, a), tactic)
		}
		out = append(out, game.Sheet{Realm: s.Realm, Turn: s.Turn, Text: lines + s.Text})
	}
	return out
}

// disguised is the world with other peoples for all realms but one.
func disguised(w *World, but int, dice *game.Dice) *World {
	s, cultures := w.at.State.Clone(), w.at.Tables.Culture
	for r := 1; r < len(s.Realms); r++ {
		if r != but {
			s.Realms[r].Culture = cultures[dice.N(int64(len(cultures)))].Name
		}
	}
	return w.with(s)
}
