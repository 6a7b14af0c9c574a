package planner

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/report"
)

// March is how far a mover comes on a way under the orders of a sheet. A leader goes one area, or lands at the end of
// the way from the fleet that carries him. A fleet is sent to the end of the way, and takes the course that the rules
// choose.
func (p Planner) March(whose int, m game.Mover, way []game.Direction, text string, lang phrase.Lang) (out game.March) {
	if !p.Plans(whose) {
		return out
	}
	d := begin(p.Position, game.Sheet{Realm: whose, Text: text}, lang)
	l, f := d.mover(m)
	switch {
	case l == nil && f == nil && m.Army != "":
		out.Stops = d.why(phrase.P("no-leader", phrase.Str("who", m.Army), phrase.Str("have", d.r.LeaderNames())))
		return out
	case m.Army == "":
		return d.strangeMarch(m, way)
	}
	from, sails, points := d.leaves(l, f)
	if len(way) == 0 {
		name, number := "", 0
		if f != nil {
			number = f.Number
		} else {
			name = l.Name
		}
		for k, at := range d.Course(name, number) {
			out.Steps = append(out.Steps, d.step(at, points-k-1))
		}
		return out
	}
	var goals []int
	at := from
	for _, dir := range way {
		if at = d.toward(at, dir); at == 0 {
			out.Stops = d.why(phrase.P("desk.no-way"))
			break
		}
		goals = append(goals, at)
	}
	// the last goal that can be ordered; the end of the way says why it is not that
	for i := len(goals) - 1; i >= 0; i-- {
		tried := d.Order(d.to(l, f, goals[i])...)
		if tried.Why.Code != "" {
			if out.Stops == nil {
				out.Stops = d.why(tried.Why)
			}
			continue
		}
		course := []int{goals[i]}
		if sails && goals[i] != from {
			course = d.State.Course(whose, from, goals[i])
		}
		for k, at := range course {
			out.Steps = append(out.Steps, d.step(at, points-k-1))
			if at == tried.Lands {
				break
			}
		}
		for _, doubt := range d.Doubts(d.to(l, f, goals[i])...) {
			last := &out.Steps[len(out.Steps)-1]
			last.Says = append(last.Says, *d.why(doubt))
		}
		break
	}
	return out
}

// leaves is where a leader or a fleet begins, whether it goes by sea, and how many areas it goes in a year.
func (d *desk) leaves(l *realm.Leader, f *realm.Fleet) (from int, sails bool, points int) {
	if f == nil {
		if f = d.r.Fleet(d.VoyageOf(l).Fleet); f == nil {
			return l.At, false, 1
		}
	}
	return f.At, true, d.Tables.Rules.FleetSteps
}

// strangeMarch is how far another's army comes: nothing but sea and land stops it.
func (d *desk) strangeMarch(m game.Mover, way []game.Direction) (out game.March) {
	reached := d.strangers(m)
	at := d.area(m.At)
	for _, dir := range way {
		if at = d.toward(at, dir); at == 0 {
			break
		}
		i := slices.IndexFunc(reached, func(r game.Reached) bool { return r.At == label(at) })
		if i < 0 {
			break
		}
		out.Steps = append(out.Steps, d.step(at, int(reached[i].Left)))
	}
	return out
}

// step is a step into an area.
func (d *desk) step(at, left int) game.Step {
	s := game.Step{At: label(at), Cost: 1, Left: int64(max(left, 0))}
	s.H, s.Y = report.Spot(d.State, at)
	return s
}

// Reach lists where a mover can come under the orders of a sheet.
func (p Planner) Reach(whose int, m game.Mover, text string) (out []game.Reached) {
	if !p.Plans(whose) {
		return nil
	}
	d := begin(p.Position, game.Sheet{Realm: whose, Text: text}, phrase.Langs[0])
	l, f := d.mover(m)
	switch {
	case m.Army == "":
		return d.strangers(m)
	case l == nil && f == nil:
		return nil
	}
	from, sails, points := d.leaves(l, f)
	for _, at := range d.around(from, points) {
		tried := d.Order(d.to(l, f, at)...)
		if tried.Why.Code != "" || tried.Lands != at {
			continue
		}
		course := []int{at}
		if sails {
			course = d.State.Course(whose, from, at)
		}
		if way, ok := d.way(from, course); ok {
			r := d.reached(at, points-len(course), way, tried.Meets)
			if l != nil && sails {
				r.Does = "land"
			}
			out = append(out, r)
		}
	}
	return out
}

