package turn

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// clock moves all armies. Each takes its first step when its command's delay is over, and one more every 1000/moves.
// The order of steps at the same time is drawn. What is not done at 1000 lapses.
func clock(t *Turn) {
	for {
		now, due := dueNow(t)
		if len(due) == 0 {
			break
		}
		for _, p := range due {
			if !p.over {
				act(t, p, now)
			}
		}
	}
	arrive(t)
}

// timeOf is when the plan's next step is due.
func timeOf(t *Turn, p *Plan) int {
	row := &t.Tables.Command[t.State.Unit(p.Unit).Command]
	if row.Moves == 0 {
		return row.Delay
	}
	return row.Delay + p.slot*(tables.Day/row.Moves)
}

// dueNow lists the plans of the next time on the clock, in drawn order.
func dueNow(t *Turn) (now int, due []*Plan) {
	for i := range t.Plans {
		p := &t.Plans[i]
		if p.over {
			continue
		}
		at := timeOf(t, p)
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
			lot[p.Unit] = t.Dice(int64(now), int64(p.Unit.Realm), int64(p.Unit.Army)).N(1 << 40)
		}
		slices.SortStableFunc(due, func(a, b *Plan) int { return cmp.Compare(lot[a.Unit], lot[b.Unit]) })
	}
	return now, due
}

// act takes a plan's next step, waits, or ends the plan.
func act(t *Turn, p *Plan, now int) {
	a := t.State.Unit(p.Unit)
	row := &t.Tables.Command[a.Command]
	d := nextStep(t, p, now)
	if p.slot >= row.Moves || d == 0 && a.Command != tables.Patrol {
		stop(t, p, "lapsed")
		return
	}
	if d == 0 { // a patrol that has arrived keeps looking
		p.slot++
		return
	}
	q := t.State.Grid().Step(a.At, d)
	p.slot++
	if p.up != q { // a patrol that has left its way starts anew
		p.climb, p.up = 0, q
	}
	if p.climb+1 < t.Tables.Terrain[t.State.Fields[q].Terrain].Enter { // still climbing into a mountain
		p.climb++
		return
	}
	if why := barred(t, p.Unit, q); why != "" {
		wait(t, p, q, why)
		return
	}
	p.climb = 0
	enter(t, p, d, q, now)
}

// wait notes once what an army waits for.
func wait(t *Turn, p *Plan, q game.Place, why string) {
	for _, u := range t.State.Armies(q) {
		if u.Realm == p.Unit.Realm {
			p.own = u.Army
		}
	}
	if p.Before == q && p.Why == why {
		return
	}
	p.Before, p.Why = q, why
	t.Tell(phrase.P("delayed", phrase.Num("army", p.Unit.Army), phrase.At("field", q), phrase.Key("why", why)),
		p.Unit.Realm)
}

// nextStep is the direction of a plan's next step, or 0 if there is none. A patrol turns to an enemy army beside it
// that it can reach, drawn if there are several.
func nextStep(t *Turn, p *Plan, now int) game.Direction {
	a := t.State.Unit(p.Unit)
	if a.Command == tables.Patrol {
		var found []game.Direction
		for d := game.Direction(1); d <= 6; d++ {
			q := t.State.Grid().Step(a.At, d)
			if q != game.Nowhere && t.State.Enemies(p.Unit.Realm, q) && barred(t, p.Unit, q) == "" && reaches(t, p, q) {
				found = append(found, d)
			}
		}
		if len(found) > 0 {
			return found[t.Dice(int64(p.Unit.Realm), int64(p.Unit.Army), int64(now), 1).N(int64(len(found)))]
		}
	}
	if way := wayOf(t, p); len(way) > 0 {
		return way[0]
	}
	return 0
}

// reaches reports whether the moves left are enough for a field.
func reaches(t *Turn, p *Plan, q game.Place) bool {
	moves := t.Tables.Command[t.State.Unit(p.Unit).Command].Moves
	spent := p.slot
	if p.up == q {
		spent -= p.climb
	}
	return spent+t.Tables.Terrain[t.State.Fields[q].Terrain].Enter <= moves
}

