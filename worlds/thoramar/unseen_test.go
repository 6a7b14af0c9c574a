package thoramar

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// unknown is a world in which something is changed that a realm does not know.
type unknown struct {
	w      *World
	s      *realm.State
	number int
	d      *game.Dice
	clear  realm.Places // looks at now
	seen   realm.Places // has ever seen, and what it looks at
	close  realm.Places
}

// unknowns are the kinds of what a realm does not know. Each tells whether it found something to change.
var unknowns = map[string]func(*unknown) bool{
	"terrain": func(u *unknown) bool {
		p := u.place(func(p game.Place) bool { return !u.seen.Has(p) && u.bare(p) })
		return p >= 0 && differs(&u.s.Fields[p].Terrain, uint8(u.terrain("tla", "was", "twa")))
	},
	"owner": func(u *unknown) bool {
		p := u.place(func(p game.Place) bool {
			f := &u.s.Fields[p]
			return !u.clear.Has(p) && u.dry(p) && (f.Building == nil || f.Building.Kind == "BRG")
		})
		return p >= 0 && differs(&u.s.Fields[p].Owner, int16(u.another()))
	},
	"yield": func(u *unknown) bool {
		p := u.place(func(p game.Place) bool { return int(u.s.Fields[p].Owner) != u.number })
		return p >= 0 && differs(&u.s.Fields[p].Yield, int16(u.d.N(tables.FullYield)))
	},
	"blessing": func(u *unknown) bool {
		p := u.place(func(p game.Place) bool { return int(u.s.Fields[p].Owner) != u.number })
		return p >= 0 && differs(&u.s.Fields[p].Blessed, uint8(u.d.N(4)))
	},
	"building": func(u *unknown) bool {
		p := u.place(func(p game.Place) bool { return !u.clear.Has(p) && u.bare(p) && u.dry(p) })
		if p < 0 {
			return false
		}
		u.s.Fields[p].Building = &realm.Building{Kind: []string{"BRG", "STD", "FES"}[u.d.N(3)], Name: "Unerkannt"}
		return true
	},
	"works": (*unknown).works,
	"damage": func(u *unknown) bool {
		b := u.building(func(p game.Place) bool { return !u.close.Has(p) })
		return b != nil && !b.New && b.Into == "" && differs(&b.Damage, tables.Damage(u.d.N(3)))
	},
	"edges": (*unknown).edges,
	"army": func(u *unknown) bool {
		p := u.place(func(p game.Place) bool { return !u.clear.Has(p) && u.dry(p) })
		return p >= 0 && u.enlist(p, u.d.Between(1, 3000), realm.Shown)
	},
	"spy": func(u *unknown) bool {
		p := u.place(func(p game.Place) bool { return u.clear.Has(p) && u.dry(p) })
		return p >= 0 && u.enlist(p, u.d.Between(1, 100), realm.Hidden)
	},
	"strength": func(u *unknown) bool {
		return u.armies(func(a *realm.Army) bool { return differs(&a.Men, u.d.Between(1, 5000)) })
	},
	"moved":        (*unknown).moved,
	"inner":        (*unknown).inner,
	"stranger":     (*unknown).stranger,
	"demon":        (*unknown).demon,
	"cargo":        (*unknown).cargo,
	"affairs":      (*unknown).affairs,
	"others' land": (*unknown).learn,
	"origin": func(u *unknown) bool {
		return differs(&u.s.Realms[u.someone()].Origin, u.place(func(game.Place) bool { return true }))
	},
	"treaty": func(u *unknown) bool {
		a, b := u.someone(), u.someone()
		if a == b || u.s.Realms[a].Fallen || u.s.Realms[b].Fallen {
			return false
		}
		was := u.s.Treaty(a, b)
		u.s.SetTreaty(a, b, []realm.Treaty{realm.NoTreaty, realm.Pact, realm.Partner}[u.d.N(3)])
		return u.s.Treaty(a, b) != was
	},
	"shifted": func(u *unknown) bool {
		g, by := u.s.Grid, int(u.d.Between(1, int64(u.s.Grid.Width-1)))
		u.remap(g, func(p game.Place) game.Place {
			h, y := g.HY(p)
			return g.At(h+2*by, y)
		})
		return true
	},
	"higher": func(u *unknown) bool {
		g, south := u.s.Grid, 2*int(u.d.N(3))
		to := g
		to.Height += south + int(u.d.Between(1, 4))
		u.remap(to, func(p game.Place) game.Place {
			h, y := g.HY(p)
			return to.At(h, y+south)
		})
		return true
	},
	"wider": (*unknown).widen,
}

