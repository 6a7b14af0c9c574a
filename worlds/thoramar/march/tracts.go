package march

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Armies of different tracts have nothing to do with each other in a week, so they are played side by side, in as many
// lanes as there are cores, with the same bytes (see realm.Beside). What belongs to one tract is found out here.
//
// A step changes two fields: the one it leaves and the one it enters. Land, treaties and orders, on which it also
// depends, do not change in the weeks. If there may be a fight over a field, the beaten may retreat to the fields around
// it. Others may step into those and fight over them as well, and who is told about it depends on who is beside them. All
// these fields are joined into one tract (see realm.Tracts). Besides neighbours, these are joined:
//
//   - an army that goes aboard, and its fleet, wherever that is;
//   - a sorcerer that may fall, and its demons: they are free then, wherever they are.
//
// Booty goes into treasuries, on which no step depends: it is put there when all have stepped. The events of all lanes
// are brought together in the order of initiative, since the turn's hash covers them. Armies between land and sea come
// after the others, one by one, and so do fights of armies that stand together, plunder and trade.

// Survey is what the steps of a week may change and where they look. From an earlier one only its memory is used.
type Survey struct {
	scouts []scout
	steps  []step
	list   []*realm.Army
	tracts realm.Tracts
	goals  []goal
	ground []ground     // by place; computed when first needed
	fights []game.Place // fields over which there may be a fight
}

// scout is what one lane finds out about the armies of some realms.
type scout struct {
	steps  []step
	shores []*realm.Army
	demons []couple // with the sorcerers whom they obey
	boards []couple // armies that are to board, with their fleets
}

// couple is two armies of which one affects the other, wherever that is.
type couple struct{ first, second *realm.Army }

// step is a step that is due.
type step struct {
	army    *realm.Army
	to      game.Place
	attacks bool
	meets   bool // it may fight armies where it goes
}

// goal is what must be known about a field for the steps of a week.
type goal struct {
	realm int16 // whose armies step into it; severalRealms for more than one
	is    goalMark
}

const severalRealms = -1

type goalMark uint8

const (
	entered goalMark = 1 << iota // an army steps into it
	stormed                      // an attacking army steps into it
	fought                       // there may be a fight over it
	watched                      // what happens in it is seen: its neighbours are joined
)

// ground is a field's neighbours in directions 1–6, and to which of them armies can go.
type ground struct {
	near [6]game.Place
	ways realm.Edges
	read bool
}

// of finds the armies that step, and returns those that are to cross a shore.
func (s *Survey) of(t *realm.Turn) (shores []*realm.Army) {
	if t.Lanes < 2 {
		return s.alone(t)
	}
	if len(s.scouts) != t.Lanes {
		s.scouts = make([]scout, t.Lanes)
	}
	realm.InLanes(t.Lanes, len(t.State.Armies), func(lane, from, to int) {
		s.scouts[lane].look(t, t.State.Armies[from:to])
	})
	s.steps, s.list = s.steps[:0], s.list[:0]
	for i := range s.scouts {
		s.steps = append(s.steps, s.scouts[i].steps...)
		shores = append(shores, s.scouts[i].shores...)
	}
	for i := range s.steps {
		s.list = append(s.list, s.steps[i].army)
	}
	return shores
}

// alone is of for a turn with one lane: nobody needs to know what they may meet.
func (s *Survey) alone(t *realm.Turn) (shores []*realm.Army) {
	s.list = s.list[:0]
	for a := range t.State.EachArmy {
		switch {
		case a.March.Due() == 0 || !a.March.Free():
		case a.Cargo():
			shores = append(shores, a)
		default:
			s.list = append(s.list, a)
		}
	}
	return shores
}

// look finds which armies of some realms are to step, and what is in their way.
func (s *scout) look(t *realm.Turn, realms [][]*realm.Army) {
	s.steps, s.shores = s.steps[:0], s.shores[:0]
	s.demons, s.boards = s.demons[:0], s.boards[:0]
	for _, armies := range realms {
		for _, a := range armies {
			if a.Name.Type == 'Z' {
				for _, d := range realm.Demons(t, a) {
					s.demons = append(s.demons, couple{d, a})
				}
			}
			switch {
			case a.March.Due() == 0 || !a.March.Free():
			case a.Cargo():
				s.shores = append(s.shores, a)
			default:
				s.step(t, a)
			}
		}
	}
}

// step notes a step that is due.
func (s *scout) step(t *realm.Turn, a *realm.Army) {
	st := step{army: a, to: t.Grid.Step(a.At, a.March.Due()), attacks: a.Attacks()}
	if st.to == game.Nowhere {
		st.to = a.At
	}
	for _, b := range t.ArmiesAt(st.to) {
		if t.State.Treaty(a.Realm, b.Realm) == realm.NoTreaty && (st.attacks || b.Attacks()) {
			st.meets = true
			break
		}
	}
	s.steps = append(s.steps, st)
	if a.March.Kind == realm.Embark {
		if f := t.State.Army(a.Realm, a.March.Special.Army); f != nil {
			s.boards = append(s.boards, couple{a, f})
		}
	}
}

