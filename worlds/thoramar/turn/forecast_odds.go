package turn

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// oddsFights is how many times a battle is fought for a receipt. blowsMost is how many blows may be computed for one
// letter.
const (
	oddsFights   = 100
	threatFights = 25 // for a letter with a report, of which one turn may need hundreds
	blowsMost    = 200_000
)

// meeting is a fight to which an order leads, as far as it can be known: over an edge or, without a direction, in the
// army's own field before any step.
type meeting struct {
	week     int // when it begins, all are where they are at the end of this week; 0: where the turn begins
	from, to game.Place
	dir      game.Direction
	lands    bool
	stranger bool // nobody is seen there whose realm is known
}

// errand is how an army carries out its order, as far as it can be known.
type errand struct {
	walk
	fights bool
	meets  meeting // if it fights: its first fight

	fleet  *realm.Army // the fleet with which it sails, nil if it sails with none
	boards int         // the week in which it goes aboard; 0: it is aboard when the turn begins
	digit  int         // the first digit of its plan that counts aboard
}

// errandOf follows an army's order.
func errandOf(t *realm.Turn, a *realm.Army) *errand {
	e := &errand{}
	switch {
	case a.Member() || a.March.Beyond:
		return e
	case a.Cargo():
		e.fleet = t.State.Army(a.Realm, a.Aboard)
		e.lands(t, a)
		return e
	}
	e.walk = walkOf(t, a)
	switch {
	case foreseenFoes(t, a, a.At) != "":
		e.meets, e.fights = meeting{from: a.At, to: a.At}, true
	case e.end == boardsThere:
		f := t.State.Army(a.Realm, a.March.Special.Army)
		week, _ := boarding(t, a, f, e.next, e.stopped)
		if week > 0 && berthRival(t, a, f) == nil {
			e.fleet, e.boards, e.digit = f, week, e.stopped+1
			e.lands(t, a)
		}
	case e.end == fightsThere || e.end == attackedThere || e.end == fightsStranger:
		e.fight(t, meeting{week: e.stopped, from: e.at, to: e.next}, e.end)
	}
	return e
}

// lands notes the fight of a landing.
func (e *errand) lands(t *realm.Turn, a *realm.Army) {
	v := foreseeVoyage(t, a, e.fleet, e.boards, e.digit)
	if v.week != 0 && (v.end == fightsThere || v.end == attackedThere || v.end == fightsStranger) {
		e.fight(t, meeting{week: v.week, from: v.from, to: v.to, lands: true}, v.end)
	}
}

// fight notes a fight over an edge.
func (e *errand) fight(t *realm.Turn, m meeting, end string) {
	m.dir, m.stranger = t.Grid.Toward(m.from, m.to), end == fightsStranger
	e.meets, e.fights = m, true
}

// trials are the battles that a receipt tries, on a copy of its world. Of a threat there is no receipt, and no copy.
type trials struct {
	*realm.Turn             // the copy
	at          *realm.Turn // the receipt's
	number      int
	errands     map[*realm.Army]*errand // by army of the receipt, once somebody asked for it
	known       map[string]fight.Odds
	blows       int
	fights      int // how often each is fought
}

// newTrials prepares to try the battles to which the orders of a realm lead. Nothing of the receipt's turn is changed.
func newTrials(t *realm.Turn, number int) *trials {
	return &trials{at: t, number: number, errands: map[*realm.Army]*errand{}, known: map[string]fight.Odds{},
		fights: oddsFights}
}

// errand is how an army of the realm carries out its order. It is followed once.
func (y *trials) errand(a *realm.Army) *errand {
	e := y.errands[a]
	if e == nil {
		e = errandOf(y.at, a)
		y.errands[a] = e
	}
	return e
}

// Odds is how often an army wins the fight before which its march stops, for this reason; no code: there is none.
func (g *Outing) Odds(a *realm.Army, stops phrase.Phrase) (what phrase.Phrase) {
	if stops.Code != fightsThere && stops.Code != attackedThere && stops.Code != fightsStranger {
		return what
	}
	y := newTrials(g.Turn, g.number)
	if y.errand(a).meets.dir != 0 {
		what, _ = y.odds(a)
	}
	return what
}

// givesOdds reports whether a sentence says how often a battle is won.
func givesOdds(f game.InForce) bool { return f.What.Code == "odds" || f.What.Code == "odds-beside" }

// odds is the sentence about the fight to which an army's order leads, if it leads to one.
func (y *trials) odds(a *realm.Army) (what phrase.Phrase, ok bool) {
	e := y.errand(a)
	if !e.fights {
		return what, false
	}
	m := e.meets
	army := phrase.Str("army", a.Name.String())
	switch other := y.unknown(m); {
	case m.stranger || y.at.Receipt.Masked.Has(m.to):
		return phrase.P("odds-stranger", army, phrase.At("spot", m.to)), true
	case other != nil:
		return phrase.P("odds-unknown", army, phrase.Str("other", sight.NameFor(y.at, y.number, other))), true
	}
	y.lay()
	y.lead(m)
	own := y.State.Army(a.Realm, a.Name)
	b, side := y.battle(own, m)
	if b == nil {
		return what, false
	}
	went, ok := y.try(b, side)
	if !ok {
		return phrase.P("odds-not", army), true
	}
	var beside []string
	for _, f := range b.Side[side] {
		if name := sight.NameFor(y.at, y.number, f.Body); f.Body != own && !slices.Contains(beside, name) {
			beside = append(beside, name)
		}
	}
	args := []phrase.Arg{army, phrase.Num("won", went.Won), phrase.Num("drawn", went.Drawn),
		phrase.Num("fights", oddsFights), phrase.Num("left", (went.Left+5)/10)}
	if len(beside) == 0 {
		return phrase.P("odds", args...), true
	}
	return phrase.P("odds-beside", append(args, phrase.Str("other", strings.Join(beside, ", ")))...), true
}