func differs[T comparable](at *T, to T) bool {
	was := *at
	*at = to
	return was != to
}

// place draws a field that is right, Nowhere if it finds none.
func (u *unknown) place(right func(game.Place) bool) game.Place {
	for range 300 {
		if p := game.Place(u.d.N(int64(len(u.s.Fields)))); right(p) {
			return p
		}
	}
	return game.Nowhere
}

// bare tells of a field on which nothing stands and which no river touches.
func (u *unknown) bare(p game.Place) bool {
	f := &u.s.Fields[p]
	for _, list := range u.s.Armies {
		if slices.ContainsFunc(list, func(a *realm.Army) bool { return a.At == p }) {
			return false
		}
	}
	return f.Building == nil && f.Rivers == 0 && u.w.at.Tables.Terrain[f.Terrain].Height >= 0
}

// dry tells of land on which one can stand and build.
func (u *unknown) dry(p game.Place) bool {
	g := &u.w.at.Tables.Terrain[u.s.Fields[p].Terrain]
	return g.Height > 0 && !g.NoBuild
}

func (u *unknown) terrain(codes ...string) uint8 {
	i, known := u.w.at.Tables.FindTerrain(codes[u.d.N(int64(len(codes)))])
	if !known {
		panic(fmt.Sprint("a terrain of ", codes))
	}
	return i
}

// another is a realm that is not the one's, or nobody.
func (u *unknown) another() int {
	if r := int(u.d.N(int64(len(u.s.Realms)))); r != u.number && !u.s.Realms[r].Fallen {
		return r
	}
	return 0
}

// someone is another realm.
func (u *unknown) someone() int {
	return (u.number+int(u.d.Between(0, int64(len(u.s.Realms)-3))))%(len(u.s.Realms)-1) + 1
}

// building draws a foreign building, or an own ruin.
func (u *unknown) building(right func(game.Place) bool) *realm.Building {
	var list []*realm.Building
	for i := range u.s.Fields {
		f := &u.s.Fields[i]
		if b := f.Building; b != nil && (int(f.Owner) != u.number) && right(game.Place(i)) {
			list = append(list, b)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[u.d.N(int64(len(list)))]
}

// works is what only the owner knows of a building.
func (u *unknown) works() bool {
	b := u.building(func(game.Place) bool { return true })
	if b == nil {
		return false
	}
	row := u.w.at.Tables.FindBuilding(b.Kind)
	switch u.d.N(4) {
	case 0:
		return differs(&b.Name, fmt.Sprint("Ort ", u.d.N(1000)))
	case 1:
		return differs(&b.Used, u.d.N(10_000))
	case 2:
		if b.Ready == 0 && !b.New && b.Damage != tables.Intact {
			b.Ready = u.s.Turn + 1
			return true
		}
		return b.Ready != 0 && differs(&b.Ready, u.s.Turn+int(u.d.Between(1, 8)))
	}
	switch {
	case row.Mine:
		b.Decline = u.d.N(1000)
		return differs(&b.Mine, u.d.N(50_000))
	case row.Gate:
		taken := map[int]bool{}
		for i := range u.s.Fields {
			if b := u.s.Fields[i].Building; b != nil {
				taken[b.Gate] = true
			}
		}
		to := int(u.d.Between(1, tables.MaxGate))
		return !taken[to] && differs(&b.Gate, to)
	}
	return false
}

func (u *unknown) edges() bool {
	d := game.Direction(u.d.Between(1, 6))
	edge := []realm.Edge{realm.Road, realm.Wall, realm.Bridge, realm.River}[u.d.N(4)]
	p := u.place(func(p game.Place) bool {
		q := u.s.Grid.Step(p, d)
		return q != game.Nowhere && !u.close.Has(p) && !u.close.Has(q) &&
			(edge != realm.River || !u.seen.Has(p) && !u.seen.Has(q))
	})
	if p < 0 {
		return false
	}
	u.s.SetEdge(p, d, edge, !u.s.Fields[p].Edge(edge).Has(d))
	return true
}

// enlist puts an army of another realm into a field.
func (u *unknown) enlist(p game.Place, men int64, flag realm.Flag) bool {
	a := &realm.Army{Realm: u.another(), Men: men, At: p, Points: 3, Fit: -1, Since: 1, Start: game.Nowhere, Flag: flag,
		Name: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'L'}, ID: int32(u.d.Between(newID, tables.MaxID))}}
	if u.s.Army(a.Realm, a.Name) != nil || a.Realm == 0 && u.clear.Has(p) {
		return false
	}
	(&World{at: realm.Position{State: u.s}}).put(a)
	return true
}

