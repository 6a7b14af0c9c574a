package realm_test

import (
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Broken finds what is wrong with a state and says where; what is only beyond a limit of the
// tables, which a game master may have drawn closer since, it passes over, and the audit between phases does not. A
// state as it was founded, with an army, a fleet, its cargo, a formation and a demon with its sorcerer, is whole.
func TestBrokenFinds(t *testing.T) {
	p := gametest.Fresh(t, "broken", 36, 30, 2)
	land, sea := p.State.Realms[1].Origin, game.Nowhere
	for at := range p.State.Fields {
		if p.Tables.Terrain[p.State.Fields[at].Terrain].Water() {
			sea = game.Place(at)
			break
		}
	}
	name := func(u string, id int32) realm.ArmyName {
		return realm.ArmyName{Unit: tables.Unit{Type: u[0], Class: u[2]}, ID: id}
	}
	army := func(u string, id int32, at game.Place, men int64) *realm.Army {
		return &realm.Army{Realm: 1, Name: name(u, id), At: at, Fit: -1, Men: men, Start: -1}
	}
	start := p.State.Clone()
	member, cargo := army("K.S", 1, land, 200), army("K.S", 2, sea, 100)
	member.Aboard, cargo.Aboard = name("V.L", 1), name("S.M", 1)
	body := army("V.L", 1, land, 200)
	body.Points = -p.Tables.Rules.FormationSlower
	demon := army("D.N", 1, land, 10)
	demon.Master = name("Z.M", 1)
	start.Armies[1] = []*realm.Army{demon, army("K.M", 1, land, 500), member, cargo, army("S.M", 1, sea, 10), body,
		army("Z.M", 1, land, 50)}
	slices.SortFunc(start.Armies[1], func(a, b *realm.Army) int {
		if a.Name.Less(b.Name) {
			return -1
		}
		return 1
	})
	if found := realm.Broken(p.Tables, start); len(found) > 0 {
		t.Fatalf("the beginning is broken: %q", found)
	}
	of := func(s *realm.State, u string, id int32) *realm.Army { return s.Army(1, name(u, id)) }
	treaty := func(s *realm.State, i, with int, kind realm.Treaty) {
		s.Realms[i].Treaties = append(s.Realms[i].Treaties, realm.TreatyWith{Realm: with, Treaty: kind})
	}
	build := func(s *realm.State, p game.Place, b realm.Building) { s.Fields[p].Building = &b }
	free := game.Nowhere
	for at := range start.Fields {
		f := &start.Fields[at]
		if row := &p.Tables.Terrain[f.Terrain]; !row.Water() && !row.NoBuild && row.Height >= 0 && f.Owner == 0 &&
			f.Building == nil && f.Rivers == 0 {
			free = game.Place(at)
		}
	}
	const limit = "limit: "
	for _, c := range []struct {
		say    string
		change func(*realm.State)
	}{
		{"turn 0,", func(s *realm.State) { s.Turn = 0 }},
		{"1 fields", func(s *realm.State) { s.Fields = s.Fields[:1] }},
		{"2 lists of armies", func(s *realm.State) { s.Armies = s.Armies[:2] }},
		{"realm 2 has the number 1", func(s *realm.State) { s.Realms[2].Number = 1 }},
		{"realm 1 has -1 gold", func(s *realm.State) { s.Realms[1].Gold = -1 }},
		{"realm 1 has paid -1", func(s *realm.State) { s.Realms[1].Paid = -1 }},
		{"realm 1 has no origin", func(s *realm.State) { s.Realms[1].Origin = -1 }},
		{"realm 2 has no origin", func(s *realm.State) { s.Realms[2].Origin = game.Place(len(s.Fields)) }},
		{"belongs to realm 3, which is not there", func(s *realm.State) { s.Fields[free].Owner = 3 }},
		{"belongs to realm -1, which is not there", func(s *realm.State) { s.Fields[free].Owner = -1 }},
		{"has a yield of -1%", func(s *realm.State) { s.Fields[free].Yield = -1 }},
		{"has a yield of 101%", func(s *realm.State) { s.Fields[free].Yield = 101 }},
		{"disagree on S", func(s *realm.State) { s.Fields[land].Roads ^= 1 }},
		{"disagree on B", func(s *realm.State) { s.Fields[land].Bridges ^= 2 }},
		{"disagree on F", func(s *realm.State) { s.Fields[land].Rivers ^= 4 }},
		{"has a building \"XXX\"", func(s *realm.State) { build(s, free, realm.Building{Kind: "XXX"}) }},
		{"and no owner", func(s *realm.State) { build(s, free, realm.Building{Kind: "HST"}) }},
		{"and no owner", func(s *realm.State) { build(s, free, realm.Building{Kind: "BRG", New: true, Ready: 2}) }},
		{"contradicts itself", func(s *realm.State) { build(s, free, realm.Building{Kind: "BRG", Damage: 4}) }},
		{"contradicts itself", func(s *realm.State) { build(s, free, realm.Building{Kind: "BRG", Used: -1}) }},
		{"contradicts itself", func(s *realm.State) { build(s, free, realm.Building{Kind: "MIN", Mine: -1}) }},
		{"contradicts itself", func(s *realm.State) { build(s, land, realm.Building{Kind: "BRG", New: true}) }},
		{"contradicts itself", func(s *realm.State) {
			build(s, land,
				realm.Building{Kind: "BRG", New: true, Ready: 2, Into: "FES"})
		}},
		{"contradicts itself", func(s *realm.State) { build(s, free, realm.Building{Kind: "BRG", Into: "FES"}) }},
		{"is not what its kind can be", func(s *realm.State) { build(s, free, realm.Building{Kind: "BRG", Mine: 1}) }},
		{"is not what its kind can be",
			func(s *realm.State) { build(s, free, realm.Building{Kind: "BRG", Decline: 1}) }},
		{"is not what its kind can be", func(s *realm.State) { build(s, free, realm.Building{Kind: "BRG", Gate: 1}) }},
		{"is not what its kind can be",
			func(s *realm.State) { build(s, free, realm.Building{Kind: "MIN", Mine: 5, Decline: 1001}) }},
		{"with the number 0", func(s *realm.State) { build(s, free, realm.Building{Kind: "WTO"}) }},
		{"with the number 1000", func(s *realm.State) { build(s, free, realm.Building{Kind: "WTO", Gate: 1000}) }},
		{"realm 1 has 2 capitals", func(s *realm.State) {
			s.Fields[free].Owner = 1
			build(s, free, realm.Building{Kind: "HST"})
		}},
		{"realm 1 has 2 capitals", func(s *realm.State) {
			s.Fields[free].Owner = 1
			build(s, free, realm.Building{Kind: "STD", Into: "HST", Ready: 3})
		}},
		{limit + "has BRG on", func(s *realm.State) { build(s, sea, realm.Building{Kind: "BRG"}) }},
		{"realm 1 has the treaty A with 1", func(s *realm.State) { treaty(s, 1, 1, realm.Pact) }},
		{"realm 1 has the treaty A with 3", func(s *realm.State) { treaty(s, 1, 3, realm.Pact) }},
		{"realm 1 has the treaty K with 2", func(s *realm.State) { treaty(s, 1, 2, realm.NoTreaty) }},
		{"realm 1 has the treaty P with 2", func(s *realm.State) {
			treaty(s, 1, 2, realm.Partner)
			treaty(s, 1, 2, realm.Partner)
		}},
		{"realms 1 and 2 disagree on their treaty", func(s *realm.State) { treaty(s, 1, 2, realm.Pact) }},
		{"are out of order or twice there", func(s *realm.State) { slices.Reverse(s.Armies[1]) }},
		{"realm 1 has an army K.M 1 of realm 2", func(s *realm.State) { of(s, "K.M", 1).Realm = 2 }},
		{"realm 1 has an army K.X 1 of realm 1", func(s *realm.State) { of(s, "K.M", 1).Name.Class = 'X' }},
		{"realm 1 has an army K.M 1000 of", func(s *realm.State) { of(s, "K.M", 1).Name.ID = 1000 }},
		{"realm 1 has an army K.M 0 of", func(s *realm.State) { of(s, "K.M", 1).Name.ID = 0 }},
		{"1.K.M 1 stands nowhere", func(s *realm.State) { of(s, "K.M", 1).At = -1 }},
		{"1.K.M 1 stands on", func(s *realm.State) { of(s, "K.M", 1).At = sea }},
		{"1.S.M 1 stands on", func(s *realm.State) { of(s, "S.M", 1).At = land }},
		{"1.K.M 1 trades, with a start at 5 and a gain of 0", func(s *realm.State) { of(s, "K.M", 1).Start = 5 }},
		{"1.K.M 1 trades, with a start at -1 and a gain of 7", func(s *realm.State) { of(s, "K.M", 1).Gain = 7 }},
		{"1.K.M 1 has 0 men", func(s *realm.State) { of(s, "K.M", 1).Men = 0 }},
		{limit + "1.K.M 1 has 99 men", func(s *realm.State) { of(s, "K.M", 1).Men = 99 }},
		{limit + "has 9 points and 0 % of experience", func(s *realm.State) { of(s, "K.M", 1).Points = 9 }},
		{limit + "has 0 points and 21 % of experience", func(s *realm.State) { of(s, "K.M", 1).KK = 21 }},
		{"contradicts itself", func(s *realm.State) { of(s, "K.M", 1).KK = -1 }},
		{"contradicts itself", func(s *realm.State) { of(s, "K.M", 1).Fit = -2 }},
		{"contradicts itself", func(s *realm.State) { of(s, "K.M", 1).Fit = int16(len(p.Tables.Terrain)) }},
		{"1.K.M 1 obeys Z.M 1, which cannot be", func(s *realm.State) { of(s, "K.M", 1).Master = name("Z.M", 1) }},
		{"1.D.N 1 obeys Z.M 2, which cannot be", func(s *realm.State) { of(s, "D.N", 1).Master = name("Z.M", 2) }},
		{"1.D.N 1 obeys K.M 1, which cannot be", func(s *realm.State) { of(s, "D.N", 1).Master = name("K.M", 1) }},
		{"1.D.E 1 is held by Z.M 1", func(s *realm.State) { of(s, "D.N", 1).Name.Class = 'E' }},
		{"1.Z.M 1 holds D.N 1 and D.N 2", func(s *realm.State) {
			second := *of(s, "D.N", 1)
			second.Name.ID = 2
			s.Armies[1] = slices.Insert(s.Armies[1], slices.Index(s.Armies[1], of(s, "D.N", 1))+1, &second)
		}},
		{"1.K.S 2 is aboard S.M 2, which is not there", func(s *realm.State) { of(s, "K.S", 2).Aboard.ID = 2 }},
		{"cannot be aboard S.M 1", func(s *realm.State) { of(s, "K.S", 2).At = sea + 1 }},
		{"is not alone aboard S.M 1", func(s *realm.State) {
			second := *of(s, "K.S", 2)
			second.Name.ID = 3
			s.Armies[1] = slices.Insert(s.Armies[1], slices.Index(s.Armies[1], of(s, "K.S", 2))+1, &second)
		}},
		// 3 each: 2,001 > 2,000
		{limit + "1.K.S 2 with 667 men has no room in 10 ships of S.M 1",
			func(s *realm.State) { of(s, "K.S", 2).Men = 667 }},
		{"1.K.S 1 is in V.L 2, which is not there", func(s *realm.State) { of(s, "K.S", 1).Aboard.ID = 2 }},
		{"cannot be in V.L 1", func(s *realm.State) { of(s, "K.S", 1).At = sea }},
		{"1.V.L 1 with 201 men and", func(s *realm.State) { of(s, "V.L", 1).Men = 201 }},
		{"1.V.L 1 with 200 men and 5 points", func(s *realm.State) { of(s, "V.L", 1).Points = 5 }},
		{"has 0 members", func(s *realm.State) { of(s, "K.S", 1).Aboard = realm.ArmyName{} }},
		{"1.V.L 1 with 200 men", func(s *realm.State) { of(s, "V.L", 1).KK = 1 }},
	} {
		s := start.Clone()
		for i := range s.Armies {
			s.Armies[i] = slices.Clone(s.Armies[i])
			for k, a := range s.Armies[i] {
				one := *a
				s.Armies[i][k] = &one
			}
		}
		c.change(s)
		say, beyond := strings.CutPrefix(c.say, limit)
		has := func(list []string) bool {
			return slices.ContainsFunc(list, func(found string) bool { return strings.Contains(found, say) })
		}
		if within, always := realm.Broken(p.Tables, s), realm.Damaged(p.Tables, s); !has(within) || has(always) == beyond {
			t.Errorf("want %q; within limits it says %q, always %q", c.say, within, always)
		}
	}
	s := start.Clone()
	s.Armies[1] = slices.Clone(s.Armies[1])
	edge := *of(s, "K.S", 2)
	edge.Men = 666 // 1,998 of 2,000
	s.Armies[1][slices.Index(s.Armies[1], of(s, "K.S", 2))] = &edge
	least := *of(s, "K.M", 1)
	least.Men, least.Points, least.KK = 100, 8, p.Tables.Rules.KKMax
	s.Armies[1][slices.Index(s.Armies[1], of(s, "K.M", 1))] = &least
	s.Fields[free].Yield = tables.FullYield
	build(s, free, realm.Building{Kind: "WTO", Gate: 999})
	treaty(s, 1, 2, realm.Pact)
	treaty(s, 2, 1, realm.Pact)
	if found := realm.Broken(p.Tables, s); len(found) > 0 {
		t.Errorf("just within all limits it says %q", found)
	}
}
