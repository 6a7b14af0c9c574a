package fight

import (
	"slices"

	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Prepare gives both sides what the area offers them: ships that support them, and places to withdraw to.
func Prepare(at realm.Position, area int, us, them *Party) {
	us.Side.Guns, them.Side.Guns = gunsOf(at, area, Attacker, us, them), gunsOf(at, area, Defender, them, us)
	for _, p := range [2]*Party{us, them} {
		p.Side.Refuge = func(left []int) int { return refugeOf(at, area, p, left) }
	}
}

// gunsOf are the combat factors of the ships that may support a side.
func gunsOf(at realm.Position, area, side int, p, other *Party) int {
	ships := Supporting(at, area, p, other)
	return at.Tables.Force(&ships, side == Attacker)
}

// Supporting are the ships that may support a side in a coastal area: its own, and those of allies that are not allied
// with the other side.
func Supporting(at realm.Position, area int, p, other *Party) (all tables.Ships) {
	if !at.State.Coastal(area) {
		return all
	}
	if p.Realm == 0 {
		if o := p.Origins[0][0]; o.Haven {
			if h := at.State.Areas[o.Native-1].Haven; h.Away == 0 && o.Native == area || h.Away == area {
				all = h.Ships
			}
		}
		return all
	}
	for i := range at.State.Realms {
		own := i+1 == p.Realm || slices.Contains(p.Realms, i+1)
		if !own && (at.State.Relation(p.Realm, i+1) != realm.Allied ||
			slices.ContainsFunc(other.Realms, func(o int) bool { return at.State.Relation(o, i+1) == realm.Allied })) {
			continue
		}
		for k := range at.State.Realms[i].Fleets {
			if f := &at.State.Realms[i].Fleets[k]; f.At == area {
				for c, n := range f.Ships {
					all[c] += n
				}
			}
		}
	}
	return all
}