// armies changes a foreign army that the realm does not see; of one that shows no sign it sees only that it is there.
func (u *unknown) armies(change func(*realm.Army) bool) bool {
	var list []*realm.Army
	look := &realm.Turn{Tables: u.w.at.Tables, State: u.s}
	for r := range u.s.Armies {
		for _, a := range u.s.Armies[r] {
			if r != u.number && a.Sights() && !a.Formation() &&
				(!u.clear.Has(a.At) || sight.PlainLook(look, a) == sight.Unseen) &&
				!slices.ContainsFunc(u.s.Armies[r], func(b *realm.Army) bool { return b.Aboard == a.Name }) {
				list = append(list, a)
			}
		}
	}
	if len(list) == 0 {
		return false
	}
	a := list[u.d.N(int64(len(list)))]
	if u.clear.Has(a.At) { // a spy stays one
		return differs(&a.Points, int(u.d.Between(-5, 5)))
	}
	return change(a)
}

func (u *unknown) moved() bool {
	return u.armies(func(a *realm.Army) bool {
		to := u.place(func(p game.Place) bool {
			g := &u.w.at.Tables.Terrain[u.s.Fields[p].Terrain]
			return !u.clear.Has(p) && g.Height >= 0 && g.Water() == a.Name.Ship()
		})
		if to < 0 || u.clear.Has(a.At) {
			return false
		}
		a.Flag = []realm.Flag{realm.Shown, realm.NoSign, realm.Hidden}[u.d.N(3)]
		return differs(&a.At, to)
	})
}

// inner are the numbers of a foreign army that nobody sees from outside, of one in sight most of all.
func (u *unknown) inner() bool {
	var seen []*realm.Army
	for r, list := range u.s.Armies {
		for _, a := range list {
			if r != u.number && !a.Formation() && !a.Member() && (u.clear.Has(a.At) || u.d.Chance(50)) {
				seen = append(seen, a)
			}
		}
	}
	if len(seen) == 0 {
		return false
	}
	a := seen[u.d.N(int64(len(seen)))]
	switch u.d.N(5) {
	case 0:
		return differs(&a.Points, int(u.d.Between(-5, 12)))
	case 1:
		return differs(&a.KK, int(u.d.N(20)))
	case 2:
		return differs(&a.Fit, int16(u.terrain("tla", "twa")))
	case 3:
		if a.Name.Type == 'H' {
			a.Start = u.place(func(game.Place) bool { return true })
			return differs(&a.Gain, u.d.N(10_000))
		}
		return differs(&a.Command, []realm.Command{realm.Defend, realm.Attack, realm.Plunder}[u.d.N(3)])
	}
	return differs(&a.Since, int(u.d.Between(1, int64(u.s.Turn))))
}

// stranger changes who an army in sight is that shows no sign.
func (u *unknown) stranger() bool {
	look := &realm.Turn{Tables: u.w.at.Tables, State: u.s}
	for r := 1; r < len(u.s.Armies); r++ {
		for _, a := range u.s.Armies[r] {
			if r != u.number && u.clear.Has(a.At) && a.Sights() && !a.Formation() &&
				sight.PlainLook(look, a) == sight.Unsigned && u.d.Chance(500) {
				return differs(&a.Men, a.Men+u.d.Between(1, 500))
			}
		}
	}
	return false
}

