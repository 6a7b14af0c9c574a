package thoramar

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// hostLine is one army of a realm of a benchmark: every arm is there, in the
// shares of a game in its middle years.
type hostLine struct {
	name   string
	men    int64
	aboard string // the fleet it is aboard, or the formation it is in
	master string
}

// host are the 50 armies of a realm.
var host = []hostLine{
	{name: "K.L 1", men: 2500}, {name: "K.L 2", men: 1500}, {name: "K.L 3", men: 190}, {name: "K.L 4", men: 1000},
	{name: "K.M 1", men: 2000}, {name: "K.M 2", men: 1400}, {name: "K.M 3", men: 1200}, {name: "K.M 4", men: 180},
	{name: "K.S 1", men: 1600}, {name: "K.S 2", men: 1100}, {name: "K.S 3", men: 150},
	{name: "R.L 1", men: 1200}, {name: "R.L 2", men: 800}, {name: "R.L 3", men: 90}, {name: "R.M 1", men: 1100},
	{name: "R.M 2", men: 700}, {name: "R.M 3", men: 60}, {name: "R.S 1", men: 900}, {name: "R.S 2", men: 600},
	{name: "F.L 1", men: 1000}, {name: "F.M 1", men: 800}, {name: "F.S 1", men: 400},
	{name: "P.H 1", men: 60}, {name: "P.H 2", men: 30}, {name: "P.K 1", men: 40}, {name: "P.K 2", men: 20},
	{name: "Z.S 1", men: 80}, {name: "Z.M 1", men: 90}, {name: "Z.B 1", men: 120}, {name: "Z.B 2", men: 60},
	{name: "D.E 1", men: 8, master: "Z.B 1"}, {name: "D.N 1", men: 20, master: "Z.B 1"},
	{name: "D.N 2", men: 12, master: "Z.B 2"},
	{name: "H.K 1", men: 600}, {name: "H.K 2", men: 300},
	{name: "V.L 1", men: 1800}, {name: "K.L 5", men: 1000, aboard: "V.L 1"}, {name: "R.L 4", men: 800, aboard: "V.L 1"},
	{name: "S.L 1", men: 20}, {name: "S.L 2", men: 12}, {name: "S.M 1", men: 15}, {name: "S.M 2", men: 10},
	{name: "S.S 1", men: 10},
	{name: "K.L 6", men: 1500, aboard: "S.L 1"}, {name: "R.M 4", men: 500, aboard: "S.M 1"},
	{name: "H.S 1", men: 20}, {name: "H.S 2", men: 10},
	{name: "V.S 1", men: 14}, {name: "S.L 3", men: 8, aboard: "V.S 1"}, {name: "S.S 2", men: 6, aboard: "V.S 1"},
}

// holding is the land a realm holds in a benchmark, if it finds so much: two
// thirds of its share of the world's. Its armies stand there and on the nearest
// sea, one or two a field.
const holding = 24

// mobilise founds a world with so many realms that hold land and towns and
// have all the host.
func mobilise(tb testing.TB, width, height, realms int) *World {
	tb.Helper()
	w, _ := crowd(tb, width, height, realms, 0)
	for r := 1; r <= realms; r++ {
		w.raise(r)
	}
	if wrong := w.Broken(); len(wrong) > 0 {
		tb.Fatal(len(wrong), wrong[:min(len(wrong), 5)])
	}
	return w
}

// raise gives a realm its land, three more towns, and its host.
func (w *World) raise(number int) {
	dice := game.Seed{7}.Throw(0, 0, "host", int64(number))
	land, sea := w.homeland(number)
	for i, p := range land {
		f := &w.at.State.Fields[p]
		f.Owner = int16(number)
		if i > 0 && i <= 3 && f.Building == nil && !w.at.Tables.Terrain[f.Terrain].NoBuild {
			row := w.at.Tables.FindBuilding([]string{"STD", "FES", "TSL"}[i-1])
			f.Building = &realm.Building{Kind: row.Code, Name: row.Code + strconv.Itoa(number)}
		}
	}
	home := map[realm.ArmyName]game.Place{}
	for i, line := range host {
		a := &realm.Army{Realm: number, Name: gametest.ArmyName(line.name), Men: line.men, Fit: -1,
			Since: 1, Start: game.Nowhere,
			Flag: []realm.Flag{realm.Shown, realm.Shown, realm.NoSign, realm.Hidden}[dice.N(4)]}
		if a.Name.Ship() {
			a.At, a.Fit = sea[i%len(sea)], 2
		} else {
			a.At = land[(i*7)%len(land)]
		}
		for _, with := range []string{line.aboard, line.master} {
			if with != "" {
				a.At = home[gametest.ArmyName(with)]
			}
		}
		if line.aboard != "" {
			a.Aboard = gametest.ArmyName(line.aboard)
		}
		if line.master != "" {
			a.Master = gametest.ArmyName(line.master)
		}
		if a.Name.Type == 'H' { // on its way back from a far town
			a.Start = w.at.State.Realms[1+number%(len(w.at.State.Realms)-1)].Origin
		}
		if a.Name == gametest.ArmyName("H.K 1") {
			a.At = land[0] // home again
		}
		home[a.Name] = a.At
		a.Points = w.at.Tables.FindUnit(a.Name.Unit).Move
		if a.Formation() {
			a.Fit, a.Points = -1, 6-w.at.Tables.Rules.FormationSlower // the slowest are the K.L and the S.S
		}
		w.put(a)
	}
}

