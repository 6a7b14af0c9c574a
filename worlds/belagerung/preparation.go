package belagerung

import (
	"weltentor/orders/phrase"
)

// prepare is the first of the five phases, also of a turn that was missed: the
// weakening dice go, what was in work is finished, treasure comes in.
func prepare(t *turn) {
	lifted := 0
	for _, u := range t.state.of(t.me.Number) {
		lifted += len(u.Weak)
		u.Weak = nil
	}
	if lifted > 0 {
		t.tell(phrase.P("dice-off", phrase.Num("realm", t.me.Number), phrase.Num("dice", lifted)))
	}
	t.finishTraining()
	t.finishBuilding()
	t.treasure()
}

// finishTraining gives those in training their symbol, if the site still stands.
func (t *turn) finishTraining() {
	for _, u := range t.state.of(t.me.Number) {
		if u.Learning == "" {
			continue
		}
		if b := t.state.building(u.At); b == nil || b.Kind != Training || b.Owner != u.Realm {
			t.tell(phrase.P("training-lost", unitArg("unit", u), phrase.Key("symbol", u.Learning.key())))
			u.Learning = ""
			continue
		}
		u.Symbols, u.Learning = append(u.Symbols, u.Learning), ""
		code := "trained"
		if len(u.Symbols) == len(Symbols) {
			code = "trained-hero"
		}
		t.tell(phrase.P(code, unitArg("unit", u), phrase.Key("symbol", u.Symbols[len(u.Symbols)-1].key()),
			phrase.Num("speed", t.state.speed(t.tables, u)), phrase.Num("range", t.state.reach(t.tables, u)),
			phrase.Num("power", t.state.power(t.tables, u))))
	}
}

// finishBuilding turns the realm's sites into what was built there. For a fortress,
// a trebuchet or an engine the settler leaves the game (§5.3).
func (t *turn) finishBuilding() {
	for _, b := range t.state.Buildings {
		if b.Site != t.me.Number {
			continue
		}
		b.Site = 0
		switch b.Kind {
		case Outpost, Training:
			b.Owner = t.me.Number
		case Fortress, Trebuchet, Catapult, Ballista:
			if b.Kind == Fortress {
				b.Values = t.me.Fortress
			}
			for _, u := range t.state.on(b.At) {
				if u.Settler {
					t.state.remove(u)
				}
			}
		}
		t.tell(phrase.P("finished", phrase.Key("building", b.Kind.key()), t.state.placeArg("place", b.At),
			phrase.Num("realm", t.me.Number)))
	}
}

// treasure: castle and outposts bring dice from the bank while it lasts, then the
// counters of quarries and lumber camps count on (§5.4).
func (t *turn) treasure() {
	n := &t.tables.Rules
	before := t.me.Treasure
	want := n.CastleIncome
	for _, b := range t.state.Buildings {
		if b.Kind == Outpost && b.Owner == t.me.Number {
			want += n.OutpostIncome
		}
	}
	got := t.earn(t.me, want)
	t.tell(phrase.P("income", phrase.Num("realm", t.me.Number), phrase.Num("dice", got)))
	if got < want {
		t.tell(phrase.P("bank-empty", phrase.Num("realm", t.me.Number), phrase.Num("lacking", want-got)))
	}
	for _, b := range t.state.Buildings {
		if u := t.state.crew(b); u != nil && u.Realm == t.me.Number && t.tables.building(b.Kind).Near != "" {
			t.count(b, u)
		}
	}
	t.loot(t.me)
	t.income = t.me.Treasure - before
}

// count is a preparation of a quarry or lumber camp: every hex of its ground that
// touches it is a pip. At six the die is its crew's; with six such hexes none lies
// there, and one comes from the bank each time (§12.2, §12.3).
func (t *turn) count(b *Building, u *Unit) {
	pips, full := t.state.touching(b.At, Terrain(t.tables.building(b.Kind).Near)), t.tables.Rules.Counter
	args := []phrase.Arg{phrase.Key("building", b.Kind.key()), t.state.placeArg("place", b.At), unitArg("unit", u),
		phrase.Num("pips", min(b.Counter+pips, full))}
	switch {
	case pips == 0:
		return
	case pips >= full:
		if b.Counter > 0 {
			b.Counter, t.state.Bank = 0, t.state.Bank+1
		}
		if t.earn(t.me, 1) == 0 {
			t.tell(phrase.P("counter-waits", args...))
			return
		}
		t.tell(phrase.P("counter-full", args...))
		return
	case b.Counter == 0 && t.state.Bank == 0:
		t.tell(phrase.P("counter-waits", args...))
		return
	case b.Counter == 0:
		t.state.Bank--
	}
	if b.Counter+pips < full {
		b.Counter += pips
		t.tell(phrase.P("counter-on", args...))
		return
	}
	b.Counter = 0
	t.me.Treasure++
	t.tell(phrase.P("counter-full", args...))
}
