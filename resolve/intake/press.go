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
func (l *orderLetter) press() (p receipt.Press, err error) {
	if l.fresh.Passed = nil; l.World.Settings.Press != world.PressNow || l.realm == 0 {
		return p, nil
	}
	p.Muted = l.rec.Muted
	forced, writer := l.checked.Forced(), press.Of(l.from, l.realm, l.rec)
	for _, line := range l.fresh.Orders(l.World.Rules.Language()).Lines {
		m, is := line.Order.(orders.Message)
		if !is || !forced[line.Line] || m.To == "M" || m.To == "G" || strings.TrimSpace(m.Text) == "" {
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
		l.fresh.Passed = append(l.fresh.Passed, line.Line)
	}
	return p, nil
}
