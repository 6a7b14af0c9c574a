package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terra/fight"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// stakes takes what nations stake on computed battles from their treasuries. In the phase of results a stake names the
// battle. If there is no such phase, it names the army.
func stakes(t *Turn) {
	for i := range t.State.Realms {
		each(t, i+1, func(at orders.Position, o order.StakeOrder) {
			if why := unstakable(t.Position, i+1, o); why.Code != "" {
				t.Refuse(i+1, at, why)
				return
			}
			if t.receipt != nil {
				foreseeStake(t, i+1, at, o)
				return
			}
			b, side := stakedOn(t.Position, i+1, o)
			if b == nil || ruled(t, b) {
				t.Tell(phrase.P("stake-kept", phrase.Num("points", o.Points), phrase.Key("on", stakeOn(t.Position)),
					phrase.Num("number", o.On)), i+1)
				return
			}
			spend(t, i+1, o, b, side)
		})
	}
}

// ruled reports whether the game master has entered a battle's result, which then is not computed.
func ruled(t *Turn, b *realm.Battle) (is bool) {
	each(t, 0, func(_ orders.Position, o order.ResultOrder) {
		is = is || o.Battle == b.Number && !o.None && unfit(t.Position, 0, o).Code == ""
	})
	return is
}

// spend pays a stake.
func spend(t *Turn, nation int, o order.StakeOrder, b *realm.Battle, side int) {
	r, number := &t.State.Realms[nation-1], phrase.Num("battle", b.Number)
	points, _ := worthOf(t, nation, o)
	if points == 0 {
		return
	}
	r.Treasury -= points
	b.Sides[side].Stake = points
	part := phrase.Num("part", points/order.StakeStep*fight.StakeGives)
	t.Tell(phrase.P("staked", number, phrase.Num("points", points), part, phrase.Num("treasury", r.Treasury)), nation)
	if other := b.Sides[1-side].Owner; other > 0 {
		t.Tell(phrase.P("staked-against", append(t.State.RealmArgs(nation), number, phrase.Num("staked", points), part)...),
			other)
	}
}

// worthOf is how much of a stake is taken, and the key of what limits it: only full hundreds, no more than count, and no
// more than the treasury has.
func worthOf(t *Turn, realm int, o order.StakeOrder) (points int64, limit string) {
	points, limit = o.Points, "stake.asked"
	if most := t.Tables.Rules.StakeMost / fight.StakeGives * order.StakeStep; points > most {
		points, limit = most, "stake.most"
	}
	has := t.State.Realms[realm-1].Treasury
	if t.receipt != nil {
		has -= t.receipt.staked
	}
	if points > has {
		points, limit = has, "stake.treasury"
	}
	if rest := points % order.StakeStep; rest > 0 {
		points -= rest
		if limit == "stake.asked" {
			limit = "stake.hundreds"
		}
	}
	return points, limit
}

// stakeOn is the key of what a stake names: a battle, or an army if battles have no number before they are fought.
func stakeOn(p realm.Position) string {
	if p.Tables.Rules.Table == 0 {
		return "stake.army"
	}
	return "stake.battle"
}

// unstakable says why a realm's stake is not possible. The phrase is empty if it is.
func unstakable(p realm.Position, nation int, o order.StakeOrder) phrase.Phrase {
	switch {
	case p.Tables.Rules.StakeMost < fight.StakeGives:
		return phrase.P("stake-never")
	case p.Tables.Rules.Table == 0 && p.State.Realms[nation-1].Army(o.On) == nil:
		return phrase.P("stake-no-army", phrase.Num("army", o.On),
			phrase.Num("most", len(p.State.Realms[nation-1].Armies)))
	case p.Tables.Rules.Table == 0:
		return phrase.Phrase{}
	}
	if b, _ := stakedOn(p, nation, o); b == nil {
		return phrase.P("stake-not-yours", phrase.Num("battle", o.On),
			phrase.Str("have", nameBattles(p, func(b *realm.Battle) bool { return stakesOf(b, nation) >= 0 })))
	}
	return phrase.Phrase{}
}

// stakedOn finds the computed battle of this round that a stake names, and the realm's side.
func stakedOn(p realm.Position, nation int, o order.StakeOrder) (found *realm.Battle, side int) {
	p.State.OfRound(func(number int, b *realm.Battle) {
		at := stakesOf(b, nation)
		if at >= 0 && (p.Tables.Rules.Table > 0 && number == o.On || p.Tables.Rules.Table == 0 &&
			b.Sides[at].Army == o.On) {
			found, side = b, at
		}
	})
	return found, side
}

// stakesOf is the side of a computed battle for which a realm may stake: its own, or −1 if there is none.
func stakesOf(b *realm.Battle, nation int) int {
	if b.Table {
		return -1
	}
	return slices.IndexFunc(b.Sides[:], func(s realm.Side) bool { return s.Owner == nation })
}

// foreseeStake notes for a receipt what a stake costs and gives.
func foreseeStake(t *Turn, realm int, at orders.Position, o order.StakeOrder) {
	points, limit := worthOf(t, realm, o)
	on, number := phrase.Key("on", stakeOn(t.Position)), phrase.Num("number", o.On)
	if o.Points == 0 {
		t.Accept(at, phrase.P("stake-none", on, number))
		return
	}
	if points < o.Points {
		t.Doubt(realm, at, phrase.P("stake-cut", on, number, phrase.Num("points", points), phrase.Key("limit", limit)))
	}
	t.receipt.staked += points
	t.bill(at, points)
	t.Accept(at, phrase.P("will-stake", on, number, phrase.Num("points", points),
		phrase.Num("part", points/order.StakeStep*fight.StakeGives)))
}
