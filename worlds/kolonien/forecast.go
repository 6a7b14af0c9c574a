package kolonien

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// forecasts is how many times a combat is fought for a receipt.
const forecasts = 200

// foresee tells a receipt what a leader does in an area: marches, takes a
// colony, or attacks, with the chance to win over those the realm can see.
func (t *turn) foresee(realm int, at orders.Position, l *Leader, area int, inPlace bool) {
	who, where := phrase.Str("who", l.Name), phrase.Num("area", area)
	f := t.foe(realm, area, inPlace)
	c := t.state.Areas[area-1].Colony
	switch {
	case !t.receipt.seen[area-1]:
		t.accept(at, phrase.P("will-enter-unseen", who, where))
	case f != nil:
		them := t.against(realm, area, f)
		chance := t.chance(realm, l, area, f)
		t.accept(at, phrase.P("will-attack", append(t.names(&them, "them"), who, where, phrase.Num("chance", chance))...))
	case t.hostile(realm, area):
		t.accept(at, phrase.P("will-seize", append(t.realmArgs(c.Owner), who, where)...))
	default:
		t.accept(at, phrase.P("will-march", who, where))
	}
}

// chance is the share of combats won, in percent rounded down, if this one is
// fought many times with dice of its own.
func (t *turn) chance(realm int, l *Leader, area int, f *foe) int {
	won := 0
	for i := range forecasts {
		us, them := t.army(realm, l, area), t.against(realm, area, f)
		t.prepare(area, &us, &them)
		c := Combat{
			Tables: t.tables, Period: t.tables.Rules.period(t.state.Turn), Sides: [2]Side{us.side, them.side},
			Dice: game.Seed{}.Throw(t.state.Turn, 0, "forecast", int64(area), int64(i)),
		}
		if c.Fight().Winner == attacker {
			won++
		}
	}
	return won * 100 / forecasts
}
