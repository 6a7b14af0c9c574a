package planner

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/report"
	"weltentor/worlds/terramagica/tables"
	"weltentor/worlds/terramagica/turn"
)

// March is how far a mover comes on a way, under the orders of a sheet. What an army does not do this week it marches
// in later weeks.
func (p Planner) March(whose int, m game.Mover, way []game.Direction, text string, lang phrase.Lang) (out game.March) {
	if !p.Plans(whose) {
		return out
	}
	d := begin(p.Position, game.Sheet{Realm: whose, Text: text}, lang)
	if m.Army == "" {
		return d.strangeMarch(m, way)
	}
	a := d.State.Army(whose, m.Army)
	if a == nil {
		out.Stops = d.why(phrase.P("no-such-army", phrase.Str("army", m.Army), phrase.Str("guess", "")))
		return out
	}
	path := d.path(a.At, way)
	if len(path) < len(way) {
		out.Stops = d.why(phrase.P("desk.no-way"))
	}
	if most := order.Farthest; len(path) > most {
		path, out.Stops = path[:most], d.why(phrase.P("desk.too-far", phrase.Num("most", most)))
	}
	marched := d.Trial.March(a.Name, path)
	if marched.Why.Code != "" {
		out.Stops = d.why(marched.Why)
	}
	_, each := d.parts(a)
	for week, strides := range marched.Weeks {
		for i, s := range strides {
			step := d.step(s, each)
			if week > 0 {
				step.Week = week + 1
			}
			switch {
			case week == 0 && i == 0 && marched.MayFight:
				step.Says = append(step.Says, *d.why(phrase.P("desk.may-fight", phrase.Num("province", a.At))))
			case week > 0 && i == 0:
				step.Says = append(step.Says, *d.why(phrase.P("desk.later", phrase.Num("weeks", week),
					phrase.Num("province", s.To))))
			}
			out.Steps = append(out.Steps, step)
		}
	}
	return out
}

// path are the provinces on a way, as far as ways lead there.
func (d *desk) path(from int, way []game.Direction) (out []int) {
	for _, dir := range way {
		if dir == 0 {
			break
		}
		q := d.State.Grid.Step(realm.PlaceOf(d.State.Grid, from), dir)
		if q == game.Nowhere {
			break
		}
		n := realm.NumberAt(d.State.Grid, q)
		if !slices.Contains(d.State.Province(from).Ways, n) {
			break
		}
		out, from = append(out, n), n
	}
	return out
}

// step is a stride for the reader. each is how much of the week a point is.
func (d *desk) step(s turn.Stride, each int64) game.Step {
	out := game.Step{At: label(s.To), Cost: s.Cost / each, Left: s.Left / each}
	out.H, out.Y = report.Spot(d.State, s.To)
	return out
}

// strangeMarch is how far another's army comes this week.
func (d *desk) strangeMarch(m game.Mover, way []game.Direction) (out game.March) {
	from := d.province(m.At)
	if from == 0 {
		return out
	}
	units := d.may(m, from)
	_, each := d.speeds(units)
	left := int64(turn.WholeWeek)
	for _, to := range d.path(from, way) {
		speed := fastest(units, d.State.Province(to).Terrain)
		if speed == 0 || left < turn.WholeWeek/speed {
			break
		}
		left -= turn.WholeWeek / speed
		out.Steps = append(out.Steps, d.step(turn.Stride{To: to, Cost: turn.WholeWeek / speed, Left: left}, each))
	}
	return out
}

// Reach lists where a mover can come in a week, under the orders of a sheet.
func (p Planner) Reach(whose int, m game.Mover, text string) []game.Reached {
	if !p.Plans(whose) {
		return nil
	}
	d := begin(p.Position, game.Sheet{Realm: whose, Text: text}, phrase.Langs[0])
	if a := d.State.Army(whose, m.Army); a != nil {
		_, each := d.parts(a)
		if m.Tireless {
			return d.reached(a.At, turn.Roam(d.Position, turn.From(a.At), func(from, to *realm.Province) int64 {
				if a.Pace(d.Tables, from.Terrain, to.Terrain) == 0 {
					return 0
				}
				return turn.WholeWeek + 1 // a province takes no time
			}), each)
		}
		return d.reached(a.At, d.Roam(a, d.path(a.At, m.Steps())), each)
	}
	from := d.province(m.At)
	if m.Army != "" || from == 0 {
		return nil
	}
	units := d.may(m, from)
	_, each := d.speeds(units)
	return d.reached(from, turn.Roam(d.Position, turn.From(from), func(_, to *realm.Province) int64 {
		return fastest(units, to.Terrain)
	}), each)
}

