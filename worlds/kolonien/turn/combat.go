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
	for _, f := range p.Side.Forces {
		for _, h := range f.Hosts {
			switch o := h.From; {
			case o.Haven:
				t.State.Areas[o.Native-1].Haven.Troops = h.Troops
			case o.Native > 0:
				n := t.State.Areas[o.Native-1].Natives
				n.Troops, n.Leader = h.Troops, h.Leader
			case h.Name != "":
				settleLeader(&t.State.Realms[f.Realm-1], h)
			case o.Regiment > 0:
				t.State.Areas[area-1].Colony.Regiments[o.Regiment-1] = h.Troops
			default:
				t.State.Areas[area-1].Colony.Garrison = h.Troops
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
func settleLeader(r *realm.Realm, h fight.Host) {
	if h.Leader == 0 {
		r.Leaders = slices.DeleteFunc(r.Leaders, func(l realm.Leader) bool { return l.Name == h.Name })
	} else if l := r.Leader(h.Name); l != nil {
		l.Troops, l.Medic = h.Troops, h.Medic
	}
}

// attack fights one combat of a realm's leader in an area, and reports whether he has won.
func attack(t *Turn, realm int, name string, area int, f *fight.Foe) bool {
	l := t.State.Realms[realm-1].Leader(name)
	us := fight.ArmyOf(t.Position, realm, l, area)
	them := fight.Against(t.Position, realm, area, f)
	aboard := l.Aboard
	end := combat(t, area, &us, &them)
	if l := t.State.Realms[realm-1].Leader(name); l != nil && aboard > 0 && end.Winner == fight.Defender {
		t.giveWay(mover{realm, about(name)}) // beaten on the shore, he is aboard again
	}
	if c := t.State.Areas[area-1].Colony; end.Winner == fight.Attacker && c != nil && c.Owner == f.Realm {
		disband(t, area, f.Realm)
	}
	if n := t.State.Areas[area-1].Natives; end.Winner == fight.Attacker && f.Natives {
		t.State.Areas[area-1].Natives = nil // the winner burns the location
		if n != nil && n.Location > 0 {
			t.Tell(phrase.P("location-burnt",
				append(t.realmArgs(realm), phrase.Num("area", area),
					phrase.Key("location", t.Tables.LocationKey(n.Location)))...), t.all()...)
		}
	}
	if end.Winner == fight.Attacker && f.Haven {
		t.State.Areas[area-1].Haven = nil
		t.Tell(phrase.P("haven-destroyed", append(t.realmArgs(realm), phrase.Num("area", area))...), t.all()...)
	}
	return end.Winner == fight.Attacker
}

// disband ends all that is left in a fallen colony, and the regiment that did not fight (rules §6.8).
func disband(t *Turn, area, owner int) {
	c := t.State.Areas[area-1].Colony
	left := c.Garrison
	for _, r := range c.Regiments {
		left.Add(r)
	}
	c.Garrison, c.Regiments = tables.Troops{}, nil
	if left.Count() > 0 {
		t.Tell(phrase.P("fallen-disbanded",
			append(t.realmArgs(owner), phrase.Num("area", area), phrase.Str("units", left.String()))...),
			t.watchers(area, owner)...)
	}
}
