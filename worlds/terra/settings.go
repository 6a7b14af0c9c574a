package terra

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// misplaced refuses lines of the other mail phase, and those of the game master that are
// for nations, and takes them out.
func misplaced(t *turn) {
	for realm := range t.sheets {
		s := &t.sheets[realm]
		var kept []orders.Line
		for _, l := range s.lines {
			if realm == 0 && forRealms(l.Order) {
				t.refuse(0, l.Position, "not-for-master", phrase.Str("got", string(l.Order.Print(nil))))
				continue
			}
			if t.fits(l.Order) {
				kept = append(kept, l)
				continue
			}
			t.refuse(realm, l.Position, "other-phase", phrase.Key("phase", "phase."+t.state.Phase))
			if t.receipt != nil {
				t.receipt.later = true
			}
		}
		s.lines = kept
	}
}

// forRealms tells whether an order is one for nations alone: what armies do, and stakes.
func forRealms(o orders.Order) bool {
	switch o.(type) {
	case ArmyOrder, StakeOrder:
		return true
	}
	return false
}

// fits tells whether an order is of the mail phase: armies' and who plays are of
// the first, results of the second; stakes too, where there is one.
func (t *board) fits(o orders.Order) bool {
	switch o := o.(type) {
	case ArmyOrder:
		return t.state.Phase == inOrders
	case ResultOrder:
		return t.state.Phase == inResults
	case StakeOrder:
		return t.state.Phase == inResults || t.tables.Rules.Table == 0
	case SettingOrder:
		return o.Setting != setPlays || t.state.Phase == inOrders
	}
	return true
}

// settings takes $S. Who mails nothing in the phase of orders does not play.
func settings(t *turn) {
	for i := range t.state.Realms {
		r := &t.state.Realms[i]
		if t.state.Phase == inOrders {
			r.Plays = t.sheets[i+1].came
		}
		each(t, i+1, func(at orders.Position, o SettingOrder) {
			if !o.allowed(i + 1) {
				t.refuse(i+1, at, "only-master", phrase.Str("got", o.Setting))
				return
			}
			r.set(o)
			if o.Setting == setRelease {
				code := "will-release"
				if o.Value != "" {
					code = "will-not-release"
				}
				t.accept(at, phrase.P(code))
				return
			}
			t.accept(at, phrase.P("will-set", phrase.Key("setting", "setting."+orders.Fold(o.Setting)), phrase.Str("value", o.valueIn(r.Lang))))
		})
		if t.state.Phase == inOrders {
			t.tellPlays(r, t.sheets[i+1].came)
		}
	}
	each(t, 0, func(at orders.Position, o SettingOrder) {
		if !o.allowed(0) {
			t.refuse(0, at, "not-for-master", phrase.Str("got", o.Setting))
			return
		}
		code := "will-finish"
		if t.state.LastRound = o.Value == ""; !t.state.LastRound {
			code = "will-not-finish"
		}
		t.accept(at, phrase.P(code, phrase.Num("round", t.state.Round)))
	})
	if t.state.LastRound && t.state.Phase == inOrders {
		t.tell(phrase.P("last-round", phrase.Num("round", t.state.Round)), t.all()...)
	}
}

// tellPlays tells who is not at the table this round that he is not, and why.
func (t *round) tellPlays(r *Realm, came bool) {
	switch {
	case r.Player == "" || t.tables.Rules.Table == 0:
	case !came:
		t.tell(phrase.P("no-orders"), r.Number)
	case !r.Plays:
		t.tell(phrase.P("plays-not"), r.Number)
	}
}

// allowed tells whether a setting is for a realm, or for the game master, to say.
func (o SettingOrder) allowed(realm int) bool { return (o.Setting == setFinish) == (realm == 0) }

// set takes one setting.
func (r *Realm) set(o SettingOrder) {
	yes := o.Value == yesWord.de
	switch o.Setting {
	case setPlays:
		r.Plays = yes
	case "Sprache":
		for _, l := range phrase.Langs {
			if string(l) == o.Value {
				r.Lang = l
			}
		}
	case "Computer":
		r.Computer = game.Computer(o.Value)
	case "Zip":
		r.Zip = yes
	case setMap:
		r.NoMap = !yes
	}
}
