package turn

import (
	"slices"

	"weltentor/worlds/terramagica/realm"
)

// weigh finds the hinges of a realm's plans, before its armies march.
func weigh(t *Turn, whose int) {
	h := &t.receipt.hinges
	*h = hinges{mana: h.mana, embattled: map[*realm.Army]bool{}, contested: make([]bool, len(t.State.Provinces)),
		points: make([]int64, len(t.State.Provinces)), names: map[string]bool{}}
	for _, a := range t.State.Armies[whose] {
		meets := slices.ContainsFunc(t.War.In(a.At),
			func(b *realm.Army) bool { return b.Realm != whose && (b.Realm > 0 || t.War.Hostile(a, b)) })
		h.embattled[a] = meets || t.War.ActsOn(a) && t.War.AvatarAt(t.State.Province(a.At).Owner, a.At)
	}
	for i := range t.State.Provinces {
		h.contested[i] = slices.ContainsFunc(t.War.In(i+1),
			func(b *realm.Army) bool { return b.Realm != whose && b.Realm > 0 })
	}
	weighMarches(t, whose)
	plundered, taken, n := map[int]bool{}, map[int]bool{}, &t.Tables.Rules
	for _, c := range t.War.Acts {
		p := t.State.Province(c.Province)
		h.contested[c.Province-1] = true
		if c.Plunder && !plundered[c.Province] {
			h.gold += p.People / n.PlunderGold
		}
		if !c.Plunder && !taken[c.Province] {
			h.gold += min(p.Most, p.People+p.People*n.Growth/1000) / n.Tax
		}
		plundered[c.Province], taken[c.Province] = plundered[c.Province] || c.Plunder, taken[c.Province] || !c.Plunder
	}
}

// weighMarches finds what depends on marches that are to end in taking a province: whether they do, and the taxes of
// people who may not be known yet.
func weighMarches(t *Turn, whose int) {
	h, n := &t.receipt.hinges, &t.Tables.Rules
	for _, a := range t.State.Armies[whose] {
		if !a.Takes || len(a.March) == 0 {
			continue
		}
		to := a.March[len(a.March)-1]
		h.contested[to-1] = true
		h.gold += max(n.PeopleMax, n.HomePeople) * n.PeopleMost / 1000 / n.Tax
	}
}
