package desk

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/turn"
)

// own is the command that a sheet gives a mover of its nation.
func own(p realm.Position, in game.Sheet, m game.Mover) (o order.ArmyOrder, ok bool) {
	number, err := strconv.Atoi(m.Army)
	a := p.State.Realms[in.Realm-1].Army(number)
	if err != nil || a == nil || a.Off() || p.State.Phase != realm.InOrders {
		return o, false
	}
	return order.ArmyOrder{Army: number, Command: turn.Ordered(p, in.Realm, number, in.Text)}, true
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

// March is how far a mover comes on a way, under the command that a sheet gives it.
func March(p realm.Position, in game.Sheet, m game.Mover, way []game.Direction, lang phrase.Lang) (out game.March) {
	nation := in.Realm
	d := of(p, nation, lang)
	if m.Army == "" {
		if from := d.from(m); from != game.Nowhere {
			out.Steps = d.steps(turn.StrangerOf(p, nation, m.Realm).Follow(from, way))
			if len(out.Steps) < len(way) {
				out.Stops = d.why(phrase.P("desk-halts"))
			}
		}
		return out
	}
	o, ok := own(p, in, m)
	if !ok {
		out.Stops = d.why(phrase.P("desk-no-army", phrase.Str("army", m.Army)))
		return out
	}
	o.Steps = way
	t := turn.Try(p, nation, in.Text, o)
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

// Reach lists where a mover can come, under the command that a sheet gives it.
func Reach(p realm.Position, in game.Sheet, m game.Mover) (out []game.Reached) {
	nation := in.Realm
	d := of(p, nation, phrase.Langs[0])
	var found []turn.Found
	if m.Army != "" {
		o, ok := own(p, in, m)
		if !ok {
			return nil
		}
		if m.Tireless {
			found = turn.Someday(p, nation, p.State.Realms[nation-1].Army(o.Army).At)
		} else {
			o.Steps = m.Steps()
			found = turn.Roam(p, nation, in.Text, o)
		}
	} else if from := d.from(m); from != game.Nowhere {
		found = turn.StrangerOf(p, nation, m.Realm).Roam(from)
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

// Survey is what a field in sight that nobody owns has of income, and what it costs to enter.
func Survey(p realm.Position, nation int, at string, lang phrase.Lang) []game.Amount {
	d := of(p, nation, lang)
	q := d.from(game.Mover{At: at})
	if q == game.Nowhere || !sight.Seen(p, nation)[q] || d.State.Fields[q].Owner > 0 {
		return nil
	}
	row := &d.Tables.Terrain[d.State.Fields[q].Terrain]
	return []game.Amount{frame.Sum(d.book, "income", "desk-income", row.Income),
		frame.Sum(d.book, "enter", "desk-enter", int64(row.Enter))}
}
