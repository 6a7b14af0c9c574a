package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// march is what an army has been told to do this turn, and how far it has come.
type march struct {
	// What each step and meeting asks for comes first: it is one line of the
	// processor's cache.
	plan    Plan
	command Command
	kind    SpecialKind
	week    doing
	next    int8    // digits done: plan[next] is due; a lost step stays due (decision 7)
	arrived int8    // week of its last arrival in a field; 0 none this turn
	broken  bool    // the plan broke off: beaten, out of points, an impossible step
	kept    bool    // fought, but against so few that its step of the week is not lost
	moved   bool    // its digit of the week is done: the step was made, or from aboard was one try to land
	gated   bool    // went through a gate
	exposed []int16 // the realms it gave itself away to this week, see sight.go

	halved   bool // split this turn, either half: no special before week 1
	spared   bool // its realm was told why it does not plunder
	fresh    bool // made by splitting or summoning: its order is read after that
	done     bool // merged another into itself
	late     bool // could not go aboard this week yet: tries again when all have moved
	queued   bool // its realm was told that it waits for its fleet
	traded   bool // a trader: did its business, or was told why not
	called   bool // summoned this turn: no special before week 1
	hired    bool // taken over from realm 0 this turn: no order names it
	hastened bool // accelerated this turn
	beyond   bool // in a receipt: went through a gate, nobody knows where to

	lot     int64   // this week's draw for equal speed
	crew    []*Army // of a formation: its members
	special Special
	at      orders.Position // of its order; zero without one
	ranks   *TacticOrder    // of $T; nil without a line
}

// doing is what an army did with its week.
type doing uint8

const (
	waited  doing = iota // nothing, or what is still to come
	stepped              // walked one step
	held                 // was stopped peacefully; the step stays due
	fought               // lost the step of the week unless kept; it stays due
)

// due is the step of this week; 0 waits. Digits behind a lost step move back,
// and what falls off week 13 is never due.
func (m *march) due() game.Direction {
	if m.broken || m.next >= Weeks {
		return 0
	}
	return m.plan[m.next]
}

// free tells whether the army may still make this week's step.
func (m *march) free() bool { return m.week == waited || m.week == fought && m.kept && !m.moved }

// walked tells whether the plan was walked to its end (decision 9).
func (m *march) walked() bool {
	return !m.broken && (m.next >= Weeks || !m.plan.steps(int(m.next)))
}

// steps tells whether the plan has a step from a week's digit on (from 0).
func (p *Plan) steps(from int) bool {
	for _, d := range p[from:] {
		if d != 0 {
			return true
		}
	}
	return false
}

// closeWeek puts the week's digit behind the army if it was walked or waited through.
func (m *march) closeWeek() {
	if !m.broken && m.next < Weeks && (m.plan[m.next] == 0 || m.moved) {
		m.next++
	}
	m.week, m.moved, m.late, m.kept = waited, false, false, false
}

// attacks tells whether the army's order makes it fight whom it meets: A, P, E
// or Z, but ranged weapons only where they stand (manual, "Allgemeines zu den
// Fernkampfwaffen": on the move they can but defend).
func (a *Army) attacks() bool {
	m := a.march
	return m.command.Attacks() && !(a.ranged() && (m.gated || m.plan.steps(0)))
}

// ranged tells whether the army is one of ranged weapons.
func (a *Army) ranged() bool { return a.Name.Type == 'F' }

// plans turns the lines of $A into marches. An army without a line holds: V+
// and no step; realm 0's do what they do between turns.
func plans(t *Turn) {
	n := 0
	for _, list := range t.state.Armies {
		n += len(list)
	}
	block := make([]march, n)
	for realm, list := range t.state.Armies {
		for _, a := range list {
			a.march, block = &block[0], block[1:]
			a.march.command = Defend
			if realm != 0 {
				a.Flag = Shown
			} else if a.Command != 0 {
				a.march.command = a.Command
			}
		}
	}
	for realm := range t.sheets {
		ordersOf(t, realm, func(at orders.Position, o ArmyOrder) {
			if a := t.state.army(realm, o.Army); a != nil {
				t.take(a, at, o)
			}
		})
	}
}

// take gives an army its order. A command its kind cannot carry out makes the
// whole line void; of two lines for one army the later counts.
func (t *Turn) take(a *Army, at orders.Position, o ArmyOrder) {
	if needs, least := t.least(a, o.Command); needs && least == 0 {
		t.refuse(a.Realm, at, phrase.P("cannot-command",
			phrase.Str("army", a.Name.String()), phrase.Str("command", string(rune(o.Command)))))
		return
	}
	m := a.march
	m.at, m.plan, m.command, m.special, m.kind = at, o.Plan, o.Command, o.Special, o.SpecialKind()
	a.Flag = o.Flag
}

// least is the strength a command asks for (T03), if it asks for one; 0 is a
// kind of army that cannot do it at all.
func (t *Turn) least(a *Army, c Command) (needs bool, least int64) {
	row := t.row(a)
	switch c {
	case Plunder:
		return true, row.Plunder
	case Conquer:
		return true, row.Conquer
	case Destroy:
		return true, row.Destroy
	}
	return false, 0
}

// doubts warns of orders that count but will not bring what they seem to ask
// for, on facts known before week 1.
func (t *Turn) doubts(a *Army) {
	m := a.march
	if m.at.Line == 0 {
		return
	}
	army := phrase.Str("army", a.Name.String())
	t.doubtPoints(a)
	t.doubtHold(a)
	t.admitTrade(a)
	switch needs, least := t.least(a, m.command); {
	case needs && a.Men < least:
		t.caveat(a.Realm, m.at, phrase.P("too-few-for", army, phrase.Str("command", string(rune(m.command))),
			phrase.Num("need", least), phrase.Num("men", a.Men), a.Name.kind(a.Men)))
	case m.command == Attack && a.ranged() && !a.attacks():
		t.caveat(a.Realm, m.at, phrase.P("ranged-moving", army))
	case m.command == Attack && a.ranged():
		if need, gold := t.shotPrice(a), t.state.Realms[a.Realm].Gold; gold < need {
			t.caveat(a.Realm, m.at, phrase.P("shots-poor", army, phrase.Num("need", need), phrase.Num("gold", gold)))
		}
	}
	if most := t.row(a).Spy; a.Flag == Hidden && a.Men > most && a.sights() {
		t.caveat(a.Realm, m.at, phrase.P(lastOf("too-many-to-hide", "cannot-hide", most), army, phrase.Num("men", a.Men), a.Name.kind(a.Men), phrase.Num("most", most)))
	}
	t.doubtBoarding(a)
	if m.command == Conquer && !m.plan.steps(0) && !m.beyond && t.field(a.At).Owner == int16(a.Realm) {
		t.caveat(a.Realm, m.at, phrase.P("conquer-own", army, phrase.At("field", a.At)))
	}
}
