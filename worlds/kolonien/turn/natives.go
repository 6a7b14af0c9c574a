package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// natives grow, and some of them attack a drawn colony beside them. They attack if a die is at most the period's
// number (decision).
func natives(t *Turn) {
	n := &t.Tables.Rules
	for at := 1; at <= len(t.State.Areas); at++ {
		p := t.State.Areas[at-1].Natives
		if p == nil {
			continue
		}
		for range n.NativeGrowth {
			if size := p.Troops.Count(); p.Location > 0 && p.Units() > 0 && size < n.NativesMost {
				p.Troops[t.Tables.NativeKind(p.Location, size)]++
			}
		}
		d := t.Dice(int64(at))
		if p.Units() == 0 || int(d.Between(1, int64(n.DiceSides))) > n.Period(t.State.Turn) {
			continue
		}
		near := slices.DeleteFunc(slices.Clone(t.State.Areas[at-1].Beside), func(b int) bool { return !colony(t, b) })
		if len(near) > 0 {
			assault(t, at, near[d.N(int64(len(near)))])
		}
	}
	for i := range t.State.Areas {
		if p := t.State.Areas[i].Natives; p != nil && p.Units() == 0 {
			t.State.Areas[i].Natives = nil // a location to which nobody came back is given up
			if p.Location > 0 {
				t.Tell(phrase.P("location-left", phrase.Num("area", i+1),
					phrase.Key("location", t.Tables.LocationKey(p.Location))), t.all()...)
			}
		}
	}
}

// colony reports whether an area of the new world has a colony.
func colony(t *Turn, at int) bool {
	a := &t.State.Areas[at-1]
	return a.Ground == realm.Land && a.Colony != nil
}

// assault lets natives attack a colony. If they win they burn it and go home.
func assault(t *Turn, from, area int) {
	owner := t.State.Owner(area)
	if beset(t, fight.PeopleOf(t.Position, from, false), "natives-came", from, area) {
		t.State.Areas[area-1].Colony = nil
		t.Tell(phrase.P("burnt", append(t.realmArgs(owner), phrase.Num("area", area))...), t.all()...)
	}
}

// beset lets natives or pirates attack a colony, and reports whether they win. came is the sentence that says so if
// nobody defends it.
func beset(t *Turn, us fight.Party, came string, from, area int) bool {
	owner := t.State.Owner(area)
	if fight.Defended(t.Position, 0, area, owner) {
		them := fight.DefenceOf(t.Position, owner, area, 0)
		return combat(t, area, &us, &them).Winner == fight.Attacker
	}
	t.Tell(phrase.P(came, phrase.Num("area", area), phrase.Num("from", from)), t.watchers(area, owner)...)
	t.glory(owner, -t.Tables.Rules.GloryBeaten, "glory-beaten", area)
	return true
}

// pirates gather, launch a ship a year from each haven, and raid.
func pirates(t *Turn) {
	n := &t.Tables.Rules
	period := n.Period(t.State.Turn)
	for at := 1; at <= len(t.State.Areas); at++ {
		h := t.State.Areas[at-1].Haven
		if h == nil {
			continue
		}
		h.Away = 0 // ships that fled come back
		h.Troops[tables.PMIL] = max(h.Troops[tables.PMIL], min(n.HavenMost, h.Troops[tables.PMIL]+n.HavenGrowth))
		if h.Ships.Count() < n.PirateShipsMost {
			h.Ships[min(tables.P0+tables.Class(period)+1, tables.Classes-1)]++
		}
		d := t.Dice(int64(at))
		if h.Troops.Count() == 0 || int(d.Between(1, int64(n.DiceSides))) > period {
			continue
		}
		if near := raidable(t, at); len(near) > 0 {
			raid(t, at, near[d.N(int64(len(near)))])
		}
	}
}

// raidable lists the colonies that a haven's pirates reach: in its own area, beside it, and on the coasts of the seas
// beside it.
func raidable(t *Turn, at int) []int {
	var out []int
	add := func(b int) {
		if colony(t, b) && !slices.Contains(out, b) {
			out = append(out, b)
		}
	}
	add(at)
	for _, b := range t.State.Areas[at-1].Beside {
		add(b)
		if t.State.Areas[b-1].Ground == realm.Sea {
			for _, c := range t.State.Areas[b-1].Beside {
				add(c)
			}
		}
	}
	slices.Sort(out)
	return out
}

// raid lets pirates attack a colony. If they win they take what the colony earns in a year, as far as its owner has
// it, and go home.
func raid(t *Turn, from, area int) {
	c, us := t.State.Areas[area-1].Colony, fight.CrewOf(t.Position, from, from == area)
	us.Side.Nature = fight.Raider // pirates that must flee are back in the haven
	if !beset(t, us, "pirates-came", from, area) {
		return
	}
	r := &t.State.Realms[c.Owner-1]
	booty := min(r.Ducats, int64(t.Tables.Rules.IncomeLevel)*int64(c.Level))
	r.Ducats -= booty
	t.Tell(phrase.P("raided", phrase.Num("area", area), phrase.Num("ducats", booty)), c.Owner)
}
