package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// build carries out $B in the order of each file, as long as the money lasts (manual, "Das Bauen"; decisions 4.5 and
// 5).
func build(t *realm.Turn) {
	for number := range t.Sheets {
		for _, l := range t.Sheets[number].Lines {
			switch o := l.Order.(type) {
			case order.BuildOrder:
				erect(t, number, l.Position, o)
			case order.EdgeOrder:
				buildEdges(t, number, l.Position, o)
			}
		}
	}
}

// erect finds out what a line means from what is in the field. Nothing, or the ruin of another building: build. The
// same building damaged, or an exhausted mine: repair. The same intact: rename. Another one that T06 knows: convert.
func erect(t *realm.Turn, number int, at orders.Position, o order.BuildOrder) {
	p, ok := market.OwnField(t, number, at, o.At)
	if !ok || o.Name != "" && !mayBeCalled(t, number, at, o.Shown()) {
		return
	}
	row := t.Tables.BuildingOf(number, o.Building)
	b := t.Field(p).Building
	field, wanted := phrase.At("field", p), phrase.Key("building", row.Key())
	switch {
	case b == nil || b.Damage == tables.Ruin && b.Kind != o.Building && b.Ready == 0:
		buildNew(t, number, at, p, o, row)
	case b.Ready != 0 && b.Kind != o.Building && b.Into != o.Building:
		t.Refuse(number, at, phrase.P("work-underway", field,
			phrase.Key("building", t.Tables.FindBuilding(b.Kind).Key())))
	case b.Ready != 0 || b.Kind == o.Building && b.Damage == tables.Intact && !market.Exhausted(row, b):
		renameBuilding(t, number, at, p, o)
	case b.Kind == o.Building:
		mend(t, number, at, p, o, row)
	case b.Damage != tables.Intact:
		t.Refuse(number, at, phrase.P("mend-first", field, phrase.Key("building", t.Tables.FindBuilding(b.Kind).Key())))
	default:
		c := t.Tables.ConversionOf(number, b.Kind, o.Building)
		if c == nil {
			t.Refuse(number, at, phrase.P("no-conversion", field,
				phrase.Key("was", t.Tables.FindBuilding(b.Kind).Key()), wanted))
			return
		}
		convert(t, number, at, p, o, row, c)
	}
}

func buildNew(t *realm.Turn, number int, at orders.Position, p game.Place, o order.BuildOrder,
	row *tables.BuildingRow) {
	terrain := t.TerrainAt(p)
	switch {
	case row.Found:
		t.Refuse(number, at, phrase.P("only-found", phrase.Key("building", row.Key())))
	case terrain.NoBuild:
		t.Refuse(number, at, phrase.P("no-ground", phrase.At("field", p), phrase.Key("terrain", terrain.Key())))
	case allowed(t, number, at, row) && market.Pay(t, number, at, "build", row.Cost):
		b := &realm.Building{Kind: row.Code, Name: o.Shown(), New: true, Ready: ready(t, row.Time)}
		t.Field(p).Building = b
		work(t, number, at, "build-begun", p, row, row.Cost, b.Ready)
	}
}

// ready is the turn at whose end work is done that takes this many turns and begins now.
func ready(t *realm.Turn, turns int) int { return t.State.Turn + turns - 1 }

func work(t *realm.Turn, number int, at orders.Position, code string, p game.Place, row *tables.BuildingRow, cost int64,
	ready int) {
	t.Did(number, at, phrase.P(code, phrase.Key("building", row.Key()), phrase.At("field", p),
		phrase.Num("gold", cost), phrase.Num("turn", ready)))
}

// allowed checks the limits of a realm: one capital, one temple city, temples only beside one. Those under
// construction count (decision 5).
func allowed(t *realm.Turn, number int, at orders.Position, row *tables.BuildingRow) bool {
	code := ""
	switch {
	case row.Capital && has(t, number, func(b *realm.Building, r *tables.BuildingRow) bool { return r.Capital }):
		code = "second-capital"
	case row.Temple && HasTempleCity(t, number):
		code = "second-temple-city"
	case row.Shrine && !has(t, number, func(b *realm.Building, r *tables.BuildingRow) bool {
		return r.Temple && !b.New && b.Damage != tables.Ruin
	}):
		code = "needs-temple-city"
	}
	if code != "" {
		t.Refuse(number, at, phrase.P(code, phrase.Key("building", row.Key())))
	}
	return code == ""
}

