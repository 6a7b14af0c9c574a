package realm

import (
	"fmt"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/tables"
)

// Broken lists what is wrong with a state that was played by the same tables from its founding, within all their
// limits. It also holds between the phases of a turn.
func Broken(t *tables.Tables, s *State) []string {
	return broken(t, s, true)
}

// Damaged lists what is wrong with a state, whatever limits its tables set.
func Damaged(t *tables.Tables, s *State) []string { return broken(t, s, false) }

// broken lists what is wrong with a state, in its order.
func broken(t *tables.Tables, s *State, limits bool) []string {
	a := audit{Audit: rulekit.Audit{Limits: limits}, tables: t, state: s,
		capitals: map[int16]int{}, temples: map[int16]int{}, gates: map[int]bool{}}
	if s.Turn < 1 || len(s.Fields) != s.Grid.Size() || len(s.Armies) != len(s.Realms) {
		return []string{fmt.Sprintf("turn %d, %d fields, %d realms, %d lists of armies", s.Turn, len(s.Fields),
			len(s.Realms), len(s.Armies))}
	}
	for p := range s.Fields {
		a.field(game.Place(p))
	}
	for i := range s.Realms {
		a.realm(i)
	}
	for i, list := range s.Armies {
		for k, army := range list {
			a.army(i, army)
			if k > 0 && !list[k-1].Name.Less(army.Name) {
				a.Say("realm %d: %s and %s are out of order or twice there", i, list[k-1].Name, army.Name)
			}
		}
	}
	return a.Found
}

// audit collects contradictions. Capitals and temple cities are counted while fields are read.
type audit struct {
	rulekit.Audit
	tables   *tables.Tables
	state    *State
	capitals map[int16]int
	temples  map[int16]int
	gates    map[int]bool
}

func (a *audit) field(p game.Place) {
	f := &a.state.Fields[p]
	if int(f.Owner) < 0 || int(f.Owner) >= len(a.state.Realms) {
		a.Say("field %d belongs to realm %d, which is not there", p, f.Owner)
	}
	if f.Yield < 0 || f.Yield > tables.FullYield {
		a.Say("field %d has a yield of %d%%", p, f.Yield)
	}
	if f.Rivers|f.Roads|f.Bridges != 0 {
		a.edges(p, f)
	}
	if f.Building != nil {
		a.building(p, f)
	}
}

// edges checks that what is on an edge is on both sides of it.
func (a *audit) edges(p game.Place, f *Field) {
	for d := game.Direction(1); d <= 6; d++ {
		if !(f.Rivers | f.Roads | f.Bridges).Has(d) {
			continue
		}
		q := a.state.Grid.Step(p, d)
		if q == game.Nowhere {
			a.Say("field %d has an edge %d beyond the world", p, d)
			continue
		}
		g := &a.state.Fields[q]
		for _, e := range []Edge{River, Road, Bridge} {
			if f.Edge(e).Has(d) != g.Edge(e).Has(d.Opposite()) {
				a.Say("fields %d and %d disagree on %c", p, q, e)
			}
		}
	}
}

func (a *audit) building(p game.Place, f *Field) {
	b := f.Building
	row := a.tables.FindBuilding(b.Kind)
	if row == nil || row.Edge {
		a.Say("field %d has a building %q: there is none, or edge = true", p, b.Kind)
		return
	}
	terrain := &a.tables.Terrain[f.Terrain]
	if terrain.NoBuild {
		a.Beyond(true, "field %d has %s on %s", p, b.Kind, terrain.Code)
	}
	if f.Owner == 0 && (row.Capital || b.New) {
		a.Say("field %d has %s (capital = %t) and no owner", p, b.Kind, row.Capital)
	}
	if b.Damage > tables.Ruin || b.Used < 0 || b.Mine < 0 || b.New && b.Into != "" || b.New && b.Ready == 0 ||
		b.Into != "" && b.Ready == 0 {
		a.Say("field %d: %+v contradicts itself", p, *b)
	}
	if (b.Mine != 0 || b.Decline != 0) && !row.Mine || b.Gate != 0 && !row.Gate || b.Decline < 0 || b.Decline > 1000 {
		a.Say("field %d: %+v is not what its kind can be (mine = %t, gate = %t)", p, *b, row.Mine, row.Gate)
	}
	if row.Gate {
		if b.Gate < 1 || b.Gate > tables.MaxGate || a.gates[b.Gate] {
			a.Say("field %d has %s (gate = true) with the number %d", p, b.Kind, b.Gate)
		}
		a.gates[b.Gate] = true
	}
	into := a.tables.FindBuilding(b.Into)
	if f.Owner != 0 && (row.Capital || into != nil && into.Capital) {
		a.capitals[f.Owner]++
	}
	if f.Owner != 0 && b.Damage != tables.Ruin && (row.Temple || into != nil && into.Temple) {
		a.temples[f.Owner]++
	}
}

