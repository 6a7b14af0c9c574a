package thoramar

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// TestHiddenStaysHidden (law 6): in 200 random states, or fewer, all that realm 1 cannot see,
// also one hex beyond its sight, is replaced by other lawful content: armies that
// stand, walk and fight, wild ones, treasuries, spies, letters among others, gate
// numbers, buildings, roads, whose land it is. Its report, its files, its report 0
// and its receipt stay byte-equal. So do, over three turns in each of which something
// else is replaced, its short reports, and the record of what they have shown.
func TestHiddenStaysHidden(t *testing.T) {
	var worlds []*World
	for i := range 5 {
		w := freshWorld(t, fmt.Sprint("hidden", i), 36, 30, 4)
		tables := *w.at.Tables
		tables.Rules.HerdRest = 1000 // herds stay where they are put: out of sight
		worlds = append(worlds, &World{at: realm.Position{Rules: w.at.Rules, Tables: &tables, State: w.at.State}})
	}
	seeds := conformance.Often(40, 200)
	least := seeds / 20
	total := map[string]int{}
	for n := range seeds {
		seed := game.Seed{byte(n), 6}
		w, sheets := scene(worlds[n%len(worlds)], seed.Throw(0, 0, "scene"))
		was := w.Resolve(sheets, seed, 1, nil).(*outcome)
		v := newVeil(w, was)
		other := v.change(sheets, seed.Throw(0, 0, "change"))
		behind := veilOfReceipt(w)
		unmet := behind.change(sheets, seed.Throw(0, 0, "receipt"))
		for _, list := range [][]string{w.Broken(), other.Broken(), unmet.Broken()} {
			if len(list) > 0 {
				t.Fatalf("state %d is not lawful: %q", n, list)
			}
		}
		now := other.Resolve(v.sheets, seed, 1, nil).(*outcome)
		desks := [2][]byte{planned(t, w, sheets[0]), planned(t, unmet, sheets[0])}
		for what, texts := range map[string][2][]byte{
			"desk, and marches": desks,
			"report":            {all(was.Report(1, nil)), all(now.Report(1, nil))},
			"report 0":          {all(w.Welcome(1, nil)), all(other.Welcome(1, nil))},
			"report as data":    {written(was.Facts(1)), written(now.Facts(1))},
			"report 0 as data":  {written(w.Facts(1)), written(other.Facts(1))},
			"receipt":           {fmt.Appendln(nil, w.Check(sheets[0])), fmt.Appendln(nil, unmet.Check(sheets[0]))},
		} {
			if !bytes.Equal(texts[0], texts[1]) {
				t.Fatalf("state %d: the %s tells of hidden things: %s", n, what, firstDifference(texts[0], texts[1]))
			}
		}
		for _, list := range []map[string]int{v.changed, behind.changed} {
			for what, n := range list {
				total[what] += n
			}
		}
		shown, _ := game.ReadShown(seed, 1, nil)
		w.Welcome(1, shown)
		next, after := sheets, was
		for turn := range 3 {
			record := shown.Bytes()
			short := func(o *outcome, shown *game.Shown) []byte {
				s := o.After.at.State.Clone()
				s.Realms[1].Settings.Short = true
				told := *o
				told.After = o.After.with(s)
				return append(all(told.Report(1, shown)), shown.Bytes()...)
			}
			hidden, err := game.ReadShown(seed, 1, record)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := short(after, shown), short(now, hidden); !bytes.Equal(a, b) {
				t.Fatalf("state %d, turn %d: the short report tells of hidden things: %s", n, turn, firstDifference(a, b))
			}
			from := after.After
			next = slices.Clone(next)
			for i := range next {
				next[i].Turn = from.at.State.Turn
			}
			after = from.Resolve(next, seed, 1, nil).(*outcome)
			later := newVeil(from, after)
			now = later.change(next, seed.Throw(turn, 0, "later")).Resolve(later.sheets, seed, 1, nil).(*outcome)
		}
		now = other.Resolve(v.sheets, seed, 1, nil).(*outcome)
		for r := 2; r < len(other.at.State.Realms); r++ {
			for _, a := range now.shared.Turn.State.Armies[r] {
				if old := other.at.State.Army(r, a.Name); a.Name.ID >= newID && old != nil && old.At != a.At {
					total["walked"]++
				}
				if a.Name.ID >= newID && a.KK > 0 {
					total["won"]++
				}
			}
		}
	}
	for _, what := range []string{"gone", "came", "wild", "spies changed", "spies came", "land", "buildings", "edges",
		"gates", "walked", "won", "states beside", "edges beside"} {
		if total[what] < least {
			t.Errorf("%s: only %d in %d states, the test proves little", what, total[what], seeds)
		}
	}
}

// planned is realm 1's desk, where its armies and those of others can come, and how far they march.
func planned(t *testing.T, w *World, in game.Sheet) []byte {
	known, _ := open(t, w, 1)
	p := known.(game.Planner)
	d := p.Desk(1, phrase.En)
	out := fmt.Appendf(nil, "%s", jsonOf(t, d))
	movers := []game.Mover{{Realm: 2, Kind: "R.M", At: "1/1"}, {At: "0/0", Week: 11}}
	for _, a := range d.Armies {
		movers = append(movers, game.Mover{Army: a.Name})
	}
	for _, m := range movers {
		out = fmt.Appendf(out, "%s %s\n", jsonOf(t, p.Reach(1, m, in.Text)),
			jsonOf(t, p.March(1, m, directions("1220354610021"), in.Text, phrase.En)))
	}
	raised := "$R\nK.M 77 3000 0 0\n$A\nK.M 77 0 V+ K.M 78 1000\n"
	return fmt.Appendf(out, "%s", jsonOf(t, known.(game.Planner).Raised(game.Sheet{Realm: 1, Text: raised}, phrase.En)))
}

