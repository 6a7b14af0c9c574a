package turn

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
)

// Outing is a receipt's turn before week 1, to follow an army on one way and another.
type Outing struct {
	*realm.Turn
	number int
}

// Pace is a step of a way as far as it can be known, or a week in which an army waits.
type Pace struct {
	Week int
	At   game.Place // after it
	Cost int
	Left int    // points
	Lost int64  // the most men that it costs
	Dim  string // the sentence that says what is not known of it; "": all is known
}

// Outset plays the phases before week 1 over what the realm knows, with the realm's orders. An army that is to be
// followed gets a way in place of its own.
func Outset(l Lent, lines []orders.Line, army *realm.ArmyName, way realm.Plan) *Outing {
	if army != nil {
		lines = onWay(lines, *army, way)
	}
	number, t := l.Known.Number, l.begin(lines)
	t.Quiet = true
	t.Run(Before)
	t.Refused[number] = nil
	return &Outing{t.Turn, number}
}

// onWay puts a way into an army's line, the last if it has several. An army without a line gets one.
func onWay(lines []orders.Line, army realm.ArmyName, way realm.Plan) []orders.Line {
	lines = slices.Clone(lines)
	last := 0
	for i := len(lines) - 1; i >= 0; i-- {
		last = max(last, lines[i].Line)
		o, is := lines[i].Order.(order.ArmyOrder)
		if !is || o.Army != army {
			continue
		}
		if o.Plan = way; o.SpecialKind() == realm.Join && way.Steps(0) {
			o.Special = realm.Special{} // who joins does not march
		}
		lines[i].Order = o
		return lines
	}
	return append(lines, orders.Line{Position: orders.Position{Line: last + 1, Col: 1},
		Order: order.ArmyOrder{Army: army, Plan: way, Command: realm.Defend, Flag: realm.Shown}})
}

// Follow follows an own army on the way that Outset gave it, for this many weeks. stops says why it does not come to
// the end of it, and doubts what its command will not do there.
func (g *Outing) Follow(a *realm.Army, weeks int) (paces []Pace, stops phrase.Phrase, doubts []phrase.Phrase) {
	t := g.Turn
	switch m := a.March; {
	case a.Cargo() && g.State.Army(a.Realm, a.Aboard) != nil:
		return g.voyage(a, g.State.Army(a.Realm, a.Aboard), nil, 0, 0, weeks)
	case a.Cargo(), m.Beyond:
		return nil, phrase.P("desk.beyond"), nil
	}
	w := walkOf(t, a)
	paces = w.paces[:min(weeks, len(w.paces))]
	g.losses(a, paces, &w)
	switch {
	case w.end == boardsThere && w.stopped < weeks:
		return g.boards(a, &w, paces, weeks)
	case w.end == "forecast-unknown" && w.stopped < weeks:
		return paces, phrase.P("desk.unknown", w.met...), nil
	case w.stop && w.stopped < weeks:
		return paces, phrase.P(w.end, w.met...), nil
	}
	g.Refused[g.number] = nil
	doubtGoal(t, a, &w)
	for _, p := range g.Refused[g.number] {
		doubts = append(doubts, p.What)
	}
	return paces, phrase.Phrase{}, doubts
}

// Tries reports whether an army tries its next step although it may not come farther for this reason.
func Tries(stops phrase.Phrase) bool { return unreached[stops.Code] == "" }

// losses puts into each step the most men that it takes, of the army or of a formation's members.
func (g *Outing) losses(v *realm.Army, paces []Pace, w *walk) {
	for _, a := range walkers(g.Turn, v) {
		if !a.Name.Suffers() {
			continue
		}
		men, least := a.Men, g.Row(a).Min
		for _, l := range w.left {
			if l.week > len(paces) {
				break
			}
			was := men
			for _, c := range causesOf(g.Turn, a, l) {
				if men -= c.taken(g.Turn, a, men, true); men < least {
					men = 0
				}
			}
			paces[l.week-1].Lost += was - men
		}
	}
}

// boards follows an army aboard the fleet that it waits for, and where that takes it.
func (g *Outing) boards(a *realm.Army, w *walk, paces []Pace, weeks int) ([]Pace, phrase.Phrase, []phrase.Phrase) {
	f := g.State.Army(a.Realm, a.March.Special.Army)
	week, _ := boarding(g.Turn, a, f, w.next, w.stopped)
	if week == 0 || week > weeks || berthRival(g.Turn, a, f) != nil {
		return paces, phrase.P("desk.waits", phrase.Str("fleet", f.Name.String()), phrase.At("field", w.next)), nil
	}
	for len(paces) < week-1 {
		paces = append(paces, Pace{Week: len(paces) + 1, At: w.at, Left: w.points})
	}
	d := g.Grid.Toward(w.at, w.next)
	cost := g.Cost(a.Realm, g.Gait(a), w.at, w.next, d)
	paces = append(paces, Pace{Week: week, At: w.next, Cost: cost, Left: w.points - cost})
	g.losses(a, paces, &walk{left: w.left[len(w.left)-1:]})
	return g.voyage(a, f, paces, week, w.stopped+1, weeks)
}

