package turn

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
)

// Trial tries orders over the world as a realm knows it, each by itself and by the code of the turn. Nothing is left of
// an order that was tried.
type Trial struct {
	realm.Position       // when the realm has its income, and its orders except those of $A are carried out
	Realm          int   // whose orders are tried
	Purse          int64 // what it can still spend
	from           realm.Position
	seen           []bool
	lines          []orders.Line // of $A
}

// bottomless is more than any order costs.
const bottomless = 1 << 40

// Try begins trials. The sheet has the realm's orders so far.
func Try(p realm.Position, in game.Sheet) *Trial {
	y := &Trial{Realm: in.Realm, from: p, seen: sight.Seen(p.State, in.Realm)}
	in.Turn = p.State.Turn
	t := y.begin(p.State, []game.Sheet{in})
	t.Run(beforeMoves())
	y.Position, y.Purse = t.Position, t.State.Realms[in.Realm-1].Ducats
	for _, l := range t.sheets[in.Realm-1].Lines {
		if l.Section == 'A' {
			y.lines = append(y.lines, l)
		}
	}
	return y
}

// begin makes a receipt's turn on a copy of a state.
func (y *Trial) begin(s *realm.State, sheets []game.Sheet) *Turn {
	t := Begin(y.from, s.Clone(), sheets, game.Seed{})
	t.forReceipt(&receipt{realm: y.Realm, seen: y.seen, plan: newProspects()})
	return t
}

// Tried is what comes of an order.
type Tried struct {
	Why   phrase.Phrase // why it is not done as things are; no code: it is done
	Meets bool          // somebody has to be fought
	Lands int           // where the leader or the fleet is then
}

// Order tries an order of $R, $B or $A, or several of $A one after the other: what comes of the last, or why one is not
// done. Whether the purse reaches is not asked.
func (y *Trial) Order(list ...orders.Order) Tried {
	out, _ := y.tried(list, 0)
	return out
}

// Doubts is on what an order of Order depends: who has to be fought, with which chance, and what else is not certain.
func (y *Trial) Doubts(list ...orders.Order) []phrase.Phrase {
	_, doubts := y.tried(list, forecasts)
	return doubts
}

// tried tries orders. Each combat is fought so many times for its chance.
func (y *Trial) tried(list []orders.Order, plays int) (out Tried, doubts []phrase.Phrase) {
	t := y.begin(y.State, nil)
	t.receipt.plays = plays
	t.State.Realms[y.Realm-1].Ducats = bottomless
	for i, o := range list {
		act(t, y.Realm, orders.Position{Line: i + 1, Col: 1}, o)
	}
	for _, p := range t.Refused[y.Realm] {
		switch {
		case p.Severity != orders.Error && p.What.Code != "only-if":
			doubts = append(doubts, p.What)
		case out.Why.Code == "":
			out.Why = bare(p.What)
		}
	}
	if of, moves := movedBy(list[len(list)-1]); moves {
		out.Lands = lands(&t.State.Realms[y.Realm-1], of)
	}
	for _, told := range t.InForce {
		if t.receipt.plan.forked && out.Why.Code == "" {
			doubts = append(doubts, told.What)
		}
		out.Meets = out.Meets || strings.HasPrefix(told.What.Code, "will-attack") ||
			strings.HasPrefix(told.What.Code, "will-fight")
	}
	return out, doubts
}

// bare is a refusal without what a receipt adds, if that is no more than that lines before it may change it.
func bare(what phrase.Phrase) phrase.Phrase {
	if n := len(what.Args); what.Code == "only-if" && what.Args[n-1].S == "why.before" {
		return phrase.P(what.Args[n-2].S, what.Args[:n-2]...)
	}
	return what
}

// Voyage is a leader's by sea this year.
type Voyage struct {
	Fleet  int            // that he is aboard of, or that the sheet sends him aboard of; 0: none
	Boards []orders.Order // how he comes aboard, if he is not
	Sails  []orders.Order // where the sheet sends the fleet then, if it does
}

