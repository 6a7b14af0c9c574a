package market

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// Trade lets caravans and trade ships do business in the town to which they were sent, once they are there (manual,
// "Die Händler", "Handeln"; decision 10). They do so once a turn, in a week without a fight.
func Trade(t *realm.Turn) {
	for number := range t.State.Armies {
		for _, a := range t.State.OfType(number, 'H') {
			if m := a.March; m.Kind == realm.Trade && !m.Traded && m.Week != realm.Fought && a.Sights() &&
				march.ComesTo(t, a, a.At) {
				m.Traded = true
				deal(t, a)
			}
		}
	}
}

// Market reports whether one can trade in the field: it has a finished town, fortress or capital that is not a ruin.
func Market(t *realm.Turn, at game.Place) bool {
	b := t.Field(at).Building
	return b.Stands() && b.Damage != tables.Ruin && t.Tables.FindBuilding(b.Kind).Trade
}

// Gain is what a trade earns, and the distance in fields that counts. It is the distance from the trader's start, up
// to the one beyond which nothing more is earned. Nearer than Rules.TradeNear nothing is earned.
func Gain(t *realm.Turn, a *realm.Army, to game.Place) (gold, distance int64) {
	n := &t.Tables.Rules
	switch {
	case a.Start < 0:
	case to != game.Nowhere:
		distance = int64(t.Grid.Distance(a.Start, to))
	default: // farther than all that a receipt knows
		distance = int64(game.Stride(t.Apart(a.Realm, a.Start, a.March.Special.At)))
	}
	if distance < n.TradeNear {
		return 0, distance
	}
	return min(distance, n.TradeFar) * a.Men * t.Row(a).Gain, distance
}

// deal is one trade. The trader's realm gets gold, and the town's realm gets a share in addition from its market. The
// caravan has a new start and fewer men.
func deal(t *realm.Turn, a *realm.Army) {
	to := march.Goal(t, a)
	field := phrase.At("field", to)
	gold, distance := Gain(t, a, to)
	switch {
	case !Market(t, to):
		t.TellArmy(a, "trade-no-market", field)
	case distance < t.Tables.Rules.TradeNear:
		t.TellArmy(a, "trade-near", field, phrase.Num("distance", distance),
			phrase.Num("least", t.Tables.Rules.TradeNear))
	default:
		t.Earn(a.Realm, "trade", gold)
		t.TellArmy(a, "traded", field, phrase.Num("distance", distance), phrase.Num("gold", gold))
		if owner, share := int(t.Field(to).Owner), gold*t.Tables.Rules.TradeShare/1000; owner != 0 {
			t.Earn(owner, "trade", share)
			t.Tell(phrase.P("trade-share", phrase.Str("army", sight.NameFor(t, owner, a)), field,
				phrase.Num("gold", share)), owner)
		}
		a.Start, a.Gain = to, a.Gain+gold
		t.Traded = append(t.Traded, to)
		sell(t, a)
	}
}

// sell removes the part of a caravan that stays where it trades, to the nearest man. Below the least strength of T03
// the rest goes home.
func sell(t *realm.Turn, a *realm.Army) {
	row := t.Row(a)
	left := a.Men - realm.Nearest(a.Men*row.Sells, 1000)
	field := phrase.At("field", a.At)
	switch {
	case left == a.Men:
	case left < row.Min:
		t.TellArmy(a, "caravan-ends", field, phrase.Num("men", left))
		t.RemoveArmy(a)
	default:
		t.TellArmy(a, "caravan-shrinks", field, phrase.Num("men", a.Men-left), phrase.Num("left", left))
		a.Men = left
	}
}

// TooManyTraders reports whether the realm, by its kind, may have no more traders of the unit. Then it refuses the
// order.
func TooManyTraders(t *realm.Turn, number int, at orders.Position, u tables.Unit) bool {
	most := t.Tables.RowOf(number, u).LimitOf(t.State.Realms[number].Kind)
	if most == 0 || int64(len(t.State.OfUnit(number, u))) < most {
		return false
	}
	t.Refuse(number, at, phrase.P("trader-limit", phrase.Key("unit", t.Tables.FindUnit(u).Key()),
		phrase.Num("most", most)))
	return true
}

// AdmitTrade removes a goal that is not a field. It warns of one where, as far as the realm can know before week 1,
// nothing will be earned.
func AdmitTrade(t *realm.Turn, a *realm.Army) {
	m := a.March
	if m.Kind != realm.Trade {
		return
	}
	at := phrase.XY("field", m.Special.At.X, m.Special.At.Y)
	to := march.Goal(t, a)
	if to == game.Nowhere && t.Receipt == nil { // a receipt does not know where the world ends
		t.Refuse(a.Realm, m.At, phrase.P("no-field", at))
		m.Kind = realm.NoMeaning
		return
	}
	if what, vain := TradesInVain(t, a, to, at); vain {
		t.Caveat(a.Realm, m.At, what)
	}
	if !t.Known(to) {
		t.CaveatArmy(a, "trade-unknown", at)
	}
}

// TradesInVain says why, as far as the realm can know before week 1, nothing will be earned there. As in the turn, the
// first reason is that there is no market.
func TradesInVain(t *realm.Turn, a *realm.Army, to game.Place, at phrase.Arg) (phrase.Phrase, bool) {
	army := phrase.Str("army", a.Name.String())
	if t.Receipt != nil && t.Clear(to) && !Market(t, to) {
		return phrase.P("trade-no-market", army, at), true
	}
	_, distance := Gain(t, a, to)
	return phrase.P("trade-near", army, at, phrase.Num("distance", distance),
			phrase.Num("least", t.Tables.Rules.TradeNear)),
		distance < t.Tables.Rules.TradeNear
}
