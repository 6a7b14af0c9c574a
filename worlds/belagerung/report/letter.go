package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Told is a turn that was played, and the position before and after it.
type Told struct {
	Before, After realm.Position
	Turn          *turn.Turn
	Check         func(realm int, text string) game.Checked // the receipt of a sheet with this text, after the turn
	*frame.Played
}

// Telling tells the realms about the turn.
func (o Told) Telling() frame.Reporter {
	return frame.Telling[*page]{Turn: o.Turn.Number, Title: Title(o.After), Write: o.write,
		Page: func(n int) *page { return newPage(o.After, n) }, Brief: o.brief, Digest: o.digest}
}

// write writes the report on a page.
func (o Told) write(p *page) {
	p.Begin(o.Refused(p.realm), o.Written(p.realm), o.title())
	if o.Turn.Number == 1 && len(p.s.Realms) > 2 {
		p.Blank()
		p.chances()
	}
	p.Events(o.events(p.realm))
	p.standing()
	p.Post("report.letters", p.realm, o.Letters(), func(n int) string { return p.s.Realm(n).Name })
	p.Blank()
	next := p.next()
	p.Line("", next)
	p.FactPart("next", "phase.next", next)
	p.Say("", "report.end")
}

// title names the turn that was played, and its player's realm.
func (o Told) title() phrase.Phrase {
	return phrase.P("report.turn", num("turn", o.Turn.Number), num("round", o.Before.State.Round),
		num("realm", o.Turn.Me.Number), phrase.Str("name", o.Turn.Me.Name))
}

// readers are the sentences that address a reader whose property they concern. The argument realm has the reader's
// number or the realm's name.
var readers = []string{"fortress-values", "counters-crew", "counters-engine", "turn-missed", "finished", "income",
	"bank-empty", "recruited", "wall-hit", "wall-broken", "castle-hit", "castle-fallen", "looted", "damage", "won"}

// events are the events that a realm is told, without an income of 0. In sentences about its own property they say "you".
func (o Told) events(whose int) []*game.Event {
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
func (o Told) from(whose int, what phrase.Phrase) phrase.Phrase {
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
func (o Told) conquest(whose int, code string, at game.Place) string {
	switch {
	case o.Turn.Me.Number == whose:
		return code + ".own"
	case o.held(whose, at):
		return "conquered.lost"
	}
	return code
}

// held reports whether a realm had a building before the turn: it owned it, was building it, or manned it.
func (o Told) held(whose int, at game.Place) bool {
	s := o.Before.State
	b := s.Building(at)
	if b == nil {
		return false
	}
	u := s.Crew(b)
	return b.Owner == whose || b.Site == whose || u != nil && u.Realm == whose
}

// minor are the events that a letter has no line for: steps on the way to a result.
var minor = map[string]bool{
	"dice-off": true, "income": true, "counter-on": true, "counter-waits": true,
	"walks": true, "leads": true, "builds-with": true, "storms": true,
	"counter-short": true, "counter-engine": true, "weakened": true, "die-lifted": true, "shoots": true,
	"scatters": true,
}