func jsonOf(t *testing.T, value any) []byte {
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func all(r game.Report) []byte {
	out := append(append(append([]byte{}, r.Text...), r.Summary...), r.News...)
	for _, f := range r.Files {
		out = append(append(out, f.Name...), f.Data...)
	}
	return out
}

// newID is where the numbers of armies begin that only the changed world has.
const newID = 500

// scene draws armies, land and sheets: of each of realms 2 to 4 some armies are
// near realm 1 and some at home; all walk, and many mean harm.
func scene(from *World, dice *game.Dice) (*World, []game.Sheet) {
	w := from.with(from.at.State.Clone())
	w.at.State.Turn = int(dice.Between(1, 4))
	home := w.at.State.Realms[1].Origin
	for range 30 {
		p := gametest.Stroll(w.at, home, dice, int(dice.N(9)), nil)
		if f := &w.at.State.Fields[p]; f.Owner == 0 && !w.at.Tables.Terrain[f.Terrain].NoBuild {
			f.Owner = int16(dice.Between(1, 4))
			if f.Building == nil && dice.Chance(400) {
				f.Building = &realm.Building{Kind: []string{"BRG", "STD", "FES"}[dice.N(3)], Name: "Ort",
					Damage: tables.Damage(dice.N(3))}
			}
		}
	}
	r := &w.at.State.Realms[1]
	for range 12 { // land it came through in earlier turns
		for p, i := home, 0; i < 25; i++ {
			p = gametest.Stroll(w.at, p, dice, 1, nil)
			r.Seen.Add(p)
		}
	}
	r.Settings.Map, r.Settings.Short = dice.Chance(500), dice.Chance(300)
	sheets := make([]game.Sheet, 4)
	for number := 1; number <= 4; number++ {
		text := ""
		for i := range 10 {
			at := home
			if number > 1 && i >= 5 {
				at = w.at.State.Realms[number].Origin
			}
			text += w.recruitFor(number, i+1, gametest.Stroll(w.at, at, dice, int(dice.N(12)), nil), dice, nil)
		}
		if number == 1 {
			text = gametest.WildSheet(dice) + "$A\n" + text + "$S\nInfo\n"
		} else {
			text = "$A\n" + text
		}
		sheets[number-1] = game.Sheet{Realm: number, Turn: w.at.State.Turn, Text: text}
	}
	return w, sheets
}

// recruitFor puts an army into the world and gives its line. It walks over fields
// that may be walked; it means harm if harm is nil or allows it all along the way.
func (w *World) recruitFor(number, id int, at game.Place, dice *game.Dice, v *veil) string {
	unit := []tables.Unit{{Type: 'K', Class: 'L'}, {Type: 'K', Class: 'M'}, {Type: 'R', Class: 'L'},
		{Type: 'R', Class: 'M'}, {Type: 'F', Class: 'L'}, {Type: 'P', Class: 'K'}, {Type: 'Z', Class: 'S'}}[dice.N(7)]
	switch {
	case id%newID == 3:
		unit = tables.Unit{Type: 'H', Class: 'K'}
	case dice.Chance(500):
		unit = []tables.Unit{{Type: 'K', Class: 'L'}, {Type: 'R', Class: 'M'}}[dice.N(2)]
	}
	row := w.at.Tables.FindUnit(unit)
	a := &realm.Army{Realm: number, Name: realm.ArmyName{Unit: unit, ID: int32(id)},
		Men: dice.Between(row.RecruitMin, 2*row.RecruitMin), At: at, Points: row.Move, Fit: -1, Since: 1,
		Start: game.Nowhere}
	flag := []string{"+", "", "-"}[dice.N(3)]
	a.Flag = map[string]realm.Flag{"+": realm.Shown, "": realm.NoSign, "-": realm.Hidden}[flag]
	if flag == "-" && row.Spy > 0 {
		a.Men = min(dice.Between(row.Min, row.Spy), 100)
		a.Men = max(a.Men, row.Min)
	}
	if unit.Type == 'H' {
		a.Start = at
	}
	w.put(a)
	plan, harm := w.walk(at, dice, v)
	command := "V"
	if harm && (unit.Type == 'K' || unit.Type == 'R') {
		command = []string{"V", "A", "P", "E"}[dice.N(4)]
	}
	return fmt.Sprintf("%v %s %s%s\n", a.Name, plan, command, flag)
}

func (w *World) put(a *realm.Army) {
	list := w.at.State.Armies[a.Realm]
	at := realm.ArmyPlace(list, a.Name)
	w.at.State.Armies[a.Realm] = append(list[:at:at], append([]*realm.Army{a}, list[at:]...)...)
}

// walk draws a plan; behind a veil it keeps to fields out of sight, and tells
// whether a fight on the way would be out of sight as well.
func (w *World) walk(at game.Place, dice *game.Dice, v *veil) (plan []byte, harm bool) {
	harm = v == nil || !v.rim.Has(at)
	for range realm.Weeks {
		var way []byte
		to := gametest.Stroll(w.at, at, dice, 1, &way)
		if dice.Chance(200) || v != nil && v.lit.Has(to) {
			way, to = []byte("0"), at
		}
		plan, at = append(plan, way...), to
		harm = harm && (v == nil || !v.rim.Has(at))
	}
	return plan, harm
}
