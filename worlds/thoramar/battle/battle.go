// Package battle fights one battle described in a text. The text goes in, a world of a few fields is laid out for each
// fight, and the result of a turn's fight there comes out. From what a realm knows it writes the texts of battles that
// the realm may have in mind. The root calls it.
package battle

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Single is a battle described in a text. A fight changes nothing in it.
type Single struct {
	tables *tables.Tables
	words  func(phrase.Lang) *phrase.Book
	seed   string
	ground
	sides  [2][]*soldiers
	people map[int]string // the realms in it, with their cultures; "": none
	side   map[int]int    // of each realm
	formed map[formed]realm.Command
}

// ground is where they fight. field and from are terrains.
type ground struct {
	field, from uint8
	over        bool // an attack from the field `from`; otherwise they are in one field
	edges       []realm.Edge
	building    *realm.Building
	owner       int // −1: the defenders' first realm
	blessed     bool
	shut        bool // the beaten have nowhere to go
}

// soldiers are an army in the text.
type soldiers struct {
	realm   int
	name    realm.ArmyName
	men     int64
	kk      int
	command realm.Command
	ranks   *realm.TacticOrder
	in      realm.ArmyName // the formation that it is in, or the fleet that it is aboard
}

// formed identifies a formation of a realm.
type formed struct {
	realm int
	name  realm.ArmyName
}

// fleets is how many ships a fleet has that carries those who land.
const fleets = 1_000_000

// The board. The field fought for is in its middle, and the one from which the attack comes is west of it.
var (
	board  = game.Grid{Width: 6, Height: 5}
	middle = board.At(6, 2)
)

// east is the direction of the attack.
const east game.Direction = 2

// Seed is the seed that the text names.
func (s *Single) Seed() string { return s.seed }

// aboard reports whether soldiers are in a fleet.
func (a *soldiers) aboard() bool { return a.in.ID != 0 && a.in.Type != 'V' }

// sea reports whether they fight on water.
func (s *Single) sea() bool { return s.tables.Terrain[s.field].Water() }

// lay makes the world: the land, and the realms with their treaties.
func (s *Single) lay() *realm.State {
	most := 0
	for number := range s.people {
		most = max(most, number)
	}
	most = max(most, s.owner) + 1 // one more realm, which blocks all ways out
	out := &realm.State{Schema: realm.Schema, Turn: 1, Grid: board, Fields: make([]realm.Field, board.Size()),
		Realms: make([]realm.Realm, most+1), Armies: make([][]*realm.Army, most+1)}
	for number := range out.Realms {
		r := &out.Realms[number]
		r.Person, r.Origin, r.Culture = frame.Person{Number: number}, middle, s.people[number]
	}
	for one, side := range s.side {
		for other, with := range s.side {
			if one < other && side == with {
				out.SetTreaty(one, other, realm.Partner)
			}
		}
	}
	for i := range out.Fields {
		out.Fields[i] = realm.Field{Terrain: s.field, Yield: tables.FullYield}
	}
	at := &out.Fields[middle]
	at.Owner, at.Building = int16(s.ownerOf()), s.building
	if s.blessed {
		at.Blessed = 1
	}
	if s.over {
		out.Fields[board.Step(middle, east.Opposite())].Terrain = s.from
		for _, e := range s.edges {
			out.SetEdge(middle, east.Opposite(), e, true)
		}
	}
	return out
}

// ownerOf is the realm that owns the field.
func (s *Single) ownerOf() int {
	if s.owner >= 0 || len(s.sides[fight.Defenders]) == 0 {
		return max(s.owner, 0)
	}
	return s.sides[fight.Defenders][0].realm
}

// staged is the world of one fight.
type staged struct {
	*realm.Turn
	armies [2][]*realm.Army // the armies of the text
	battle fight.Battle
}

