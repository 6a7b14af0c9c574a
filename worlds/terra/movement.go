package terra

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// clock moves all armies: each takes its first step when its command's delay is
// over, and one more every 1000/moves. Of steps at the same time the dice say
// which is first. What is not done at 1000 lapses.
func clock(t *turn) {
	for {
		now, due := t.due()
		if len(due) == 0 {
			break
		}
		for _, p := range due {
			if !p.over {
				t.act(p, now)
			}
		}
	}
	t.arrive()
}

// time is when the plan's next step is due.
func (t *board) time(p *plan) int {
	row := &t.tables.Command[t.state.Unit(p.unit).Command]
	if row.Moves == 0 {
		return row.Delay
	}
	return row.Delay + p.slot*(tables.Day/row.Moves)
}

// due lists the plans of the next time on the clock, in the order drawn.
func (t *marches) due() (now int, due []*plan) {
	for i := range t.plans {
		p := &t.plans[i]
		if p.over {
			continue
		}
		at := t.time(p)
		if len(due) == 0 || at < now {
			now, due = at, nil
		}
		if at == now {
			due = append(due, p)
		}
	}
	if len(due) > 1 {
		lot := map[realm.Unit]int64{}
		for _, p := range due {
			lot[p.unit] = t.Dice(int64(now), int64(p.unit.Realm), int64(p.unit.Army)).N(1 << 40)
		}
		slices.SortStableFunc(due, func(a, b *plan) int { return cmp.Compare(lot[a.unit], lot[b.unit]) })
	}
	return now, due
}

// act takes a plan's next step, or waits for it, or ends it.
func (t *marches) act(p *plan, now int) {
	a := t.state.Unit(p.unit)
	row := &t.tables.Command[a.Command]
	d := t.next(p, now)
	if p.slot >= row.Moves || d == 0 && a.Command != tables.Patrol {
		t.stop(p, "lapsed")
		return
	}
	if d == 0 { // a patrol that has arrived keeps looking
		p.slot++
		return
	}
	q := t.state.Grid().Step(a.At, d)
	p.slot++
	if p.up != q { // a patrol that has turned off its way begins anew
		p.climb, p.up = 0, q
	}
	if p.climb+1 < t.tables.Terrain[t.state.Fields[q].Terrain].Enter { // on its way into a mountain
		p.climb++
		return
	}
	if why := t.barred(p.unit, q); why != "" {
		t.wait(p, q, why)
		return
	}
	p.climb = 0
	t.enter(p, d, q, now)
}

// wait tells once what an army waits for.
func (t *round) wait(p *plan, q game.Place, why string) {
	for _, u := range t.state.Armies(q) {
		if u.Realm == p.unit.Realm {
			p.own = u.Army
		}
	}
	if p.before == q && p.why == why {
		return
	}
	p.before, p.why = q, why
	t.Tell(phrase.P("delayed", phrase.Num("army", p.unit.Army), phrase.At("field", q), phrase.Key("why", why)),
		p.unit.Realm)
}

// next is the direction of a plan's next step: a patrol's is to an enemy army
// beside it that can be reached, drawn if there are several. 0 is none.
func (t *round) next(p *plan, now int) game.Direction {
	a := t.state.Unit(p.unit)
	if a.Command == tables.Patrol {
		var found []game.Direction
		for d := game.Direction(1); d <= 6; d++ {
			q := t.state.Grid().Step(a.At, d)
			if q != game.Nowhere && t.state.Enemies(p.unit.Realm, q) && t.barred(p.unit, q) == "" && t.reaches(p, q) {
				found = append(found, d)
			}
		}
		if len(found) > 0 {
			return found[t.Dice(int64(p.unit.Realm), int64(p.unit.Army), int64(now), 1).N(int64(len(found)))]
		}
	}
	if way := t.way(p); len(way) > 0 {
		return way[0]
	}
	return 0
}

// reaches tells whether the moves left are enough for a field.
func (t *board) reaches(p *plan, q game.Place) bool {
	moves := t.tables.Command[t.state.Unit(p.unit).Command].Moves
	spent := p.slot
	if p.up == q {
		spent -= p.climb
	}
	return spent+t.tables.Terrain[t.state.Fields[q].Terrain].Enter <= moves
}