func (a *audit) realm(i int) {
	r := &a.state.Realms[i]
	a.Wrong(r.Number != i, "realm %d has the number %d", i, r.Number)
	if i == 0 {
		return
	}
	a.Wrong(r.Gold < 0, "realm %d has %d gold", i, r.Gold)
	a.Wrong(r.Paid < 0, "realm %d has paid %d", i, r.Paid)
	armies, capitals, temples := len(a.state.Armies[i]), a.capitals[int16(i)], a.temples[int16(i)]
	a.Beyond(armies > a.tables.Rules.ArmiesMax, "realm %d has %d armies", i, armies)
	a.Wrong(r.Origin < 0 || int(r.Origin) >= len(a.state.Fields), "realm %d has no origin", i)
	a.Wrong(capitals > 1, "realm %d has %d capitals", i, capitals)
	a.Wrong(temples > 1, "realm %d has %d temple cities", i, temples)
	for k, t := range r.Treaties {
		if k > 0 && r.Treaties[k-1].Realm >= t.Realm || t.Treaty != Pact && t.Treaty != Partner ||
			a.state.Realm(t.Realm) == nil || t.Realm == i {
			a.Say("realm %d has the treaty %c with %d", i, t.Treaty, t.Realm)
		} else if a.state.Treaty(t.Realm, i) != t.Treaty {
			a.Say("realms %d and %d disagree on their treaty", i, t.Realm)
		}
	}
}

func (a *audit) army(realm int, m *Army) {
	row := a.tables.RowOf(m.Realm, m.Name.Unit)
	if row == nil || m.Name.ID < 1 || m.Name.ID > tables.MaxID || m.Realm != realm {
		a.Say("realm %d has an army %s of realm %d", realm, m.Name, m.Realm)
		return
	}
	if m.At < 0 || int(m.At) >= len(a.state.Fields) {
		a.Say("%d.%s stands nowhere", realm, m.Name)
	} else if t := &a.tables.Terrain[a.state.Fields[m.At].Terrain]; m.Aboard.ID == 0 && t.Water() == m.Land() ||
		t.Height < 0 {
		a.Say("%d.%s stands on %s (height = %d)", realm, m.Name, t.Code, t.Height)
	}
	switch {
	case m.Cargo():
		a.cargo(m, row)
	case m.Member():
		a.member(m)
	case m.Formation():
		a.formation(m)
	}
	if m.Name.Type == 'H' {
		a.trader(m, row)
	} else if m.Start >= 0 || m.Gain != 0 {
		a.Say("%d.%s trades, with a start at %d and a gain of %d", realm, m.Name, m.Start, m.Gain)
	}
	world := a.tables.FindUnit(m.Name.Unit)
	least := max(min(row.Min, world.Min), 1) // one may come from realm 0, where the world's minimum holds
	if (m.Name.Gifted() || m.Formation()) && m.March != nil {
		least = 0 // within a turn: checked at its end
	}
	switch {
	case m.Men < min(least, 1):
		a.Say("%d.%s has %d men", realm, m.Name, m.Men)
	case m.Men < least, row.Max > 0 && m.Men > row.Max:
		a.Beyond(true, "%d.%s has %d men", realm, m.Name, m.Men)
	}
	if herd := a.tables.FindMonster(m.Name.Unit); herd != nil && m.Herd() {
		if m.At >= 0 && !Habitat(a.tables, m.Name.Unit, a.state, m.At) {
			a.Beyond(true, "the herd %s lives on %s", m.Name, a.tables.Terrain[a.state.Fields[m.At].Terrain].Code)
		}
		a.Beyond(m.Men > herd.Cap, "the herd %s has %d heads, at most %d live together", m.Name, m.Men, herd.Cap)
	}
	if m.Points > 2*max(row.Move, world.Move) && !m.Formation() || m.KK > a.tables.Rules.KKMax {
		a.Beyond(true, "%d.%s has %d points and %d %% of experience", realm, m.Name, m.Points, m.KK)
	}
	if m.KK < 0 || int(m.Fit) >= len(a.tables.Terrain) || m.Fit < -1 {
		a.Say("%d.%s: %+v contradicts itself", realm, m.Name, *m)
	}
	if m.Name.Type == 'D' && realm != 0 || m.Master.ID != 0 {
		a.master(m)
	}
}

