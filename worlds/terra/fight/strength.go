package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// weigh gives both sides of the battles just paired their relative strength, and the stronger side its bonus
// (§7.1–§7.4).
func weigh(t *rulekit.Turn, p realm.Position, found []*realm.Battle) {
	for _, b := range found {
		for i := range b.Sides {
			b.Sides[i].Strength = alone(p, &b.Sides[i], b.At, i == realm.Defender)
		}
	}
	supportAll(t, p, found)
	for _, b := range found {
		b.Favours, b.Bonus = bonus(p.Tables, b.Sides[realm.Attacker].Strength, b.Sides[realm.Defender].Strength)
	}
}

// alone is a side's strength without support: status, times the factor of the command, then that of the terrain,
// rounded down after each.
func alone(p realm.Position, s *realm.Side, at game.Place, defends bool) int64 {
	n := s.Status
	if s.Role == realm.Standing {
		a := p.State.Unit(realm.Unit{Realm: s.Owner, Army: s.Army})
		row := &p.Tables.Command[a.Command]
		if a.At == a.Target {
			n = tables.Permille(n, row.Strength)
		} else {
			n = tables.Permille(n, row.UnderWay)
		}
	}
	if defends {
		n = tables.Permille(n, p.Tables.Terrain[p.State.Fields[at].Terrain].Defence)
	}
	return n
}

// supportAll adds what supporting armies give their neighbours. Each splits its share evenly over the battles of its
// nation's armies in neighbouring fields. Nobody gets more than a share of its own status (§7.3).
func supportAll(t *rulekit.Turn, p realm.Position, found []*realm.Battle) {
	n := &p.Tables.Rules
	given := make([][2]int64, len(found))
	for i := range p.State.Realms {
		for k, a := range p.State.Realms[i].Armies {
			u := realm.Unit{Realm: i + 1, Army: k + 1}
			if a.Command != tables.Support || a.At == game.Nowhere || fighting(found, u) {
				continue
			}
			where := supported(p, found, u)
			for _, w := range where {
				points, b := tables.Permille(a.Status, n.SupportGives)/int64(len(where)), found[w.battle]
				given[w.battle][w.side] += points
				t.Tell(phrase.P("supports", phrase.Num("army", u.Army), phrase.Num("other", b.Sides[w.side].Army),
					phrase.At("field", b.At), phrase.Num("points", points)), u.Realm)
			}
		}
	}
	for i, b := range found {
		for k := range b.Sides {
			s := &b.Sides[k]
			s.Support = min(given[i][k], tables.Permille(s.Status, n.SupportMost))
			s.Strength += s.Support
		}
	}
}

// sideOf is the place of a side among the battles found.
type sideOf struct{ battle, side int }

// supported lists the sides that an army can support.
func supported(p realm.Position, found []*realm.Battle, u realm.Unit) []sideOf {
	var out []sideOf
	grid, at := p.State.Grid(), p.State.Unit(u).At
	for i, b := range found {
		if grid.Toward(at, b.At) == 0 {
			continue
		}
		for k := range b.Sides {
			if b.Sides[k].Role == realm.Standing && b.Sides[k].Owner == u.Realm {
				out = append(out, sideOf{i, k})
			}
		}
	}
	return out
}

// fighting reports whether an army has a battle.
func fighting(found []*realm.Battle, u realm.Unit) bool {
	for _, b := range found {
		for k := range b.Sides {
			if s := &b.Sides[k]; s.Role == realm.Standing && s.Owner == u.Realm && s.Army == u.Army {
				return true
			}
		}
	}
	return false
}

// bonus returns the side that is stronger, and the row from 1 of the greatest bonus that it has for that; 0: none. If
// one side has no strength at all, the other has every bonus.
func bonus(t *tables.Tables, attack, defence int64) (favours, row int) {
	favours, strong, weak := realm.Attacker, attack, defence
	if defence > attack {
		favours, strong, weak = realm.Defender, defence, attack
	}
	for i := range t.Bonus {
		if strong > 0 && strong*1000 >= weak*t.Bonus[i].Ratio {
			row = i + 1
		}
	}
	if row == 0 {
		favours = realm.Attacker
	}
	return favours, row
}