// barred tells why an army cannot enter a field now: one of its own is there,
// two armies are, or it keeps away from enemies. "" when it can.
func (t *board) barred(u realm.Unit, at game.Place) string {
	there := t.state.Armies(at)
	switch command := t.state.Unit(u).Command; {
	case slices.ContainsFunc(there, func(o realm.Unit) bool { return o.Realm == u.Realm }):
		return "barred.own"
	case len(there) >= 2:
		return "barred.two"
	case len(there) > 0 && (command == tables.Scout || command == tables.Forage):
		return "barred.enemy"
	}
	return ""
}

// enter puts an army into a field. Where an enemy stands both stop; on foreign
// land who enters does (§5.6).
func (t *marches) enter(p *plan, d game.Direction, q game.Place, now int) {
	a := t.state.Unit(p.unit)
	t.Tell(phrase.P("moved", phrase.Num("army", p.unit.Army), phrase.At("from", a.At), phrase.At("field", q),
		phrase.Num("time", now)), p.unit.Realm)
	met := t.state.Armies(q)
	t.entered++
	a.At, a.Entered = q, t.entered
	p.passed = append(p.passed, q)
	if p.taken < len(p.ordered) && p.ordered[p.taken] == d {
		p.taken++
	} else {
		p.ordered = p.ordered[:p.taken] // a patrol that has turned off its way
	}
	for _, u := range met {
		t.Tell(phrase.P("met", phrase.Num("army", p.unit.Army), phrase.At("field", q), phrase.Num("realm", u.Realm),
			phrase.Str("name", t.state.Realms[u.Realm-1].Name), phrase.Num("other", u.Army)), p.unit.Realm)
		t.Tell(phrase.P("caught", phrase.Num("army", u.Army), phrase.At("field", q), phrase.Num("realm", p.unit.Realm),
			phrase.Str("name", t.state.Realms[p.unit.Realm-1].Name), phrase.Num("other", p.unit.Army)), u.Realm)
		t.stop(t.plan(u), "stopped")
	}
	if len(met) > 0 || t.state.Fields[q].Owner != p.unit.Realm {
		t.stop(p, "stopped")
	}
}

// stop ends a plan; steps left are told.
func (t *round) stop(p *plan, code string) {
	if p.over {
		return
	}
	p.over = true
	if left := p.untaken(p.taken); left != nil {
		p.lapsed = code == "lapsed"
		t.Tell(phrase.P(code, append(left, phrase.At("field", t.state.Unit(p.unit).At))...), p.unit.Realm)
	}
}

// arrive tells whose land armies have come to, and draws which scouts on foreign
// land keep out of a battle.
func (t *marches) arrive() {
	for i := range t.plans {
		p := &t.plans[i]
		a := t.state.Unit(p.unit)
		if off(a) {
			continue
		}
		owner := t.state.Fields[a.At].Owner
		if owner != p.unit.Realm && a.At != p.from && owner > 0 {
			t.Tell(phrase.P("invaded",
				append(t.realmArgs(p.unit.Realm), phrase.Num("army", p.unit.Army), phrase.At("field", a.At))...), owner)
		}
		if a.Command == tables.Scout && owner != p.unit.Realm {
			a.Avoids = t.Dice(int64(p.unit.Realm), int64(p.unit.Army), 0, 2).Chance(t.tables.Rules.ScoutAvoids)
		}
	}
}

// forage pays half the income of each field a forager has entered, once each, if
// he ends linked to a city; else it is lost.
func forage(t *turn) {
	for i := range t.plans {
		p := &t.plans[i]
		a := t.state.Unit(p.unit)
		if a.Command != tables.Forage || len(p.passed) == 0 {
			continue
		}
		passed := slices.Clone(p.passed)
		slices.Sort(passed)
		points := t.yield(slices.Compact(passed))
		army, found := phrase.Num("army", p.unit.Army), phrase.Num("points", points)
		if !t.state.Links(p.unit.Realm).Linked(a.At) {
			t.Tell(phrase.P("forage-cut", army, found), p.unit.Realm)
			continue
		}
		r := &t.state.Realms[p.unit.Realm-1]
		r.Treasury += points
		r.Income += points
		t.Tell(phrase.P("foraged", army, found, phrase.Num("treasury", r.Treasury)), p.unit.Realm)
	}
}