// homeland finds the land nearest to a realm's capital that nobody holds, and
// the nearest water.
func (w *World) homeland(realm int) (land, sea []game.Place) {
	from := w.at.State.Realms[realm].Origin
	seen, queue := make([]bool, len(w.at.State.Fields)), []game.Place{from}
	seen[from] = true
	for len(queue) > 0 && (len(land) < holding || len(sea) < 5) {
		p := queue[0]
		queue = queue[1:]
		switch f := &w.at.State.Fields[p]; {
		case w.at.Tables.Terrain[f.Terrain].Height < 0:
			continue
		case w.at.Tables.Terrain[f.Terrain].Water():
			if len(sea) < 5 {
				sea = append(sea, p)
			}
		case len(land) < holding && (f.Owner == 0 || int(f.Owner) == realm) && w.at.State.Grid.Distance(from, p) <= 8:
			land = append(land, p)
		}
		for d := game.Direction(1); d <= 6; d++ {
			if q := w.at.State.Grid.Step(p, d); q != game.Nowhere && !seen[q] {
				seen[q] = true
				queue = append(queue, q)
			}
		}
	}
	return land, sea
}

// campaign writes the sheets of a turn in which every army that can move does,
// with a special of each kind in each, and building, recruiting, letters.
func (w *World) campaign() []game.Sheet {
	var sheets []game.Sheet
	for r := 1; r < len(w.at.State.Realms); r++ {
		sheets = append(sheets, game.Sheet{Realm: r, Turn: w.at.State.Turn, Text: w.campaignOf(r)})
	}
	return sheets
}

func (w *World) campaignOf(realm int) string {
	dice := game.Seed{7}.Throw(w.at.State.Turn, 0, "campaign", int64(realm))
	origin, other := w.at.State.Realms[realm].Origin, 1+realm%(len(w.at.State.Realms)-1)
	xy := func(p game.Place) string {
		x, y := w.at.State.Grid.Relative(origin, p)
		return fmt.Sprintf("%d %d", x, y)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "$B\nS 0 0 12\nW 0 0 36\n$R\nK.L 1 500 0 0\nK.M 9 1000 0 0\n$G\n%d 1000\n$V\n%d "+
		"A\n$N\n#%d\nGruß aus Reich %d.\n#E\n$A\n", other, other, other, realm)
	for _, a := range w.at.State.Armies[realm] {
		if a.Member() {
			continue
		}
		line := a.Name.String() + " " + w.route(a) + " "
		switch special := w.specialFor(a, xy); {
		case a.Name == gametest.ArmyName("H.K 1"): // is there
			line = a.Name.String() + " 0000000000000 V+ 0 0"
		case a.Ranged():
			line = a.Name.String() + " 0000000000000 A+"
		case special != "":
			line += "V" + special
		case strings.IndexByte("KRSD", a.Name.Type) >= 0:
			line += []string{"V+", "V+", "V", "V", "V-", "V-", "V+", "V", "A+", "A"}[dice.N(10)]
		default:
			line += "V"
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// specialFor is what an army does beside marching.
func (w *World) specialFor(a *realm.Army, xy func(game.Place) string) string {
	switch a.Name.String() {
	case "K.L 1":
		return "+ K.L 9 1000"
	case "P.H 1":
		return "- " + xy(a.At)
	case "Z.S 1":
		return "- K.S 1"
	case "Z.M 1":
		return "- " + xy(a.At)
	case "Z.B 2":
		return "- D.N 9 3"
	case "H.K 2", "H.S 1":
		return "+ 0 0"
	case "K.L 6", "R.M 4": // ashore where their fleet comes to land
		return "+"
	}
	return ""
}

// route draws 13 steps over ground the army can walk, or sail; a demon goes with
// its sorcerer.
func (w *World) route(a *realm.Army) string {
	if z := w.at.State.Army(a.Realm, a.Master); z != nil {
		a = z
	}
	var plan []byte
	dice := game.Seed{7}.Throw(w.at.State.Turn, 0, "route", a.Subject()...)
	if !a.Name.Ship() {
		gametest.Stroll(w.at, a.At, dice, realm.Weeks, &plan)
		return string(plan)
	}
	at := a.At
	for range realm.Weeks {
		step := byte('0')
		for range 4 {
			d := game.Direction(1 + dice.N(6))
			if q := w.at.State.Grid.Step(at, d); q != game.Nowhere && w.at.Tables.Terrain[w.at.State.Fields[q].Terrain].Water() {
				step, at = '0'+byte(d), q
				break
			}
		}
		plan = append(plan, step)
	}
	return string(plan)
}

// TestTheHostMoves: what the benchmarks measure is a turn in which armies of all
// arms march, fight, trade, bless and conjure, and which breaks nothing.
func TestTheHostMoves(t *testing.T) {
	w := mobilise(t, 60, 34, 10)
	o := w.Resolve(w.campaign(), game.Seed{1}, 1, nil).(*outcome)
	if wrong := o.After.Broken(); len(wrong) > 0 {
		t.Error(wrong)
	}
	happened := map[string]int{}
	for _, e := range o.Annals().Events() {
		happened[e.Code]++
	}
	for _, code := range []string{"battle", "split", "blessed", "summoned", "hastened", "held-up", "landed", "shot",
		"traded"} {
		if happened[code] == 0 {
			t.Errorf("no %s among %v", code, happened)
		}
	}
}