// master checks that every demon of a realm obeys a living sorcerer of the same realm: a Z.B, or a Z.M that has tamed
// a D.N and holds no other. No other army has one.
func (a *audit) master(d *Army) {
	z := a.state.Army(d.Realm, d.Master)
	switch {
	case d.Name.Type != 'D' || d.Realm == 0 || z == nil || z.Name.Type != 'Z':
		a.Say("%d.%s obeys %s, which cannot be", d.Realm, d.Name, d.Master)
	case z.Name.Unit == tables.MonsterLord && d.Name.Unit != tables.CommonDemon:
		a.Say("%d.%s is held by %s", d.Realm, d.Name, d.Master)
	case z.Name.Unit == tables.MonsterLord:
		for _, e := range a.state.OfType(d.Realm, 'D') {
			a.Wrong(e != d && e.Master == d.Master, "%d.%s holds %s and %s", d.Realm, d.Master, d.Name, e.Name)
		}
	}
}

// cargo checks that an army aboard is in an own fleet that may carry it and lies where it is. It must be alone there,
// with room for all its men.
func (a *audit) cargo(m *Army, row *tables.UnitRow) {
	f := a.state.Army(m.Realm, m.Aboard)
	switch {
	case f == nil:
		a.Say("%d.%s is aboard %s, which is not there", m.Realm, m.Name, m.Aboard)
	case !Boards(m.Name, f.Name) || f.At != m.At || f.Aboard.ID != 0:
		a.Say("%d.%s at %d cannot be aboard %s at %d", m.Realm, m.Name, m.At, f.Name, f.At)
	case a.state.cargoOf(f) != m:
		a.Say("%d.%s is not alone aboard %s", m.Realm, m.Name, f.Name)
	case row.SizeOf(m.Men) > a.tables.RowOf(f.Realm, f.Name.Unit).HoldOf(f.Men):
		a.Beyond(true, "%d.%s with %d men has no room in %d ships of %s", m.Realm, m.Name, m.Men, f.Men, f.Name)
	}
}

// member checks that a member is in an own formation that may have it and stands where it is.
func (a *audit) member(m *Army) {
	v := a.state.Army(m.Realm, m.Aboard)
	switch {
	case v == nil:
		a.Say("%d.%s is in %s, which is not there", m.Realm, m.Name, m.Aboard)
	case !Joins(m.Name, v.Name) || v.At != m.At:
		a.Say("%d.%s at %d cannot be in %s at %d", m.Realm, m.Name, m.At, v.Name, v.At)
	case a.state.cargoOf(m) != nil:
		a.Say("%d.%s carries an army and is in %s", m.Realm, m.Name, v.Name)
	}
}

// formation checks that a formation has members, and that their men and points are its own.
func (a *audit) formation(v *Army) {
	var men int64
	points, crew := 0, a.state.Members(v)
	for i, m := range crew {
		men += m.Men
		if i == 0 || m.Points < points {
			points = m.Points
		}
	}
	if len(crew) == 0 || men != v.Men || points-a.tables.Rules.FormationSlower != v.Points || v.Aboard.ID != 0 ||
		v.KK != 0 || v.Fit >= 0 {
		a.Say("%d.%s with %d men and %d points has %d members, %d men and %d points", v.Realm, v.Name, v.Men,
			v.Points, len(crew), men, points)
	}
}

// trader checks that a trader has a start and has lost nothing by trade.
func (a *audit) trader(m *Army, row *tables.UnitRow) {
	a.Wrong(m.Start < 0 || int(m.Start) >= len(a.state.Fields) || m.Gain < 0,
		"%d.%s starts at %d and has gained %d", m.Realm, m.Name, m.Start, m.Gain)
	if most := row.LimitOf(a.state.Realms[m.Realm].Kind); most > 0 &&
		int64(len(a.state.OfUnit(m.Realm, m.Name.Unit))) > most {
		a.Beyond(true, "realm %d has more than %d of %s", m.Realm, most, m.Name.Unit)
	}
}