// barred says why an army cannot enter a field now: one of its own is there, or two armies are, or it avoids enemies.
// It is "" if it can.
func barred(t *Turn, u realm.Unit, at game.Place) string {
	there := t.State.Armies(at)
	switch command := t.State.Unit(u).Command; {
	case slices.ContainsFunc(there, func(o realm.Unit) bool { return o.Realm == u.Realm }):
		return "barred.own"
	case len(there) >= 2:
		return "barred.two"
	case len(there) > 0 && (command == tables.Scout || command == tables.Forage):
		return "barred.enemy"
	}
	return ""
}

// enter puts an army into a field. If an enemy is there, both stop; on foreign land the army that enters stops (§5.6).
func enter(t *Turn, p *Plan, d game.Direction, q game.Place, now int) {
	a := t.State.Unit(p.Unit)
	t.Tell(phrase.P("moved", phrase.Num("army", p.Unit.Army), phrase.At("from", a.At), phrase.At("field", q),
		phrase.Num("time", now)), p.Unit.Realm)
	met := t.State.Armies(q)
	t.entered++
	a.At, a.Entered = q, t.entered
	p.Passed = append(p.Passed, q)
	if p.taken < len(p.ordered) && p.ordered[p.taken] == d {
		p.taken++
	} else {
		p.ordered = p.ordered[:p.taken] // a patrol has left its way
	}
	for _, u := range met {
		t.Tell(phrase.P("met", phrase.Num("army", p.Unit.Army), phrase.At("field", q), phrase.Num("realm", u.Realm),
			phrase.Str("name", t.State.Realms[u.Realm-1].Name), phrase.Num("other", u.Army)), p.Unit.Realm)
		t.Tell(phrase.P("caught", phrase.Num("army", u.Army), phrase.At("field", q), phrase.Num("realm", p.Unit.Realm),
			phrase.Str("name", t.State.Realms[p.Unit.Realm-1].Name), phrase.Num("other", p.Unit.Army)), u.Realm)
		stop(t, PlanOf(t, u), "stopped")
	}
	if len(met) > 0 || t.State.Fields[q].Owner != p.Unit.Realm {
		stop(t, p, "stopped")
	}
}

// stop ends a plan, and reports the steps that are left.
func stop(t *Turn, p *Plan, code string) {
	if p.over {
		return
	}
	p.over = true
	if left := p.untaken(p.taken); left != nil {
		p.lapsed = code == "lapsed"
		t.Tell(phrase.P(code, append(left, phrase.At("field", t.State.Unit(p.Unit).At))...), p.Unit.Realm)
	}
}

// arrive reports on whose land armies have arrived, and draws which scouts on foreign land avoid a battle.
func arrive(t *Turn) {
	for _, p := range t.Plans {
		a := t.State.Unit(p.Unit)
		if a.Off() {
			continue
		}
		owner := t.State.Fields[a.At].Owner
		if owner != p.Unit.Realm && a.At != p.From && owner > 0 {
			t.Tell(phrase.P("invaded",
				append(t.State.RealmArgs(p.Unit.Realm), phrase.Num("army", p.Unit.Army), phrase.At("field", a.At))...), owner)
		}
		if a.Command == tables.Scout && owner != p.Unit.Realm {
			a.Avoids = t.Dice(int64(p.Unit.Realm), int64(p.Unit.Army), 0, 2).Chance(t.Tables.Rules.ScoutAvoids)
		}
	}
}

// forage pays a forager half the income of each field that it has entered, once each. It must end linked to a city;
// otherwise the income is lost.
func forage(t *Turn) {
	for _, p := range t.Plans {
		a := t.State.Unit(p.Unit)
		if a.Command != tables.Forage || len(p.Passed) == 0 {
			continue
		}
		points := yieldOf(t, p.Passed)
		army, found := phrase.Num("army", p.Unit.Army), phrase.Num("points", points)
		if !t.State.Links(p.Unit.Realm).Linked(a.At) {
			t.Tell(phrase.P("forage-cut", army, found), p.Unit.Realm)
			continue
		}
		r := &t.State.Realms[p.Unit.Realm-1]
		r.Treasury += points
		r.Income += points
		t.Tell(phrase.P("foraged", army, found, phrase.Num("treasury", r.Treasury)), p.Unit.Realm)
	}
}
