package conformance

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// deskTurns is how many turns of an example have their desks tried, and deskDrafts how many of a desk's drafts.
const deskTurns = 6

func deskDrafts() int { return Often(12, 120) }

// planners yields what living realms know in the first turns of an example, as far as it is a game.Planner.
func (tb *table) planners(bad fail, each func(w game.World, k game.Known, p game.Planner, realm int)) {
	for turns := range min(tb.ex.Turns, deskTurns) {
		w := tb.after(turns)
		for _, r := range w.Realms() {
			if k := tb.opened(w, r.Number, bad); k != nil && !r.Fallen {
				if p, is := k.(game.Planner); is {
					each(w, k, p, r.Number)
				}
			}
		}
		if w.Asked().Over {
			return
		}
	}
}

// desks: what a realm can order is told the same each time, in both languages alike, and to it alone. All that is
// named has a name. Each order begun can be written by its form, and the receipt accepts what has no reason why not,
// unless the purse does not reach. What has one gets a problem.
func desks(tb *table, bad fail) {
	counted, uncounted := 0, 0 // desks with units, whose room Units counts under orders, or does not
	tb.planners(bad, func(w game.World, k game.Known, p game.Planner, realm int) {
		t := &drafting{tb: tb, k: k, realm: realm, turn: w.Asked().Turn, desk: p.Desk(realm, phrase.En)}
		t.bad = func(format string, args ...any) {
			bad("turn %d, the desk of realm %d: %s", t.turn, realm, fmt.Sprintf(format, args...))
		}
		if !reflect.DeepEqual(t.desk, p.Desk(realm, phrase.En)) {
			t.bad("asked for again, it is another")
		}
		for _, other := range []int{0, realm + 1, -1} {
			if d := p.Desk(other, phrase.En); !reflect.DeepEqual(d, game.Desk{}) {
				t.bad("realm %d has one, too", other)
			}
		}
		t.named()
		t.drawn(w)
		de := &drafting{tb: tb, k: k, realm: realm, turn: t.turn, desk: p.Desk(realm, phrase.De), bad: t.bad}
		all, german := t.drafts(), de.drafts()
		if len(all) != len(german) {
			t.bad("it has %d orders, and in German %d", len(all), len(german))
			return
		}
		dice := tb.dice(w, "drafts", int64(realm))
		for range min(deskDrafts(), len(all)) {
			i := dice.N(int64(len(all)))
			t.accepted(all[i])
			t.accepted(german[i])
		}
		t.raised(all, dice)
		in := game.Sheet{Realm: realm, Turn: t.turn}
		switch units := p.Units(in, phrase.En); {
		case len(t.desk.Units) == 0:
		case units == nil:
			uncounted++
		case !reflect.DeepEqual(units, t.desk.Units):
			t.bad("without an order it can raise others")
		default:
			counted++
		}
	})
	if counted > 0 && uncounted > 0 {
		bad("of %d desks it is told what can still be raised under orders, and of %d not", counted, uncounted)
	}
}

// raised: armies that an order makes can be ordered behind it, in the same text, and are called alike each time. Without
// an order none are made.
func (t *drafting) raised(all []drafted, dice *game.Dice) {
	by := func(realm int, text string) []game.DeskArmy {
		return t.k.(game.Planner).Raised(game.Sheet{Realm: realm, Turn: t.turn, Text: text}, phrase.En)
	}
	for _, text := range []string{"", "$A\n", ";"} {
		if a := by(t.realm, text); len(a) > 0 {
			t.bad("no order raises %s", a[0].Name)
		}
	}
	for range min(4, len(all)) {
		line, ok := t.written(&all[dice.N(int64(len(all)))])
		if !ok {
			continue
		}
		made := by(t.realm, line)
		if !reflect.DeepEqual(made, by(t.realm, line)) {
			t.bad("asked for again, %q raises others", line)
		}
		if len(by(t.realm+1, line)) > 0 {
			t.bad("realm %d raises armies, too", t.realm+1)
		}
		behind := &drafting{tb: t.tb, k: t.k, realm: t.realm, turn: t.turn, bad: t.bad, before: line,
			desk: game.Desk{Purse: t.desk.Purse, Armies: made}}
		behind.named()
		for _, d := range behind.drafts() {
			behind.accepted(d)
		}
	}
}

