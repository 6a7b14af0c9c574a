package realm

import (
	"fmt"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// Broken lists what is wrong with a state that was played by the same tables from its founding, within all their
// limits. It also holds between the phases of a turn.
func Broken(t *tables.Tables, s *State) []string {
	a := Audit{Tables: t, State: s, limits: true}
	return a.All()
}

// All lists what is wrong with the state, in its order.
func (a *Audit) All() []string {
	s := a.State
	a.capitals, a.temples, a.gates = map[int16]int{}, map[int16]int{}, map[int]bool{}
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
				a.say("realm %d: %s and %s are out of order or twice there", i, list[k-1].Name, army.Name)
			}
		}
	}
	return a.found
}

// Audit collects contradictions. Capitals and temple cities are counted while fields are read.
type Audit struct {
	Tables   *tables.Tables
	State    *State
	limits   bool // whether limits are checked
	capitals map[int16]int
	temples  map[int16]int
	gates    map[int]bool
	found    []string
}

func (a *Audit) say(format string, args ...any) {
	a.found = append(a.found, fmt.Sprintf(format, args...))
}

// beyond reports what is beyond a limit of the tables.
func (a *Audit) beyond(format string, args ...any) {
	if a.limits {
		a.say(format, args...)
	}
}

func (a *Audit) field(p game.Place) {
	f := &a.State.Fields[p]
	if int(f.Owner) < 0 || int(f.Owner) >= len(a.State.Realms) {
		a.say("field %d belongs to realm %d, which is not there", p, f.Owner)
	}
	if f.Yield < 0 || f.Yield > tables.FullYield {
		a.say("field %d has a yield of %d%%", p, f.Yield)
	}
	if f.Rivers|f.Roads|f.Bridges != 0 {
		a.edges(p, f)
	}
	if f.Building != nil {
		a.building(p, f)
	}
}

// edges checks that what is on an edge is on both sides of it.
func (a *Audit) edges(p game.Place, f *Field) {
	for d := game.Direction(1); d <= 6; d++ {
		if !(f.Rivers | f.Roads | f.Bridges).Has(d) {
			continue
		}
		q := a.State.Grid.Step(p, d)
		if q == game.Nowhere {
			a.say("field %d has an edge %d beyond the world", p, d)
			continue
		}
		g := &a.State.Fields[q]
		for _, e := range []Edge{River, Road, Bridge} {
			if f.Edge(e).Has(d) != g.Edge(e).Has(d.Opposite()) {
				a.say("fields %d and %d disagree on %c", p, q, e)
			}
		}
	}
}

func (a *Audit) building(p game.Place, f *Field) {
	b := f.Building
	row := a.Tables.FindBuilding(b.Kind)
	if row == nil || row.Edge {
		a.say("field %d has a building %q: there is none, or edge = true", p, b.Kind)
		return
	}
	if a.Tables.Terrain[f.Terrain].NoBuild {
		a.beyond("field %d has %s on %s", p, b.Kind, a.Tables.Terrain[f.Terrain].Code)
	}
	if f.Owner == 0 && (row.Capital || b.New) {
		a.say("field %d has %s (capital = %t) and no owner", p, b.Kind, row.Capital)
	}
	if b.Damage > tables.Ruin || b.Used < 0 || b.Mine < 0 || b.New && b.Into != "" || b.New && b.Ready == 0 ||
		b.Into != "" && b.Ready == 0 {
		a.say("field %d: %+v contradicts itself", p, *b)
	}
	if (b.Mine != 0 || b.Decline != 0) && !row.Mine || b.Gate != 0 && !row.Gate || b.Decline < 0 || b.Decline > 1000 {
		a.say("field %d: %+v is not what its kind can be (mine = %t, gate = %t)", p, *b, row.Mine, row.Gate)
	}
	if row.Gate {
		if b.Gate < 1 || b.Gate > tables.MaxGate || a.gates[b.Gate] {
			a.say("field %d has %s (gate = true) with the number %d", p, b.Kind, b.Gate)
		}
		a.gates[b.Gate] = true
	}
	into := a.Tables.FindBuilding(b.Into)
	if f.Owner != 0 && (row.Capital || into != nil && into.Capital) {
		a.capitals[f.Owner]++
	}
	if f.Owner != 0 && b.Damage != tables.Ruin && (row.Temple || into != nil && into.Temple) {
		a.temples[f.Owner]++
	}
}

