package planner

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
	"weltentor/worlds/terramagica/turn"
)

// The forms of $A, $K and $H that a desk begins.
const (
	formMarch  = 0
	formTakes  = 1
	formStatus = 2
	formAll    = 3
	formSplit  = 4
	formMerge  = 5

	formRow = 0

	formHome = 0
	formMana = 1
)

// mostChoices is how many armies a list offers. For more, the page's text is the quicker way.
const mostChoices = 50

// armies lists the realm's armies.
func (d *desk) armies() (out []game.DeskArmy) {
	for _, a := range d.State.Armies[d.Realm] {
		parts, _ := d.parts(a)
		army := game.DeskArmy{Name: a.Name, Kind: a.Kind(), Text: d.kind(a.Kind()), Look: looks[a.Kind()], At: label(a.At),
			Men: a.Men(), Points: parts, Idle: d.idle(a)}
		army.Actions = d.orders(a)
		out = append(out, army)
	}
	return out
}

// parts is into how many points the week of an army falls, so that each province costs it whole ones, and how much of
// the week a point is.
func (d *desk) parts(a *realm.Army) (parts, each int64) {
	var paces []int64
	for _, from := range []tables.Terrain{tables.Land, tables.Sea} {
		for _, to := range terrains {
			paces = append(paces, a.Pace(d.Tables, from, to))
		}
	}
	return turn.Parts(paces...)
}

var terrains = []tables.Terrain{tables.Land, tables.Hard, tables.Coast, tables.Sea}

// idle is what an army does without an order.
func (d *desk) idle(a *realm.Army) string {
	switch {
	case a.Routed:
		return d.book.T("desk.idle-routed")
	case a.Takes && len(a.March) == 0:
		return d.book.T("desk.idle-takes")
	case len(a.March) > 0:
		return d.book.Say(phrase.P("desk.idle-marches", phrase.Str("path", realm.PathText(a.March))))
	}
	return d.book.T("desk.idle")
}

// action is an action of a line.
func (d *desk) action(code, letter string, form int, why phrase.Phrase, values ...string) game.Action {
	return game.Action{Code: code, Name: d.book.T("desk." + code), Why: d.why(why),
		Draft: game.Draft{Letter: letter, Form: form, Values: values}}
}

// beside is an action whose line changes nothing of where the army goes.
func (d *desk) beside(code, letter string, form int, why phrase.Phrase, values ...string) game.Action {
	out := d.action(code, letter, form, why, values...)
	out.Beside = true
	return out
}

// orders are what an army can be told to do.
func (d *desk) orders(a *realm.Army) (out []game.Action) {
	march, goes := d.marches(a)
	if goes {
		out = append(out, march)
	}
	out = append(out, d.action("stay", "A", formTakes, d.Order(order.MarchOrder{Army: a.Name}), a.Name,
		order.StayWord.In(d.book.Lang)))
	out = append(out, d.takes(a, goes && march.Why == nil)...)
	out = append(out, d.statuses(a)...)
	for i := range a.Stacks {
		out = append(out, d.split(a, &a.Stacks[i]))
	}
	if merge, can := d.merges(a); can {
		out = append(out, merge)
	}
	out = append(out, d.formation(a), d.mana(a))
	return out
}

// marches leads an army to a province beside it; a line may name more of them.
func (d *desk) marches(a *realm.Army) (march game.Action, goes bool) {
	var goals []game.Option
	for _, n := range d.State.Province(a.At).Ways {
		why := d.Order(order.MarchOrder{Army: a.Name, Path: []int{n}})
		if why.Code == "routed" || why.Code == "cannot-leave-sea" { // the same for all of them
			return d.action("march", "A", formMarch, why, a.Name, label(n)), true
		}
		goals = append(goals, game.Option{Value: label(n), Name: label(n) + ", " + d.book.T(d.State.Province(n).Terrain.Key()),
			Why: d.why(why)})
	}
	march = d.action("march", "A", formMarch, phrase.Phrase{}, a.Name, "")
	march.Fields = []game.Field{{Part: 1, Choices: goals}}
	return march, goals != nil
}

// takes are taking and plundering the province. Where there is nothing to take, a march can end in taking.
func (d *desk) takes(a *realm.Army, goes bool) []game.Action {
	conquer := d.beside("conquer", "A", formTakes, d.Order(order.ConquestOrder{Army: a.Name}), a.Name,
		order.ConquerWord.In(d.book.Lang))
	p := d.State.Province(a.At)
	if conquer.Why != nil && goes && (p.Terrain == tables.Sea || p.Owner == d.Realm) {
		conquer.Why, conquer.With = nil, "march"
	}
	return []game.Action{conquer, d.beside("plunder", "A", formTakes,
		d.Order(order.ConquestOrder{Army: a.Name, Plunder: true}), a.Name, order.PlunderWord.In(d.book.Lang))}
}