// reached are the provinces found, for the reader. Those to which no direction leads are left out.
func (d *desk) reached(from int, found []turn.Found, each int64) (out []game.Reached) {
	for _, f := range found {
		r := game.Reached{At: label(f.To), Left: f.Left / each}
		r.H, r.Y = report.Spot(d.State, f.To)
		last := from
		for _, n := range f.Path {
			dir := d.State.Grid.Toward(realm.PlaceOf(d.State.Grid, last), realm.PlaceOf(d.State.Grid, n))
			r.Way += string('0' + byte(dir))
			last = n
		}
		if !slices.Contains([]byte(r.Way), '0') {
			out = append(out, r)
		}
	}
	return out
}

// may are the units that another's army may have when it marches. Armies that the realm sees may merge and split first,
// within their province. Of one that it does not see now, it knows the kind at most; it may have gone aboard something.
func (d *desk) may(m game.Mover, at int) (out []*tables.UnitRow) {
	if m.Realm == 0 && m.Kind != "" {
		return nil // guards do not march
	}
	seen := map[string]bool{}
	if m.Realm > 0 && realm.Sees(d.State, d.Realm)[at-1] {
		for _, b := range d.State.In(at) {
			for i := range b.Stacks {
				seen[b.Stacks[i].Unit] = seen[b.Stacks[i].Unit] || b.Realm == m.Realm
			}
		}
	}
	only := d.Tables.UnitOf(m.Kind)
	for i := range d.Tables.Unit {
		u := &d.Tables.Unit[i]
		if any := len(seen) == 0 && (only == nil || u == only || u.Carries > 0 && only.Weight > 0); any || seen[u.Unit] {
			out = append(out, u)
		}
	}
	return out
}

// fastest is how many provinces of a terrain the fastest of some units enters in a week.
func fastest(units []*tables.UnitRow, on tables.Terrain) (out int64) {
	for _, u := range units {
		out = max(out, u.SpeedOn(on))
	}
	return out
}

// speeds is what parts is for an army, for the fastest of some units.
func (d *desk) speeds(units []*tables.UnitRow) (parts, each int64) {
	return turn.Parts(rulekit.Map(terrains, func(on tables.Terrain) int64 { return fastest(units, on) })...)
}

// province reads the number of a province; 0: there is none.
func (d *desk) province(text string) int {
	n, ok := orders.Number(orders.Token{Value: text})
	if !ok || d.State.Province(int(n)) == nil {
		return 0
	}
	return int(n)
}

// Survey is what the people of a free province would pay in taxes a week, as far as the realm knows them, and how many
// such provinces its fastest unit enters in a week.
func (p Planner) Survey(whose int, at string, lang phrase.Lang) (out []game.Amount) {
	d := &desk{&turn.Trial{Position: p.Position}, p.Rules.Words(lang)}
	q := p.State.Province(d.province(at))
	if !p.Plans(whose) || q == nil || q.Owner > 0 {
		return nil
	}
	if q.People > 0 {
		out = append(out, rulekit.Sum(d.book, "tax", "desk.tax", q.People/d.Tables.Rules.Tax))
	}
	var units []*tables.UnitRow
	for _, a := range d.State.Armies[whose] {
		for i := range a.Stacks {
			units = append(units, d.Tables.UnitOf(a.Stacks[i].Unit))
		}
	}
	if speed := fastest(units, q.Terrain); speed > 0 {
		out = append(out, rulekit.Sum(d.book, "speed", "desk.speed", speed))
	}
	return out
}
