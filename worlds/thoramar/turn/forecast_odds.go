package turn

import (
	"cmp"
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
	oddsFights = 100
	blowsMost  = 200_000
)

// meeting is a fight to which an order leads, as far as it can be known: over an edge or, without a direction, in the
// army's own field.
type meeting struct {
	end      int // the week at whose end all are where they are then; 0: the turn's start
	from, to game.Place
	dir      game.Direction
	lands    bool
	stranger bool // nobody is seen there whose realm is known
}

// meets says to which fight an army's order leads.
func meets(t *realm.Turn, a *realm.Army) (m meeting, ok bool) {
	switch {
	case a.Member() || a.March.Beyond:
	case a.Cargo():
		v := foreseeVoyage(t, a, t.State.Army(a.Realm, a.Aboard), 0, 0)
		m = meeting{v.week, v.from, v.to, 0, true, v.end == fightsStranger}
		ok = v.week != 0 && (v.end == fightsThere || v.end == attackedThere || m.stranger)
	case !a.March.Plan.Steps(0):
		return meeting{from: a.At, to: a.At}, foreseenFoes(t, a, a.At) != ""
	default:
		w := walkOf(t, a)
		m = meeting{w.stopped, w.at, w.next, 0, false, w.end == fightsStranger}
		ok = w.end == fightsThere || w.end == attackedThere || m.stranger
	}
	if ok {
		m.dir = t.Grid.Toward(m.from, m.to)
	}
	return m, ok
}

// trials are the battles that a receipt tries, on a copy of its world.
type trials struct {
	*realm.Turn             // the copy
	at          *realm.Turn // the receipt's
	room        [][]*realm.Army
	number      int
	meetings    map[*realm.Army]meeting // by army of the receipt
	known       map[string]fight.Odds
	blows       int
}

// newTrials finds the fights to which a realm's orders lead. Nothing of the receipt's turn is changed.
func newTrials(t *realm.Turn, number int) *trials {
	y := &trials{at: t, number: number, meetings: map[*realm.Army]meeting{}, known: map[string]fight.Odds{}}
	for _, a := range t.State.Armies[number] {
		if m, ok := meets(t, a); ok {
			y.meetings[a] = m
		}
	}
	return y
}

// Odds is how often an army wins the fight before which its march stops, for this reason; no code: there is none.
func (g *Outing) Odds(a *realm.Army, stops phrase.Phrase) (what phrase.Phrase) {
	if stops.Code == fightsThere || stops.Code == attackedThere || stops.Code == fightsStranger {
		what, _ = newTrials(g.Turn, g.number).odds(a)
	}
	return what
}

// givesOdds reports whether a sentence says how often a battle is won.
func givesOdds(f game.InForce) bool { return f.What.Code == "odds" || f.What.Code == "odds-beside" }

// odds is the sentence about the fight to which an army's order leads, if it leads to one.
func (y *trials) odds(a *realm.Army) (what phrase.Phrase, ok bool) {
	m, ok := y.meetings[a]
	if !ok {
		return what, false
	}
	army := phrase.Str("army", a.Name.String())
	switch other := y.unknown(m); {
	case m.stranger || y.at.Receipt.Masked.Has(m.to):
		return phrase.P("odds-stranger", army, phrase.At("spot", m.to)), true
	case other != nil:
		return phrase.P("odds-unknown", army, phrase.Str("other", sight.NameFor(y.at, y.number, other))), true
	}
	y.lay(m)
	own := y.State.Army(a.Realm, a.Name)
	b, side := y.battle(own, m)
	if b == nil {
		return what, false
	}
	y.Week = 1 // from here on nobody asks who is seen, which has its luck in the weeks
	known := b.Known(y.Turn)
	went, before := y.known[known]
	if !before {
		blows := oddsFights * b.Blows(y.Turn)
		if y.blows+blows > blowsMost {
			return phrase.P("odds-not", army), true
		}
		y.blows += blows
		went = fight.Try(y.Turn, b, side, oddsFights, known)
		y.known[known] = went
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
	if own.Attacks() {
		for a, other := range y.meetings {
			c := y.State.Army(a.Realm, a.Name)
			if other == m && c.Attacks() && cmp.Or(y.Speed(lead)-y.Speed(c), c.Name.Compare(lead.Name)) < 0 {
				lead = c
			}
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

// lay makes the copy of the receipt's world as it will be when a fight begins. Armies of the realm are where their
// orders lead until then, with the men whom the way leaves them on average. All others are where they are seen.
func (y *trials) lay(m meeting) {
	t, s := y.at, *y.at.State
	s.Realms, s.Armies = slices.Clone(s.Realms), realm.CloneArmies(s.Armies)
	if y.room == nil {
		y.room = make([][]*realm.Army, len(s.Fields))
	}
	clear(y.room)
	y.Turn = realm.Begin(t.Tables, &s, game.Seed{}, y.room)
	y.Receipt, y.Quiet, y.ForReceipt = t.Receipt, true, true
	marches := make([]realm.March, 0, s.ArmyCount())
	for a := range s.EachArmy {
		marches = append(marches, *a.March)
		a.March = &marches[len(marches)-1]
		a.March.Crew = nil
	}
	realm.NoteCrews(y.Turn)
	y.Muster()
	for _, a := range t.State.Armies[y.number] {
		if !a.Member() && !a.Cargo() {
			y.advance(a, m)
		}
	}
	for _, a := range t.State.Armies[y.number] {
		if a.Cargo() {
			y.State.Army(a.Realm, a.Name).March.Next = int8(max(m.end-1, 0))
		}
	}
	y.Muster()
}

// advance puts an army of the realm on the copy where its order leads until a fight begins.
func (y *trials) advance(a *realm.Army, m meeting) {
	w, own := walkOf(y.at, a), y.State.Army(a.Realm, a.Name)
	at := w.at
	if m.end == 0 {
		at = a.At
	} else if !w.stop || m.end <= w.stopped {
		at = w.spots[min(m.end, realm.Weeks)-1]
	}
	if at != a.At {
		y.MoveArmy(own, at)
	}
	own.March.Next = int8(min(m.end, realm.Weeks))
	own.March.Broken = w.stop && w.stopped != m.end // it was stopped before, or is not here yet
	for _, body := range walkers(y.at, a) {
		c := y.State.Army(body.Realm, body.Name)
		for _, l := range w.left {
			if l.week > m.end || !c.Name.Suffers() {
				break
			}
			for _, cause := range causesOf(y.at, body, l) {
				c.Men -= c.Men * (cause.from + cause.to) / 2000
			}
		}
		c.Men = max(c.Men, min(body.Men, y.Row(c).Min))
		if len(w.paces) > 0 && m.end > 0 {
			c.Points -= a.Points - w.paces[min(m.end, len(w.paces))-1].Left
		}
	}
}
