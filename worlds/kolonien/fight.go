package kolonien

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// fight fights a combat in an area to its end: those who see it are told every
// round, glory is given, what is left goes back to where it came from, and who
// fled is brought to a refuge.
func (t *war) fight(area int, us, them *party) fight.Ending {
	parties := [2]*party{us, them}
	t.prepare(area, us, them)
	listeners := t.watchers(area, append(slices.Clone(us.realms), them.realms...)...)
	t.Tell(phrase.P("combat", append(append(t.names(us, "us"), t.names(them, "them")...), phrase.Num("area", area))...),
		listeners...)
	for i, p := range parties {
		t.roster(i, p, listeners)
	}
	c := fight.Combat{
		Tables: t.tables, Period: t.tables.Rules.Period(t.state.Turn), Sides: [2]fight.Side{us.side, them.side},
		Dice: t.throws(fightKey{area, us.key(), them.key()}),
		Tell: t.telling(listeners),
	}
	took := [2]bool{us.side.Units() > 0, them.side.Units() > 0}
	end := c.Fight()
	us.side, them.side = c.Sides[0], c.Sides[1]
	t.honour(area, parties, end, took[1-end.Winner])
	for i, p := range parties {
		t.settle(area, p, end.Fled == i && p.side.Units() > 0, listeners)
	}
	return end
}

// prepare gives both sides what the area has for them: ships that support them,
// and places to withdraw to.
func (t *board) prepare(area int, us, them *party) {
	us.side.Guns, them.side.Guns = t.guns(area, fight.Attacker, us, them), t.guns(area, fight.Defender, them, us)
	for _, p := range [2]*party{us, them} {
		p.side.Refuge = func(left []int) int { return t.refuge(area, p, left) }
	}
}

// roster tells what a side brings.
func (t *said) roster(i int, p *party, listeners []int) {
	for _, f := range p.side.Forces {
		for _, h := range f.Hosts {
			t.Tell(roster(i, f.Realm, h), listeners...)
		}
	}
}

// guns are the combat factors of the ships that may support a side.
func (t *board) guns(area, side int, p, other *party) int {
	ships := t.supporting(area, p, other)
	return t.tables.Force(&ships, side == fight.Attacker)
}

// supporting are the ships that may support a side in a coastal area: its own, and those of allies who are not allied
// with the other side.
func (t *board) supporting(area int, p, other *party) (all tables.Ships) {
	if !t.state.Coastal(area) {
		return all
	}
	if p.realm == 0 {
		if o := p.origins[0][0]; o.haven {
			if h := t.state.Areas[o.native-1].Haven; h.Away == 0 && o.native == area || h.Away == area {
				all = h.Ships
			}
		}
		return all
	}
	for i := range t.state.Realms {
		own := i+1 == p.realm || slices.Contains(p.realms, i+1)
		if !own && (t.state.Relation(p.realm, i+1) != realm.Allied ||
			slices.ContainsFunc(other.realms, func(o int) bool { return t.state.Relation(o, i+1) == realm.Allied })) {
			continue
		}
		for k := range t.state.Realms[i].Fleets {
			if f := &t.state.Realms[i].Fleets[k]; f.At == area {
				for c, n := range f.Ships {
					all[c] += n
				}
			}
		}
	}
	return all
}

// honour gives glory: to all who had somebody on the side that won, and takes it
// from those whom natives or pirates beat, and from whose colony was lost to them,
// even if only allies defended it (rules §5.4, §5.6).
func (t *playing) honour(area int, parties [2]*party, end fight.Ending, fought bool) {
	n := &t.tables.Rules
	if !fought {
		return
	}
	won, lost := parties[end.Winner], parties[1-end.Winner]
	for _, realm := range won.realms {
		t.glory(realm, n.GloryWon, "glory-won", area)
	}
	if won.realm > 0 {
		return
	}
	if !slices.Contains(lost.realms, lost.realm) {
		t.glory(lost.realm, -n.GloryBeaten, "glory-beaten", area)
	}
	for _, realm := range lost.realms {
		t.glory(realm, -n.GloryBeaten, "glory-beaten", area)
	}
}

func (t *playing) glory(realm, change int, code string, area int) {
	if change == 0 { // a world may give no glory for it, or take none
		return
	}
	t.state.Realms[realm-1].Glory += change
	t.Tell(phrase.P(code, phrase.Num("area", area), phrase.Num("glory", max(change, -change))), realm)
}

// settle writes what is left of a side back to where it came from; those who
// fled go to their refuge.
func (t *war) settle(area int, p *party, fled bool, listeners []int) {
	for f := range p.origins {
		for h, o := range p.origins[f] {
			host := &p.side.Forces[f].Hosts[h]
			switch {
			case o.native > 0:
				t.settlePeople(o, host)
			case o.leader != "":
				t.settleLeader(o, host)
			case o.regiment > 0:
				t.state.Areas[area-1].Colony.Regiments[o.regiment-1] = host.Troops
			default:
				t.state.Areas[area-1].Colony.Garrison = host.Troops
			}
		}
	}
	if fled {
		t.withdraw(area, p, listeners)
	}
	if c := t.state.Areas[area-1].Colony; c != nil {
		c.Regiments = slices.DeleteFunc(c.Regiments, func(r tables.Troops) bool { return r.Count() == 0 })
	}
}

func (t *board) settlePeople(o origin, host *fight.Host) {
	a := &t.state.Areas[o.native-1]
	if o.haven {
		a.Haven.Troops = host.Troops
		return
	}
	a.Natives.Troops, a.Natives.Leader = host.Troops, host.Leader
}

// settleLeader gives a leader what is left of his army, or buries him.
func (t *board) settleLeader(o origin, host *fight.Host) {
	r := &t.state.Realms[o.realm-1]
	for i := range r.Leaders {
		l := &r.Leaders[i]
		if l.Name != o.leader {
			continue
		}
		if host.Leader == 0 {
			r.Leaders = slices.Delete(r.Leaders, i, i+1)
			return
		}
		l.Troops, l.Medic = host.Troops, host.Medic
		return
	}
}