// stage lays the world out for one fight.
func (s *Single) stage(seed game.Seed) *staged {
	t := &staged{Turn: realm.Begin(s.tables, s.lay(), seed, make([][]*realm.Army, board.Size()))}
	t.battle = fight.Battle{At: middle, From: middle}
	t.Phase = "standing"
	if s.over {
		t.battle.From, t.battle.Dir, t.Phase = board.Step(middle, east.Opposite()), east, "move"
	}
	for side, list := range s.sides {
		for _, a := range list {
			army := s.place(t, side, a)
			if !army.Cargo() || !s.sea() { // an army aboard there goes down with its fleet, and fights for neither side
				t.armies[side] = append(t.armies[side], army)
			}
		}
	}
	if s.shut {
		s.bar(t)
	}
	t.Muster()
	t.Week = 1
	joined := map[*realm.Army]bool{}
	for side, list := range t.armies {
		for _, a := range list {
			body := a
			if a.Member() {
				body = t.FormationOf(a)
			}
			if !joined[body] {
				joined[body] = true
				t.battle.Join(side, body)
			}
		}
	}
	return t
}

// place puts soldiers into the world, with the formation or the fleet that they are in.
func (s *Single) place(t *staged, side int, a *soldiers) *realm.Army {
	at := middle
	if side == fight.Attackers {
		at = t.battle.From
	}
	plan := &realm.March{Command: a.command, Ranks: a.ranks}
	if side == fight.Attackers && s.over {
		plan.Plan[0] = east
	}
	out := realm.Army{Realm: a.realm, Name: a.name, Men: a.men, KK: a.kk, At: at,
		Points: t.Tables.FindUnit(a.name.Unit).Move, Fit: -1, Flag: realm.Shown, Aboard: a.in, Start: game.Nowhere,
		March: plan}
	if a.in.ID != 0 && t.State.Army(a.realm, a.in) == nil && (a.in.Type == 'V' || !s.sea()) {
		body := realm.Army{Realm: a.realm, Name: a.in, At: at, Fit: -1, Flag: realm.Shown, Start: game.Nowhere,
			March: &realm.March{Command: s.formed[formed{a.realm, a.in}], Plan: plan.Plan}}
		if a.aboard() {
			body.Men = fleets
		}
		v := t.AddArmy(body)
		if v.Formation() {
			t.Formations = append(t.Formations, v)
		}
	}
	return t.AddArmy(out)
}

// bar puts a strong army of a realm that is not in the battle into every field around.
func (s *Single) bar(t *staged) {
	last := len(t.State.Realms) - 1
	foot := tables.Unit{Type: 'K', Class: 'L'}
	for d := game.Direction(1); d <= 6; d++ {
		t.AddArmy(realm.Army{Realm: last, Name: realm.ArmyName{Unit: foot, ID: int32(d)}, Men: fleets,
			At: board.Step(middle, d), Fit: -1, Flag: realm.Shown, Start: game.Nowhere,
			March: &realm.March{Command: realm.Defend}})
	}
}

// Fight fights the battle.
func (s *Single) Fight(seed game.Seed) game.Fought {
	t := s.stage(seed)
	out := &fought{Single: s, winner: phrase.P("battle-file.drawn")}
	had := t.worth()
	fight.Fight(t.Turn, &t.battle)
	has := t.worth()
	for side := range had {
		if had[side] > 0 {
			out.left[side] = has[side] * 1000 / had[side]
		}
	}
	out.events = t.Events()
	for i := range out.events {
		switch out.events[i].Code {
		case "battle-attackers-won":
			out.winner = phrase.P("battle-file.attackers-won")
		case "battle-defenders-won", "battle-wall":
			out.winner = phrase.P("battle-file.defenders-won")
		}
	}
	return out
}

// worth is what the sides have in the fight: men by class and culture. If a side consists only of priests and
// sorcerers, it is their points.
func (t *staged) worth() (out [2]int64) {
	for side, list := range t.armies {
		fights := slices.ContainsFunc(list, func(a *realm.Army) bool { return !a.Name.Gifted() })
		for _, a := range list {
			switch {
			case a.Gone():
			case !fights:
				out[side] += a.Men
			case !a.Name.Gifted():
				out[side] += a.Men * max(t.Row(a).Strength*t.Strength(a.Realm, a.Name.Unit), 1)
			}
		}
	}
	return out
}
