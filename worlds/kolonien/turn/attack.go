package turn

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/tables"
)

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
