package terra

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// stakeGives is by how many thousandths each full order.StakeStep of a stake raises its side's part of the strength
// (§8.12).
const stakeGives = 10

// What limits a stake.
const (
	stakeAsked    = "stake.asked"
	stakeHundreds = "stake.hundreds"
	stakeMost     = "stake.most"
	stakeTreasury = "stake.treasury"
)

// stakes takes from treasuries what nations stake on battles that are computed: in the
// phase of results by the battle's number, where there is none by the army's.
func stakes(t *turn) {
	for i := range t.state.Realms {
		each(t, i+1, func(at orders.Position, o order.StakeOrder) {
			if why := t.unstakable(i+1, o); why.Code != "" {
				t.Refuse(i+1, at, phrase.P(why.Code, why.Args...))
				return
			}
			if t.receipt != nil {
				t.foreseeStake(i+1, at, o)
				return
			}
			b, side := t.staked(i+1, o)
			if b == nil || t.ruled(b) {
				t.Tell(phrase.P("stake-kept", phrase.Num("points", o.Points), phrase.Key("on", t.stakeOn()),
					phrase.Num("number", o.On)), i+1)
				return
			}
			t.spend(i+1, o, b, side)
		})
	}
}

// ruled tells whether the game master has entered a battle's result: then it is not
// computed.
func (t *turn) ruled(b *realm.Battle) (is bool) {
	each(t, 0, func(_ orders.Position, o order.ResultOrder) {
		is = is || o.Battle == b.Number && !o.None && t.unfit(0, o).Code == ""
	})
	return is
}

// spend pays a stake.
func (t *round) spend(nation int, o order.StakeOrder, b *realm.Battle, side int) {
	r, number := &t.state.Realms[nation-1], phrase.Num("battle", b.Number)
	points, _ := t.worth(nation, o)
	if points == 0 {
		return
	}
	r.Treasury -= points
	b.Sides[side].Stake = points
	part := phrase.Num("part", points/order.StakeStep*stakeGives)
	t.Tell(phrase.P("staked", number, phrase.Num("points", points), part, phrase.Num("treasury", r.Treasury)), nation)
	if other := b.Sides[1-side].Owner; other > 0 {
		t.Tell(phrase.P("staked-against", append(t.realmArgs(nation), number, phrase.Num("staked", points), part)...),
			other)
	}
}

// worth is how much of a stake is taken: full hundreds, no more than count and than the
// treasury has; and what limits it.
func (t *round) worth(realm int, o order.StakeOrder) (points int64, limit string) {
	points, limit = o.Points, stakeAsked
	if most := t.tables.Rules.StakeMost / stakeGives * order.StakeStep; points > most {
		points, limit = most, stakeMost
	}
	has := t.state.Realms[realm-1].Treasury
	if t.receipt != nil {
		has -= t.receipt.staked
	}
	if points > has {
		points, limit = has, stakeTreasury
	}
	if rest := points % order.StakeStep; rest > 0 {
		points -= rest
		if limit == stakeAsked {
			limit = stakeHundreds
		}
	}
	return points, limit
}

// stakeOn names what a stake is on: a battle, or an army where battles have no number
// before they are fought.
func (t *board) stakeOn() string {
	if t.tables.Rules.Table == 0 {
		return "stake.army"
	}
	return "stake.battle"
}

// unstakable tells why a realm's stake cannot be; an empty phrase if it can.
func (t *board) unstakable(nation int, o order.StakeOrder) phrase.Phrase {
	switch {
	case t.tables.Rules.StakeMost < stakeGives:
		return phrase.P("stake-never")
	case t.tables.Rules.Table == 0 && t.state.Realms[nation-1].Army(o.On) == nil:
		return phrase.P("stake-no-army", phrase.Num("army", o.On),
			phrase.Num("most", len(t.state.Realms[nation-1].Armies)))
	case t.tables.Rules.Table == 0:
		return phrase.Phrase{}
	}
	if b, _ := t.staked(nation, o); b == nil {
		return phrase.P("stake-not-yours", phrase.Num("battle", o.On),
			phrase.Str("have", t.list(func(b *realm.Battle) bool { return stakesOf(b, nation) >= 0 })))
	}
	return phrase.Phrase{}
}

// staked finds the computed battle of this round that a stake is on, and the realm's side.
func (t *board) staked(nation int, o order.StakeOrder) (found *realm.Battle, side int) {
	t.ofRound(func(number int, b *realm.Battle) {
		at := stakesOf(b, nation)
		if at >= 0 && (t.tables.Rules.Table > 0 && number == o.On || t.tables.Rules.Table == 0 &&
			b.Sides[at].Army == o.On) {
			found, side = b, at
		}
	})
	return found, side
}

// stakesOf is the side of a computed battle for which a realm may stake: its own; −1 none.
func stakesOf(b *realm.Battle, nation int) int {
	if b.Table {
		return -1
	}
	return slices.IndexFunc(b.Sides[:], func(s realm.Side) bool { return s.Owner == nation })
}

// foreseeStake tells a receipt what a stake costs and gives.
func (t *round) foreseeStake(realm int, at orders.Position, o order.StakeOrder) {
	points, limit := t.worth(realm, o)
	on, number := phrase.Key("on", t.stakeOn()), phrase.Num("number", o.On)
	if o.Points == 0 {
		t.Accept(at, phrase.P("stake-none", on, number))
		return
	}
	if points < o.Points {
		t.Doubt(realm, at, phrase.P("stake-cut", on, number, phrase.Num("points", points), phrase.Key("limit", limit)))
	}
	t.receipt.staked += points
	t.Accept(at, phrase.P("will-stake", on, number, phrase.Num("points", points),
		phrase.Num("part", points/order.StakeStep*stakeGives)))
}

// raised is the attacker's part of both strengths with what both sides have staked.
func raised(b *realm.Battle, p int64) int64 {
	p += (b.Sides[realm.Attacker].Stake - b.Sides[realm.Defender].Stake) / order.StakeStep * stakeGives
	return min(max(p, 0), 1000)
}
