package turn

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// misplaced refuses and removes lines of the other mail phase, and lines of the game master that only nations may
// write.
func misplaced(t *Turn) {
	for realm := range t.sheets {
		s := &t.sheets[realm]
		var kept []orders.Line
		for _, l := range s.Lines {
			_, army := l.Order.(order.ArmyOrder)
			_, stake := l.Order.(order.StakeOrder)
			if realm == 0 && (army || stake) {
				t.Refuse(0, l.Position, phrase.P("not-for-master", phrase.Str("got", string(l.Order.Print(nil, phrase.De)))))
				continue
			}
			if fits(t.Position, l.Order) {
				kept = append(kept, l)
				continue
			}
			t.Refuse(realm, l.Position, phrase.P("other-phase", phrase.Key("phase", "phase."+t.State.Phase)))
			if t.receipt != nil {
				t.receipt.later = true
			}
		}
		s.Lines = kept
	}
}

// fits reports whether an order belongs to the mail phase. Armies and who plays belong to the first, results to the
// second. Stakes belong to the second too, or to the first if there is no second.
func fits(p realm.Position, o orders.Order) bool {
	switch o := o.(type) {
	case order.ArmyOrder:
		return p.State.Phase == realm.InOrders
	case order.ResultOrder:
		return p.State.Phase == realm.InResults
	case order.StakeOrder:
		return p.State.Phase == realm.InResults || p.Tables.Rules.Table == 0
	case rulekit.SettingOrder:
		return o.Setting != order.SetPlays || p.State.Phase == realm.InOrders
	}
	return true
}

// settings carries out $S. A realm that mails nothing in the phase of orders does not play.
func settings(t *Turn) {
	for i := range t.State.Realms {
		r := &t.State.Realms[i]
		if t.State.Phase == realm.InOrders {
			r.Plays = t.sheets[i+1].mailed
		}
		each(t, i+1, func(at orders.Position, o rulekit.SettingOrder) {
			if !allowed(o, i+1) {
				t.Refuse(i+1, at, phrase.P("only-master", phrase.Str("got", o.Setting.De)))
				return
			}
			set(r, o)
			if o.Setting == order.SetRelease {
				code := "will-release"
				if o.Value == rulekit.No {
					code = "will-not-release"
				}
				t.Accept(at, phrase.P(code))
				return
			}
			t.Accept(at, phrase.P("will-set", phrase.Key("setting", "setting."+orders.Fold(o.Setting.De)),
				phrase.Str("value", o.Value.In(r.Lang))))
		})
		if t.State.Phase == realm.InOrders {
			tellPlays(t, r, t.sheets[i+1].mailed)
		}
	}
	each(t, 0, func(at orders.Position, o rulekit.SettingOrder) {
		if !allowed(o, 0) {
			t.Refuse(0, at, phrase.P("not-for-master", phrase.Str("got", o.Setting.De)))
			return
		}
		code := "will-finish"
		if t.State.LastRound = o.Value != rulekit.No; !t.State.LastRound {
			code = "will-not-finish"
		}
		t.Accept(at, phrase.P(code, phrase.Num("round", t.State.Round)))
	})
	if t.State.LastRound && t.State.Phase == realm.InOrders {
		t.Tell(phrase.P("last-round", phrase.Num("round", t.State.Round)), t.all()...)
	}
}

// tellPlays tells a realm that is not at the table this round so, and why.
func tellPlays(t *Turn, r *realm.Realm, came bool) {
	switch {
	case r.Player == "" || t.Tables.Rules.Table == 0:
	case !came:
		t.Tell(phrase.P("no-orders"), r.Number)
	case !r.Plays:
		t.Tell(phrase.P("plays-not"), r.Number)
	}
}

// allowed reports whether a realm, or the game master, may change a setting.
func allowed(o rulekit.SettingOrder, realm int) bool {
	return (o.Setting == order.SetFinish) == (realm == 0)
}

// set takes one setting.
func set(r *realm.Realm, o rulekit.SettingOrder) {
	switch r.Set(o); o.Setting {
	case order.SetPlays:
		r.Plays = o.Value == rulekit.Yes
	case rulekit.MapRow.Name:
		r.NoMap = o.Value != rulekit.Yes
	}
}

// resultLike matches lines that look more or less like results.
var resultLike = lazy.Pattern(`(?i)^[ \t\x{a0}]*g[0-9]+[ \t\x{a0}:,]+[0-9]`)

// behind refuses results below the end of the orders. They were meant to count, and otherwise nobody would notice that
// they do not (§8.8). The order file says where the orders end. Nothing below that counts, whatever section it begins.
func behind(t *Turn) {
	for realm := range t.sheets {
		end := t.sheets[realm].ends
		if end == 0 {
			continue
		}
		for i, line := range orders.Split(t.sheets[realm].Text)[end:] {
			if orders.Signs(line) {
				break // nobody wrote the rest as orders
			}
			if resultLike().MatchString(line) {
				got := phrase.Str("got", orders.Clip(strings.TrimSpace(line)))
				t.Refuse(realm, orders.Position{Line: end + i + 1, Col: 1}, phrase.P("behind-end", got))
			}
		}
	}
}
