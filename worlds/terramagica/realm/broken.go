package realm

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/tables"
)

// Broken lists what is wrong with a state that was played by these tables since it was founded. It checks all their
// limits, and it also works between the phases of a turn.
func Broken(t *tables.Tables, s *State) []string {
	return (&breaks{Audit: rulekit.Audit{Limits: true}, t: t, s: s}).all()
}

// Damaged lists what would make a state unplayable, whatever limits the tables set.
func Damaged(t *tables.Tables, s *State) []string { return (&breaks{t: t, s: s}).all() }

func (b *breaks) all() []string {
	s := b.s
	if s.Schema != Schema || s.Turn < 1 || len(s.Realms) == 0 || len(s.Armies) != len(s.Realms) || s.Grid.Width < 1 ||
		s.Grid.Height < 1 ||
		s.Grid.Size() != len(s.Provinces) {
		b.Say("turn %d, %d realms with %d lists of armies, %d provinces on %d places", s.Turn, len(s.Realms),
			len(s.Armies), len(s.Provinces), s.Grid.Size())
		return b.Found
	}
	for i := range s.Provinces {
		b.province(i + 1)
	}
	for i := range s.Realms {
		b.realm(i)
	}
	for i, list := range s.Armies {
		b.armies(i, list)
	}
	for _, n := range s.Seats {
		if p := s.Province(n); p == nil || p.Terrain == tables.Sea {
			b.Say("a home is to be in province %d", n)
		}
	}
	for _, w := range s.Winners {
		b.Wrong(!s.Over || w < 1 || w >= len(s.Realms), "realm %d has won", w)
	}
	return b.Found
}

// breaks are the faults found so far.
type breaks struct {
	rulekit.Audit
	t *tables.Tables
	s *State
}

func (b *breaks) province(n int) {
	p := b.s.Province(n)
	switch p.Terrain {
	case tables.Land, tables.Hard, tables.Coast, tables.Sea:
	default:
		b.Say("province %d is %q", n, p.Terrain)
	}
	b.Wrong(p.Owner < 0 || p.Owner >= len(b.s.Realms) || p.Owner > 0 && p.Terrain == tables.Sea || p.Owner > 0 &&
		b.s.Realms[p.Owner].Fallen, "province %d, %s, belongs to %d", n, p.Terrain, p.Owner)
	b.Wrong(p.People < 0 || p.People > p.Most || p.Terrain == tables.Sea && (p.Most > 0 || len(p.Walls) > 0),
		"province %d has %d people of at most %d and walls %q", n, p.People, p.Most, p.Walls)
	last := -1
	for _, w := range p.Walls {
		at := b.t.WallRank(w)
		b.Wrong(at <= last, "province %d has walls %q", n, p.Walls)
		last = at
	}
	for i, m := range p.Ways {
		q := b.s.Province(m)
		b.Wrong(q == nil || m == n || i > 0 && p.Ways[i-1] >= m || !slices.Contains(q.Ways, n),
			"province %d has a way to %d that does not come back", n, m)
	}
}

func (b *breaks) realm(n int) {
	r := &b.s.Realms[n]
	b.Wrong(r.Number != n || r.Gold < 0 || r.Mana < 0 || r.Missed < 0,
		"realm %d is numbered %d, has %d gold, %d mana, missed %d turns", n, r.Number, r.Gold, r.Mana, r.Missed)
	if p := b.s.Province(r.Home); r.Home != 0 && (p == nil || p.Owner != n || n == 0) {
		b.Say("realm %d lives in province %d", n, r.Home)
	}
	b.Wrong(r.Fallen && (r.Home != 0 || len(b.s.Armies[n]) > 0), "fallen realm %d has a home or armies", n)
	b.Wrong(n == 0 && (r.Gold != 0 || r.Mana != 0 || r.Fallen), "realm 0 owns gold or mana, or has fallen")
}

func (b *breaks) armies(whose int, list []*Army) {
	for i, a := range list {
		if a == nil || a.Realm != whose || b.s.Province(a.At) == nil {
			b.Say("realm %d has an army of another or nowhere", whose)
			continue
		}
		b.Wrong(i > 0 && list[i-1] != nil && byName(list[i-1], a) >= 0,
			"%s is there twice or out of order", a.Called())
		b.Wrong(a.Name == "" || len(a.Stacks) == 0, "%s has no name or no men", a.Called())
		b.stacks(a)
		for _, n := range a.March {
			b.Wrong(b.s.Province(n) == nil, "%s marches to %d", a.Called(), n)
		}
		for i, s := range a.Statuses {
			b.Wrong(s.Stance != Joint && s.Stance != Hostile && s.Stance != NoStance || s.Realm < 0 ||
				s.Realm >= len(b.s.Realms) || i > 0 && ByTarget(a.Statuses[i-1], s) >= 0 ||
				s.Realm == whose && (s.Stance != Joint || s.Army == "" || orders.Fold(s.Army) == orders.Fold(a.Name)) ||
				s.Stance == NoStance && s.Army == "", "%s has the status %q towards %s", a.Called(), s.Stance,
				s.Append(nil))
		}
	}
}

func (b *breaks) stacks(a *Army) {
	last := -1
	for _, s := range a.Stacks {
		at := b.t.Rank(s.Unit)
		b.Wrong(at <= last, "%s has %q out of order", a.Called(), s.Unit)
		last = at
		b.Wrong(s.Number < 1 || s.Number > Most || s.Experience < 0 || s.Experience > MostExperience,
			"%s has %d %s of %d %% experience", a.Called(), s.Number, s.Unit, s.Experience)
		b.Wrong(s.Row < 0 || s.Row > LastRow || s.Tactic > battlelines.Flee || s.Row == 0 && s.Tactic != battlelines.Hold,
			"%s has %s in row %d with tactic %d", a.Called(), s.Unit, s.Row, s.Tactic)
		b.Beyond(s.Number > b.t.Rules.Men || s.Experience > b.t.Rules.ExperienceMost || s.Row > b.t.Battle.Rows,
			"%s has %d %s of %d %% experience in row %d", a.Called(), s.Number, s.Unit, s.Experience, s.Row)
	}
}

// The greatest numbers that a state may have, whatever its tables say, and so the greatest that an order may name.
const (
	Most           = 1_000_000 // men of one unit, or mana
	LastRow        = 10
	MostExperience = 1000 // percent
)

// ByTarget compares statuses by realm and army, for sorting.
func ByTarget(a, b Status) int {
	return cmp.Or(cmp.Compare(a.Realm, b.Realm), cmp.Compare(orders.Fold(a.Army), orders.Fold(b.Army)))
}
