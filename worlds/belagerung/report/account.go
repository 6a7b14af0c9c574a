package report

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// Told is a turn that was played, and the position before and after it.
type Told struct {
	Before, After realm.Position
	Turn          *turn.Turn
	Check         func(realm int, text string) game.Checked // the receipt of a sheet with this text, after the turn
	*rulekit.Played
}

// readerIn is who plays a realm; nil: there is no such realm.
func readerIn(at realm.Position) func(realm int) *rulekit.Reader {
	return func(whose int) *rulekit.Reader {
		if r := at.State.Realm(whose); r != nil {
			return at.Rules.Reader(&r.Person)
		}
		return nil
	}
}

// account is what there is to tell a realm: how things are and, if a turn was played, what happened in it. The writers
// have the words.
type account struct {
	at    realm.Position // now
	s     *realm.State
	realm int
	r     *realm.Realm

	turn    *Told                   // nil: none was played
	told    []*game.Event           // what happened, in the sentences for this realm
	undone  []orders.Problem        // of its sheet
	written string                  // that sheet
	letters []rulekit.PlayerMessage // of all realms
}

// accountOf is the account of how things are, for a realm that exists.
func accountOf(at realm.Position, whose int) *account {
	return &account{at: at, s: at.State, realm: whose, r: at.State.Realm(whose)}
}

// account is what the turn meant for a realm.
func (o *Told) account(whose int) *account {
	a := accountOf(o.After, whose)
	a.turn, a.told, a.undone, a.written, a.letters = o, o.events(whose), o.Refused(whose), o.Written(whose), o.Letters()
	return a
}

// first reports whether the first turn of more than two realms was played, whose aims a player may not know.
func (a *account) first() bool {
	return a.turn != nil && a.turn.Turn.Number == 1 && len(a.s.Realms) > 2
}

// readers are the sentences that address a reader whose property they concern. The argument realm has the reader's
// number or the realm's name.
var readers = []string{"fortress-values", "counters-crew", "counters-engine", "turn-missed", "finished", "income",
	"bank-empty", "recruited", "wall-hit", "wall-broken", "castle-hit", "castle-fallen", "looted", "damage", "won"}

// events are the events that a realm is told, without an income of 0. In sentences about its own property they say "you".
func (o *Told) events(whose int) []*game.Event {
	told := slices.DeleteFunc(o.Played.Told(whose), func(e *game.Event) bool {
		return e.Code == "income" && e.Arg("dice").N == 0
	})
	for i, e := range told {
		seen := *e
		seen.Phrase = o.from(whose, e.Phrase)
		told[i] = &seen
	}
	return told
}

// from is a sentence as a realm reads it.
func (o *Told) from(whose int, what phrase.Phrase) phrase.Phrase {
	me := o.After.State.Realm(whose)
	if of := what.Arg("realm"); slices.Contains(readers, what.Code) && (int(of.N) == whose || of.S == me.Name) {
		what.Code += ".own"
	}
	what.Args = slices.Clone(what.Args)
	for i, a := range what.Args {
		switch {
		case (a.Name == "who-of" || a.Name == "whom-of") && a.S == me.Name:
			what.Args[i] = phrase.Key(a.Name, "side.own")
		case a.Name == "place" && strings.HasPrefix(what.Code, "conquered"):
			what.Code = o.conquest(whose, what.Code, realm.Place(o.Before.State.Grid, int(a.N), int(a.M)))
			what.Args = append(what.Args, phrase.Str("name", o.Turn.Me.Name))
		case a.Name == "at" && what.Code == "razed" &&
			o.held(whose, realm.Place(o.Before.State.Grid, int(a.N), int(a.M))):
			what.Code = "razed.own"
		}
	}
	return what
}

// conquest is the code of the sentence about a building that changed hands. The realm whose turn it was has it now.
func (o *Told) conquest(whose int, code string, at game.Place) string {
	switch {
	case o.Turn.Me.Number == whose:
		return code + ".own"
	case o.held(whose, at):
		return "conquered.lost"
	}
	return code
}

// held reports whether a realm had a building before the turn: it owned it, was building it, or manned it.
func (o *Told) held(whose int, at game.Place) bool {
	s := o.Before.State
	b := s.Building(at)
	if b == nil {
		return false
	}
	u := s.Crew(b)
	return b.Owner == whose || b.Site == whose || u != nil && u.Realm == whose
}

// struck is how many hits others have taken in the turn.
func (o *Told) struck() (hits int64) {
	for i := range o.After.State.Realms {
		if r := &o.After.State.Realms[i]; r.Number != o.Turn.Me.Number {
			hits += r.Damage() - o.Before.State.Realm(r.Number).Damage()
		}
	}
	return hits
}

// meanings are what events mean to the reader.
var meanings = rulekit.Meanings{
	"won": {Weight: 9}, "won.own": {Tone: game.Gain, Weight: 9, Tale: "won"}, "won-nobody": {Weight: 9},
	"rounds-over": {Weight: 8}, "castle-fallen": {Weight: 8},
	"castle-fallen.own": {Tone: game.Loss, Weight: 9, Tale: "castle-fallen", Grave: true}, "castle-hit": {Weight: 5},
	"castle-hit.own": {Tone: game.Loss, Weight: 7, Tale: "castle-hit", Grave: true},
	"wall-broken":    {Weight: 4, Tale: "wall"}, "wall-broken.own": {Tone: game.Loss, Weight: 6, Tale: "wall"},
	"wall-hit": {Weight: 3}, "wall-hit.own": {Tone: game.Loss, Weight: 5}, "razed": {Weight: 3},
	"razed.own": {Tone: game.Loss, Weight: 6}, "hit": {Weight: 2}, "conquered": {Weight: 3},
	"conquered-idle": {Weight: 3}, "conquered.own": {Tone: game.Gain, Weight: 6, Tale: "taken"},
	"conquered-idle.own": {Tone: game.Gain, Weight: 4, Tale: "taken"},
	"conquered.lost":     {Tone: game.Loss, Weight: 6, Tale: "lost"}, "finished": {Weight: 1},
	"finished.own": {Tone: game.Gain, Weight: 4, Tale: "finished"}, "recruited.own": {Tone: game.Gain, Weight: 2},
	"income.own": {Tone: game.Gain, Weight: 2}, "bank-empty.own": {Tone: game.Warn, Weight: 3},
	"looted.own": {Tone: game.Gain, Weight: 3, Tale: "looted"}, "trained": {Weight: 2}, "trained-hero": {Weight: 3},
	"training-lost": {Weight: 2}, "counter-full": {Weight: 2}, "site-abandoned": {Weight: 2}, "damage": {Weight: 2},
	"damage.own": {Weight: 3}, "turn-missed": {Weight: 2},
	"turn-missed.own": {Tone: game.Warn, Weight: 7, Tale: "silent"}, "turn-nobody": {Weight: 2},
	"turn-away": {Weight: 1}, "blow-fell": {Weight: 4, Tale: "fell"}, "blow-held": {Weight: 4, Tale: "held"},
	"counter-fell": {Weight: 4, Tale: "fell"}, "counter-held": {Weight: 2},
}
