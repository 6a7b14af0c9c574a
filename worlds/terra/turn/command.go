package turn

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/tables"
)

// Plan is what an army does on the clock.
type Plan struct {
	Unit    realm.Unit
	slot    int // how many times for a step of its command have passed
	climb   int // how many of these went into the climb to its next field
	up      game.Place
	over    bool
	From    game.Place       // where it was when the round began
	Passed  []game.Place     // fields entered, in order
	Before  game.Place       // the field it waits before
	Why     string           // the reason it waits; "" if it does not
	own     int              // the army of its own nation for which it waited last; 0: none
	lapsed  bool             // it has steps left for which there was no time
	ordered []game.Direction // all its steps, including those over an end of the map that the nation has not seen
	taken   int              // how many of these it has taken
	at      orders.Position  // of its order; line 0: it has no order that counts
}

// command gives each army its command of this round. An army without one advances without a step.
func command(t *Turn) {
	for i := range t.State.Realms {
		for n := range t.State.Realms[i].Armies {
			a := &t.State.Realms[i].Armies[n]
			a.Command, a.Target, a.Entered, a.Avoids = tables.Advance, a.At, 0, false
			t.Plans = append(t.Plans, Plan{Unit: realm.Unit{Realm: i + 1, Army: n + 1}, From: a.At, over: a.Off()})
		}
		each(t, i+1, func(at orders.Position, o order.ArmyOrder) { commandArmy(t, i+1, at, o) })
	}
}

// PlanOf returns an army's plan, or nil if there is no such army.
func PlanOf(t *Turn, u realm.Unit) *Plan {
	return rulekit.Where(t.Plans, func(p *Plan) bool { return p.Unit == u })
}

// Commands reports whether a line of a realm's sheet gives an army its command.
func (t *Turn) Commands(realm, line int) bool {
	return slices.ContainsFunc(t.Plans, func(p Plan) bool { return p.Unit.Realm == realm && p.at.Line == line })
}

// commandArmy carries out a line of $A, or as much of it as is possible.
func commandArmy(t *Turn, nation int, at orders.Position, o order.ArmyOrder) {
	if why := cannot(t.Position, nation, o); why.Code != "" {
		t.Refuse(nation, at, why)
		return
	}
	a := t.State.Unit(realm.Unit{Realm: nation, Army: o.Army})
	p := PlanOf(t, realm.Unit{Realm: nation, Army: o.Army})
	p.ordered = stepsOf(t, nation, at, o)
	p.at = at
	a.Command, a.Target = o.Command, a.At
	for _, d := range wayOf(t, p) {
		a.Target = t.State.Grid().Step(a.Target, d)
	}
	foresee(t, p, at)
}

// cannot says why a realm's army does nothing that a line says. The phrase is empty if it does something.
func cannot(p realm.Position, realm int, o order.ArmyOrder) phrase.Phrase {
	r, army := &p.State.Realms[realm-1], phrase.Num("army", o.Army)
	a, row := r.Army(o.Army), &p.Tables.Command[o.Command]
	switch {
	case r.King:
		return phrase.P("king-no-army", army)
	case a == nil:
		return phrase.P("no-army", army, phrase.Num("most", len(r.Armies)))
	case a.Off():
		return phrase.P("army-off", army)
	case !row.Foreign && p.State.Fields[a.At].Owner != realm:
		return phrase.P("not-from-foreign", army, phrase.Key("command", "command."+row.Code), phrase.At("field", a.At))
	}
	return phrase.Phrase{}
}

// moves is how many moves a step into a field takes. Of a field out of sight a nation knows only that it is one at
// least.
func moves(p realm.Position, q game.Place, seen bool) int {
	if !seen {
		return 1
	}
	return p.Tables.Terrain[p.State.Fields[q].Terrain].Enter
}

// wayOf is the steps that an army still has to take, up to the end of the map. None beyond it is ever taken: an army
// on foreign land stops in front of it.
func wayOf(t *Turn, p *Plan) []game.Direction {
	steps, at := p.ordered[p.taken:], t.State.Unit(p.Unit).At
	for i, d := range steps {
		if at = t.State.Grid().Step(at, d); at == game.Nowhere {
			return steps[:i]
		}
	}
	return steps
}

// untaken names the ordered steps that are left after the first ones: how many, which of the line they are ("2" or
// "2–3"), and where they lead, as in the line ("44"). It is nil if none are left.
func (p *Plan) untaken(after int) []phrase.Arg {
	left := p.ordered[min(after, len(p.ordered)):]
	if len(left) == 0 {
		return nil
	}
	which := strconv.Itoa(after + 1)
	if len(left) > 1 {
		which += "–" + strconv.Itoa(len(p.ordered))
	}
	way := make([]byte, len(left))
	for i, d := range left {
		way[i] = '0' + byte(d)
	}
	return []phrase.Arg{phrase.Num("army", p.Unit.Army), phrase.Num("steps", len(left)), phrase.Str("which", which),
		phrase.Str("way", string(way))}
}

// stepsOf returns those of the ordered steps that are possible as far as the realm knows. They do not lead over an
// edge of the map that it has seen. An army that may not leave own land does not go on foreign land. There are no more
// than the command has moves for. Where the realm has not seen that the map ends, the steps go on, as that is all it
// may know (law 6).
func stepsOf(t *Turn, realm int, at orders.Position, o order.ArmyOrder) []game.Direction {
	row := &t.Tables.Command[o.Command]
	army, name := phrase.Num("army", o.Army), phrase.Key("command", "command."+row.Code)
	r, g, seen := &t.State.Realms[realm-1], t.State.Grid(), t.seen(realm)
	ends := sight.EndsSeen(g, seen, r.Capital)
	points := 0
	for i := range o.Steps {
		h, y := g.Way(r.Armies[o.Army-1].At, o.Steps[:i+1])
		q, step := g.At(h, y), phrase.Num("step", i+1)
		there := q != game.Nowhere
		if ends.Beyond(g, h, y) {
			t.Refuse(realm, at, phrase.P("step-edge", army, step))
			return o.Steps[:i]
		}
		if !row.Foreign && !(there && t.State.Fields[q].Owner == realm) {
			t.Refuse(realm, at, phrase.P("step-foreign", army, step, name, phrase.At("field", q)))
			return o.Steps[:i]
		}
		points += moves(t.Position, q, there && seen[q])
		if points > row.Moves {
			t.Refuse(realm, at, phrase.P("step-moves", army, step, name, phrase.Num("moves", row.Moves)))
			return o.Steps[:i]
		}
	}
	return o.Steps
}
