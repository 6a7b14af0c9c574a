package planner

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// guide follows movers over what a realm knows.
type guide struct {
	*turn.Outing
	number int
	book   *phrase.Book
	view   game.View
}

// guided plays the orders of a text before week 1, in which an own army goes on a way.
func guided(l turn.Lent, m game.Mover, way realm.Plan, text string, lang phrase.Lang) guide {
	var army *realm.ArmyName
	if name, is := named(m.Army); is {
		army = &name
	}
	k, file := l.Known, l.World.Rules.Language().Parse(text)
	origin := k.State.Realms[k.Number].Origin
	g := guide{number: k.Number, book: l.World.Rules.Words(lang), view: game.View{Grid: k.State.Grid, Origin: origin}}
	g.Outing = turn.Outset(l, file.Lines, army, way)
	return g
}

// named reads the name of an army.
func named(text string) (name realm.ArmyName, ok bool) {
	if len(text) < len("K.M 1") || text[3] != ' ' {
		return name, false
	}
	u, is := tables.ParseUnit(text[:3])
	id, err := strconv.Atoi(text[4:])
	if !is || err != nil || id < 1 || id > tables.MaxID {
		return name, false
	}
	return realm.ArmyName{Unit: u, ID: int32(id)}, true
}

// March is how far a mover comes on a way under the orders of a text.
func March(l turn.Lent, m game.Mover, way []game.Direction, text string, lang phrase.Lang) game.March {
	var plan realm.Plan
	weeks := copy(plan[:], way)
	g := guided(l, m, plan, text, lang)
	var out game.March
	var paces []turn.Pace
	var stops phrase.Phrase
	var odds phrase.Phrase
	if m.Army != "" {
		a := g.army(m)
		if a == nil {
			out.Stops = g.said(phrase.P("no-such-army", phrase.Str("army", m.Army)))
			return out
		}
		var doubts []phrase.Phrase
		paces, stops, doubts = g.Follow(a, weeks)
		odds = g.Odds(a, stops)
		out.Steps = g.steps(paces)
		for _, doubt := range doubts {
			if n := len(out.Steps); n > 0 {
				out.Steps[n-1].Says = append(out.Steps[n-1].Says, *g.said(doubt))
			}
		}
	} else {
		s, from, ok := g.stranger(m)
		if !ok {
			return out
		}
		paces, stops = s.Follow(from, plan[:weeks])
		out.Steps = g.steps(paces)
	}
	tries := turn.Tries(stops)
	if len(way) > weeks && (stops.Code == "" || tries) {
		stops, tries = phrase.P("desk.weeks", phrase.Num("weeks", realm.Weeks)), false
	}
	if stops.Code != "" {
		if out.Stops = g.said(stops); tries {
			out.Tries = g.rest(stops, len(paces), plan[:weeks])
			if len(out.Tries) > 0 && odds.Code != "" {
				out.Tries[0].Says = []game.Said{*g.said(odds)}
			}
		}
	}
	return out
}

// rest is the rest of a way behind so many weeks, from the field in which the march may stop.
func (g guide) rest(stops phrase.Phrase, weeks int, plan []game.Direction) (out []game.Step) {
	i := slices.IndexFunc(stops.Args, func(a phrase.Arg) bool { return a.Name == "spot" })
	if i < 0 {
		return nil // it does not go on, such as one who waits for a fleet
	}
	spot := game.Place(stops.Args[i].N)
	for week := weeks; week < len(plan); week++ {
		x, y := g.view.Grid.Along(g.view.Origin, spot, plan[weeks+1:week+1])
		step := game.Step{Week: week + 1, At: game.Counted(x, y)}
		step.H, step.Y = game.Doubled(x, y)
		out = append(out, step)
	}
	return out
}

// army is the realm's own army that a mover names; nil: there is none.
func (g guide) army(m game.Mover) *realm.Army {
	name, is := named(m.Army)
	if !is {
		return nil
	}
	return g.State.Army(g.number, name)
}