// statuses are what an army can be to others: to those in its province first, then to whole realms.
func (d *desk) statuses(a *realm.Army) (out []game.Action) {
	var attack, joint, none []game.Option
	add := func(list *[]game.Option, stance realm.Stance, t realm.Target, name string) {
		if len(*list) == mostChoices {
			return
		}
		value := t
		if t.Realm == d.Realm {
			value.Realm = realm.Own
		}
		why := d.Order(order.StatusOrder{Army: a.Name, Status: realm.Status{Target: value, Stance: stance}})
		*list = append(*list, game.Option{Value: string(value.AppendIn(nil, d.book.Lang)), Name: name, Why: d.why(why)})
	}
	for _, b := range d.State.In(a.At) {
		if b == a {
			continue
		}
		name := d.book.Named(b.Called()) + ", " + strconv.FormatInt(b.Men(), 10)
		if b.Realm == d.Realm {
			name = b.Name + ", " + strconv.FormatInt(b.Men(), 10)
		} else {
			add(&attack, realm.Hostile, b.Target(), name)
		}
		add(&joint, realm.Joint, b.Target(), name)
	}
	for _, r := range d.State.Realms[1:] {
		if r.Number != d.Realm && !r.Fallen {
			name := d.book.Say(phrase.P("desk.whole-realm", phrase.Num("realm", r.Number), phrase.Str("name", r.Name)))
			add(&attack, realm.Hostile, realm.Target{Realm: r.Number}, name)
			add(&joint, realm.Joint, realm.Target{Realm: r.Number}, name)
		}
	}
	for _, s := range a.Statuses {
		if r := d.State.Realm(s.Realm); s.Stance != realm.NoStance && r != nil && !r.Fallen {
			add(&none, realm.NoStance, s.Target, d.book.Named(s.Target.Shown(d.Realm).S))
		}
	}
	for _, s := range []struct {
		code    string
		stance  realm.Stance
		choices []game.Option
	}{{"attack", realm.Hostile, attack}, {"joint", realm.Joint, joint}, {"none", realm.NoStance, none}} {
		if s.choices != nil {
			action := d.beside(s.code, "A", formStatus, phrase.Phrase{}, a.Name, order.StanceWords[s.stance].In(d.book.Lang), "")
			action.Fields = []game.Field{{Part: 2, Choices: s.choices}}
			out = append(out, action)
		}
	}
	if a.Statuses != nil {
		out = append(out, d.beside("none-all", "A", formAll, phrase.Phrase{}, a.Name, order.NoneWord.In(d.book.Lang)))
	}
	return out
}

// split makes a new army of men of one unit. Of the last unit, somebody stays.
func (d *desk) split(a *realm.Army, s *realm.Stack) game.Action {
	name, word := d.free(a.Name+"_2"), order.NameIn(d.book.Lang, s.Unit)
	most := s.Number
	if len(a.Stacks) == 1 {
		most--
	}
	why := d.Order(order.SplitOrder{Army: a.Name, Number: 1, Unit: s.Unit, New: name})
	out := d.beside("split", "A", formSplit, why, a.Name, order.SplitWord.In(d.book.Lang), "", word, name)
	out.Name += ": " + d.kind(s.Unit)
	out.Fields = []game.Field{{Part: 2, Least: 1, Most: most, Unit: d.book.T("desk.men")}, {Part: 4}}
	return out
}

// merges puts another army of the province into this one.
func (d *desk) merges(a *realm.Army) (game.Action, bool) {
	var others []game.Option
	for _, b := range d.State.Armies[d.Realm] {
		if b == a || b.At != a.At || len(others) == mostChoices {
			continue
		}
		why := d.Order(order.MergeOrder{Army: a.Name, Other: b.Name})
		others = append(others, game.Option{Value: b.Name, Name: b.Name + ", " + strconv.FormatInt(b.Men(), 10),
			Why: d.why(why)})
	}
	out := d.beside("merge", "A", formMerge, phrase.Phrase{}, a.Name, order.MergeWord.In(d.book.Lang), "")
	out.Fields = []game.Field{{Part: 2, Choices: others}}
	return out, others != nil
}

// formation is where a unit of an army fights, and how.
func (d *desk) formation(a *realm.Army) game.Action {
	units := rulekit.Map(a.Stacks, func(s realm.Stack) game.Option {
		return game.Option{Value: order.NameIn(d.book.Lang, s.Unit), Name: d.book.Say(phrase.P("desk.stands",
			phrase.Str("unit", d.kind(s.Unit)), phrase.Num("row", s.Stands(d.Tables)), phrase.Key("tactic", s.Tactic.Key())))}
	})
	tactics := rulekit.Map(battlelines.Tactics, func(t battlelines.Tactic) game.Option {
		return game.Option{Value: order.TacticWord(d.book.Lang, t), Name: d.name(t.Key())}
	})
	out := d.beside("tactic", "K", formRow, phrase.Phrase{}, a.Name, "", "", "")
	out.Fields = []game.Field{{Part: 1, Choices: units}, {Part: 2, Least: 1, Most: int64(d.Tables.Battle.Rows)},
		{Part: 3, Choices: tactics}}
	return out
}

// mana gives an army mana for the week's battles.
func (d *desk) mana(a *realm.Army) game.Action {
	why := d.Order(order.ManaOrder{Army: a.Name, Points: 1})
	out := d.beside("mana", "H", formMana, why, order.ManaWord.In(d.book.Lang), a.Name, "")
	out.Fields = []game.Field{{Part: 2, Least: 1, Most: min(d.Tables.Rules.ManaMost, d.State.Realms[d.Realm].Mana), Unit: d.book.T("money.mana")}}
	return out
}