// has reports whether is holds for one of the realm's buildings, or for what one is being converted into.
func has(t *realm.Turn, number int, is func(*realm.Building, *tables.BuildingRow) bool) bool {
	for i := range t.State.Fields {
		b := t.State.Fields[i].Building
		if b == nil || int(t.State.Fields[i].Owner) != number {
			continue
		}
		if is(b, t.Tables.FindBuilding(b.Kind)) || b.Into != "" && t.Tables.FindBuilding(b.Into).Capital &&
			is(b, t.Tables.FindBuilding(b.Into)) {
			return true
		}
	}
	return false
}

func renameBuilding(t *realm.Turn, number int, at orders.Position, p game.Place, o order.BuildOrder) {
	b := t.Field(p).Building
	if o.Name == "" || o.Shown() == b.Name {
		t.Refuse(number, at, phrase.P("already-built", phrase.At("field", p),
			phrase.Key("building", t.Tables.FindBuilding(b.Kind).Key())))
		return
	}
	b.Name = o.Shown()
	t.Did(number, at, phrase.P("building-named", phrase.Key("building", t.Tables.FindBuilding(b.Kind).Key()),
		phrase.At("field", p), phrase.Str("name", b.Name)))
}

// mend repairs damage. A name in the line renames the building as well.
func mend(t *realm.Turn, number int, at orders.Position, p game.Place, o order.BuildOrder, row *tables.BuildingRow) {
	b := t.Field(p).Building
	damage := DamageWord(b.Damage)
	if market.Exhausted(row, b) {
		damage = "exhausted"
	}
	r := t.Tables.RepairOf(number, b.Kind, damage)
	// A ruin is not a temple city and does not prevent one, but once repaired it would be one.
	if b.Damage == tables.Ruin && row.Temple && !allowed(t, number, at, row) ||
		!market.Pay(t, number, at, "build", r.Cost) {
		return
	}
	b.Ready = ready(t, r.Time)
	if o.Name != "" {
		b.Name = o.Shown()
	}
	work(t, number, at, "repair-begun", p, row, r.Cost, b.Ready)
}

// DamageWord is the word for damage in T06 and in the texts.
func DamageWord(d tables.Damage) string { return [...]string{"intact", "light", "heavy", "ruin"}[d] }

func convert(t *realm.Turn, number int, at orders.Position, p game.Place, o order.BuildOrder, row *tables.BuildingRow,
	c *tables.Convert) {
	if !allowed(t, number, at, row) || !market.Pay(t, number, at, "build", c.Cost) {
		return
	}
	b := t.Field(p).Building
	b.Into, b.Ready = row.Code, ready(t, c.Time)
	if o.Name != "" {
		b.Name = o.Shown()
	}
	work(t, number, at, "conversion-begun", p, row, c.Cost, b.Ready)
}

// progress finishes the work that is due at the end of this turn (decision 5).
func progress(t *realm.Turn) {
	for i := range t.State.Fields {
		f := &t.State.Fields[i]
		b := f.Building
		if b == nil || b.Ready == 0 || b.Ready > t.State.Turn {
			continue
		}
		reopened := finish(b)
		done := []phrase.Arg{phrase.Key("building", t.Tables.FindBuilding(b.Kind).Key()), phrase.At("field", i)}
		if b.Name == "" { // found on the map, or built without a name
			t.Tell(phrase.P("work-done-unnamed", done...), int(f.Owner))
		} else {
			t.Tell(phrase.P("work-done", append(done, phrase.Str("name", b.Name))...), int(f.Owner))
		}
		if reopened {
			market.Reopen(t, game.Place(i))
		}
	}
}

// finish ends the work on a building, and reports whether it opened it again.
func finish(b *realm.Building) (reopened bool) {
	switch {
	case b.New:
		b.New = false
	case b.Into != "":
		b.Kind, b.Into = b.Into, ""
	default:
		// an intact building under work is an exhausted mine
		reopened = b.Damage == tables.Ruin || b.Damage == tables.Intact
		b.Damage = tables.Intact
	}
	b.Ready = 0
	return reopened
}