// Drafts tries orders that the desk of a realm has begun, at most this many, each by a receipt. It returns how many.
func Drafts(t *testing.T, rb game.Rulebook, k game.Known, realm, most int, d *game.Dice) (tried int) {
	t.Helper()
	for _, lang := range phrase.Langs {
		x := &drafting{tb: &table{rb: rb}, k: k, realm: realm, turn: k.Asked().Turn, desk: k.(game.Planner).Desk(realm, lang),
			bad: t.Errorf}
		x.named()
		all := x.drafts()
		for range min(most, len(all)) {
			i := d.N(int64(len(all)))
			x.accepted(all[i])
			all = slices.Delete(all, int(i), int(i)+1)
			tried++
		}
	}
	return tried
}

// drafting tries the orders of a desk.
type drafting struct {
	tb    *table
	k     game.Known
	realm int
	turn  int
	desk  game.Desk
	bad   fail
	// orders that stand before what is tried
	before string
}

// drafted is an order begun, with what limits the rest of it.
type drafted struct {
	what   string
	draft  game.Draft
	fields []game.Field
	why    *game.Said
	price  []game.Amount // at least
	with   *drafted      // an order without which this one is refused
	then   []game.Draft  // lines behind it
}

// named: everything has a code and a name, and no unit or work is there twice.
func (t *drafting) named() {
	seen := map[string]bool{}
	has := func(what, code, name string) {
		if code == "" || name == "" || strings.ContainsAny(name, "`{}") || seen[what+code] {
			t.bad("%s %q is called %q", what, code, name)
		}
		seen[what+code] = true
	}
	for _, u := range t.desk.Units {
		has("unit", u.Code, u.Name)
		for _, f := range u.Figures {
			has("unit "+u.Code, f.Code, f.Name)
		}
	}
	for _, w := range t.desk.Works {
		has("work", w.Code, w.Name)
		has("what is given by work", w.Code, w.Gives)
	}
	for _, a := range t.desk.Armies {
		has("army", a.Name, a.Text)
	}
	for code, kind := range t.desk.Kinds {
		has("kind", code, kind.Name)
	}
	for _, a := range t.desk.Purse {
		has("purse", a.Code, a.Name)
	}
}

// drawn: every army that the report names can be drawn, also when the game is over.
func (t *drafting) drawn(w game.World) {
	for _, a := range w.Facts(t.realm).Armies {
		code, _, _ := strings.Cut(a.Name, " ")
		if _, known := t.desk.Kinds[cmp.Or(a.Kind, code)]; !known && !a.Unknown {
			t.bad("the kind %q of %q is not among its kinds", a.Kind, a.Name)
		}
		if _, told := a.Values[t.desk.Shows]; !told && t.desk.Shows != "" && a.Men == 0 {
			t.bad("the counter of %q shows its %s, which the report does not tell", a.Name, t.desk.Shows)
		}
	}
	if rest := t.desk; w.Asked().Over {
		if rest.Kinds, rest.Shows = nil, ""; !reflect.DeepEqual(rest, game.Desk{}) {
			t.bad("the game is over, and it has %+v", rest)
		}
	}
}

