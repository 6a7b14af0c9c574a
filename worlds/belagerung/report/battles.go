package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// meanings are what events mean to the reader.
var meanings = map[string]frame.Meaning{
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

// weigh notes what an event tells of a fight.
func (p *page) weigh(e *game.FactEvent, what phrase.Phrase) {
	switch what.Code {
	case "blow-fell", "blow-held":
		b := p.NewBattle(e)
		b.Won = 2
		if p.blow(b, what); what.Code == "blow-fell" {
			b.Won, b.Sides[1].Armies[0].Fate = 1, "destroyed"
		}
		b.Course, p.early = append(p.early, b.Course...), nil
		p.Ended(b, e)
	case "storms", "shoots", "scatters":
		p.early = []game.Said{e.Said} // the fight follows
	case "weakened", "die-lifted", "counter-short", "counter-engine", "counter-held", "counter-fell":
		p.further(e, what)
	default:
		p.early, p.fighting = nil, false
		return
	}
	p.fighting = true
}

// further notes what follows a blow, or comes between an engine's shots and its attack.
func (p *page) further(e *game.FactEvent, what phrase.Phrase) {
	if p.early != nil {
		p.early = append(p.early, e.Said)
		return
	}
	n := len(p.Facts.Battles)
	if !p.fighting || n == 0 {
		return // a fortress strikes back at who hit its walls
	}
	b := &p.Facts.Battles[n-1]
	if b.Course = append(b.Course, e.Said); what.Code == "counter-fell" && len(b.Sides[0].Armies) == 1 {
		b.Sides[0].Armies[0].Fate = "destroyed"
		p.Ended(&game.FactBattle{Sides: b.Sides, Won: 2}, e)
	}
}

// blow notes who strikes whom, with the dice and what is added to them.
func (p *page) blow(b *game.FactBattle, what phrase.Phrase) {
	for i, who := range [2]string{"who", "whom"} {
		side := &b.Sides[i]
		side.Realm = p.realm
		if of := what.Arg(who + "-of"); of.Kind != phrase.Term {
			side.Realm = p.called(of.S)
		}
		side.Armies = append(side.Armies, game.FactFighter{Realm: side.Realm, Name: what.Arg(who).S})
		for _, arg := range [2][]string{{"die", "power"}, {"other", "stands", "ground", "weak"}}[i] {
			n, code := what.Arg(arg).N, "factor."+arg
			if arg == "weak" {
				n = -n
			}
			if n != 0 {
				side.Factors = append(side.Factors, game.FactFactor{Code: code, Name: p.Book.T(code), Amount: n})
			}
		}
		side.Strength = what.Arg([2]string{"sum", "total"}[i]).N
	}
}

// called is the number of the realm of a name.
func (p *page) called(name string) int {
	for i := range p.s.Realms {
		if p.s.Realms[i].Name == name {
			return p.s.Realms[i].Number
		}
	}
	return 0
}