// reached is an area to which a mover comes.
func (d *desk) reached(at, left int, way string, meets bool) game.Reached {
	r := game.Reached{At: label(at), Left: int64(left), Way: way, Meets: meets}
	r.H, r.Y = report.Spot(d.State, at)
	return r
}

// strangers lists where another's army can come. A leader may go aboard a fleet that nobody sees.
func (d *desk) strangers(m game.Mover) (out []game.Reached) {
	from, steps := d.area(m.At), d.Tables.Rules.FleetSteps
	if from == 0 {
		return nil
	}
	for _, at := range d.around(from, steps) {
		land := d.State.Areas[at-1].Ground != realm.Sea
		beside := land && d.State.Areas[from-1].Ground != realm.Sea && d.State.Beside(from, at)
		bySea := d.State.Within(from, at, steps) && (!land || d.State.Coastal(at)) &&
			(d.State.Areas[from-1].Ground == realm.Sea || d.State.Coastal(from))
		switch {
		case m.Kind == "leader" && (beside || land && bySea), m.Kind == "fleet" && bySea,
			m.Kind == "" && (beside || bySea):
			course := d.State.Search(from, at, anyhow).To(at)
			if way, ok := d.way(from, course); ok {
				out = append(out, d.reached(at, steps-len(course), way, false))
			}
		}
	}
	return out
}

// mover is the leader or the fleet of the realm that a mover names; nil: not that.
func (d *desk) mover(m game.Mover) (*realm.Leader, *realm.Fleet) {
	if number, is := order.FleetOf(m.Army); is {
		return nil, d.r.Fleet(number)
	}
	return d.r.Leader(m.Army), nil
}

// to are the orders that bring a leader or a fleet to an area. A leader lands from the fleet that carries him.
func (d *desk) to(l *realm.Leader, f *realm.Fleet, at int) []orders.Order {
	if f != nil {
		return []orders.Order{order.SailOrder{Fleet: f.Number, Area: at}}
	}
	v := d.VoyageOf(l)
	if d.r.Fleet(v.Fleet) == nil {
		return []orders.Order{order.MoveOrder{Leader: l.Name, Area: at}}
	}
	return append(slices.Clone(v.Boards), order.SailOrder{Fleet: v.Fleet, Area: at},
		order.EmbarkOrder{Leader: l.Name, Land: true, Fleet: v.Fleet})
}

// area reads the number of an area; 0: there is none.
func (d *desk) area(text string) int {
	at, ok := orders.Number(orders.Token{Value: text})
	if !ok || at < 1 || at > int64(len(d.State.Areas)) {
		return 0
	}
	return int(at)
}

// toward is the area in a direction; 0: no way leads there. Direction 0 leads between a sea and the home beside it,
// first of all the realm's own.
func (d *desk) toward(at int, dir game.Direction) int {
	s, world := d.State, d.State.Width*d.State.Height
	switch {
	case at == 0 || dir > 0 && at > world:
		return 0
	case dir > 0:
		return realm.Toward(game.Grid{Width: s.Width, Height: s.Height}, at, dir)
	case at > world:
		if beside := s.Areas[at-1].Beside; len(beside) > 0 {
			return beside[0]
		}
		return 0
	case s.Beside(at, d.r.Home):
		return d.r.Home
	}
	for _, b := range s.Areas[at-1].Beside {
		if b > world {
			return b
		}
	}
	return 0
}

// way writes a course as digits. It fails on homes to which no direction leads.
func (d *desk) way(from int, course []int) (string, bool) {
	var out []byte
	for _, at := range course {
		dir := game.Direction(0)
		for dir <= 6 && d.toward(from, dir) != at {
			dir++
		}
		if dir > 6 {
			return "", false
		}
		out, from = append(out, '0'+byte(dir)), at
	}
	return string(out), len(out) > 0
}

// around lists the areas at most this many steps away, the nearest first, without the area itself.
func (d *desk) around(from, steps int) []int {
	w := d.State.Search(from, 0, anyhow)
	return slices.DeleteFunc(w.Areas, func(b int) bool {
		far, _ := w.Far(b)
		return far > steps
	})
}

// anyhow lets a way go on, whatever lies on it.
func anyhow(int, int) bool { return true }
