package terra

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/tables"
)

// veiled is a world in which something is changed that a nation does not know.
type veiled struct {
	*realm.State
	w      *World
	nation int
	seen   []bool
	d      *game.Dice
}

// unseenChanges are the kinds of what a nation does not know; each tells whether there was any.
var unseenChanges = []func(*veiled) bool{
	(*veiled).land, (*veiled).swap, (*veiled).army, (*veiled).march, (*veiled).doing, (*veiled).list, (*veiled).raise,
	(*veiled).player, (*veiled).wishes, (*veiled).capital, (*veiled).battle, (*veiled).pairing, (*veiled).turnGlobe,
	(*veiled).order, (*veiled).clock,
}

// unseen changes one thing that a nation does not know.
func unseen(w game.World, nation int, d *game.Dice) game.World {
	was := w.(*World)
	v := &veiled{was.at.State.Clone(), was, nation, sight.Seen(was.at, nation), d}
	if !unseenChanges[d.N(int64(len(unseenChanges)))](v) {
		return nil
	}
	next := was.with(v.State)
	if string(next.State()) == string(w.State()) {
		return nil
	}
	return next
}

// pick draws a place that is out of sight and fits.
func (v *veiled) pick(fits func(game.Place) bool) (game.Place, bool) {
	var out []game.Place
	for p := range v.Fields {
		if at := game.Place(p); !v.seen[p] && fits(at) {
			out = append(out, at)
		}
	}
	if len(out) == 0 {
		return game.Nowhere, false
	}
	return out[v.d.N(int64(len(out)))], true
}

func anywhere(game.Place) bool { return true }

// foreign draws a nation that is another.
func (v *veiled) foreign() *realm.Realm {
	n := int(v.d.N(int64(len(v.Realms) - 1)))
	if n+1 >= v.nation {
		n++
	}
	return &v.Realms[n]
}