// VoyageOf is a leader's voyage by the sheet.
func (y *Trial) VoyageOf(l *realm.Leader) Voyage {
	v := Voyage{Fleet: l.Aboard}
	var before []orders.Order
	for _, line := range y.lines {
		switch o := line.Order.(type) {
		case order.MoveOrder:
			if realm.SameName(o.Leader, l.Name) {
				before = append(before, o)
			}
		case order.EmbarkOrder:
			if before = append(before, o); !realm.SameName(o.Leader, l.Name) {
				before = before[:len(before)-1]
			} else if !o.Land {
				v = Voyage{Fleet: o.Fleet, Boards: before}
			}
		case order.SailOrder:
			if o.Fleet == v.Fleet {
				v.Sails = []orders.Order{o}
			}
		}
	}
	return v
}

// Course lists the areas through which the lines of $A lead a leader, or a fleet if there is no name.
func (y *Trial) Course(leader string, fleet int) (out []int) {
	t, of := y.begin(y.State, nil), concern{leader: orders.Fold(leader), fleet: fleet}
	at := func() int { return lands(&t.State.Realms[y.Realm-1], of) }
	for _, line := range y.lines {
		from, course := at(), []int(nil)
		if o, sails := line.Order.(order.SailOrder); sails && from > 0 {
			course = t.State.Course(y.Realm, from, o.Area)
		}
		weigh(t, y.Realm, line)
		to := at()
		switch i := slices.Index(course, to); {
		case to == 0 || to == from:
		case i >= 0:
			out = append(out, course[:i+1]...)
		default:
			out = append(out, to)
		}
	}
	return out
}

// lands is where a leader or a fleet is; 0: nowhere.
func lands(r *realm.Realm, of concern) int {
	if l := r.Leader(of.leader); l != nil {
		return l.At
	}
	if f := r.Fleet(of.fleet); f != nil {
		return f.At
	}
	return 0
}

// Draft is a realm's year while its orders are thought of, over the world as the realm knows it. Orders are carried out
// one by one, as the receipt does it, and combats are taken as won. Only what nothing refuses is kept.
type Draft struct {
	realm.Position // with all orders so far
	Realm          int
	turn           *Turn
	line           int
}

// Outline begins a draft. The sheet has the lines of $V and $K, and the income has come.
func Outline(p realm.Position, in game.Sheet) *Draft {
	in.Turn = p.State.Turn
	t := Begin(p, p.State.Clone(), []game.Sheet{in}, game.Seed{})
	t.forReceipt(&receipt{realm: in.Realm, seen: sight.Seen(p.State, in.Realm), plan: newProspects()})
	t.Run(beforeMoves())
	return &Draft{Position: t.Position, Realm: in.Realm, turn: t}
}

// Takes carries out an order of $R, $B or $A, if it counts whatever others do. Orders of $R and $B may come in any
// order, but must not rest on what others of them have made.
func (d *Draft) Takes(o orders.Order) bool {
	t := d.turn
	d.line++
	told := len(t.Refused[d.Realm])
	act(t, d.Realm, orders.Position{Line: d.line, Col: 1}, o)
	for _, p := range t.Refused[d.Realm][told:] {
		if p.Severity == orders.Error || p.What.Code == "only-if" {
			clear(t.stranded) // the line is left out, and nothing depends on it
			return false
		}
	}
	return true
}

// guesses is how many times a combat is fought for Chance.
const guesses = 20

// Chance is in how many of a hundred plays a leader would beat all foes that are seen in an area, if he went or stayed
// there; 100: nobody has to be fought.
func (d *Draft) Chance(l *realm.Leader, area int) int {
	inPlace := l.Ashore(area)
	next := func(x *Turn) *fight.Foe { return fight.Enemy(x.Position, d.Realm, area, inPlace) }
	won := 0
	for i := range guesses {
		x := d.turn.play(d.Realm, area, i)
		f := next(x)
		for f != nil && attack(x, d.Realm, l.Name, area, f) {
			f = next(x)
		}
		if f == nil {
			won++
		}
	}
	return won * 100 / guesses
}
