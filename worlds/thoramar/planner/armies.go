package planner

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// The forms of $A, and parts that all of them have. What a special names comes after these.
const (
	marches = iota
	marchesWithArmy
	razesBuilding
	razesEdge
	marchesThroughGate
	castsOnField

	partPlan    = 1
	partFlag    = 3
	partSpecial = 4
	partCount   = 5
)

// mostChoices is how many armies a list offers. In a field with more, the page's text is the quicker way.
const mostChoices = 50

// armies lists the realm's armies, in its order.
func (d *desk) armies() (out []game.DeskArmy) {
	for _, a := range d.State.Armies[d.number] {
		army := d.army(a)
		if a.Formation() {
			for _, m := range d.State.Members(a) {
				army.Members = append(army.Members, m.Name.String())
			}
		}
		army.Actions = d.orders(a)
		out = append(out, army)
	}
	return out
}

// army is an army without its orders.
func (d *desk) army(a *realm.Army) game.DeskArmy {
	row := d.Row(a)
	army := game.DeskArmy{Name: a.Name.String(), Kind: row.Unit, Text: d.name(row.Key()), Look: lookOf(a.Name.Unit),
		At: d.label(a.At), Men: a.Men, Points: int64(max(a.Points, 0)), Idle: d.book.T("desk.idle")}
	if a.Aboard.ID != 0 {
		army.In = a.Aboard.String()
		army.Idle = d.book.T("desk.idle-in")
	}
	return army
}

// Raised lists the armies that the orders of a text make. Recruits can be told all that other armies can.
func Raised(l turn.Lent, made turn.Made, lang phrase.Lang) (out []game.DeskArmy) {
	made.Recruit(l.Known)
	d := of(l, lang)
	for _, a := range made.Recruits {
		army := d.army(d.State.Army(d.number, a.Name))
		for _, x := range d.orders(d.State.Army(d.number, a.Name)) {
			if x.Code != "reinforce" { // its line of $R says how many they are
				army.Actions = append(army.Actions, x)
			}
		}
		out = append(out, army)
	}
	for i := range made.Others { // they can have no special
		army := d.army(&made.Others[i])
		army.Actions = d.commands(&made.Others[i])
		for _, m := range made.Members[i] {
			army.Members = append(army.Members, m.String())
		}
		out = append(out, army)
	}
	return out
}

// line begins a line of $A: an army without a step that shows its sign.
func (d *desk) line(a *realm.Army, form int, command realm.Command, special ...string) game.Draft {
	return game.Draft{Letter: "A", Form: form,
		Values: append([]string{a.Name.String(), "", string(rune(command)), "+"}, special...)}
}

// orders are what an army can be told to do.
func (d *desk) orders(a *realm.Army) (out []game.Action) {
	add := func(list ...game.Action) { out = append(out, list...) }
	add(d.commands(a)...)
	add(d.parts(a)...)
	add(d.joins(a)...)
	if !a.Cargo() {
		add(d.boards(a)...)
	}
	add(d.spells(a)...)
	if a.Name.Type == 'H' {
		add(d.action("trade", d.line(a, castsOnField, realm.Defend, ""),
			game.Field{Part: partSpecial, Choices: d.markets(a)}))
	}
	if at := d.Field(a.At).Building; at != nil && d.Tables.FindBuilding(at.Kind).Gate && !a.Formation() {
		add(d.gate(a))
	}
	if again, can := d.reinforced(a); can {
		add(again)
	}
	if d.Tables.Battle == tables.InRows && !fight.InNoRow(a) {
		add(d.tactic(a))
	}
	return out
}

// commandCodes are the commands of $A with the codes of their actions.
var commandCodes = []struct {
	command realm.Command
	code    string
}{
	{realm.Defend, "march"}, {realm.Attack, "attack"}, {realm.Conquer, "conquer"}, {realm.Plunder, "plunder"},
}