// troop draws a foreign army, in sight or not.
func (v *veiled) troop(inSight bool) *realm.Army {
	r := v.foreign()
	var out []*realm.Army
	for i := range r.Armies {
		if a := &r.Armies[i]; (!a.Off() && v.seen[a.At]) == inSight {
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out[v.d.N(int64(len(out)))]
}

// land: another terrain, another garrison.
func (v *veiled) land() bool {
	at, any := v.pick(anywhere)
	if any {
		f := &v.Fields[at]
		f.Terrain, f.Garrison = tables.Terrain(v.d.N(int64(tables.Terrains))), v.d.N(2000)
	}
	return any
}

// swap: two fields, with who owns them. How many each nation has stays, for that is public.
func (v *veiled) swap() bool {
	a, any := v.pick(anywhere)
	b, more := v.pick(anywhere)
	if any && more {
		v.Fields[a], v.Fields[b] = v.Fields[b], v.Fields[a]
	}
	return any && more
}

// army: what there is of one out of sight.
func (v *veiled) army() bool {
	a := v.troop(false)
	if a != nil {
		a.Status, a.Record = v.d.N(4500), realm.BattleRecord{Won: int(v.d.N(9)), Lost: int(v.d.N(9))}
	}
	return a != nil
}

// march: where one out of sight is, or that it is gone.
func (v *veiled) march() bool {
	a := v.troop(false)
	if a == nil || v.Phase == realm.InResults { // where battles await armies
		return false
	}
	if a.At, a.Target = game.Nowhere, game.Nowhere; v.d.Chance(800) {
		at, any := v.pick(func(p game.Place) bool { return len(v.Armies(p)) == 0 })
		if !any {
			return false
		}
		a.At, a.Target = at, at
	}
	return true
}

// doing: what one in sight was told to do.
func (v *veiled) doing() bool {
	a := v.troop(true)
	if a != nil {
		a.Command, a.Avoids, a.Entered = tables.Command(v.d.N(int64(tables.Commands))), v.d.Chance(500), v.d.N(9)
		a.Target = game.Place(v.d.N(int64(len(v.Fields))))
	}
	return a != nil
}

// list: whether the list of a foreign army has come.
func (v *veiled) list() bool {
	a := v.troop(v.d.Chance(500))
	if a != nil {
		a.List = game.File{Name: "Armee1.pdf", Type: "application/pdf", Sum: "of another list"}
	}
	return a != nil
}

// raise: one army more than the nation knows of.
func (v *veiled) raise() bool {
	r := v.foreign()
	if r.King {
		return false
	}
	r.Armies = append(r.Armies, realm.Army{At: game.Nowhere, Target: game.Nowhere, Status: v.d.N(4500)})
	return true
}

// player: who plays another nation.
func (v *veiled) player() bool {
	v.foreign().Player = []string{"", "Somebody Else", "Niemand"}[v.d.N(3)]
	return true
}

// wishes: how another player reads, whether he plays and has ever mailed.
func (v *veiled) wishes() bool {
	r := v.foreign()
	r.Lang, r.Computer = phrase.Langs[v.d.N(2)], []game.Computer{game.UTF8, game.PC, game.Amiga}[v.d.N(3)]
	r.Zip, r.Full, r.NoMap, r.Plays, r.Newcomer = v.d.Chance(500), v.d.Chance(500), v.d.Chance(500), v.d.Chance(500), v.d.Chance(500)
	return true
}

// capital: where another nation counts from.
func (v *veiled) capital() bool {
	v.foreign().Capital = game.Place(v.d.Between(-1, int64(len(v.Fields)-1)))
	return true
}

// others are the battles that do not concern the nation.
func (v *veiled) others() (out []*realm.Battle) {
	for i := range v.Battles {
		if b := &v.Battles[i]; !b.Of(v.nation) {
			out = append(out, b)
		}
	}
	return out
}

// battle: how one of others went.
func (v *veiled) battle() bool {
	list := v.others()
	if len(list) == 0 {
		return false
	}
	s := &list[v.d.N(int64(len(list)))].Sides[v.d.N(2)]
	s.Points, s.Goals, s.Strength, s.Stake = v.d.N(4500), int(v.d.N(9)), v.d.N(4500), v.d.N(9)
	return true
}

// pairing: others have met, or one of their battles never was.
func (v *veiled) pairing() bool {
	if list := v.others(); len(list) > 0 && v.d.Chance(500) {
		gone := list[v.d.N(int64(len(list)))]
		v.Battles = slices.DeleteFunc(v.Battles, func(b realm.Battle) bool {
			return b.Round == gone.Round && b.Number == gone.Number
		})
		return true
	}
	one, other := v.foreign().Number, v.foreign().Number
	number := int(v.d.Between(100, 999))
	if one == other || v.Battle(number) != nil {
		return false
	}
	b := realm.Battle{Number: number, Round: v.Round, Table: true, At: game.Nowhere, Map: 1, Sides: [2]realm.Side{
		{Role: realm.Mercenaries, Player: one}, {Role: realm.Mercenaries, Player: other}}}
	if v.Phase == realm.InOrders {
		b.Verdict = realm.Agreed
	}
	v.Battles = append(v.Battles, b)
	return true
}

// turnGlobe: where on the globe it all lies. Who has no capital counts from a corner of it.
func (v *veiled) turnGlobe() bool {
	if !v.Globe || v.Realms[v.nation-1].Capital == game.Nowhere {
		return false
	}
	g, rows := v.Grid(), int(v.d.N(int64(v.Height)))
	across := 2*int(v.d.N(int64(v.Width))) + rows&1
	turned := func(p game.Place) game.Place {
		if p == game.Nowhere {
			return p
		}
		h, y := g.HY(p)
		return g.At(h+across, y+rows)
	}
	was := slices.Clone(v.Fields)
	for p := range was {
		v.Fields[turned(game.Place(p))] = was[p]
	}
	for i := range v.Realms {
		r := &v.Realms[i]
		r.Capital = turned(r.Capital)
		for k := range r.Armies {
			r.Armies[k].At, r.Armies[k].Target = turned(r.Armies[k].At), turned(r.Armies[k].Target)
		}
	}
	for i := range v.Battles {
		v.Battles[i].At = turned(v.Battles[i].At)
	}
	return true
}

// order: in which order battles of a round were found, which is that of the places on the map.
func (v *veiled) order() bool {
	slices.Reverse(v.Battles)
	slices.SortStableFunc(v.Battles, func(a, b realm.Battle) int { return a.Round - b.Round })
	return len(v.Battles) > 1
}

// clock: when own armies came where they stand, which decides who defends later, and what was drawn for them.
func (v *veiled) clock() bool {
	r := &v.Realms[v.nation-1]
	for i := range r.Armies {
		r.Armies[i].Entered, r.Armies[i].Avoids = v.d.N(9), v.d.Chance(500)
	}
	return len(r.Armies) > 0
}