// demon gives a foreign demon another master of its realm.
func (u *unknown) demon() bool {
	for r := 1; r < len(u.s.Armies); r++ {
		if r == u.number {
			continue
		}
		for _, d := range u.s.OfType(r, 'D') {
			for _, z := range u.s.OfUnit(r, tables.Unit{Type: 'Z', Class: 'B'}) {
				if d.Master != z.Name && z.Aboard.ID == 0 && u.d.Chance(700) {
					return differs(&d.Master, z.Name)
				}
			}
		}
	}
	return false
}

// cargo puts an army aboard a foreign fleet.
func (u *unknown) cargo() bool {
	for r := 2; r < len(u.s.Armies); r++ {
		for _, f := range u.s.OfType(r, 'S') {
			aboard := slices.ContainsFunc(u.s.Armies[r], func(a *realm.Army) bool { return a.Aboard == f.Name })
			a := &realm.Army{Realm: r, Men: 10, At: f.At, Points: 3, Fit: -1, Since: 1, Start: game.Nowhere,
				Aboard: f.Name, Name: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'L'},
					ID: int32(u.d.Between(newID, tables.MaxID))}}
			if r != u.number && !aboard && f.Aboard.ID == 0 && u.s.Army(r, a.Name) == nil && u.d.Chance(500) {
				(&World{at: realm.Position{State: u.s}}).put(a)
				return true
			}
		}
	}
	return false
}

// affairs are what only another realm knows of itself.
func (u *unknown) affairs() bool {
	r := &u.s.Realms[u.someone()]
	switch u.d.N(9) {
	case 0:
		return differs(&r.Gold, u.d.N(1_000_000))
	case 1:
		r.Paid = u.d.N(500)
		return differs(&r.Account, u.d.Between(-900, 900))
	case 2:
		return differs(&r.Missed, int(u.d.N(3)))
	case 3:
		return differs(&r.Joined, int(u.d.Between(1, int64(u.s.Turn))))
	case 4:
		return differs(&r.Kind, founding.Kinds[u.d.N(3)])
	case 5:
		return differs(&r.Culture, u.w.at.Tables.Culture[u.d.N(int64(len(u.w.at.Tables.Culture)))].Name)
	case 6:
		r.TextTurn = u.s.Turn
		return differs(&r.Text, fmt.Sprint("Wir sind ", u.d.N(1000)))
	case 7:
		r.Settings.Map, r.Zip = !r.Settings.Map, u.d.Chance(500)
		return differs(&r.Settings.Short, u.d.Chance(500)) || true
	}
	r.Lang, r.Computer = phrase.En, game.Amiga
	return differs(&r.Player, fmt.Sprint("Spielerin ", u.d.N(1000)))
}

// learn lets another realm have seen land.
func (u *unknown) learn() bool {
	r := &u.s.Realms[u.someone()]
	p := u.place(func(p game.Place) bool { return !r.Seen.Has(p) })
	if p >= 0 {
		r.Seen.Add(p)
	}
	return p >= 0
}

// remap puts all fields elsewhere on a board; what is new on it is unknown land.
func (u *unknown) remap(to game.Grid, where func(game.Place) game.Place) {
	s := u.s
	fields := make([]realm.Field, to.Size())
	nothing, _ := u.w.at.Tables.FindTerrain("ubk")
	for i := range fields {
		fields[i] = realm.Field{Terrain: nothing, Yield: tables.FullYield}
	}
	for i := range s.Fields {
		fields[where(game.Place(i))] = s.Fields[i]
	}
	s.Fields, s.Grid = fields, to
	for i := range s.Realms {
		r := &s.Realms[i]
		if i > 0 {
			r.Origin = where(r.Origin)
		}
		var seen realm.Places
		for p := range u.w.at.State.Fields {
			if r.Seen.Has(game.Place(p)) {
				seen.Add(where(game.Place(p)))
			}
		}
		r.Seen = seen
	}
	for _, list := range s.Armies {
		for _, a := range list {
			a.At = where(a.At)
			if a.Start >= 0 {
				a.Start = where(a.Start)
			}
		}
	}
}

