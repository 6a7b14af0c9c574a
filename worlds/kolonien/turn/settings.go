package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/rulekit"
)

// set carries out a line of $S, which changes only how the realm reads its reports.
func set(t *Turn, r *realm.Realm, at orders.Position, o rulekit.SettingOrder) {
	if t.receipt == nil { // a receipt is in the language in which the realm reads now
		if r.Set(o); o.Setting == rulekit.MapRow.Name {
			r.NoMap = o.Value != rulekit.Yes
		}
	}
	t.Accept(at, phrase.P("will-set", phrase.Key("setting", "setting."+o.Setting.De),
		phrase.Key("value", "value."+o.Value.De)))
}
