package turn

import (
	"slices"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

// settings carries out $S: what touches nothing but how the realm reads.
func settings(t *Turn) {
	for realm := range t.sheets {
		r := &t.State.Realms[realm]
		each(t, realm+1, func(at orders.Position, o order.SettingOrder) {
			if t.receipt == nil { // a receipt is in the language the realm reads now
				set(r, o)
			}
			t.Accept(at, phrase.P("will-set", phrase.Key("setting", "setting."+o.Setting),
				phrase.Key("value", "value."+o.Value)))
		})
	}
}

// set takes one setting.
func set(r *realm.Realm, o order.SettingOrder) {
	switch o.Setting {
	case "Sprache":
		if lang := phrase.Lang(o.Value); slices.Contains(phrase.Langs, lang) {
			r.Lang = lang
		}
	case "Computer":
		r.Computer = game.Computer(o.Value)
	case "Zip":
		r.Zip = o.Value == order.YesWord.De
	case order.SetMap:
		r.NoMap = o.Value != order.YesWord.De
	}
}
