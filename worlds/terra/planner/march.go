package planner

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/turn"
)

// own is the command that a text gives a mover of the nation.
func (p Planner) own(m game.Mover, text string) (o order.ArmyOrder, ok bool) {
	number, err := strconv.Atoi(m.Army)
	a := p.State.Realms[p.Nation-1].Army(number)
	if err != nil || a == nil || a.Off() || p.State.Phase != realm.InOrders {
		return o, false
	}
	return order.ArmyOrder{Army: number, Command: turn.Ordered(p.Position, p.Nation, number, text)}, true
}

// from is the field in which a mover of others was seen.
func (d *desk) from(m game.Mover) game.Place {
	for i := range d.State.Fields {
		if d.label(game.Place(i)) == m.At {
			return game.Place(i)
		}
	}
	return game.Nowhere
}

// March is how far a mover comes on a way, under the command that a text gives it.
func (p Planner) March(nation int, m game.Mover, way []game.Direction, text string, lang phrase.Lang) (out game.March) {
	if !p.Plans(nation) {
		return out
	}
	d := of(p.Position, nation, lang)
	if m.Army == "" {
		if from := d.from(m); from != game.Nowhere {
			out.Steps = d.steps(turn.StrangerOf(p.Position, nation, m.Realm).Follow(from, way))
			if len(out.Steps) < len(way) {
				out.Stops = d.why(phrase.P("desk-halts"))
			}
		}
		return out
	}
	o, ok := p.own(m, text)
	if !ok {
		out.Stops = d.why(phrase.P("desk-no-army", phrase.Str("army", m.Army)))
		return out
	}
	o.Steps = way
	t := turn.Try(p.Position, nation, text, o)
	out.Steps = d.steps(t.Paces())
	doubts := t.Doubts()
	switch why := t.Why(); {
	case why.Code != "":
		out.Stops = d.why(why)
	case len(out.Steps) < len(way):
		out.Stops = d.why(phrase.P("desk-halts"))
	}
	if n := len(out.Steps); n > 0 {
		for _, doubt := range doubts {
			out.Steps[n-1].Says = append(out.Steps[n-1].Says, *d.why(doubt))
		}
	}
	return out
}

// steps are paces for the reader.
func (d *desk) steps(paces []turn.Pace) (out []game.Step) {
	for _, p := range paces {
		step := game.Step{Cost: int64(p.Cost), Left: int64(p.Left)}
		step.At, step.H, step.Y = d.spot(p.At)
		out = append(out, step)
	}
	return out
}

// spot is a field as the reader counts it, and where the chart has it.
func (d *desk) spot(p game.Place) (label string, h, y int) {
	x, y := d.view.Grid.Relative(d.view.Origin, p)
	label = game.Counted(x, y)
	h, y = game.Doubled(x, y)
	return label, h, y
}

// Reach lists where a mover can come, under the command that a text gives it.
func (p Planner) Reach(nation int, m game.Mover, text string) (out []game.Reached) {
	if !p.Plans(nation) {
		return nil
	}
	d := of(p.Position, nation, phrase.Langs[0])
	var found []turn.Found
	if m.Army != "" {
		o, ok := p.own(m, text)
		if !ok {
			return nil
		}
		if m.Tireless {
			found = turn.Someday(p.Position, nation, p.State.Realms[nation-1].Army(o.Army).At)
		} else {
			o.Steps = m.Steps()
			found = turn.Roam(p.Position, nation, text, o)
		}
	} else if from := d.from(m); from != game.Nowhere {
		found = turn.StrangerOf(p.Position, nation, m.Realm).Roam(from)
	}
	for _, f := range found {
		r := game.Reached{Left: int64(f.Left), Meets: f.Met}
		r.At, r.H, r.Y = d.spot(f.At)
		for _, dir := range f.Way {
			r.Way += string('0' + byte(dir))
		}
		out = append(out, r)
	}
	return out
}

// Raised is nil: no army can be raised.
func (p Planner) Raised(game.Sheet, phrase.Lang) []game.DeskArmy { return nil }

// Units is nil for the same reason.
func (p Planner) Units(game.Sheet, phrase.Lang) []game.Unit { return nil }

// Survey is what a field in sight that nobody owns has of income, and what it costs to enter.
func (p Planner) Survey(nation int, at string, lang phrase.Lang) []game.Amount {
	if !p.Plans(nation) {
		return nil
	}
	d := of(p.Position, nation, lang)
	q := d.from(game.Mover{At: at})
	if q == game.Nowhere || !sight.Seen(p.Position, nation)[q] || d.State.Fields[q].Owner > 0 {
		return nil
	}
	row := &d.Tables.Terrain[d.State.Fields[q].Terrain]
	return []game.Amount{rulekit.Sum(d.book, "income", "desk-income", row.Income),
		rulekit.Sum(d.book, "enter", "desk-enter", int64(row.Enter))}
}
