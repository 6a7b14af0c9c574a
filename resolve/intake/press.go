package intake

import (
	"strings"

	"weltentor/orders"
	"weltentor/resolve/press"
	"weltentor/resolve/receipt"
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