// commands are V without a step, and V A E P Z on a way, as far as the kind of army can carry them out. How it can show
// itself is the same for all of them, and so told once.
func (d *desk) commands(a *realm.Army) []game.Action {
	out := []game.Action{d.action("hold", d.line(a, marches, realm.Defend), d.flag(a))}
	for _, c := range commandCodes {
		if strings.IndexByte(order.Able(c.command), a.Name.Type) < 0 {
			continue
		}
		if needs, least := march.Least(d.Turn, a, c.command); needs && least == 0 {
			continue
		}
		does := d.action(c.code, d.line(a, marches, c.command))
		does.Why = d.tooFew(a, c.command)
		out = append(out, does)
	}
	if _, least := march.Least(d.Turn, a, realm.Destroy); least > 0 && strings.IndexByte(order.Able(realm.Destroy),
		a.Name.Type) >= 0 {
		out = append(out, d.razes(a)...)
	}
	return out
}

// tooFew is why a command would come to nothing: the army has too few men for it.
func (d *desk) tooFew(a *realm.Army, c realm.Command) *game.Said {
	needs, least := march.Least(d.Turn, a, c)
	if !needs || a.Men >= least {
		return nil
	}
	return d.why(phrase.P("too-few-for", phrase.Str("army", a.Name.String()), phrase.Str("command", string(rune(c))),
		phrase.Num("need", least), phrase.Num("men", a.Men), realm.Kind(a.Name.Unit, a.Men)))
}

// flag are the ways to show oneself. T03 says how many can hide.
func (d *desk) flag(a *realm.Army) game.Field {
	hidden := game.Option{Value: "-", Name: d.book.T("desk.hidden")}
	if most := d.Row(a).Spy; a.Men > most && a.Sights() {
		hidden.Why = d.why(phrase.P(fight.LastOf("too-many-to-hide", "cannot-hide", most),
			phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men), realm.Kind(a.Name.Unit, a.Men),
			phrase.Num("most", most)))
	}
	return game.Field{Part: partFlag, Choices: []game.Option{{Value: "+", Name: d.book.T("desk.shown")},
		{Value: "", Name: d.book.T("desk.unsigned")}, hidden}}
}

// razes are Z for a building and for an edge.
func (d *desk) razes(a *realm.Army) []game.Action {
	var buildings, edges []game.Option
	for i := range d.Tables.Building {
		row := &d.Tables.Building[i]
		option := game.Option{Value: row.Code, Name: d.name(row.Key())}
		if row.Edge {
			edges = append(edges, option)
		} else {
			buildings = append(buildings, option)
		}
	}
	building := d.action("destroy", d.line(a, razesBuilding, realm.Destroy, ""),
		game.Field{Part: partSpecial, Choices: buildings})
	edge := d.action("destroy-edge", d.line(a, razesEdge, realm.Destroy, "", ""),
		game.Field{Part: partSpecial, Choices: edges}, game.Field{Part: partCount, Least: 1, Most: 6})
	building.Why, edge.Why = d.tooFew(a, realm.Destroy), d.tooFew(a, realm.Destroy)
	return []game.Action{building, edge}
}

// tried is an action of a line of $A whose special is tried as it would be carried out.
func (d *desk) tried(code string, a *realm.Army, form int, s realm.Special, special ...string) game.Action {
	_, why := d.special(a, s)
	does := d.action(code, d.line(a, form, realm.Defend, special...))
	does.Why = d.why(why)
	return does
}

// parts are splitting, and merging with each army of the kind in the field.
func (d *desk) parts(a *realm.Army) (out []game.Action) {
	if !realm.Parts(a.Name.Unit) {
		return nil
	}
	half, least := realm.ArmyName{Unit: a.Name.Unit, ID: d.free(a.Name.Unit)}, d.Row(a).Min
	split := d.tried("split", a, marchesWithArmy, realm.Special{Form: realm.AnArmy, Army: half, Count: max(least, 1)},
		half.String(), "")
	most := a.Men - least
	if c := d.Load(a); c != nil { // what it has aboard needs room
		most = min(most, a.Men-realm.UpBy(d.Row(c).SizeOf(c.Men), d.Row(a).Hold))
	}
	split.Fields = []game.Field{{Part: partCount, Least: least, Most: max(most, 0), Unit: d.counts(a.Name.Unit)}}
	out = append(out, split)
	var others []game.Option
	for _, b := range d.State.OfUnit(d.number, a.Name.Unit) {
		if b == a || b.At != a.At {
			continue
		}
		if len(others) == mostChoices {
			break
		}
		_, why := d.special(a, realm.Special{Form: realm.AnArmy, Army: b.Name})
		others = append(others, game.Option{Value: b.Name.String(), Name: d.named(b), Why: d.why(why)})
	}
	if others != nil {
		out = append(out, d.action("merge", d.line(a, marchesWithArmy, realm.Defend, "", ""),
			game.Field{Part: partSpecial, Choices: others}))
	}
	return out
}