func (a *Audit) realm(i int) {
	r := &a.State.Realms[i]
	if r.Number != i {
		a.say("realm %d has the number %d", i, r.Number)
	}
	if i == 0 {
		return
	}
	if r.Gold < 0 {
		a.say("realm %d has %d gold", i, r.Gold)
	}
	if r.Paid < 0 {
		a.say("realm %d has paid %d", i, r.Paid)
	}
	if n := len(a.State.Armies[i]); n > a.Tables.Rules.ArmiesMax {
		a.beyond("realm %d has %d armies", i, n)
	}
	if r.Origin < 0 || int(r.Origin) >= len(a.State.Fields) {
		a.say("realm %d has no origin", i)
	}
	if n := a.capitals[int16(i)]; n > 1 {
		a.say("realm %d has %d capitals", i, n)
	}
	if n := a.temples[int16(i)]; n > 1 {
		a.say("realm %d has %d temple cities", i, n)
	}
	for k, t := range r.Treaties {
		if k > 0 && r.Treaties[k-1].Realm >= t.Realm || t.Treaty != Pact && t.Treaty != Partner ||
			a.State.Realm(t.Realm) == nil || t.Realm == i {
			a.say("realm %d has the treaty %c with %d", i, t.Treaty, t.Realm)
		} else if a.State.Treaty(t.Realm, i) != t.Treaty {
			a.say("realms %d and %d disagree on their treaty", i, t.Realm)
		}
	}
}

func (a *Audit) army(realm int, m *Army) {
	row := a.Tables.RowOf(m.Realm, m.Name.Unit)
	if row == nil || m.Name.ID < 1 || m.Name.ID > tables.MaxID || m.Realm != realm {
		a.say("realm %d has an army %s of realm %d", realm, m.Name, m.Realm)
		return
	}
	if m.At < 0 || int(m.At) >= len(a.State.Fields) {
		a.say("%d.%s stands nowhere", realm, m.Name)
	} else if t := &a.Tables.Terrain[a.State.Fields[m.At].Terrain]; m.Aboard.ID == 0 && t.Water() == m.Land() ||
		t.Height < 0 {
		a.say("%d.%s stands on %s (height = %d)", realm, m.Name, t.Code, t.Height)
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
		a.say("%d.%s trades, with a start at %d and a gain of %d", realm, m.Name, m.Start, m.Gain)
	}
	world := a.Tables.FindUnit(m.Name.Unit)
	least := max(min(row.Min, world.Min), 1) // one may come from realm 0, where the world's minimum holds
	if (m.Name.Gifted() || m.Formation()) && m.March != nil {
		least = 0 // within a turn: checked at its end
	}
	switch {
	case m.Men < min(least, 1):
		a.say("%d.%s has %d men", realm, m.Name, m.Men)
	case m.Men < least, row.Max > 0 && m.Men > row.Max:
		a.beyond("%d.%s has %d men", realm, m.Name, m.Men)
	}
	if herd := a.Tables.FindMonster(m.Name.Unit); herd != nil && m.Herd() {
		if m.At >= 0 && !Habitat(a.Tables, m.Name.Unit, a.State, m.At) {
			a.beyond("the herd %s lives on %s", m.Name, a.Tables.Terrain[a.State.Fields[m.At].Terrain].Code)
		}
		if m.Men > herd.Cap {
			a.beyond("the herd %s has %d heads, at most %d live together", m.Name, m.Men, herd.Cap)
		}
	}
	if m.Points > 2*max(row.Move, world.Move) && !m.Formation() || m.KK > a.Tables.Rules.KKMax {
		a.beyond("%d.%s has %d points and %d %% of experience", realm, m.Name, m.Points, m.KK)
	}
	if m.KK < 0 || int(m.Fit) >= len(a.Tables.Terrain) || m.Fit < -1 {
		a.say("%d.%s: %+v contradicts itself", realm, m.Name, *m)
	}
	if m.Name.Type == 'D' && realm != 0 || m.Master.ID != 0 {
		a.master(m)
	}
}

