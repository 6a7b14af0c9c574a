package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// settings carries out $S, which changes only how the realm reads its reports.
func settings(t *Turn) {
	for realm := range t.sheets {
		r := &t.State.Realms[realm]
		each(t, realm+1, func(at orders.Position, o frame.SettingOrder) {
			if t.receipt == nil { // a receipt is in the language in which the realm reads now
				if r.Set(o); o.Setting == frame.MapRow.Name {
					r.NoMap = o.Value != frame.Yes
				}
			}
			t.Accept(at, phrase.P("will-set", phrase.Key("setting", "setting."+o.Setting.De),
				phrase.Key("value", "value."+o.Value.De)))
		})
	}
}
