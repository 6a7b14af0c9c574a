package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
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
		tellRosters(t, i, p, listeners)
	}
	c := fight.Combat{Encounter: t.encounter(fightKey{area, us.Key(), them.Key()}, listeners),
		Sides: [2]fight.Side{us.Side, them.Side}}
	took := [2]bool{us.Side.Units() > 0, them.Side.Units() > 0}
	end := c.Fight()
	us.Side, them.Side = c.Sides[0], c.Sides[1]
	honour(t, area, parties, end, took[1-end.Winner])
	for i, p := range parties {
		settle(t, area, p, end.Fled == i && p.Side.Units() > 0, listeners)
	}
	return end
}

// tellRosters reports what a side brings.
func tellRosters(t *Turn, i int, p *fight.Party, listeners []int) {
	for _, f := range p.Side.Forces {
		for _, h := range f.Hosts {
			t.Tell(fight.Roster(i, f.Realm, h), listeners...)
		}
	}
}

// honour gives glory to everybody who had somebody on the side that won. It takes glory from those whom natives or
// pirates beat. It also takes it from the owner of a colony lost to them, even if only allies defended it (rules §5.4,
// §5.6).
func honour(t *Turn, area int, parties [2]*fight.Party, end fight.Ending, fought bool) {
	n := &t.Tables.Rules
	if !fought {
		return
	}
	won, lost := parties[end.Winner], parties[1-end.Winner]
	for _, realm := range won.Realms {
		t.glory(realm, n.GloryWon, "glory-won", area)
	}
	if won.Realm > 0 {
		return
	}
	if !slices.Contains(lost.Realms, lost.Realm) {
		t.glory(lost.Realm, -n.GloryBeaten, "glory-beaten", area)
	}
	for _, realm := range lost.Realms {
		t.glory(realm, -n.GloryBeaten, "glory-beaten", area)
	}
}

// settle writes what is left of a side back to where it came from. Those who fled go to their refuge.
func settle(t *Turn, area int, p *fight.Party, fled bool, listeners []int) {
	for f := range p.Origins {
		for h, o := range p.Origins[f] {
			host := &p.Side.Forces[f].Hosts[h]
			switch {
			case o.Native > 0:
				settlePeople(t, o, host)
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

func settlePeople(t *Turn, o fight.Origin, host *fight.Host) {
	a := &t.State.Areas[o.Native-1]
	if o.Haven {
		a.Haven.Troops = host.Troops
		return
	}
	a.Natives.Troops, a.Natives.Leader = host.Troops, host.Leader
}

// settleLeader gives a leader what is left of his army, or buries him.
func settleLeader(t *Turn, o fight.Origin, host *fight.Host) {
	r := &t.State.Realms[o.Realm-1]
	for i := range r.Leaders {
		l := &r.Leaders[i]
		if l.Name != o.Leader {
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