// drafts lists all orders that a desk has begun.
func (t *drafting) drafts() (out []drafted) {
	add := func(what string, a game.Action, price []game.Amount) {
		out = append(out, drafted{what + " " + a.Code, a.Draft, a.Fields, a.Why, price, nil, a.Then})
	}
	at := func(what string, a game.Action, sites []game.Site, price func(game.Site) []game.Amount) {
		for _, s := range sites {
			if s.Draft != nil {
				out = append(out, drafted{what + " at " + s.At, *s.Draft, a.Fields, s.Why, price(s), nil, a.Then})
			}
			if s.Why != nil && s.Why.Text == "" {
				t.bad("%s at %s: no reason is told", what, s.At)
			}
		}
	}
	for _, u := range t.desk.Units {
		at(u.Code, u.Action, u.Sites, func(game.Site) []game.Amount {
			least := int64(1)
			for _, f := range u.Action.Fields {
				least = max(least, f.Least)
			}
			price := slices.Clone(u.Once)
			for _, p := range u.Price {
				p.Amount *= least
				price = append(price, p)
			}
			return price
		})
	}
	for _, w := range t.desk.Works {
		at(w.Code, w.Action, w.Sites, func(s game.Site) []game.Amount {
			if s.Price != nil {
				return s.Price
			}
			return w.Price
		})
	}
	for _, a := range t.desk.Armies {
		for _, action := range a.Actions {
			add(a.Name, action, nil)
			if i := slices.IndexFunc(a.Actions, func(b game.Action) bool { return b.Code == action.With }); i >= 0 {
				b := a.Actions[i]
				out[len(out)-1].with = &drafted{a.Name + " " + b.Code, b.Draft, b.Fields, b.Why, nil, nil, nil}
			} else if action.With != "" {
				t.bad("%s: %s needs %q, which is not there", a.Name, action.Code, action.With)
			}
		}
	}
	for _, p := range t.desk.Pacts {
		for _, action := range p.Actions {
			add("realm "+strconv.Itoa(p.Realm), action, nil)
		}
	}
	for _, action := range t.desk.Actions {
		add("the realm", action, nil)
	}
	return out
}

// accepted writes an order, filled in with the least that it asks for, behind those it needs, and gives it to the receipt.
func (t *drafting) accepted(d drafted) {
	text, ok := t.written(&d)
	before := t.before
	if d.then != nil { // its line stands in place of the one that its army has
		before = strings.Join(slices.DeleteFunc(strings.SplitAfter(before, "\n"), func(l string) bool {
			return strings.HasPrefix(l, d.draft.Values[0]+" ")
		}), "")
	}
	first := strings.Count(before, "\n")
	if ok && d.with != nil {
		var with string
		with, ok = t.written(d.with)
		before += with
	}
	if !ok {
		return
	}
	text = before + text
	checked := t.k.Check(game.Sheet{Realm: t.realm, Turn: t.turn, Text: text})
	refused, doubted := "", false
	for _, p := range checked.Problems {
		if p.Line > first {
			doubted = true
			if p.Severity == orders.Error {
				refused = t.tb.rb.Words(phrase.En).Say(p.What)
			}
		}
	}
	switch {
	case d.why != nil && !doubted:
		t.bad("%s: %q, but the receipt accepts %q", d.what, d.why.Text, text)
	case d.why == nil && refused != "" && !t.dear(d.price):
		t.bad("%s: no reason why not, but the receipt refuses %q: %s", d.what, text, refused)
	}
}

// written is the order as a text that is read; false: there is nothing to choose, or it is bad.
func (t *drafting) written(d *drafted) (string, bool) {
	s := t.tb.section(d.draft.Letter)
	if s == nil || d.draft.Form >= len(s.Forms) || len(d.draft.Values) != len(s.Forms[d.draft.Form].Parts) {
		t.bad("%s: there is no form for %+v", d.what, d.draft)
		return "", false
	}
	form := s.Forms[d.draft.Form]
	values, ok := filled(form, d)
	if !ok {
		return "", false
	}
	text := "$" + d.draft.Letter + "\n" + form.Print(values, phrase.En) + "\n"
	for _, l := range d.then {
		text += "$" + l.Letter + "\n" + t.tb.section(l.Letter).Forms[l.Form].Print(l.Values, phrase.En) + "\n"
	}
	if file := t.tb.rb.Language().Parse(text); file.Errors() > 0 {
		t.bad("%s: %q is not read: %v", d.what, text, file.Problems)
		return "", false
	}
	return text, true
}

