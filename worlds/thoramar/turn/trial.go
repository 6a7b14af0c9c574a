package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
)

// Trial tries single orders of a realm, each as if it were the turn's only one and the treasury had no bottom. It runs
// the code of the turn itself over what the realm knows (law 8), and undoes what that did.
type Trial struct {
	*realm.Turn
	number int
	line   int // of the order that is tried: doubts are told once a line
}

// bottomless is more gold than any order costs.
const bottomless = 1 << 40

// Try begins trials.
func Try(l Lent) *Trial {
	t := l.begin(nil)
	t.Quiet = true
	march.Plans(t.Turn)
	return &Trial{Turn: t.Turn, number: l.Known.Number}
}

// hinges are the conditions under which a receipt doubts an order that would be refused as things are.
var hinges = []string{"only-if-ceded", "only-if-treaty", "only-if-gold", "only-if-round", "only-if-they-get-land"}

// judge runs an order and says what it spends, and why it would not be done; no code: it would be done.
func (y *Trial) judge(run func(at orders.Position)) (gold int64, why phrase.Phrase) {
	r := &y.State.Realms[y.number]
	was := r.Gold
	r.Gold, y.Refused[y.number], y.InForce, y.Outlay[y.number] = bottomless, nil, nil, nil
	y.line++
	run(orders.Position{Line: y.line, Col: 1})
	gold, r.Gold = bottomless-r.Gold, was
	told := y.Refused[y.number]
	for _, p := range told {
		if p.Severity == orders.Error {
			return gold, p.What
		}
	}
	if slices.ContainsFunc(told, func(p orders.Problem) bool { return slices.Contains(hinges, p.What.Code) }) {
		return gold, told[0].What
	}
	return gold, phrase.Phrase{}
}

// Raise tries a line of $R.
func (y *Trial) Raise(o order.RecruitOrder) (gold int64, why phrase.Phrase) {
	defer y.undo([]game.Place{y.Place(y.number, o.At)}, o.Army)()
	return y.judge(func(at orders.Position) { raise(y.Turn, y.number, at, o) })
}

// Build tries a line of $B for a building. ready is the turn at whose end it is ready.
func (y *Trial) Build(o order.BuildOrder) (gold int64, ready int, why phrase.Phrase) {
	p := y.Place(y.number, o.At)
	defer y.undo([]game.Place{p})()
	gold, why = y.judge(func(at orders.Position) { erect(y.Turn, y.number, at, o) })
	if b := y.Field(p).Building; b != nil {
		ready = b.Ready
	}
	return gold, ready, why
}

// Edge tries a line of $B for one edge.
func (y *Trial) Edge(o order.EdgeOrder) (gold int64, why phrase.Phrase) {
	p := y.Place(y.number, o.At)
	places := []game.Place{p}
	if q := y.Grid.Step(p, o.Dirs[0]); q != game.Nowhere {
		places = append(places, q)
	}
	defer y.undo(places)()
	return y.judge(func(at orders.Position) { buildEdges(y.Turn, y.number, at, o) })
}

// Cede tries a line of $L.
func (y *Trial) Cede(o order.CedeOrder) (why phrase.Phrase) {
	_, why = y.judge(func(at orders.Position) {
		c := cession{y.number, at, o, y.Place(y.number, o.At)}
		if refuse := c.stopped(y.Turn); refuse != nil {
			refuse()
		}
	})
	return why
}

// Order tries a line of $A, up to week 1.
func (y *Trial) Order(o order.ArmyOrder) (gold int64, why phrase.Phrase) {
	a := y.State.Army(y.number, o.Army)
	places := []game.Place{a.At}
	if o.Special.Form == realm.AField {
		if p := y.Place(y.number, o.Special.At); p != game.Nowhere {
			places = append(places, p)
		}
	}
	defer y.undo(places, o.Army, o.Special.Army)()
	return y.judge(func(at orders.Position) {
		march.Take(y.Turn, a, at, o)
		switch {
		case a.March.At != at: // its kind cannot
			return
		case a.Member() && !keeps(a.March, a.Aboard):
			a.Aboard = realm.ArmyName{}
			y.Enter(a)
		}
		if a.March.Kind == realm.Split {
			split(y.Turn, a)
			return
		}
		march.AdmitAboard(y.Turn, a)
		admit(y.Turn, a)
		for i := range specialSteps {
			if specialSteps[i].kind == a.March.Kind {
				specialSteps[i].do(y.Turn, a)
			}
		}
		if !a.Gone() {
			doubts(y.Turn, a)
		}
	})
}

// undo notes what an order can change, and returns a function that puts it back: some fields, the armies that it names
// with those who go with them, and the realm's demons there, which a blessing harms.
func (y *Trial) undo(places []game.Place, named ...realm.ArmyName) func() {
	type spot struct {
		at       game.Place
		field    realm.Field
		building realm.Building
	}
	type man struct {
		army  *realm.Army
		was   realm.Army
		march realm.March
	}
	var spots []spot
	var men []man
	stood := map[game.Place][]*realm.Army{}
	note := func(a *realm.Army) {
		men = append(men, man{a, *a, *a.March})
		stood[a.At] = y.ArmiesAt(a.At)
	}
	for _, p := range places {
		if p == game.Nowhere {
			continue
		}
		s := spot{at: p, field: y.State.Fields[p]}
		if s.field.Building != nil {
			s.building = *s.field.Building
		}
		spots = append(spots, s)
		for d := game.Direction(0); d <= 6; d++ { // a fleet is raised beside its town
			if q := y.Grid.Step(p, d); q != game.Nowhere {
				stood[q] = y.ArmiesAt(q)
			}
		}
		for _, a := range y.ArmiesAt(p) {
			if a.Realm == y.number && a.Name.Type == 'D' {
				note(a)
			}
		}
	}
	for _, name := range named {
		a := y.State.Army(y.number, name)
		if a == nil {
			continue
		}
		if note(a); a.Formation() {
			for _, m := range y.State.Members(a) {
				note(m)
			}
		}
		if c := y.Load(a); c != nil {
			note(c)
		}
		if v := y.FormationOf(a); v != nil { // it goes with its last member
			note(v)
		}
	}
	list, formations := y.State.Armies[y.number], y.Formations
	return func() {
		for _, s := range spots {
			if y.State.Fields[s.at] = s.field; s.field.Building != nil {
				*s.field.Building = s.building
			}
		}
		y.State.Armies[y.number], y.Formations = list, formations
		for i := len(men) - 1; i >= 0; i-- {
			*men[i].army = men[i].was
			*men[i].army.March = men[i].march
		}
		for p, there := range stood {
			y.At[p] = there
		}
	}
}
