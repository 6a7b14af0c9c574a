package battle

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Stages are the attacks that are possible on the board as it is: by the realm on each enemy, and by enemies on each
// of its units and buildings. All units that reach the field attack. One may stand where it walks to, and for a field that
// nobody reaches the nearest stands beside it. Everything is
// visible, so the only assumption is that nobody moves first. Attacks of the report follow, and the last stage is an
// example.
func Stages(p realm.Position, number int, facts *game.Facts, at game.Stand, lang phrase.Lang) []game.Stage {
	if p.State.Realm(number) == nil || p.State.Over {
		return nil
	}
	p = standing(p, number, at)
	var out []game.Stage
	for i := range p.State.Realms {
		other := p.State.Realms[i].Number
		if other != number && !p.State.Realms[i].Fallen {
			out = append(out, stagesOf(p, "battle-stage.attack", number, other, lang)...)
			out = append(out, stagesOf(p, "battle-stage.defence", other, number, lang)...)
		}
	}
	for i := range facts.Battles {
		r := &replay{Board: realm.Board{Position: p.With(p.State.Clone())}, told: &facts.Battles[i], lang: lang}
		if s, can := r.stage(); can {
			s.Battle = i + 1
			out = append(out, s)
		}
	}
	return append(out, frame.SampleStage(p.Rules.Words(lang)))
}

// standing is the board with a unit of a realm where it has walked to.
func standing(p realm.Position, number int, at game.Stand) realm.Position {
	to := realm.Labelled(p.State.Grid, at.At)
	if to == game.Nowhere {
		return p
	}
	p = p.With(p.State.Clone())
	board := realm.Board{Position: p, Me: p.State.Realm(number)}
	if at.Army == "" {
		beside(board, to)
		return p
	}
	for _, u := range p.State.Of(number) {
		if board.Called(u) == at.Army {
			u.At = to
		}
	}
	return p
}

// beside puts the nearest of the realm's units where it can attack a field, unless one can from where it is. Only open
// land without anybody is taken.
func beside(board realm.Board, to game.Place) {
	s := board.State
	x, y := realm.Column(s.Grid, to)
	can := func(u *realm.Unit) bool {
		_, wrong := fight.AimAt(board, u, order.Field{X: x, Y: y}, false)
		return wrong.Code == "" && fight.BusyWith(board, u) == ""
	}
	var mine []*realm.Unit
	for _, u := range s.Of(board.Me.Number) {
		if !u.Settler {
			mine = append(mine, u)
		}
	}
	if slices.ContainsFunc(mine, can) {
		return
	}
	slices.SortStableFunc(mine, func(a, b *realm.Unit) int { return s.Grid.Distance(a.At, to) - s.Grid.Distance(b.At, to) })
	for _, u := range mine {
		was, best := u.At, game.Nowhere
		for i := range s.Terrain {
			here := game.Place(i)
			if s.Terrain[i] == tables.River || len(s.On(here)) > 0 || s.Building(here) != nil || s.CastleAt(here) != nil ||
				s.Wall(board.Tables, here) != nil || best != game.Nowhere && s.Grid.Distance(was, here) >= s.Grid.Distance(was, best) {
				continue
			}
			if u.At = here; can(u) {
				best = here
			}
		}
		if u.At = was; best != game.Nowhere {
			u.At = best
			return
		}
	}
}

// stagesOf are the attacks by one realm on another's units, walls and castle.
func stagesOf(p realm.Position, code string, by, at int, lang phrase.Lang) []game.Stage {
	board := realm.Board{Position: p, Me: p.State.Realm(by)}
	var out []game.Stage
	for here := range p.State.Terrain {
		x, y := realm.Column(p.State.Grid, game.Place(here))
		target := order.Field{X: x, Y: y}
		if !theirs(p, game.Place(here), at) {
			continue
		}
		var who []*realm.Unit
		for _, u := range p.State.Of(by) {
			if _, wrong := fight.AimAt(board, u, target, false); wrong.Code == "" && fight.BusyWith(board, u) == "" {
				who = append(who, u)
			}
		}
		if len(who) == 0 {
			continue
		}
		title := p.Rules.Words(lang).Say(phrase.P(code, phrase.XY("field", x, y),
			phrase.Str("realm", p.State.Realm(at).Name), phrase.Str("by", p.State.Realm(by).Name)))
		text := ""
		for ; len(who) > 0; who = who[:len(who)-1] { // if the first are sure to leave nobody, the others find nobody there
			d := &dispatch{state: p.State, tables: p.Tables, lang: lang, sides: [2]int{by, at}}
			text = d.text(title, who, game.Place(here))
			if _, problems := Read(p.Rules, p.Tables, text); len(problems) == 0 || len(who) == 1 {
				break
			}
		}
		out = append(out, game.Stage{Title: title, Text: text})
	}
	return out
}

// theirs reports whether a realm has a unit, a wall or its castle on a field.
func theirs(p realm.Position, at game.Place, whose int) bool {
	if on := p.State.On(at); len(on) > 0 {
		return on[0].Realm == whose
	}
	r := p.State.CastleAt(at)
	if r == nil {
		r = p.State.Wall(p.Tables, at)
	}
	return r != nil && r.Number == whose
}

// dispatch writes the text of an attack phase from a board.
type dispatch struct {
	state  *realm.State
	tables *tables.Tables
	lang   phrase.Lang
	sides  [2]int
	notes  []string     // what is assumed
	weaken []order.Name // who gets the dice of a catapult that attacks
	out    []byte
}

// nearby is how far around the attacked field things are written. Routes are no longer than that, so nothing farther
// matters.
const nearby = 12

// text writes the units that attack a field, and what is around it.
func (d *dispatch) text(title string, who []*realm.Unit, at game.Place) string {
	for _, comment := range append([]string{title}, d.notes...) {
		d.line("; " + comment)
	}
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
				o := order.AttackOrder{Unit: order.Name{Number: u.Number}, Aim: order.Aim{
					Targets: []order.Field{{X: x, Y: y}}, Weaken: d.weaken}}
				d.line(string(o.Print(nil, d.lang)))
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

// near reports whether a place may matter: it is nearby, or it has a smithy.
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
		line = append(line, order.PowerWord.In(d.lang), strconv.FormatInt(b.Values.Power, 10),
			order.RangeWord.In(d.lang), strconv.FormatInt(b.Values.Range, 10))
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
		d.line(string(order.CounterOrder{Engine: true}.Print(nil, d.lang)))
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