// dear reports whether the purse does not reach.
func (t *drafting) dear(price []game.Amount) bool {
	sums := map[string]int64{}
	for _, p := range price {
		sums[p.Code] += p.Amount
	}
	for _, p := range t.desk.Purse {
		if sums[p.Code] > p.Amount {
			return true
		}
	}
	return false
}

// filled fills in what is missing: the first choice that has no reason, the least number, or some word. ok is false if
// there is nothing to choose.
func filled(form orders.Form, d *drafted) (values []string, ok bool) {
	values = slices.Clone(d.draft.Values)
	for i, p := range form.Parts {
		if values[i] != "" || p.Kind == orders.APath && p.Digits > 0 {
			continue
		}
		at := slices.IndexFunc(d.fields, func(f game.Field) bool { return f.Part == i })
		switch {
		case at >= 0 && d.fields[at].Choices != nil:
			free := slices.IndexFunc(d.fields[at].Choices, func(o game.Option) bool { return o.Why == nil })
			if free < 0 {
				return nil, false
			}
			values[i] = d.fields[at].Choices[free].Value
			d.price = slices.Concat(d.price, d.fields[at].Choices[free].Price)
		case at >= 0 && d.fields[at].Least > 0:
			if most := d.fields[at].Most; most > 0 && most < d.fields[at].Least && d.why == nil {
				return nil, false
			}
			values[i] = strconv.FormatInt(d.fields[at].Least, 10)
		case at >= 0 && !p.Optional && p.Kind != orders.AnyNumber, at >= 0 && !p.Optional && len(fillings[p.Kind]) == 0:
			return nil, false // nothing to choose
		case !p.Optional && p.Kind == orders.OneOf:
			values[i] = p.Choices[0].De
		case !p.Optional:
			values[i] = fillings[p.Kind][0]
		}
	}
	return values, true
}

// marchers yields one army of each realm that planners yields, if it has some, with the dice that chose it.
func (tb *table) marchers(what string, bad fail,
	each func(w game.World, p game.Planner, realm int, army game.DeskArmy, dice *game.Dice)) {
	tb.planners(bad, func(w game.World, _ game.Known, p game.Planner, realm int) {
		dice, armies := tb.dice(w, what, int64(realm)), p.Desk(realm, phrase.En).Armies
		if len(armies) > 0 {
			each(w, p, realm, armies[dice.N(int64(len(armies)))], dice)
		}
	})
}

// marches: a march comes where reach says, with as many points. A turn in which nobody else gives orders brings an army
// there too, unless the report tells of something that happened to it, or the march had doubts.
func marches(tb *table, bad fail) {
	planned, walked := 0, 0
	tb.marchers("marches", bad, func(w game.World, p game.Planner, realm int, army game.DeskArmy, dice *game.Dice) {
		turn := w.Asked().Turn
		planned++
		m := game.Mover{Army: army.Name}
		reached := slices.DeleteFunc(p.Reach(realm, m, ""), func(r game.Reached) bool { return r.Meets })
		if len(reached) == 0 {
			return
		}
		goal := reached[dice.N(int64(len(reached)))]
		march := p.March(realm, m, game.Mover{Way: goal.Way}.Steps(), "", phrase.En)
		last := len(march.Steps) - 1
		if march.Stops != nil || last < 0 || march.Steps[last].At != goal.At || march.Steps[last].Left != goal.Left {
			bad("turn %d, realm %d: %s comes to %s on %s with %d, but marches %+v", turn, realm, army.Name, goal.At,
				goal.Way, goal.Left, march)
			return
		}
		text := tb.marchOf(army, goal, march)
		out := w.Resolve([]game.Sheet{{Realm: realm, Turn: turn, Text: text}}, tb.turnSeed(w), 1, nil)
		doubts := slices.ContainsFunc(march.Steps, func(s game.Step) bool { return len(s.Says) > 0 || s.Lost > 0 })
		if text == "" || doubts {
			return
		}
		facts := out.Facts(realm)
		happened := strings.Contains(string(encoded(&game.Facts{Weeks: tb.eventsOnly(facts.Weeks)})), army.Name)
		for _, a := range facts.Armies {
			if a.Realm == realm && a.Name == army.Name {
				if a.At == goal.At {
					walked++
				} else if !happened {
					bad("turn %d, realm %d: %s was to come to %s by %s, and is in %s", turn, realm, army.Name, goal.At,
						goal.Way, a.At)
				}
			}
		}
	})
	if planned > 5 && walked == 0 {
		bad("of %d marches, no turn has shown where they end", planned)
	}
}