// voyage follows an army aboard a fleet from a week on, with the digits of its plan from one on.
func (g *Outing) voyage(a, f *realm.Army, paces []Pace, week, digit, weeks int) ([]Pace, phrase.Phrase,
	[]phrase.Phrase) {
	v, sails, left := foreseeVoyage(g.Turn, a, f, week, digit), sails(g.Turn, f), a.Points
	if len(paces) > 0 {
		left = paces[len(paces)-1].Left
	}
	for ; week < weeks; week++ {
		p := Pace{Week: week + 1, Left: left}
		switch {
		case v.week == week+1:
			p.At = v.to
			return append(paces, p), phrase.Phrase{}, nil
		case week >= sails.sure:
			return paces, phrase.P("desk.voyage-unknown", phrase.Str("fleet", f.Name.String())), nil
		}
		p.At = sails.spots[week]
		paces = append(paces, p)
	}
	if v.tries != nil {
		return paces, phrase.P("desk.no-landing"), nil
	}
	return paces, phrase.Phrase{}, nil
}

// Found is a field to which an army can come.
type Found struct {
	At    game.Place
	Week  int
	Left  int
	Way   []game.Direction
	Meets bool // it comes only beside it: somebody there fights or stops it
}

// Roam lists where an own army can come in so many weeks behind a way, each field with the way that comes there first.
func (g *Outing) Roam(a *realm.Army, way []game.Direction, weeks int) []Found {
	switch {
	case a.Cargo() && len(way) == 0:
		return g.landings(a)
	case a.Cargo(), a.March.Beyond:
		return nil
	}
	start := trail{at: a.At, points: a.Points, before: -1}
	for _, d := range way {
		if d == 0 {
			continue
		}
		to, _, goes := g.stride(a, &start, d)
		if !goes {
			return nil
		}
		start.at, start.points, start.bare = to.at, to.points, to.bare
	}
	out := spread([]trail{start}, weeks-len(way),
		func(from *trail, d game.Direction) (to trail, meets, goes bool) { return g.stride(a, from, d) })
	for i := range out {
		out[i].Week += len(way)
		out[i].Way = append(slices.Clone(way), out[i].Way...)
	}
	return out
}

// stride is a step of an own army: where it leads, or whether it only meets somebody there.
func (g *Outing) stride(a *realm.Army, from *trail, d game.Direction) (to trail, meets, goes bool) {
	bare := from.bare
	at, cost, stop := Foresee(g.Turn, a, from.at, d, from.points, &bare)
	switch stop {
	case "":
		if g.Tables.Rules.OffRoad == 0 || !g.Hauled(a) {
			bare = 0
		}
		return trail{at: at, points: from.points - cost, bare: bare}, false, true
	case fightsThere, attackedThere, fightsStranger, "forecast-met", "forecast-met-unsure", "forecast-masked":
		return trail{at: g.Grid.Step(from.at, d), points: from.points}, true, false
	}
	return trail{}, false, false
}

// landings lists where an army aboard can land, as far as its fleet's way is known.
func (g *Outing) landings(a *realm.Army) (out []Found) {
	f := g.State.Army(a.Realm, a.Aboard)
	if f == nil {
		return nil
	}
	sails, known := sails(g.Turn, f), map[game.Place]bool{}
	for week := range sails.sure {
		for d := game.Direction(1); d <= 6; d++ {
			to, _, why := g.Step(a.Realm, a.Name.Unit, sails.spots[week], d)
			if why != "" || known[to] {
				continue
			}
			known[to] = true
			way := append(make([]game.Direction, week, week+1), d)
			out = append(out, Found{At: to, Week: week + 1, Left: a.Points, Way: way,
				Meets: foreseeMeeting(g.Turn, a, to) != ""})
		}
	}
	return out
}

// trail is a way to a field.
type trail struct {
	at     game.Place
	points int
	bare   int // steps without a road that count
	week   int
	before int // index of the trail that it continues
	d      game.Direction
}

// spread follows all ways from some fields for this many weeks. A way that comes later to a field with no more points
// leads nowhere new.
func spread(from []trail, weeks int, step func(*trail, game.Direction) (to trail, meets, goes bool)) (out []Found) {
	type state struct {
		at   game.Place
		bare int
	}
	trails, best := slices.Clone(from), map[state]int{}
	first, met := map[game.Place]int{}, map[game.Place]trail{}
	for _, s := range from {
		best[state{s.at, s.bare}] = s.points
	}
	level := 0
	for week := 1; week <= weeks && level < len(trails); week++ {
		end := len(trails)
		for ; level < end; level++ {
			for d := game.Direction(1); d <= 6; d++ {
				to, meets, goes := step(&trails[level], d)
				to.week, to.before, to.d = week, level, d
				switch {
				case meets:
					if _, before := met[to.at]; !before {
						met[to.at] = to
					}
					continue
				case !goes:
					continue
				}
				key := state{to.at, to.bare}
				if most, was := best[key]; was && most >= to.points {
					continue
				}
				best[key] = to.points
				trails = append(trails, to)
				if i, was := first[to.at]; !was || trails[i].week == week && trails[i].points < to.points {
					first[to.at] = len(trails) - 1
				}
			}
		}
	}
	way := func(t trail) (way []game.Direction) {
		for ; t.before >= 0; t = trails[t.before] {
			way = append(way, t.d)
		}
		slices.Reverse(way)
		return way
	}
	for at, i := range first {
		out = append(out, Found{At: at, Week: trails[i].week, Left: trails[i].points, Way: way(trails[i])})
		delete(met, at)
	}
	for at, t := range met {
		out = append(out, Found{At: at, Week: t.week, Left: t.points, Way: way(t), Meets: true})
	}
	slices.SortFunc(out, func(a, b Found) int { return cmp.Or(a.Week-b.Week, int(a.At-b.At)) })
	return out
}
