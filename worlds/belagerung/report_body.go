package belagerung

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
)

// readers are the sentences that are told from the reader's side where they are about what is his: his realm is named in
// the argument realm, by its number or its name.
var readers = map[string]string{
	"fortress-values": "fortress-values.own", "counters-crew": "counters-crew.own",
	"counters-engine": "counters-engine.own", "turn-missed": "turn-missed.own", "finished": "finished.own", "income": "income.own", "bank-empty": "bank-empty.own", "recruited": "recruited.own",
	"wall-hit": "wall-hit.own", "wall-broken": "wall-broken.own", "castle-hit": "castle-hit.own",
	"castle-fallen": "castle-fallen.own", "looted": "looted.own", "damage": "damage.own", "won": "won.own",
}

// told are the events that a realm is told, in its words: of what is its own they say "you".
func (o *outcome) told(whose int) []*game.Event {
	told := o.Told(whose)
	for i, e := range told {
		seen := *e
		seen.Phrase = o.from(whose, e.Phrase)
		told[i] = &seen
	}
	return told
}

// from is a sentence as a realm reads it.
func (o *outcome) from(whose int, what phrase.Phrase) phrase.Phrase {
	me := o.After.state.Realm(whose)
	what.Args = slices.Clone(what.Args)
	for i, a := range what.Args {
		switch {
		case a.Name == "realm" && (int(a.N) == whose || a.S == me.Name) && readers[what.Code] != "":
			what.Code = readers[what.Code]
		case (a.Name == "who-of" || a.Name == "whom-of") && a.S == me.Name:
			what.Args[i] = phrase.Key(a.Name, "side.own")
		case a.Name == "place" && strings.HasPrefix(what.Code, "conquered"):
			what.Code = o.conquest(whose, what.Code, realm.Place(o.Before.state.Grid, int(a.N), int(a.M)))
			what.Args = append(what.Args, phrase.Str("name", o.t.me.Name))
		case a.Name == "at" && what.Code == "razed" &&
			o.held(whose, realm.Place(o.Before.state.Grid, int(a.N), int(a.M))):
			what.Code = "razed.own"
		}
	}
	return what
}

// conquest gives the sentence of a building that changed hands: who moved has it now.
func (o *outcome) conquest(whose int, code string, at game.Place) string {
	switch {
	case o.t.me.Number == whose:
		return code + ".own"
	case o.held(whose, at):
		return "conquered.lost"
	}
	return code
}

// held tells whether a building was a realm's before the turn: it owned it, or manned it.
func (o *outcome) held(whose int, at game.Place) bool {
	s := o.Before.state
	b := s.Building(at)
	if b == nil {
		return false
	}
	u := s.Crew(b)
	return b.Owner == whose || b.Site == whose || u != nil && u.Realm == whose
}

// minor are the events that a letter only counts, by their phase: what units did on the way to what came of it.
var minor = map[string]bool{
	"dice-off": true, "income": true, "counter-on": true, "counter-waits": true,
	"walks": true, "leads": true, "builds-with": true, "storms": true,
	"counter-short": true, "counter-engine": true, "weakened": true, "die-lifted": true, "shoots": true, "scatters": true,
}

// summary is what a person reads first: what was lost and won, by whom, what was not done, what is left, and whose turn
// it is.
func (o *outcome) summary(whose int) []byte {
	p := newPage(o.After, whose)
	p.Broad = true
	p.Line("", o.title())
	var rest []*game.Event
	for _, e := range o.told(whose) {
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
	p.Ranked(o.After.Standings(), whose)
	p.Letters(whose, o.Letters(), func(n int) string { return p.s.Realm(n).Name })
	p.following()
	p.goal()
	return p.Out
}

// losses names the units that fell in the turn, the reader's first.
func (o *outcome) losses(p *page) {
	fell := map[string][]string{}
	for _, e := range o.Told(p.realm) {
		if e.Code != "blow-fell" && e.Code != "counter-fell" {
			continue
		}
		name := map[string]string{}
		for _, a := range e.Args {
			name[a.Name] = a.S
		}
		fell[name["whom-of"]] = append(fell[name["whom-of"]], name["whom"])
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
