package thoramar

import (
	"strings"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// build carries out $B in the order of each file while the money lasts
// (manual, "Das Bauen"; decisions 4.5 and 5).
func build(t *Turn) {
	for realm := range t.sheets {
		for _, l := range t.sheets[realm].lines {
			switch o := l.Order.(type) {
			case BuildOrder:
				t.build(realm, l.Position, o)
			case EdgeOrder:
				t.buildEdges(realm, l.Position, o)
			}
		}
	}
}

// build does what a line means by what stands in the field: nothing or another
// ruin: build; the same damaged, or a mine that is exhausted: mend; the same
// intact: rename; another that T06 knows: convert.
func (t *Turn) build(realm int, at orders.Position, o BuildOrder) {
	p, ok := t.ownField(realm, at, o.At)
	if !ok || o.Name != "" && !t.mayBeCalled(realm, at, o.shown()) {
		return
	}
	row := t.tables.buildingOf(realm, o.Building)
	b := t.field(p).Building
	field, wanted := phrase.At("field", p), phrase.Key("building", row.key())
	switch {
	case b == nil || b.Damage == Ruin && b.Kind != o.Building && b.Ready == 0:
		t.buildNew(realm, at, p, o, row)
	case b.Ready != 0 && b.Kind != o.Building && b.Into != o.Building:
		t.refuse(realm, at, phrase.P("work-underway", field, phrase.Key("building", t.tables.building(b.Kind).key())))
	case b.Ready != 0 || b.Kind == o.Building && b.Damage == Intact && !exhausted(row, b):
		t.renameBuilding(realm, at, p, o)
	case b.Kind == o.Building:
		t.mend(realm, at, p, o, row)
	case b.Damage != Intact:
		t.refuse(realm, at, phrase.P("mend-first", field, phrase.Key("building", t.tables.building(b.Kind).key())))
	default:
		c := t.tables.conversionOf(realm, b.Kind, o.Building)
		if c == nil {
			t.refuse(realm, at, phrase.P("no-conversion", field, phrase.Key("was", t.tables.building(b.Kind).key()), wanted))
			return
		}
		t.convert(realm, at, p, o, row, c)
	}
}

// shown is the name with its blanks, which the order writes as `_`.
func (o BuildOrder) shown() string { return names.Neat(strings.ReplaceAll(o.Name, "_", " ")) }

func (t *Turn) buildNew(realm int, at orders.Position, p game.Place, o BuildOrder, row *BuildingRow) {
	terrain := t.terrainAt(p)
	switch {
	case row.Found:
		t.refuse(realm, at, phrase.P("only-found", phrase.Key("building", row.key())))
	case terrain.NoBuild:
		t.refuse(realm, at, phrase.P("no-ground", phrase.At("field", p), phrase.Key("terrain", terrain.key())))
	case t.allowed(realm, at, row) && t.pay(realm, at, "build", row.Cost):
		b := &Building{Kind: row.Code, Name: o.shown(), New: true, Ready: t.ready(row.Time)}
		t.field(p).Building = b
		t.work(realm, at, "build-begun", p, row, row.Cost, b.Ready)
	}
}

// ready is the turn at whose end work of so many turns is done, begun now.
func (t *Turn) ready(turns int) int { return t.state.Turn + turns - 1 }

func (t *Turn) work(realm int, at orders.Position, code string, p game.Place, row *BuildingRow, cost int64, ready int) {
	t.did(realm, at, phrase.P(code, phrase.Key("building", row.key()), phrase.At("field", p),
		phrase.Num("gold", cost), phrase.Num("turn", ready)))
}

// allowed holds the limits of a realm: one capital, one temple city, temples
// only beside one; those under construction count (decision 5).
func (t *Turn) allowed(realm int, at orders.Position, row *BuildingRow) bool {
	code := ""
	switch {
	case row.Capital && t.has(realm, func(b *Building, r *BuildingRow) bool { return r.Capital }):
		code = "second-capital"
	case row.Temple && t.hasTempleCity(realm):
		code = "second-temple-city"
	case row.Shrine && !t.has(realm, func(b *Building, r *BuildingRow) bool { return r.Temple && !b.New && b.Damage != Ruin }):
		code = "needs-temple-city"
	}
	if code != "" {
		t.refuse(realm, at, phrase.P(code, phrase.Key("building", row.key())))
	}
	return code == ""
}

// has tells whether a building of the realm is so, or what one is being
// converted into.
func (t *Turn) has(realm int, is func(*Building, *BuildingRow) bool) bool {
	for i := range t.state.Fields {
		b := t.state.Fields[i].Building
		if b == nil || int(t.state.Fields[i].Owner) != realm {
			continue
		}
		if is(b, t.tables.building(b.Kind)) || b.Into != "" && t.tables.building(b.Into).Capital && is(b, t.tables.building(b.Into)) {
			return true
		}
	}
	return false
}

func (t *Turn) renameBuilding(realm int, at orders.Position, p game.Place, o BuildOrder) {
	b := t.field(p).Building
	if o.Name == "" || o.shown() == b.Name {
		t.refuse(realm, at, phrase.P("already-built", phrase.At("field", p), phrase.Key("building", t.tables.building(b.Kind).key())))
		return
	}
	b.Name = o.shown()
	t.did(realm, at, phrase.P("building-named", phrase.Key("building", t.tables.building(b.Kind).key()),
		phrase.At("field", p), phrase.Str("name", b.Name)))
}

// mend repairs damage; a name in the line renames as well.
func (t *Turn) mend(realm int, at orders.Position, p game.Place, o BuildOrder, row *BuildingRow) {
	b := t.field(p).Building
	damage := b.Damage.word()
	if exhausted(row, b) {
		damage = "exhausted"
	}
	r := t.tables.repairOf(realm, b.Kind, damage)
	// A ruin is no temple city and hinders none; mended it would be one.
	if b.Damage == Ruin && row.Temple && !t.allowed(realm, at, row) || !t.pay(realm, at, "build", r.Cost) {
		return
	}
	b.Ready = t.ready(r.Time)
	if o.Name != "" {
		b.Name = o.shown()
	}
	t.work(realm, at, "repair-begun", p, row, r.Cost, b.Ready)
}

// word is the damage as T06 and the texts call it.
func (d Damage) word() string { return [...]string{"intact", "light", "heavy", "ruin"}[d] }

func (t *Turn) convert(realm int, at orders.Position, p game.Place, o BuildOrder, row *BuildingRow, c *Convert) {
	if !t.allowed(realm, at, row) || !t.pay(realm, at, "build", c.Cost) {
		return
	}
	b := t.field(p).Building
	b.Into, b.Ready = row.Code, t.ready(c.Time)
	if o.Name != "" {
		b.Name = o.shown()
	}
	t.work(realm, at, "conversion-begun", p, row, c.Cost, b.Ready)
}

// progress finishes the work that is due at the end of this turn (decision 5).
func progress(t *Turn) {
	for i := range t.state.Fields {
		f := &t.state.Fields[i]
		b := f.Building
		if b == nil || b.Ready == 0 || b.Ready > t.state.Turn {
			continue
		}
		reopened := b.finish()
		done := []phrase.Arg{phrase.Key("building", t.tables.building(b.Kind).key()), phrase.At("field", i)}
		if b.Name == "" { // as found, or built without one
			t.tell(phrase.P("work-done-unnamed", done...), int(f.Owner))
		} else {
			t.tell(phrase.P("work-done", append(done, phrase.Str("name", b.Name))...), int(f.Owner))
		}
		if reopened {
			t.reopen(game.Place(i))
		}
	}
}

// finish ends the work on a building, and tells whether it opened it again.
func (b *Building) finish() (reopened bool) {
	switch {
	case b.New:
		b.New = false
	case b.Into != "":
		b.Kind, b.Into = b.Into, ""
	default:
		reopened = b.Damage == Ruin || b.Damage == Intact // what is intact and worked on is an exhausted mine
		b.Damage = Intact
	}
	b.Ready = 0
	return reopened
}