// barred: a mover that is never tired comes wherever it can come in the turn. On its way to another field a march says
// why it does not come there, unless it goes on in later turns.
func barred(tb *table, bad fail) {
	tb.marchers("barred", bad, func(w game.World, p game.Planner, realm int, army game.DeskArmy, dice *game.Dice) {
		m := game.Mover{Army: army.Name}
		now, comes := p.Reach(realm, m, ""), map[string]bool{}
		m.Tireless = true
		far := p.Reach(realm, m, "")
		for _, r := range far {
			comes[r.At] = true
		}
		for _, r := range now {
			if !comes[r.At] && !r.Meets {
				bad("turn %d, realm %d: %s comes to %s, but not if it never tires", w.Asked().Turn, realm, m.Army, r.At)
			}
			delete(comes, r.At)
		}
		far = slices.DeleteFunc(far, func(r game.Reached) bool { return !comes[r.At] || r.Meets })
		for range min(4, len(far)) {
			r := far[dice.N(int64(len(far)))]
			for _, lang := range phrase.Langs {
				march := p.March(realm, m, game.Mover{Way: r.Way}.Steps(), "", lang)
				if n := len(march.Steps); march.Stops == nil && (n < len(r.Way) || march.Steps[n-1].At != r.At) {
					bad("turn %d, realm %d: %s does not come to %s by %s, and nothing says why: %+v", w.Asked().Turn, realm,
						m.Army, r.At, r.Way, march)
				}
			}
		}
	})
}

// begun: behind a part of a way, an army still comes to the end of the whole way, and has as many points left there. It
// comes nowhere else than without that part, and marches to where it comes.
func begun(tb *table, bad fail) {
	tb.marchers("begun", bad, func(w game.World, p game.Planner, realm int, army game.DeskArmy, dice *game.Dice) {
		m := game.Mover{Army: army.Name}
		all := p.Reach(realm, m, "")
		far := slices.DeleteFunc(slices.Clone(all), func(r game.Reached) bool { return r.Meets || len(r.Way) < 2 })
		if len(far) == 0 {
			return
		}
		goal := far[dice.N(int64(len(far)))]
		m.Way = goal.Way[:1+dice.N(int64(len(goal.Way)-1))]
		rest := p.Reach(realm, m, "")
		if !slices.ContainsFunc(rest, func(r game.Reached) bool { return r.At == goal.At && r.Left == goal.Left }) {
			bad("turn %d, realm %d: %s does not come to %s by %s behind %s", w.Asked().Turn, realm, army.Name, goal.At,
				goal.Way, m.Way)
		}
		for _, r := range rest {
			before := r.At == army.At || slices.ContainsFunc(all, func(a game.Reached) bool { return a.At == r.At })
			march := p.March(realm, m, game.Mover{Way: r.Way}.Steps(), "", phrase.En)
			last := len(march.Steps) - 1
			if !before || !r.Meets && (last < 0 || march.Steps[last].At != r.At || march.Steps[last].Left != r.Left) {
				bad("turn %d, realm %d: %s comes to %+v behind %s, but marches %+v", w.Asked().Turn, realm, army.Name, r,
					m.Way, march)
			}
		}
	})
}

