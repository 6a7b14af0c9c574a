package turn

import (
	"slices"

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

// site is where a line of $B has something built: on whose field, and what.
type site struct {
	t      *realm.Turn
	number int
	at     orders.Position
	p      game.Place
	o      order.BuildOrder
	row    *tables.BuildingRow
}

// erect finds out what a line means from what is in the field. Nothing, or the ruin of another building: build. The
// same building damaged, or an exhausted mine: repair. The same intact: rename. Another one that T06 knows: convert.
func erect(t *realm.Turn, number int, at orders.Position, o order.BuildOrder) {
	p, ok := market.OwnField(t, number, at, o.At)
	if !ok || o.Name != "" && !mayBeCalled(t, number, at, o.Shown()) {
		return
	}
	s := site{t, number, at, p, o, t.Tables.BuildingOf(number, o.Building)}
	b := t.Field(p).Building
	field, wanted := phrase.At("field", p), phrase.Key("building", s.row.Key())
	switch {
	case b == nil || b.Damage == tables.Ruin && b.Kind != o.Building && b.Ready == 0:
		s.build()
	case b.Ready != 0 && b.Kind != o.Building && b.Into != o.Building:
		t.Refuse(number, at, phrase.P("work-underway", field, b.Arg()))
	case b.Ready != 0 || b.Kind == o.Building && b.Damage == tables.Intact && !market.Exhausted(s.row, b):
		if o.Name == "" || o.Shown() == b.Name {
			t.Refuse(number, at, phrase.P("already-built", field, b.Arg()))
			return
		}
		b.Name = o.Shown()
		t.Did(number, at, phrase.P("building-named", b.Arg(), field, phrase.Str("name", b.Name)))
	case b.Kind == o.Building:
		s.mend(b)
	case b.Damage != tables.Intact:
		t.Refuse(number, at, phrase.P("mend-first", field, b.Arg()))
	default:
		switch c := t.Tables.ConversionOf(number, b.Kind, o.Building); {
		case c == nil && s.row.Found:
			t.Refuse(number, at, phrase.P("only-found", wanted))
		case c == nil:
			t.Refuse(number, at, phrase.P("no-conversion", field,
				phrase.Key("was", t.Tables.FindBuilding(b.Kind).Key()), wanted))
		case s.allowed() && s.paid(c.Cost):
			b.Into = s.row.Code
			s.begins("conversion-begun", c.Cost, c.Time, b)
		}
	}
}

func (s site) build() {
	terrain := s.t.TerrainAt(s.p)
	switch {
	case s.row.Found:
		s.t.Refuse(s.number, s.at, phrase.P("only-found", phrase.Key("building", s.row.Key())))
	case terrain.NoBuild:
		s.t.Refuse(s.number, s.at, phrase.P("no-ground", phrase.At("field", s.p), phrase.Key("terrain", terrain.Key())))
	case s.allowed() && s.paid(s.row.Cost):
		b := &realm.Building{Kind: s.row.Code, New: true}
		s.t.Field(s.p).Building = b
		s.begins("build-begun", s.row.Cost, s.row.Time, b)
	}
}

func (s site) paid(cost int64) bool { return market.Pay(s.t, s.number, s.at, "build", cost) }

// begins notes on a building that work which takes this many turns begins now. A name in the line is the building's.
func (s site) begins(code string, cost int64, turns int, b *realm.Building) {
	b.Ready = s.t.State.Turn + turns - 1 // at whose end it is done
	if s.o.Name != "" {
		b.Name = s.o.Shown()
	}
	s.t.Did(s.number, s.at, phrase.P(code, phrase.Key("building", s.row.Key()), phrase.At("field", s.p),
		phrase.Num("gold", cost), phrase.Num("turn", b.Ready)))
}

// allowed checks the limits of a realm: one capital, one temple city, temples only beside one. Those under
// construction count (decision 5).
func (s site) allowed() bool {
	code := ""
	switch {
	case s.row.Capital && has(s.t, s.number, func(b *realm.Building, r *tables.BuildingRow) bool { return r.Capital }):
		code = "second-capital"
	case s.row.Temple && HasTempleCity(s.t, s.number):
		code = "second-temple-city"
	case s.row.Shrine && !has(s.t, s.number, func(b *realm.Building, r *tables.BuildingRow) bool {
		return r.Temple && !b.New && b.Damage != tables.Ruin
	}):
		code = "needs-temple-city"
	}
	if code != "" {
		s.t.Refuse(s.number, s.at, phrase.P(code, phrase.Key("building", s.row.Key())))
	}
	return code == ""
}

// has reports whether is holds for one of the realm's buildings, or for what one is being converted into.
func has(t *realm.Turn, number int, is func(*realm.Building, *tables.BuildingRow) bool) bool {
	return slices.ContainsFunc(t.State.Land(number), func(p game.Place) bool {
		b := t.Field(p).Building
		return b != nil && (is(b, t.Tables.FindBuilding(b.Kind)) ||
			b.Into != "" && t.Tables.FindBuilding(b.Into).Capital && is(b, t.Tables.FindBuilding(b.Into)))
	})
}

// mend repairs damage.
func (s site) mend(b *realm.Building) {
	damage := DamageWord(b.Damage)
	if market.Exhausted(s.row, b) {
		damage = "exhausted"
	}
	r := s.t.Tables.RepairOf(s.number, b.Kind, damage)
	// A ruin is not a temple city and does not prevent one, but once repaired it would be one.
	if b.Damage == tables.Ruin && s.row.Temple && !s.allowed() || !s.paid(r.Cost) {
		return
	}
	s.begins("repair-begun", r.Cost, r.Time, b)
}

// DamageWord is the word for damage in T06 and in the texts.
func DamageWord(d tables.Damage) string { return [...]string{"intact", "light", "heavy", "ruin"}[d] }

// progress finishes the work that is due at the end of this turn (decision 5).
func progress(t *realm.Turn) {
	for i := range t.State.Fields {
		f := &t.State.Fields[i]
		b := f.Building
		if b == nil || b.Ready == 0 || b.Ready > t.State.Turn {
			continue
		}
		reopened := finish(b)
		done := phrase.P("work-done-unnamed", b.Arg(), phrase.At("field", i))
		if b.Name != "" { // not found on the map, nor built without a name
			done = phrase.P("work-done", append(done.Args, phrase.Str("name", b.Name))...)
		}
		t.Tell(done, int(f.Owner))
		if !reopened {
			continue
		}
		if t.Tables.FindBuilding(b.Kind).Mine { // a new vein
			b.Mine, b.Decline = tables.DrawMine(&t.Tables.Rules, t.Dice(int64(i)))
		}
		market.Inspect(t, game.Place(i))
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
