package intake

import (
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/press"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Presses lists the settings.
var Presses = []world.Press{world.PressTurn, world.PressNow, world.PressOff}

// press passes on the messages of the sheet in force to the players they are for, each once a turn, if the world wants
// that. The reports then have only the others.
func (v *orderLetter) press() (p receipt.Press, err error) {
	if v.fresh.Passed = nil; v.World.Settings.Press != world.PressNow || v.realm == 0 {
		return p, nil
	}
	p.Muted = v.rec.Muted
	forced, writer := v.checked.Forced(), press.Of(v.from, v.realm, v.rec)
	for _, l := range v.fresh.Orders(v.World.Rules.Language()).Lines {
		m, is := l.Order.(orders.Message)
		if !is || !forced[l.Line] || m.To == "M" || m.To == "G" || strings.TrimSpace(m.Text) == "" {
			continue
		}
		switch fate, err := writer.Pass(m.To, m.Text); {
		case err != nil:
			return p, err
		case fate == press.Gone:
			p.Now++
		case fate == press.Before:
			p.Earlier++
		default:
			p.Waiting++
			continue
		}
		v.fresh.Passed = append(v.fresh.Passed, l.Line)
	}
	return p, nil
}

// Mute keeps a realm's messages until the report, even if those of others are passed on at once. With off, it ends
// that. It reports whether anything changed.
func Mute(w *world.World, number int, off bool, now time.Time) (changed bool, err error) {
	err = w.Update(func(tx *store.Tx) error {
		if _, err := w.Here(tx, now); err != nil {
			return err
		}
		old, err := roster.ChangeRealm(tx, number, func(r *roster.RealmRecord) { r.Muted = !off })
		if err != nil || old.Muted == !off {
			return err
		}
		changed = true
		code := "log.muted"
		if off {
			code = "log.unmuted"
		}
		_, err = w.Note(tx, logbook.Entry{At: now, Realm: number, What: phrase.P(code)})
		return err
	})
	return changed, err
}