// master checks that every demon of a realm obeys a living sorcerer of the same realm: a Z.B, or a Z.M that has tamed
// a D.N and holds no other. No other army has one.
func (a *Audit) master(d *Army) {
	z := a.State.Army(d.Realm, d.Master)
	switch {
	case d.Name.Type != 'D' || d.Realm == 0 || z == nil || z.Name.Type != 'Z':
		a.say("%d.%s obeys %s, which cannot be", d.Realm, d.Name, d.Master)
	case z.Name.Unit == tables.MonsterLord && d.Name.Unit != tables.CommonDemon:
		a.say("%d.%s is held by %s", d.Realm, d.Name, d.Master)
	case z.Name.Unit == tables.MonsterLord:
		for _, e := range a.State.OfType(d.Realm, 'D') {
			if e != d && e.Master == d.Master {
				a.say("%d.%s holds %s and %s", d.Realm, d.Master, d.Name, e.Name)
			}
		}
	}
}

// cargo checks that an army aboard is in an own fleet that may carry it and lies where it is. It must be alone there,
// with room for all its men.
func (a *Audit) cargo(m *Army, row *tables.UnitRow) {
	f := a.State.Army(m.Realm, m.Aboard)
	switch {
	case f == nil:
		a.say("%d.%s is aboard %s, which is not there", m.Realm, m.Name, m.Aboard)
	case !Boards(m.Name, f.Name) || f.At != m.At || f.Aboard.ID != 0:
		a.say("%d.%s at %d cannot be aboard %s at %d", m.Realm, m.Name, m.At, f.Name, f.At)
	case a.State.cargoOf(f) != m:
		a.say("%d.%s is not alone aboard %s", m.Realm, m.Name, f.Name)
	case row.SizeOf(m.Men) > a.Tables.RowOf(f.Realm, f.Name.Unit).HoldOf(f.Men):
		a.beyond("%d.%s with %d men has no room in %d ships of %s", m.Realm, m.Name, m.Men, f.Men, f.Name)
	}
}

// member checks that a member is in an own formation that may have it and stands where it is.
func (a *Audit) member(m *Army) {
	v := a.State.Army(m.Realm, m.Aboard)
	switch {
	case v == nil:
		a.say("%d.%s is in %s, which is not there", m.Realm, m.Name, m.Aboard)
	case !Joins(m.Name, v.Name) || v.At != m.At:
		a.say("%d.%s at %d cannot be in %s at %d", m.Realm, m.Name, m.At, v.Name, v.At)
	case a.State.cargoOf(m) != nil:
		a.say("%d.%s carries an army and is in %s", m.Realm, m.Name, v.Name)
	}
}

// formation checks that a formation has members, and that their men and points are its own.
func (a *Audit) formation(v *Army) {
	var men int64
	points, crew := 0, a.State.Members(v)
	for i, m := range crew {
		men += m.Men
		if i == 0 || m.Points < points {
			points = m.Points
		}
	}
	if len(crew) == 0 || men != v.Men || points-a.Tables.Rules.FormationSlower != v.Points || v.Aboard.ID != 0 ||
		v.KK != 0 || v.Fit >= 0 {
		a.say("%d.%s with %d men and %d points has %d members, %d men and %d points", v.Realm, v.Name, v.Men,
			v.Points, len(crew), men, points)
	}
}

// trader checks that a trader has a start and has lost nothing by trade.
func (a *Audit) trader(m *Army, row *tables.UnitRow) {
	if m.Start < 0 || int(m.Start) >= len(a.State.Fields) || m.Gain < 0 {
		a.say("%d.%s starts at %d and has gained %d", m.Realm, m.Name, m.Start, m.Gain)
	}
	if most := row.LimitOf(a.State.Realms[m.Realm].Kind); most > 0 &&
		int64(len(a.State.OfUnit(m.Realm, m.Name.Unit))) > most {
		a.beyond("realm %d has more than %d of %s", m.Realm, most, m.Name.Unit)
	}
}
