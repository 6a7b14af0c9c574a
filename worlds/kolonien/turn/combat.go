package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// combat fights a combat in an area to its end. Realms that see it are told every round, and glory is given. What is
// left goes back to where it came from, and those who fled go to a refuge.
func combat(t *Turn, area int, us, them *fight.Party) fight.Ending {
	parties := [2]*fight.Party{us, them}
	fight.Prepare(t.Position, area, us, them)
	listeners := t.watchers(area, append(slices.Clone(us.Realms), them.Realms...)...)
	names := append(fight.Names(t.Position, us, "us"), fight.Names(t.Position, them, "them")...)
	t.Tell(phrase.P("combat", append(names, phrase.Num("area", area))...), listeners...)
	for i, p := range parties {
		for _, f := range p.Side.Forces {
			for _, h := range f.Hosts {
				t.Tell(fight.Roster(i, f.Realm, h), listeners...)
			}
		}
	}
	c := fight.Combat{Encounter: t.encounter(fightKey{area, us.Key(), them.Key()}, listeners),
		Sides: [2]fight.Side{us.Side, them.Side}}
	took := [2]bool{us.Side.Units() > 0, them.Side.Units() > 0}
	end := c.Fight()
	us.Side, them.Side = c.Sides[0], c.Sides[1]
	if won, lost := parties[end.Winner], parties[1-end.Winner]; took[1-end.Winner] {
		beaten := lost.Realms
		if !slices.Contains(beaten, lost.Realm) { // the owner of a colony, even if only allies defended it
			beaten = append([]int{lost.Realm}, beaten...)
		}
		honour(t, area, won.Realms, beaten, won.Realm == 0)
	}
	for i, p := range parties {
		settle(t, area, p, end.Fled == i && p.Side.Units() > 0, listeners)
	}
	return end
}

// honour gives glory to everybody who had somebody on the side that won. It takes glory from those whom natives or
// pirates beat (rules §5.4, §5.6).
func honour(t *Turn, area int, won, lost []int, wild bool) {
	n := &t.Tables.Rules
	for _, realm := range won {
		t.glory(realm, n.GloryWon, "glory-won", area)
	}
	for _, realm := range lost {
		if wild {
			t.glory(realm, -n.GloryBeaten, "glory-beaten", area)
		}
	}
}

// settle writes what is left of a side back to where it came from. Those who fled go to their refuge.
func settle(t *Turn, area int, p *fight.Party, fled bool, listeners []int) {
	for f := range p.Origins {
		for h, o := range p.Origins[f] {
			host := &p.Side.Forces[f].Hosts[h]
			switch {
			case o.Haven:
				t.State.Areas[o.Native-1].Haven.Troops = host.Troops
			case o.Native > 0:
				n := t.State.Areas[o.Native-1].Natives
				n.Troops, n.Leader = host.Troops, host.Leader
			case o.Leader != "":
				settleLeader(t, o, host)
			case o.Regiment > 0:
				t.State.Areas[area-1].Colony.Regiments[o.Regiment-1] = host.Troops
			default:
				t.State.Areas[area-1].Colony.Garrison = host.Troops
			}
		}
	}
	if fled {
		withdraw(t, area, p, listeners)
	}
	if c := t.State.Areas[area-1].Colony; c != nil {
		c.Regiments = slices.DeleteFunc(c.Regiments, func(r tables.Troops) bool { return r.Count() == 0 })
	}
}

// settleLeader gives a leader what is left of his army, or buries him.
func settleLeader(t *Turn, o fight.Origin, host *fight.Host) {
	r := &t.State.Realms[o.Realm-1]
	if host.Leader == 0 {
		r.Leaders = slices.DeleteFunc(r.Leaders, func(l realm.Leader) bool { return l.Name == o.Leader })
	} else if l := r.Leader(o.Leader); l != nil {
		l.Troops, l.Medic = host.Troops, host.Medic
	}
}
