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
	*frame.Played
}

// Report tells one realm about the turn, whole.
func (o Told) Report(whose int) game.Report { return o.write(newPage(o.After, whose)) }

// Facts is the report of a realm as data.
func (o Told) Facts(whose int) game.Facts { return factsOf(o.After, whose, o.Turn.Number, o.write) }

// write writes the report on a page.
func (o Told) write(p *page) game.Report {
	p.Begin(&p.r.Person, o.Refused(p.realm), o.Written(p.realm), o.title())
	if o.Turn.Number == 1 && len(p.s.Realms) > 2 {
		p.Blank()
		p.chances()
	}
	p.Events(o.events(p.realm))
	p.standing()
	p.Post(p.realm, o.Letters(), stamps, func(n int) string { return p.s.Realm(n).Name })
	p.Blank()
	p.following()
	p.Say("", "report.end")
	return p.Report(p.realm, o.summary(p.realm))
}

// title names the turn that was played, and its player's realm.
func (o Told) title() phrase.Phrase {
	return phrase.P("report.turn", num("turn", o.Turn.Number), num("round", o.Before.State.Round),
		num("realm", o.Turn.Me.Number), phrase.Str("name", o.Turn.Me.Name))
}

// readers are the sentences that address a reader whose property they concern. The argument realm has the reader's
// number or the realm's name.
var readers = frame.Readers{
	"fortress-values": {"realm": "fortress-values.own"},
	"counters-crew":   {"realm": "counters-crew.own"},
	"counters-engine": {"realm": "counters-engine.own"},
	"turn-missed":     {"realm": "turn-missed.own"},
	"finished":        {"realm": "finished.own"},
	"income":          {"realm": "income.own"},
	"bank-empty":      {"realm": "bank-empty.own"},
	"recruited":       {"realm": "recruited.own"},
	"wall-hit":        {"realm": "wall-hit.own"},
	"wall-broken":     {"realm": "wall-broken.own"},
	"castle-hit":      {"realm": "castle-hit.own"},
	"castle-fallen":   {"realm": "castle-fallen.own"},
	"looted":          {"realm": "looted.own"},
	"damage":          {"realm": "damage.own"},
	"won":             {"realm": "won.own"},
}

// events are the events that a realm is told. In sentences about its own property they say "you".
func (o Told) events(whose int) []*game.Event {
	told := o.Played.Told(whose)
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
	what = readers.Read(what, func(a phrase.Arg) bool { return int(a.N) == whose || a.S == me.Name })
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

// minor are the events that a letter only counts, by their phase: steps on the way to a result.
var minor = map[string]bool{
	"dice-off": true, "income": true, "counter-on": true, "counter-waits": true,
	"walks": true, "leads": true, "builds-with": true, "storms": true,
	"counter-short": true, "counter-engine": true, "weakened": true, "die-lifted": true, "shoots": true,
	"scatters": true,
}

// summary is what a person reads first: what was lost and won, by whom, what was not done, what is left, and whose
// turn it is.
func (o Told) summary(whose int) []byte {
	p := newPage(o.After, whose)
	p.Broad = true
	p.Line("", o.title())
	var rest []*game.Event
	for _, e := range o.events(whose) {
		if minor[e.Code] && e.Phase != game.EditPhase {
			rest = append(rest, e)
			continue
		}
		p.Line("", e.Phrase)
	}
	o.losses(p)
	p.Counted(rest)
	if undone := o.Refused(whose); len(undone) > 0 {
		p.Blank()
		p.Undone("letter.refused", undone, o.Written(whose))
	}
	p.Blank()
	p.Say("", "summary.treasure", num("treasure", p.r.Treasure), num("hits", p.r.Damage()))
	p.Ranked(Standings(o.After), whose)
	p.Letters(whose, o.Letters(), stamps, func(n int) string { return p.s.Realm(n).Name })
	p.following()
	p.goal()
	return p.Out
}

// losses names the units that fell in the turn, the reader's first.
func (o Told) losses(p *page) {
	fell := map[string][]string{}
	for _, e := range o.Played.Told(p.realm) {
		if e.Code != "blow-fell" && e.Code != "counter-fell" {
			continue
		}
		whose := e.Arg("whom-of").S
		fell[whose] = append(fell[whose], e.Arg("whom").S)
	}
	say := func(code string, r *realm.Realm) {
		if units := fell[r.Name]; len(units) > 0 {
			p.Say("", code, phrase.Str("name", r.Name), phrase.Str("units", strings.Join(units, ", ")))
		}
	}
	say("summary.fell-own", p.r)
	for i := range p.s.Realms {
		if r := &p.s.Realms[i]; r.Number != p.realm {
			say("summary.fell", r)
		}
	}
}