// surveyed: figures of a field are told of free fields alone, of many of these, to the realm that asks alone, and alike in
// both languages. Their names agree with a number of 1.
func surveyed(tb *table, bad fail) {
	free, told := 0, 0
	tb.planners(bad, func(w game.World, k game.Known, p game.Planner, realm int) {
		chart := k.Chart(realm, phrase.En)
		if chart == nil {
			return
		}
		dice, cells := tb.dice(w, "surveyed", int64(realm)), chart.Cells
		for range min(12, len(cells)) {
			c := cells[dice.N(int64(len(cells)))]
			list, german := p.Survey(realm, c.Label, phrase.En), p.Survey(realm, c.Label, phrase.De)
			if len(p.Survey(realm+1, c.Label, phrase.En)) > 0 || c.Owner > 0 && c.Age == 0 && list != nil || len(german) != len(list) {
				bad("turn %d, realm %d: %s of realm %d is surveyed: %+v", w.Asked().Turn, realm, c.Label, c.Owner, list)
			}
			for i, a := range list {
				if a.Amount == 1 && (strings.Contains(a.Name, "points ") || strings.Contains(a.Name, "steps ")) {
					bad("turn %d, realm %d: %s has 1 %s", w.Asked().Turn, realm, c.Label, a.Name)
				}
				if a.Amount < 0 || a.Code != german[i].Code || a.Amount != german[i].Amount || a.Name == "" || a.Name == german[i].Name {
					bad("turn %d, realm %d: %s has %+v, in German %+v", w.Asked().Turn, realm, c.Label, a, german[i])
				}
			}
			if c.Owner == 0 {
				if free++; list != nil {
					told++
				}
			}
		}
		if len(p.Survey(realm, "?", phrase.En)) > 0 {
			bad("what is no field is surveyed")
		}
	})
	if free > 20 && told == 0 {
		bad("of %d free fields nothing is told", free)
	}
}

// section is the section of a letter; nil: there is none.
func (tb *table) section(letter string) *orders.Section {
	sections := tb.rb.Language().Sections
	i := slices.IndexFunc(sections, func(s orders.Section) bool { return string(s.Letter) == letter })
	if i < 0 {
		return nil
	}
	return &sections[i]
}

// eventsOnly leaves out what armies saw, and what only tells that they have marched.
func (tb *table) eventsOnly(weeks []game.FactWeek) []game.FactWeek {
	weeks = slices.Clone(weeks)
	for i := range weeks {
		weeks[i].Sightings = nil
		weeks[i].Events = slices.DeleteFunc(slices.Clone(weeks[i].Events), func(e game.FactEvent) bool {
			return slices.Contains(tb.ex.Marches, e.Code)
		})
	}
	return weeks
}

// marchOf writes the order that takes an army to a field, by the path, the fields or the goal that a line names; "":
// there is none.
func (tb *table) marchOf(army game.DeskArmy, goal game.Reached, march game.March) string {
	for _, a := range army.Actions {
		s := tb.section(a.Draft.Letter)
		if s == nil {
			continue
		}
		form, values := s.Forms[a.Draft.Form], slices.Clone(a.Draft.Values)
		for i, p := range form.Parts {
			to := map[orders.PartKind]string{orders.APath: goal.Way, orders.APlace: goal.At}[p.Kind]
			for i, s := range march.Steps {
				if p.Kind == orders.APlace && p.Again && i == 0 {
					to = s.At
				} else if p.Kind == orders.APlace && p.Again {
					to += " " + s.At
				}
			}
			if to != "" && values[i] == "" {
				values[i] = to
				return "$" + a.Draft.Letter + "\n" + form.Print(values, phrase.En) + "\n"
			}
		}
	}
	return ""
}
