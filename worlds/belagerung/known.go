package belagerung

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// knownSchema is the version of what Known gives.
const knownSchema = 1

// Known is the whole board, for all of it is visible. Who plays the other realms, how they
// read their letters, and how many turns they have missed stays with the machine.
func (w *World) Known(whose int) []byte {
	if w.state.Realm(whose) == nil {
		return nil
	}
	s := w.state.Clone()
	for i := range s.Realms {
		if r := &s.Realms[i]; r.Number != whose {
			r.Person, r.Missed = r.Person.Known(whose), 0
		}
	}
	return frame.Known(knownSchema, whose, s)
}

// OpenKnown opens what Known gave.
func (r *Rulebook) OpenKnown(known, rules []byte) (game.Known, error) {
	return frame.OpenKnown(r.Book, known, rules, knownSchema, realm.Decode,
		func(t *tables.Tables, s *realm.State) frame.Masked { return r.opened(t, s) })
}

// Stages are the attacks that could be made as the board lies, by the realm on each
// enemy and by the enemies on each of its own: whoever reaches the field attacks. All
// is visible, so nothing is assumed, but that nobody moves before. The last is an example.
func (w *World) Stages(number int, _ game.Facts, lang phrase.Lang) []game.Stage {
	if w.state.Realm(number) == nil || w.state.Over {
		return nil
	}
	var out []game.Stage
	for i := range w.state.Realms {
		other := w.state.Realms[i].Number
		if other != number && !w.state.Realms[i].Fallen {
			out = append(out, w.stages("battle-stage.attack", number, other, lang)...)
			out = append(out, w.stages("battle-stage.defence", other, number, lang)...)
		}
	}
	return append(out, frame.SampleStage(w.rules.Words(lang)))
}

// stages are the attacks of one realm on another's units, walls and castle.
func (w *World) stages(code string, by, at int, lang phrase.Lang) []game.Stage {
	t := w.newTurn(frame.Sheet{}, game.Seed{}, still)
	t.me = t.state.Realm(by)
	var out []game.Stage
	for p := range t.state.Terrain {
		x, y := realm.Column(t.state.Grid, game.Place(p))
		target := order.Field{X: x, Y: y}
		if !w.theirs(game.Place(p), at) {
			continue
		}
		var who []*realm.Unit
		for _, u := range t.state.Of(by) {
			if _, wrong := t.aim(u, target, false); wrong.Code == "" && t.mayAttack(orders.Position{}, u) {
				who = append(who, u)
			}
		}
		if len(who) == 0 {
			continue
		}
		title := w.rules.Words(lang).Say(phrase.P(code, phrase.XY("field", x, y),
			phrase.Str("realm", w.state.Realm(at).Name), phrase.Str("by", w.state.Realm(by).Name)))
		text := ""
		for ; len(who) > 0; who = who[:len(who)-1] { // where the first surely leave nobody, the next find nobody there
			d := &dispatch{state: w.state, tables: w.tables, lang: lang, sides: [2]int{by, at}}
			text = d.text(title, who, game.Place(p))
			if _, problems := w.ReadBattle(text); len(problems) == 0 || len(who) == 1 {
				break
			}
		}
		out = append(out, game.Stage{Title: title, Text: text})
	}
	return out
}

// theirs tells whether a realm has somebody, a wall or its castle on a field.
func (w *World) theirs(p game.Place, whose int) bool {
	if on := w.state.On(p); len(on) > 0 {
		return on[0].Realm == whose
	}
	r := w.state.CastleAt(p)
	if r == nil {
		r = w.state.Wall(w.tables, p)
	}
	return r != nil && r.Number == whose
}

// dispatch writes an attack phase's text from a board.
type dispatch struct {
	state  *realm.State
	tables *tables.Tables
	lang   phrase.Lang
	sides  [2]int
	out    []byte
}

// nearby is how far from the field that is attacked things are written that may matter: routes lead over no more.
const nearby = 12