// try fights a battle on the copy as often as a receipt does, once for all whose battle it is. It is not ok if the
// letter's blows are spent.
func (y *trials) try(b *fight.Battle, side int) (went fight.Odds, ok bool) {
	// from here on nobody asks who is seen, which has its luck in the weeks; a battle's does not depend on what was played
	y.Week, y.Phase = 1, ""
	known := b.Known(y.Turn)
	if went, ok = y.known[known]; ok {
		return went, true
	}
	blows := y.fights * b.Blows(y.Turn)
	if y.blows+blows > blowsMost {
		return went, false
	}
	y.blows += blows
	went = fight.Try(y.Turn, b, side, y.fights, known)
	y.known[known] = went
	return went, true
}

// unknown is a formation of others that may fight where a meeting is, nil if there is none: a receipt knows its men,
// but not what they are.
func (y *trials) unknown(m meeting) *realm.Army {
	for _, b := range y.at.ArmiesAt(m.to) {
		if b.Formation() && b.Realm != y.number && y.at.State.Treaty(y.number, b.Realm) != realm.Pact {
			return b
		}
	}
	return nil
}

// battle is the fight of a meeting on the copy, and the side on which the army is. Those of the realm that step along
// fight together, and the fastest of them leads.
func (y *trials) battle(own *realm.Army, m meeting) (b *fight.Battle, side int) {
	if m.dir == 0 {
		return y.standing(own)
	}
	lead := own
	for _, a := range y.at.State.Armies[y.number] {
		c := y.State.Army(a.Realm, a.Name)
		if e := y.errand(a); !own.Attacks() || !e.fights || e.meets != m || !c.Attacks() {
			continue
		}
		if ahead := y.Speed(c) - y.Speed(lead); ahead > 0 || ahead == 0 && c.Name.Less(lead.Name) {
			lead = c
		}
	}
	return march.Assault(y.Turn, lead, m.to, m.dir), fight.Attackers
}

// standing is the fight in an army's field: that of the fastest who attacks somebody there, if the army is in it.
func (y *trials) standing(own *realm.Army) (*fight.Battle, int) {
	list := slices.Clone(y.ArmiesAt(own.At))
	slices.SortStableFunc(list, func(a, b *realm.Army) int { return y.Speed(b) - y.Speed(a) })
	for _, a := range list {
		if !a.Attacks() {
			continue
		}
		b := march.Standing(y.Turn, a)
		if b == nil {
			continue
		}
		for side, fighters := range b.Side {
			if slices.ContainsFunc(fighters, func(f *fight.Fighter) bool { return f.Body == own }) {
				return b, side
			}
		}
	}
	return nil, 0
}

// lay makes the copy of the receipt's world, with all armies where they are seen.
func (y *trials) lay() {
	t, s := y.at, *y.at.State
	room := t.Room.Beside()
	s.Realms, s.Armies = room.Realms(len(s.Realms)), room.Clone(s.Armies)
	copy(s.Realms, t.State.Realms)
	y.Turn = realm.Begin(t.Tables, &s, game.Seed{}, room)
	y.Receipt, y.Quiet, y.ForReceipt = t.Receipt, true, true
	marches := room.Marches(s.ArmyCount())[:0]
	for a := range s.EachArmy {
		marches = append(marches, *a.March)
		a.March = &marches[len(marches)-1]
		a.March.Crew = nil
	}
	realm.NoteCrews(y.Turn)
	y.Muster()
}

// lead puts the realm's armies on the copy where their orders lead until a fight begins, with the men whom the way leaves
// them on average.
func (y *trials) lead(m meeting) {
	t := y.at
	for _, a := range t.State.Armies[y.number] {
		if !a.Member() && !a.Cargo() {
			y.advance(a, m)
		}
	}
	for _, a := range t.State.Armies[y.number] {
		e := y.errand(a)
		if e.fleet == nil || m.week <= e.boards {
			continue
		}
		own := y.State.Army(a.Realm, a.Name)
		if !own.Cargo() {
			y.TakeAboard(own, y.State.Army(a.Realm, e.fleet.Name))
		}
		own.March.Next, own.March.Broken = int8(min(e.digit+m.week-1-e.boards, realm.Weeks)), false
	}
	y.Muster()
}

// advance puts an army of the realm on the copy where its order leads until a fight begins.
func (y *trials) advance(a *realm.Army, m meeting) {
	e, own := y.errand(a), y.State.Army(a.Realm, a.Name)
	if e.fights && e.meets.dir == 0 { // it fights where it is, and its way begins later
		own.March.Broken = m.dir != 0
		return
	}
	at := e.at
	if m.week == 0 {
		at = a.At
	} else if !e.stop || m.week <= e.stopped {
		at = e.spots[min(m.week, realm.Weeks)-1]
	}
	if at != a.At {
		y.MoveArmy(own, at)
	}
	own.March.Next = int8(min(m.week, realm.Weeks))
	own.March.Broken = e.stop && e.stopped != m.week // it was stopped before, or is not here yet
	for _, body := range walkers(y.at, a) {
		c := y.State.Army(body.Realm, body.Name)
		for _, l := range e.left {
			if l.week > m.week || !c.Name.Suffers() {
				break
			}
			for _, cause := range causesOf(y.at, body, l) {
				c.Men -= c.Men * (cause.from + cause.to) / 2000 // rounded down
			}
		}
		c.Men = max(c.Men, min(body.Men, y.Row(c).Min))
		if len(e.paces) > 0 && m.week > 0 {
			c.Points -= a.Points - e.paces[min(m.week, len(e.paces))-1].Left
		}
	}
}