// named is an army for a list to choose from: its name, and how many it has.
func (d *desk) named(a *realm.Army) string {
	return a.Name.String() + ", " + strconv.FormatInt(a.Men, 10) + " " + d.book.T(realm.Kind(a.Name.Unit, a.Men).S)
}

// joins are a formation in the field that it can join, a new one, and leaving its own.
func (d *desk) joins(a *realm.Army) (out []game.Action) {
	if a.Member() {
		return []game.Action{d.action("leave", d.line(a, marches, realm.Attack))}
	}
	var choices []game.Option
	try := func(v realm.ArmyName, name string) {
		gold, why := d.special(a, realm.Special{Form: realm.AnArmy, Army: v})
		choices = append(choices, game.Option{Value: v.String(), Name: name, Price: d.gold(gold), Why: d.why(why)})
	}
	u := tables.Unit{Type: 'V', Class: 'L'}
	if a.Name.Ship() {
		u.Class = 'S'
	}
	fresh := realm.ArmyName{Unit: u, ID: d.free(u)}
	if !realm.Joins(a.Name, fresh) {
		return nil
	}
	for _, v := range d.State.OfUnit(d.number, u) {
		if v.At == a.At && len(choices) < mostChoices {
			try(v.Name, d.named(v))
		}
	}
	try(fresh, d.book.Say(phrase.P("desk.new-formation", phrase.Str("army", fresh.String()))))
	return []game.Action{d.action("join", d.line(a, marchesWithArmy, realm.Defend, "", ""),
		game.Field{Part: partSpecial, Choices: choices})}
}

// boards are the fleets beside the army, each with the step that leads aboard.
func (d *desk) boards(a *realm.Army) (out []game.Action) {
	for dir := game.Direction(1); dir <= 6; dir++ {
		q := d.Grid.Step(a.At, dir)
		for _, f := range d.ArmiesAt(q) {
			if f.Realm != d.number || !realm.Boards(a.Name, f.Name) {
				continue
			}
			o := order.ArmyOrder{Army: a.Name, Plan: realm.Plan{dir}, Command: realm.Defend, Flag: realm.Shown,
				Special: realm.Special{Form: realm.AnArmy, Army: f.Name}}
			_, why := d.Order(o)
			if why.Code == "" && march.Room(d.Turn, a, f) < 0 {
				why = phrase.P("embark-no-room", phrase.Str("army", a.Name.String()), phrase.Str("fleet", f.Name.String()),
					phrase.Num("need", d.Row(a).SizeOf(a.Men)), phrase.Num("room", d.Row(f).HoldOf(f.Men)))
			}
			draft := d.line(a, marchesWithArmy, realm.Defend, f.Name.String(), "")
			draft.Values[partPlan] = strconv.Itoa(int(dir))
			out = append(out, game.Action{Code: "embark", Why: d.why(why), Draft: draft,
				Name: d.book.Say(phrase.P("desk.embark", phrase.Str("fleet", f.Name.String())))})
		}
	}
	return out
}

// gate is the way through the world gate in the field.
func (d *desk) gate(a *realm.Army) game.Action {
	// no gate has the number 0, so that nobody comes out of one
	action := d.tried("gate", a, marchesThroughGate, realm.Special{Form: realm.ACode}, "")
	action.Fields = []game.Field{{Part: partSpecial, Least: 1, Most: tables.MaxGate}}
	return action
}

// tactic is a line of $T.
func (d *desk) tactic(a *realm.Army) game.Action {
	var choices []game.Option
	for _, tactic := range battlelines.Tactics {
		word := realm.TacticWord(tactic, d.book.Lang)
		choices = append(choices, game.Option{Value: word, Name: word})
	}
	return d.action("tactic", game.Draft{Letter: "T", Values: []string{a.Name.String(), "", ""}},
		game.Field{Part: 1, Least: 1, Most: int64(d.Tables.Rules.RowsDeep)}, game.Field{Part: 2, Choices: choices})
}
