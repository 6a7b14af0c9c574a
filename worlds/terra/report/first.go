package report

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// FirstLetter sends the nation's armies onto free fields beside them whose garrisons are weaker, all but the first,
// which holds its field. It is "" for a king without armies, and in the phase of results, which can only be played. p
// is the campaign as the nation knows it, and check is the nation's receipt.
func FirstLetter(p realm.Position, nation int, check func(text string) game.Checked) string {
	r := p.State.Realm(nation)
	if r == nil || p.State.Over || p.State.Phase != realm.InOrders {
		return ""
	}
	l := firstLetter{Position: p, r: r,
		First: rulekit.First{Book: p.Rules.Words(r.Lang), Check: check, Places: p.State.View(nation)},
		aimed: map[game.Place]bool{}}
	for i := range r.Armies {
		if !r.Armies[i].Off() {
			l.army(i + 1)
		}
	}
	if l.Letter() == "" {
		return ""
	}
	l.Take(rulekit.Way{{Section: 'S', Line: rulekit.SettingOrder{Setting: order.SetPlays, Value: rulekit.Yes}.Print(nil, r.Lang),
		Why: phrase.P("first-plays")}})
	return l.Letter()
}

// firstLetter is that letter while it is written.
type firstLetter struct {
	realm.Position
	rulekit.First
	r     *realm.Realm
	aimed map[game.Place]bool // fields that an army goes to already
}

// army gives an army its line. Where the treasury can fill it up, it does.
func (l *firstLetter) army(n int) {
	a := &l.r.Armies[n-1]
	var ways []rulekit.Way
	relief := int64(0)
	if a.Status < l.Tables.Rules.ArmySize && l.r.Treasury > 0 && l.State.Links(l.r.Number).Linked(a.At) {
		relief = order.Full
	}
	targets := l.targets(a)
	if n == 1 {
		targets = nil
	}
	for _, at := range targets {
		f := &l.State.Fields[at]
		ways = append(ways, l.line(order.ArmyOrder{Army: n, Command: tables.Advance,
			Steps: []game.Direction{l.State.Grid().Toward(a.At, at)}, Relief: relief}, phrase.P("first-takes", phrase.At("field", at),
			phrase.Num("garrison", f.Garrison), phrase.Num("status", a.Status),
			phrase.Key("terrain", "terrain."+l.Tables.Terrain[f.Terrain].Code))))
	}
	ways = append(ways, l.line(order.ArmyOrder{Army: n, Command: tables.Hold, Relief: relief}, phrase.P("first-holds")))
	if i := l.Take(ways...); i >= 0 && i < len(targets) {
		l.aimed[targets[i]] = true
	}
}

func (l *firstLetter) line(o order.ArmyOrder, why phrase.Phrase) rulekit.Way {
	return rulekit.Way{{Section: 'A', Line: o.Print(nil, l.r.Lang), Why: why}}
}

// firstWay is the direction of all armies in a campaign's first round. Nobody knows yet where other nations are, and
// those who go the same way do not meet.
const firstWay game.Direction = 1

// targets are the fields beside an army that belong to nobody and are weaker than it, the weakest first. Nobody else is
// there, and no other army of the nation goes there.
func (l *firstLetter) targets(a *realm.Army) (out []game.Place) {
	for d := game.Direction(1); d <= 6; d++ {
		if l.State.Round == 1 && d != firstWay {
			continue
		}
		at := l.State.Grid().Step(a.At, d)
		if at == game.Nowhere || l.aimed[at] || slices.Contains(out, at) {
			continue
		}
		if f := &l.State.Fields[at]; f.Owner == 0 && f.Garrison < a.Status && len(l.State.Armies(at)) == 0 {
			out = append(out, at)
		}
	}
	slices.SortStableFunc(out, func(a, b game.Place) int {
		return cmp.Compare(l.State.Fields[a].Garrison, l.State.Fields[b].Garrison)
	})
	return out
}

// Guide says in a language how the campaign is won, and what it takes to conquer a field (§1.1, §6.2, §9.2), and explains
// the report.
func Guide(p realm.Position, nation int, lang phrase.Lang) (none game.Guide) {
	if p.State.Realm(nation) == nil {
		return none
	}
	aims := []phrase.Phrase{phrase.P("aims-conquest"), rulekit.Compass}
	if p.Tables.Rules.Table > 0 {
		aims = append(aims, phrase.P("aims-table"))
	}
	return rulekit.Guide(p.Rules.Words(lang), legend(p, nation, lang), goal(p), aims...)
}
