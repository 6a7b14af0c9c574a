package turn

import (
	"fmt"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
)

// forecast says for each attack when the armies can meet. It names the rounds in which the first stack reaches a foe
// that holds in row 1, and one in the last row. Nobody knows what the foe will really do (§7).
func forecast(t *Turn, whose int) {
	tell := func(at orders.Position, name string) {
		a := t.State.Army(whose, name)
		if a == nil {
			return
		}
		near, far := fight.Contact(t.War, a, 1), fight.Contact(t.War, a, t.Tables.Battle.Rows)
		args := []phrase.Arg{a.Arg(), phrase.Num("near", near), phrase.Num("far", far),
			phrase.Num("row", t.Tables.Battle.Rows)}
		code := "contact"
		switch {
		case near == 0:
			code = "contact-never"
		case far == 0:
			code = "contact-near"
		}
		t.Accept(at, phrase.P(code, args...))
	}
	ordersOf(t, func(r int, at orders.Position, o order.StatusOrder) {
		if r == whose && o.Stance == realm.Hostile && counted(t, at) {
			tell(at, o.Army)
			odds(t, at, t.State.Army(whose, o.Army), o.Target.Realm)
		}
	})
	ordersOf(t, func(r int, at orders.Position, o order.ConquestOrder) {
		if a := t.State.Army(whose, o.Army); r == whose && counted(t, at) && t.War.Acting[a] {
			tell(at, o.Army)
			odds(t, at, a, t.State.Province(a.At).Owner)
		}
	})
}

// counted reports whether the line was not refused.
func counted(t *Turn, at orders.Position) bool {
	return slices.ContainsFunc(t.InForce, func(f game.InForce) bool { return f.Line == at.Line })
}

// oddsFights is how many times a battle is fought for a receipt. blowsMost is how many blows may be computed for one
// letter: stacks times rounds, whether they strike or not.
const (
	oddsFights = 100
	blowsMost  = 100_000
)

// odds says how often an attack on a realm wins, as far as the attacker's realm knows both sides (§17.1). The battle
// is fought as if it were the first of the week, with dice that depend only on what is known.
func odds(t *Turn, at orders.Position, a *realm.Army, whose int) {
	fight.Wound(t.War)
	s := fight.Muster(t.War, fight.Intent{Army: a, Realm: whose})
	if s == nil {
		return // as far as the realm sees, nobody is there to fight
	}
	l := fight.LineUp(t.War, s)
	args := []phrase.Arg{a.Arg(), phrase.Num("realm", whose), phrase.Num("own", a.Realm)}
	if went, reckoned := reckon(t, l); reckoned {
		t.Accept(at, phrase.P("odds",
			append(args, phrase.Num("won", went.won), phrase.Num("drawn", went.drawn),
				phrase.Num("fights", oddsFights))...))
	} else {
		t.Accept(at, phrase.P("odds-not", args...))
	}
	if s.Avatar[battlelines.Defenders] > 0 {
		t.Accept(at, phrase.P("odds-avatar", args...))
	}
	if s.Avatar[battlelines.Attackers] == a.Realm {
		t.Accept(at, phrase.P("odds-own-avatar", args...))
	}
	if whose > 0 {
		t.Accept(at, phrase.P("odds-unknown", args...))
	} else {
		t.Accept(at, phrase.P("odds-unknown-guard", args...))
	}
}

// reckon fights a battle many times. It returns false if the letter has used up its blows.
func reckon(t *Turn, l *fight.Line) (tally, bool) {
	known := fmt.Sprintf("%v %v", l.Battle, t.Tables.Battle)
	if went, before := t.receipt.odds[known]; before {
		return went, true
	}
	blows := oddsFights * (len(l.Battle.Sides[0]) + len(l.Battle.Sides[1])) * t.Tables.Battle.Rounds
	if t.receipt.blows+blows > blowsMost {
		return tally{}, false
	}
	t.receipt.blows += blows
	went, seed := tally{}, game.Seed{}.Sub(known)
	for i := range int64(oddsFights) {
		switch r := battlelines.Fight(&l.Battle, &t.Tables.Battle, battlelines.Dice{Seed: seed, Subject: i}); {
		case r.Drawn:
			went.drawn++
		case r.Winner == l.Side(battlelines.Attackers):
			went.won++
		}
	}
	t.receipt.odds[known] = went
	return went, true
}