// stranger is another realm's army as a mover tells of it, and the field on which it was seen.
func (g guide) stranger(m game.Mover) (s turn.Stranger, from game.Place, ok bool) {
	if from = g.Parsed(m.At); from != game.Nowhere {
		s, ok = g.Stranger(m.Realm, m.Kind, from)
	}
	return s, from, ok
}

// steps are paces for the reader.
func (g guide) steps(paces []turn.Pace) (out []game.Step) {
	for _, p := range paces {
		step := game.Step{Week: p.Week, Cost: int64(p.Cost), Left: int64(p.Left), Lost: p.Lost}
		step.At, step.H, step.Y = g.spot(p.At)
		if p.Dim != "" {
			step.Says = append(step.Says, *g.said(phrase.P(p.Dim)))
		}
		out = append(out, step)
	}
	return out
}

// spot is a field as the reader counts it, and where the chart has it.
func (g guide) spot(p game.Place) (label string, h, y int) {
	x, y := g.view.Grid.Relative(g.view.Origin, p)
	label = game.Counted(x, y)
	h, y = game.Doubled(x, y)
	return label, h, y
}

// said is a sentence for the reader. Those that end a forecast begin with a small letter.
func (g guide) said(what phrase.Phrase) *game.Said {
	said := rulekit.Said(g.book, g.view, g.State.Counted(g.number, what))
	said.Text = phrase.Capital(said.Text)
	return &said
}

// tireless is more weeks, and more points, than any way on a map takes.
const tireless = 1 << 20

// Reach lists where a mover can come under the orders of a text.
func Reach(l turn.Lent, m game.Mover, text string) (out []game.Reached) {
	// with a step in its plan an army is on the move: ranged weapons then attack nobody
	g := guided(l, m, realm.Plan{1}, text, phrase.Langs[0])
	var found []turn.Found
	a := g.army(m)
	if m.Army != "" {
		if a == nil {
			return nil
		}
		weeks := realm.Weeks
		if m.Tireless {
			a.Points, weeks = tireless, tireless
		}
		found = g.Roam(a, m.Steps(), weeks)
	} else {
		s, from, ok := g.stranger(m)
		if !ok {
			return nil
		}
		found = s.Roam(from, m.Week)
	}
	for _, f := range found {
		r := game.Reached{Week: f.Week, Left: int64(f.Left), Meets: f.Meets}
		r.At, r.H, r.Y = g.spot(f.At)
		way := make([]byte, 0, len(f.Way))
		for _, d := range f.Way {
			way = append(way, '0'+byte(d))
		}
		r.Way = string(way)
		if a != nil && !f.Meets && strings.IndexByte(order.Able(realm.Conquer), a.Name.Type) >= 0 && turn.Claims(g.Turn, a, f.At) {
			r.Does = "conquer"
		}
		out = append(out, r)
	}
	return out
}

// Survey is what a field that nobody owns brings a year at its full yield, and what it costs to enter from the best side:
// on foot, or by ship.
func Survey(l turn.Lent, label string, lang phrase.Lang) (out []game.Amount) {
	g := guided(l, game.Mover{}, realm.Plan{}, "", lang)
	spot := g.Parsed(label)
	if spot == game.Nowhere || g.TerrainAt(spot).Height < 0 || g.Field(spot).Owner > 0 {
		return nil
	}
	u, enter := tables.Unit{Type: 'K', Class: 'L'}, "desk.enter"
	if land := g.TerrainFor(g.number, spot); land.Water() {
		u, enter = tables.Unit{Type: 'S', Class: 'L'}, "desk.enter-ship"
	} else {
		out = append(out, rulekit.Sum(g.book, "income", "desk.income", land.Income))
	}
	least := 0
	for d := game.Direction(1); d <= 6; d++ {
		from := g.Grid.Step(spot, d)
		if from == game.Nowhere || g.TerrainAt(from).Height < 0 {
			continue
		}
		if to, cost, why := g.Step(g.number, u, from, d.Opposite()); why == "" && to == spot && (least == 0 || cost < least) {
			least = cost
		}
	}
	if least > 0 {
		out = append(out, rulekit.Sum(g.book, "enter", enter, int64(least)))
	}
	return out
}
