package belagerung

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// attack is the fifth phase: the lines of $K, one after the other, until a castle
// has fallen (§9.1, §15.1).
func attack(t *turn) {
	t.laid = StateLayout(t.state, t.tables)
	ordersOf(t, func(at orders.Position, o order.AttackOrder) {
		if t.state.Fallen() {
			return
		}
		u := t.own(at, o.Unit)
		if u == nil || !t.mayAttack(at, u) {
			return
		}
		if len(o.Weaken) > 0 {
			t.scatter(at, u, o)
			return
		}
		if a, ok := t.choose(at, u, o); ok {
			t.attacked[u] = true
			t.strike(at, u, a)
		}
	})
}

// mayAttack refuses the attack of a unit that has other things to do (§9.2).
func (t *turn) mayAttack(at orders.Position, u *realm.Unit) bool {
	code := ""
	b := t.state.Building(u.At)
	switch {
	case u.Settler:
		code = "attack-settler"
	case t.attacked[u]:
		code = "attack-fought"
	case t.fresh[u]:
		code = "attack-fresh"
	case u.Learning != "":
		code = "attack-learning"
	case b != nil && b.Site == u.Realm:
		code = "attack-building"
	case b != nil && b.Neutral() && t.state.Arms(t.tables, u).Mans == nil:
		code = "attack-working"
	}
	if code != "" {
		t.refuse(at, phrase.P(code, phrase.Str("unit", t.called(u))))
	}
	return code == ""
}

// aim is what an attack strikes on a field: one of the four.
type aim struct {
	at       game.Place
	unit     *realm.Unit
	building *realm.Building
	wall     *realm.Realm
	castle   *realm.Realm
}

// choose finds the first field of an order on which there is something to attack;
// if there is none the order is refused for what is wrong with the first.
func (t *turn) choose(at orders.Position, u *realm.Unit, o order.AttackOrder) (aim, bool) {
	var first phrase.Phrase
	for i, f := range o.Targets {
		a, wrong := t.aim(u, f, o.Building)
		if wrong.Code == "" {
			return a, true
		}
		if i == 0 {
			first = wrong
		}
	}
	t.refuse(at, first)
	return aim{}, false
}

// aim finds what a unit attacks on a field: the settler, the other unit, what is
// built there (§9.4), if it is an enemy's and within reach; else what is wrong.
func (t *board) aim(u *realm.Unit, f order.Field, built bool) (aim, phrase.Phrase) {
	a := aim{at: realm.Place(t.state.Grid, f.X, f.Y)}
	field, unit := phrase.XY("field", f.X, f.Y), phrase.Str("unit", t.called(u))
	if a.at == game.Nowhere {
		return a, phrase.P("no-such-field", field)
	}
	if r := t.state.CastleAt(a.at); r != nil {
		a.castle = r
		return a, t.stormable(u, r)
	}
	if code := t.find(&a, built); code != "" {
		return a, phrase.P(code, field)
	}
	reach := t.state.Arms(t.tables, u).Reach
	if t.state.Route(t.tables, u.At, a.at, reach) < 0 {
		return a, phrase.P("out-of-reach", unit, field, phrase.Num("range", reach))
	}
	return a, phrase.Phrase{}
}

// stormable tells what keeps a unit from attacking a castle: only who stands on one
// of its walls' fields does (§11.4).
func (t *board) stormable(u *realm.Unit, r *realm.Realm) phrase.Phrase {
	switch {
	case r.Number == t.me.Number:
		return phrase.P("own-castle")
	case t.state.Grid.Toward(r.Castle, u.At) == 0:
		return phrase.P("castle-from-wall", phrase.Str("unit", t.called(u)), phrase.Str("realm", r.Name))
	}
	return phrase.Phrase{}
}

// find puts what stands on a field into the aim; if nothing may be attacked there
// it gives the code of the reason.
func (t *board) find(a *aim, built bool) string {
	on, b := t.state.On(a.at), t.state.Building(a.at)
	if len(on) > 0 && on[0].Realm == t.me.Number {
		return "own-people"
	}
	if len(on) > 0 && !built {
		a.unit = on[0]
		return ""
	}
	wall := t.state.Wall(t.tables, a.at)
	switch {
	case b != nil && b.Site == 0 && b.Owner == t.me.Number:
		return "own-building"
	case b != nil && b.Site == 0:
		a.building = b
	case wall != nil && wall.Number == t.me.Number:
		return "own-wall"
	case wall != nil:
		a.wall = wall
	case built:
		return "nothing-built"
	default:
		return "nothing-there"
	}
	return ""
}