// join joins the fields into tracts.
func (s *Survey) join(t *realm.Turn) {
	size := len(t.State.Fields)
	if len(s.goals) != size {
		s.goals, s.ground = make([]goal, size), make([]ground, size)
	}
	clear(s.goals)
	s.tracts.Clear(size)
	s.fights = s.fights[:0]
	for i := range s.steps {
		s.enter(&s.steps[i])
	}
	s.eachCouple(func(c *scout) []couple { return c.boards }, func(a, f *realm.Army) { s.tracts.Join(a.At, f.At) })
	demons := func(c *scout) []couple { return c.demons }
	s.eachCouple(demons, func(d, _ *realm.Army) { // it may be free by then, and fought by anybody
		s.fightIfEntered(d.At)
		if to := t.Grid.Step(d.At, d.March.Due()); to != game.Nowhere {
			s.fightIfEntered(to)
		}
	})
	for i := 0; i < len(s.fights); i++ { // more are added on the way
		s.retreats(t, s.fights[i])
	}
	s.eachCouple(demons, func(d, z *realm.Army) {
		if s.endangered(t, z) {
			s.tracts.Join(d.At, z.At)
		}
	})
	for _, at := range s.fights {
		s.witnesses(t, at)
	}
}

func (s *Survey) eachCouple(of func(*scout) []couple, do func(first, second *realm.Army)) {
	for i := range s.scouts {
		for _, c := range of(&s.scouts[i]) {
			do(c.first, c.second)
		}
	}
}

// enter notes what a step changes, and whether there may be a fight over its field.
func (s *Survey) enter(st *step) {
	s.tracts.Join(st.army.At, st.to)
	g, number := &s.goals[st.to], int16(st.army.Realm)
	if g.is&entered == 0 {
		g.is, g.realm = entered, number
	} else if g.realm != number {
		g.realm = severalRealms
	}
	if st.attacks {
		g.is |= stormed
	}
	if st.meets || g.realm == severalRealms && g.is&stormed != 0 {
		s.fight(st.to)
	}
}

func (s *Survey) fightIfEntered(at game.Place) {
	if s.goals[at].is&entered != 0 {
		s.fight(at)
	}
}

// fight notes that there may be a fight over a field.
func (s *Survey) fight(at game.Place) {
	if g := &s.goals[at]; g.is&fought == 0 {
		g.is |= fought
		s.fights = append(s.fights, at)
	}
}

// retreats joins a field over which there may be a fight with those to which the beaten may go. There may be a fight
// over these as well, if others step into them.
func (s *Survey) retreats(t *realm.Turn, at game.Place) {
	g := s.around(t, at)
	for i, to := range g.near {
		if g.ways.Has(game.Direction(i + 1)) {
			s.tracts.Join(at, to)
			s.fightIfEntered(to)
		}
	}
}

// endangered reports whether a sorcerer may fall: if there may be a fight over its field or the one into which it
// steps, or if it shares the fate of a fleet or a formation.
func (s *Survey) endangered(t *realm.Turn, z *realm.Army) bool {
	if z.Aboard.ID != 0 || s.goals[z.At].is&fought != 0 {
		return true
	}
	to := t.Grid.Step(z.At, z.March.Due()) // its own field, if it makes no step
	return to != game.Nowhere && s.goals[to].is&fought != 0
}

// witnesses joins a field over which there may be a fight with the fields from which it is seen. It also joins those
// from which the retreats of the beaten are seen, since who is told depends on who is there.
func (s *Survey) witnesses(t *realm.Turn, at game.Place) {
	s.watch(t, at)
	g := s.around(t, at)
	for i, to := range g.near {
		if g.ways.Has(game.Direction(i + 1)) {
			s.watch(t, to)
		}
	}
}

// watch joins a field with those neighbours where something may change.
func (s *Survey) watch(t *realm.Turn, at game.Place) {
	if s.goals[at].is&watched != 0 {
		return
	}
	s.goals[at].is |= watched
	for _, to := range s.around(t, at).near {
		if to != game.Nowhere {
			s.tracts.Look(at, to)
		}
	}
}

// around returns a field's neighbours. Neither they nor their heights change in a turn.
func (s *Survey) around(t *realm.Turn, at game.Place) *ground {
	g := &s.ground[at]
	if g.read {
		return g
	}
	g.read = true
	here, most := t.TerrainAt(at), t.Tables.Rules.MaxClimb
	for d := game.Direction(1); d <= 6; d++ {
		to := t.Grid.Step(at, d)
		if g.near[d-1] = to; to == game.Nowhere {
			continue
		}
		there := t.TerrainAt(to)
		climb := there.Height - here.Height
		if there.Height >= 0 && here.Water() == there.Water() && (here.Water() || -most <= climb && climb <= most) {
			g.ways = g.ways.With(d)
		}
	}
	return g
}
