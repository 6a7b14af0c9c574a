package turn

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
)

// prepare is the first of the five phases, also in a missed turn. The weakening dice go, work is finished, and
// treasure comes in.
func prepare(t *Turn) {
	lifted := 0
	for _, u := range t.State.Of(t.Me.Number) {
		lifted += len(u.Weak)
		u.Weak = nil
	}
	if lifted > 0 {
		t.tellAll(phrase.P("dice-off", phrase.Num("realm", t.Me.Number), phrase.Num("dice", lifted)))
	}
	finishTraining(t)
	finishBuilding(t)
	treasure(t)
}

// finishTraining gives units in training their symbol, if the site is still there.
func finishTraining(t *Turn) {
	for _, u := range t.State.Of(t.Me.Number) {
		if u.Learning == "" {
			continue
		}
		if b := t.State.Building(u.At); b == nil || b.Kind != tables.Training || b.Owner != u.Realm {
			t.tellAll(phrase.P("training-lost", realm.UnitArg("unit", u), phrase.Key("symbol", u.Learning.Key())))
			u.Learning = ""
			continue
		}
		u.Symbols, u.Learning = append(u.Symbols, u.Learning), ""
		code := "trained"
		if len(u.Symbols) == len(tables.Symbols) {
			code = "trained-hero"
		}
		t.tellAll(phrase.P(code, realm.UnitArg("unit", u), phrase.Key("symbol", u.Symbols[len(u.Symbols)-1].Key()),
			phrase.Num("speed", t.State.Speed(t.Tables, u)), phrase.Num("range", t.State.Reach(t.Tables, u)),
			phrase.Num("power", t.State.Power(t.Tables, u))))
	}
}

// finishBuilding turns the realm's sites into buildings. If that is a fortress, a trebuchet or an engine, the settler
// leaves the game (§5.3).
func finishBuilding(t *Turn) {
	for _, b := range t.State.Buildings {
		if b.Site != t.Me.Number {
			continue
		}
		b.Site = 0
		switch b.Kind {
		case tables.Outpost, tables.Training:
			b.Owner = t.Me.Number
		case tables.Fortress, tables.Trebuchet, tables.Catapult, tables.Ballista:
			if b.Kind == tables.Fortress {
				b.Values = t.Me.Fortress
			}
			for _, u := range t.State.On(b.At) {
				if u.Settler {
					t.State.Remove(u)
				}
			}
		}
		t.tellAll(phrase.P("finished", phrase.Key("building", b.Kind.Key()), t.State.PlaceArg("place", b.At),
			phrase.Num("realm", t.Me.Number)))
	}
}

// treasure takes dice from the bank for castle and outposts, as long as it has some. Then the counters of quarries and
// lumber camps count on (§5.4).
func treasure(t *Turn) {
	n := &t.Tables.Rules
	before := t.Me.Treasure
	want := n.CastleIncome
	for _, b := range t.State.Buildings {
		if b.Kind == tables.Outpost && b.Owner == t.Me.Number {
			want += n.OutpostIncome
		}
	}
	got := realm.Earn(t.Position, t.Me, want)
	t.tellAll(phrase.P("income", phrase.Num("realm", t.Me.Number), phrase.Num("dice", got)))
	if got < want {
		t.tellAll(phrase.P("bank-empty", phrase.Num("realm", t.Me.Number), phrase.Num("lacking", want-got)))
	}
	for _, b := range t.State.Buildings {
		if u := t.State.Crew(b); u != nil && u.Realm == t.Me.Number && t.Tables.BuildingOf(b.Kind).Near != "" {
			count(t, b, u)
		}
	}
	fight.Loot(t.fights, t.Me)
	t.income = t.Me.Treasure - before
}

// count is a preparation of a quarry or lumber camp. Every hex of its ground beside it counts a pip. At six pips its
// crew's player gets the die. With six such hexes there is no counter, and a die comes from the bank each time (§12.2,
// §12.3).
func count(t *Turn, b *realm.Building, u *realm.Unit) {
	pips, full := t.State.Touching(b.At, tables.Terrain(t.Tables.BuildingOf(b.Kind).Near)), t.Tables.Rules.Counter
	args := []phrase.Arg{phrase.Key("building", b.Kind.Key()), t.State.PlaceArg("place", b.At),
		realm.UnitArg("unit", u),
		phrase.Num("pips", min(b.Counter+pips, full))}
	switch {
	case pips == 0:
		return
	case pips >= full:
		if b.Counter > 0 {
			b.Counter, t.State.Bank = 0, t.State.Bank+1
		}
		if realm.Earn(t.Position, t.Me, 1) == 0 {
			t.tellAll(phrase.P("counter-waits", args...))
			return
		}
		t.tellAll(phrase.P("counter-full", args...))
		return
	case b.Counter == 0 && t.State.Bank == 0:
		t.tellAll(phrase.P("counter-waits", args...))
		return
	case b.Counter == 0:
		t.State.Bank--
	}
	if b.Counter+pips < full {
		b.Counter += pips
		t.tellAll(phrase.P("counter-on", args...))
		return
	}
	b.Counter = 0
	t.Me.Treasure++
	t.tellAll(phrase.P("counter-full", args...))
}