// text writes who attacks a field, and what lies around.
func (d *dispatch) text(title string, who []*realm.Unit, at game.Place) string {
	d.line("; " + title)
	d.line(order.WordIn(d.lang, boardWords), strconv.Itoa(d.state.Grid.Width), strconv.Itoa(d.state.Grid.Height))
	d.line(order.WordIn(d.lang, diceWords), strconv.FormatInt(max(d.state.Supply(d.tables), 0), 10))
	for _, row := range []tables.Terrain{tables.Hill, tables.Forest, tables.River} {
		var fields []string
		for _, u := range d.state.Units {
			if d.near(u.At, at) && d.state.Terrain[u.At] == row && !slices.Contains(fields, d.at(u.At)) {
				fields = append(fields, d.at(u.At))
			}
		}
		if len(fields) > 0 {
			d.line(append([]string{order.WordIn(d.lang, terrainWords[row])}, fields...)...)
		}
	}
	for _, b := range d.state.Buildings {
		if b.Owner == 0 && b.Site == 0 {
			d.building(b)
		}
	}
	heads := [2][]string{{"$Angreifer", "$Attackers"}, {"$Verteidiger", "$Defenders"}}
	for side, number := range d.sides {
		d.line(order.WordIn(d.lang, heads[side]))
		d.side(number, at)
		if side == frame.Attackers {
			x, y := realm.Column(d.state.Grid, at)
			for _, u := range who {
				o := order.AttackOrder{Unit: order.Name{Number: u.Number}, Targets: []order.Field{{X: x, Y: y}}}
				d.line(string(o.Speak(nil, d.lang)))
			}
		}
	}
	return string(d.out)
}

func (d *dispatch) line(words ...string) {
	d.out = append(append(d.out, strings.Join(words, " ")...), '\n')
}

func (d *dispatch) at(p game.Place) string {
	x, y := realm.Column(d.state.Grid, p)
	return string(order.Field{X: x, Y: y}.Append(nil))
}

// near tells whether a place may matter: all that mans a smithy does.
func (d *dispatch) near(p, at game.Place) bool {
	b := d.state.Building(p)
	return d.state.Grid.Distance(p, at) <= nearby || b != nil && b.Kind == tables.Smithy
}

func (d *dispatch) building(b *realm.Building) {
	words := order.KindWords[b.Kind]
	if words == nil {
		words = standWords[b.Kind]
	}
	line := []string{order.WordIn(d.lang, words), d.at(b.At), strconv.FormatInt(b.Hits, 10)}
	if b.Kind == tables.Fortress {
		line = append(line, order.WordIn(d.lang, order.PowerWords), strconv.FormatInt(b.Values.Power, 10),
			order.WordIn(d.lang, order.RangeWords), strconv.FormatInt(b.Values.Range, 10))
	}
	d.line(line...)
}

// side writes what a realm has.
func (d *dispatch) side(number int, at game.Place) {
	r := d.state.Realm(number)
	d.line(order.WordIn(d.lang, castleWords), d.at(r.Castle), strconv.FormatInt(r.Hits, 10))
	for i, hits := range r.Walls {
		if hits > 0 {
			d.line(order.WordIn(d.lang, wallWords), d.at(d.state.Grid.Step(r.Castle, game.Direction(i+1))),
				strconv.FormatInt(hits, 10))
		}
	}
	if r.CounterEngine {
		d.line(string(order.CounterOrder{Engine: true}.Speak(nil, d.lang)))
	}
	for _, b := range d.state.Buildings {
		if b.Owner == number && b.Site == 0 {
			d.building(b)
		}
	}
	for _, u := range d.state.Of(number) {
		if !d.near(u.At, at) {
			continue
		}
		line := []string{order.Name{Settler: u.Settler, Number: u.Number}.String(), d.at(u.At)}
		for _, y := range u.Symbols {
			line = append(line, order.WordIn(d.lang, order.SymbolWords[y]))
		}
		for i, weak := range u.Weak {
			if i == 0 {
				line = append(line, order.WordIn(d.lang, weakWords))
			}
			line = append(line, strconv.FormatInt(weak.Pips, 10))
		}
		d.line(line...)
	}
}
