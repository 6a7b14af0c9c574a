package turn

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// foreseeWeakness warns that a march fights with less strength on its way than in its target, or that it will not get
// there (§7.2).
func foreseeWeakness(t *Turn, p *Plan, at orders.Position, stops game.Place) {
	a := t.State.Unit(p.Unit)
	row := &t.Tables.Command[a.Command]
	steps := len(wayOf(t, p))
	if row.UnderWay >= row.Strength || steps == 0 {
		return
	}
	code := "may-weaken"
	if stops != a.Target {
		code = "will-weaken"
	} else if steps == 1 && t.Tables.Terrain[t.State.Fields[stops].Terrain].Enter == 1 {
		return // it can only fight where it sets out and in its target
	}
	t.Accept(at, phrase.P(code, phrase.Num("army", p.Unit.Army), phrase.At("field", a.Target),
		phrase.Num("share", row.UnderWay), phrase.Num("full", row.Strength)))
}

// together notes for a receipt how a nation's own plans affect each other, once all are known: who is in whose way,
// whom support helps, what foragers find.
func together(t *Turn) {
	if t.receipt == nil {
		return
	}
	rehearse(t)
	for i := range t.Plans {
		p := &t.Plans[i]
		if p.Unit.Realm != t.receipt.realm || p.over || p.at.Line == 0 {
			continue
		}
		switch t.State.Unit(p.Unit).Command {
		case tables.Support:
			foreseeSupport(t, p)
		case tables.Forage:
			foreseeForage(t, p)
		}
	}
}

// path lists the fields to which a plan's steps lead, up to foreign land.
func path(t *Turn, p *Plan) (fields []game.Place) {
	field := t.State.Unit(p.Unit).At
	for _, d := range wayOf(t, p) {
		field = t.State.Grid().Step(field, d)
		fields = append(fields, field)
		if t.State.Fields[field].Owner != p.Unit.Realm {
			break
		}
	}
	return fields
}

// goalOf is where a plan's steps lead, up to foreign land.
func goalOf(t *Turn, p *Plan) game.Place {
	if fields := path(t, p); len(fields) > 0 {
		return fields[len(fields)-1]
	}
	return t.State.Unit(p.Unit).At
}

// foreseeSupport notes which own armies will be beside a supporter, which helps them if they fight (§7.3).
func foreseeSupport(t *Turn, p *Plan) {
	var beside []string
	for i := range t.Plans {
		o := &t.Plans[i]
		if o.Unit.Realm != p.Unit.Realm || o.over || t.State.Grid().Toward(goalOf(t, p), goalOf(t, o)) == 0 {
			continue
		}
		beside = append(beside, strconv.Itoa(o.Unit.Army))
	}
	army, n := phrase.Num("army", p.Unit.Army), &t.Tables.Rules
	if len(beside) == 0 {
		t.Doubt(p.Unit.Realm, p.at, phrase.P("supports-nobody", army))
		return
	}
	t.Accept(p.at, phrase.P("will-support", army, phrase.Str("armies", strings.Join(beside, ", ")),
		phrase.Num("points", tables.Permille(t.State.Unit(p.Unit).Status, n.SupportGives))))
}

// foreseeForage notes what a forager will find on its way, each field once (§5.12). The way ends where foreign land
// begins.
func foreseeForage(t *Turn, p *Plan) {
	t.Accept(p.at, phrase.P("will-forage", phrase.Num("army", p.Unit.Army), phrase.Num("points", yieldOf(t, path(t, p)))))
}

// yieldOf is what fields yield to a forager, each once.
func yieldOf(t *Turn, fields []game.Place) (points int64) {
	for _, q := range slices.Compact(slices.Sorted(slices.Values(fields))) {
		points += tables.Permille(t.Tables.Terrain[t.State.Fields[q].Terrain].Income, t.Tables.Rules.ForageShare)
	}
	return points
}

// rehearsals is how often a receipt plays the clock. The order of two steps at the same moment is drawn anew each
// time.
const rehearsals = 16

// hindered says which own army kept another from its steps, and from which.
type hindered struct {
	other int
	left  []phrase.Arg
	field game.Place
}

// rehearse plays the clock with only a nation's own armies, and says where they block each other. It tells what stays
// undone however steps at the same moment fall from what may (§5.4, §11.5). Others' armies may have gone by then; what
// is known about them is said elsewhere.
func rehearse(t *Turn) {
	nation, times := t.receipt.realm, map[realm.Unit]int{}
	last := map[realm.Unit]hindered{}
	for n := range rehearsals {
		for _, p := range withoutOthers(t, game.Seed{byte(n)}).Plans {
			if p.Unit.Realm == nation && p.own > 0 && p.lapsed {
				times[p.Unit]++
				last[p.Unit] = hindered{p.own, p.untaken(p.taken), p.Before}
			}
		}
	}
	for _, p := range t.Plans {
		if times[p.Unit] == 0 || p.at.Line == 0 {
			continue
		}
		code := "own-in-the-way"
		if times[p.Unit] < rehearsals {
			code = "own-may-be-in-the-way"
		}
		h := last[p.Unit]
		t.Doubt(nation, p.at, phrase.P(code, append(h.left, phrase.Num("other", h.other),
			phrase.At("field", h.field))...))
	}
}

// withoutOthers is the turn after its clock, with only the armies of the receipt's realm.
func withoutOthers(t *Turn, seed game.Seed) *Turn {
	run := *t
	run.Seed, run.Phase = seed, "clock"
	run.State = t.State.Clone()
	run.Plans = slices.Clone(t.Plans)
	for i := range run.Plans {
		p := &run.Plans[i]
		p.Passed = nil
		if p.Unit.Realm != t.receipt.realm {
			run.State.Unit(p.Unit).At, p.over = game.Nowhere, true
		}
	}
	clock(&run)
	return &run
}