// widen puts columns into the world where the realm's coordinates meet, if it has seen nothing there.
func (u *unknown) widen() bool {
	g, o := u.s.Grid, u.s.Realms[u.number].Origin
	seam := func(p game.Place) bool {
		h, _ := g.Delta(o, p)
		return h >= g.Width-1 || h <= 2-g.Width
	}
	for i := range u.s.Fields {
		if u.seen.Has(game.Place(i)) && seam(game.Place(i)) {
			return false
		}
	}
	to := g
	to.Width += int(u.d.Between(1, 9))
	where := func(p game.Place) game.Place {
		oh, oy := g.HY(o)
		h, y := g.Delta(o, p)
		return to.At(oh+h, oy+y)
	}
	for i := range u.s.Fields { // what crosses the seam goes
		p := game.Place(i)
		for d := game.Direction(1); d <= 6 && seam(p); d++ {
			if q := g.Step(p, d); q != game.Nowhere && to.Step(where(p), d) != where(q) {
				for _, e := range []realm.Edge{realm.Road, realm.Bridge, realm.River, realm.Wall} {
					u.s.SetEdge(p, d, e, false)
				}
			}
		}
	}
	u.remap(to, where)
	return true
}

// unseenBy gives the suite's hook, and counts what it changed.
func unseenBy(changed map[string]int) func(game.World, int, *game.Dice) game.World {
	names := slices.Sorted(maps.Keys(unknowns))
	return func(world game.World, number int, d *game.Dice) game.World {
		w := world.(*World)
		u := &unknown{w: w, s: w.at.State.Clone(), number: number, d: d, clear: sight.Locate(w.at.State).Clear(w.at.Tables, number),
			close: sight.Locate(w.at.State).Close(number)}
		for i := range u.s.Fields {
			if p := game.Place(i); u.clear.Has(p) || w.at.State.Realms[number].Seen.Has(p) {
				u.seen.Add(p)
			}
		}
		name := names[d.N(int64(len(names)))]
		if !unknowns[name](u) {
			return nil
		}
		changed[name]++
		return w.with(u.s)
	}
}

// What a realm knows, its template and its receipt tell nothing of what it does not know (law 6): tried with each kind
// of it, in years in which twelve realms know each other.
func TestKnownTellsNothingUnseen(t *testing.T) {
	draws := conformance.Often(300, 1500)
	least := draws / 300
	changed := map[string]int{}
	unseen := unseenBy(changed)
	years := playedYears(t, 40)
	for n := range draws {
		s := years[(n*7)%len(years)]
		in := s.sheets[n%len(s.sheets)]
		if in.Realm == 0 || s.w.at.State.Realms[in.Realm].Fallen {
			continue
		}
		strangers := changed["stranger"]
		world := unseen(s.w, in.Realm, game.Seed{byte(n), byte(n >> 8), 14}.Throw(0, 0, "unseen"))
		if world == nil {
			continue
		}
		w, zero := world.(*World), s.w
		if changed["stranger"] == strangers { // how many they are without a sign a report tells
			zero = w
		}
		if broken := w.Broken(); len(broken) > 0 {
			t.Fatalf("draw %d breaks the world: %q", n, broken)
		}
		for what, texts := range map[string][2]string{
			"what it knows": {string(s.w.Known(in.Realm)), string(w.Known(in.Realm))},
			"its receipt":   {fmt.Sprint(s.w.Check(in)), fmt.Sprint(w.Check(in))},
			"its template":  {s.w.Template(in.Realm), w.Template(in.Realm)},
			"its report 0":  {string(written(s.w.Facts(in.Realm))), string(written(zero.Facts(in.Realm)))},
		} {
			if texts[0] != texts[1] {
				t.Fatalf("draw %d, turn %d, realm %d: %s tells of a change it cannot see: %s", n, s.w.at.State.Turn,
					in.Realm, what, firstDifference([]byte(texts[0]), []byte(texts[1])))
			}
		}
	}
	for name := range unknowns {
		if changed[name] < least {
			t.Errorf("%s: only %d changes, the test proves little", name, changed[name])
		}
	}
	t.Log(changed)
}