// strike carries an attack out.
func (t *turn) strike(at orders.Position, u *realm.Unit, a aim) {
	arms := t.state.Arms(t.tables, u)
	switch {
	case a.unit != nil:
		if arms.Mans != nil && arms.Mans.Kind == tables.Ballista {
			t.acceptShots(at, "will-shoot", u, []*realm.Unit{a.unit})
			t.tell(phrase.P("shoots",
				t.unitArgs("who", u, t.unitArgs("whom", a.unit, phrase.Num("dice", t.tables.Rules.Shots),
					t.state.PlaceArg("at", a.at))...)...))
			t.shoot(t.shots(u, t.tables.Rules.Shots), []*realm.Unit{a.unit})
			t.fight(u, a.unit, bout{spends: true})
			return
		}
		t.acceptFight(at, u, a.unit)
		t.fight(u, a.unit, bout{})
	case a.building != nil:
		t.Accept(at, phrase.P("will-hit", phrase.Str("unit", t.called(u)), phrase.Key("what", a.building.Kind.Key()),
			t.state.PlaceArg("at", a.at), phrase.Num("hits", arms.Hits)))
		t.hitBuilding(u, a.building, arms.Hits)
		t.answer(u, a.building)
	case a.wall != nil:
		t.Accept(at, phrase.P("will-hit-wall", phrase.Str("unit", t.called(u)), phrase.Str("realm", a.wall.Name),
			t.state.PlaceArg("at", a.at), phrase.Num("hits", arms.Hits)))
		t.hitWall(u, a.wall, t.state.Grid.Toward(a.wall.Castle, a.at), arms.Hits)
	default:
		t.Accept(at, phrase.P("will-hit-castle", phrase.Str("unit", t.called(u)), phrase.Str("realm", a.castle.Name),
			phrase.Num("hits", arms.Hits)))
		t.hitCastle(u, a.castle, arms.Hits)
	}
}

// acceptFight tells a receipt of an attack, and how often it would succeed with the
// weakening dice that lay there before the phase: what others throw in it is not known
// (§16.2).
func (t *turn) acceptFight(at orders.Position, by, whom *realm.Unit) {
	if t.luck == fair {
		return
	}
	b := t.weigh(by, whom, false)
	b.weak = t.laid.on(whom)
	hits, of := oddsOf(t.tables, b.power, b.against())
	t.Accept(at, phrase.P("will-attack", t.unitArgs("whom", whom, t.oddsArgs(by, whom, b, hits, of)...)...))
}

// acceptShots is acceptFight for an engine, whose own weakening dice are counted with
// the others; the last of its targets is attacked. against is told without any of them.
func (t *turn) acceptShots(at orders.Position, code string, by *realm.Unit, hurt []*realm.Unit, more ...phrase.Arg) {
	if t.luck == fair {
		return
	}
	whom := hurt[len(hurt)-1]
	b := t.weigh(by, whom, false)
	b.weak = 0
	hits, of, counted := t.oddsOfShots(b.power, b.against(), hurt)
	if !counted {
		code += "-uncounted"
	}
	t.Accept(at, phrase.P(code, t.unitArgs("whom", whom, append(more, t.oddsArgs(by, whom, b, hits, of)...)...)...))
}

func (t *board) oddsArgs(by, whom *realm.Unit, b blow, hits, of int64) []phrase.Arg {
	return []phrase.Arg{phrase.Str("unit", t.called(by)), t.state.PlaceArg("at", whom.At), phrase.Num("power", b.power),
		phrase.Num("against", b.against()), phrase.Num("hits", hits), phrase.Num("of", of)}
}

// answer is a manned fortress striking back at who has hit its walls (§13.3); one that
// is gone has no crew.
func (t *turn) answer(u *realm.Unit, b *realm.Building) {
	if b.Kind != tables.Fortress {
		return
	}
	if crew := t.state.Crew(b); crew != nil && t.state.Manned(t.tables, crew) == b {
		t.counter(crew, u, false)
	}
}
