package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// meanings are what events mean to the reader.
var meanings = map[string]frame.Meaning{
	"realm-fallen": {Weight: 9, Tale: "fallen", Grave: true}, "winner": {Weight: 9}, "end-provinces": {Weight: 8},
	"end-home": {Weight: 8}, "end-turns": {Weight: 8}, "home-lost": {Weight: 5},
	"home-lost.own": {Tone: game.Loss, Weight: 9, Tale: "home-lost", Grave: true}, "conquered": {Weight: 2},
	"conquered.own":  {Tone: game.Gain, Weight: 6, Tale: "taken"},
	"conquered.lost": {Tone: game.Loss, Weight: 7, Tale: "lost"}, "plundered": {Weight: 2},
	"plundered.own":  {Tone: game.Gain, Weight: 4, Tale: "plundered"},
	"plundered.lost": {Tone: game.Loss, Weight: 5, Tale: "robbed"},
	"turn-missed":    {Tone: game.Warn, Weight: 7, Tale: "silent"},
	"upkeep-short":   {Tone: game.Warn, Weight: 7, Tale: "deserted"},
	"deserted":       {Tone: game.Loss, Weight: 6, Tale: "deserted"},
	"drowned":        {Tone: game.Loss, Weight: 6, Tale: "drowned", Grave: true},
	"will-drown":     {Tone: game.Warn, Weight: 7},
	"army-gone":      {Tone: game.Loss, Weight: 6}, "takes-next": {Tone: game.Warn, Weight: 2},
	"not-first": {Tone: game.Warn, Weight: 3}, "holds-not-beaten": {Tone: game.Warn, Weight: 2},
	"holds-not-routed": {Tone: game.Warn, Weight: 2}, "march-ends": {Tone: game.Warn, Weight: 3},
	"march-ends-sea": {Tone: game.Warn, Weight: 3}, "recruited-fewer": {Tone: game.Warn, Weight: 2},
	"income": {Tone: game.Gain, Weight: 2}, "upkeep": {Weight: 1}, "battle": {Weight: 4}, "stays-out": {Weight: 1},
}

// What befell an army of the reader's, and a battle that nobody won.
var (
	rout = frame.Meaning{Weight: 5, Tale: "rout"}
	fell = frame.Meaning{Weight: 5, Tale: "fell"}
	draw = frame.Meaning{Weight: 4, Tale: "draw"}
)

// teller says what the chronicler hears of a battle. A battle that nobody won was in the province named last.
func (p *page) teller(what phrase.Phrase) (frame.Meaning, []phrase.Arg) {
	own := p.ours(what.Arg("army").S)
	switch {
	case what.Code == "battle":
		p.fought = what.Arg("province")
	case what.Code == "rows.drawn":
		return draw, []phrase.Arg{p.fought}
	case what.Code == "routed-there" && own:
		return rout, nil
	case what.Code == "army-fell" && own:
		return fell, nil
	}
	return p.Meaning(what.Code), nil
}

// ours reports whether troops of a battle are the reader's. The avatar belongs to no army.
func (p *page) ours(army string) bool {
	whose, _, _ := strings.Cut(army, ".")
	return whose == strconv.Itoa(p.realm)
}

// bred are the codes that come in three forms: about others, about the reader, and about what the reader lost.
var bred = map[string]bool{"army-fell": true, "retreats": true, "routed-there": true, "wall-fallen": true}

// weigh notes what an event tells of a battle.
func (p *page) weigh(e *game.FactEvent, what phrase.Phrase) {
	if at, named := e.Args["province"]; named && !at.Worded {
		e.At = strconv.FormatInt(at.Number, 10)
	}
	switch {
	case what.Code == "battle":
		p.NewBattle(e)
		p.mustered = [2]int{}
	case len(p.Facts.Battles) > 0 && InProtocol(what.Code):
		p.course(&p.Facts.Battles[len(p.Facts.Battles)-1], e, what)
	case bred[what.Code]:
		p.after(e, what)
	}
}

// after notes what a battle led to: whose army was beaten, and which wall fell.
func (p *page) after(e *game.FactEvent, what phrase.Phrase) {
	if what.Code != "wall-fallen" {
		if e.Tone, e.Weight = game.Gain, 3; p.ours(what.Arg("army").S) {
			e.Tone, e.Weight = game.Loss, 5
		}
	}
	if n := len(p.Facts.Battles); n > 0 {
		p.Facts.Battles[n-1].Course = append(p.Facts.Battles[n-1].Course, e.Said)
	}
}

// course notes a sentence of a battle's protocol. After its end the sides come once more, with what is left of each
// stack in the same order.
func (p *page) course(b *game.FactBattle, e *game.FactEvent, what phrase.Phrase) {
	switch what.Code {
	case "rows.attackers", "rows.defenders":
		p.mustering = slices.Index([]string{"rows.attackers", "rows.defenders"}, what.Code)
	case "rows.stack":
		whose, name, named := strings.Cut(e.Args["army"].Word, ".")
		f := game.FactFighter{Kind: strings.TrimPrefix(what.Arg("unit").S, "unit."), Before: what.Arg("men").N}
		if f.Realm, _ = strconv.Atoi(whose); named {
			f.Name = name
		}
		side := &b.Sides[p.mustering]
		if side.Armies = append(side.Armies, f); len(side.Armies) == 1 {
			side.Realm = f.Realm
		}
	case "rows.stands", "rows.fled", "rows.gone":
		side, i := &b.Sides[p.mustering], p.mustered[p.mustering]
		if p.mustered[p.mustering]++; i >= len(side.Armies) {
			return
		}
		f := &side.Armies[i]
		f.After = what.Arg("men").N
		f.Fate = map[string]string{"rows.gone": "destroyed", "rows.fled": "fled"}[what.Code]
	case "rows.attackers-won", "rows.defenders-won", "rows.drawn":
		b.Won, b.Result = 1+slices.Index([]string{"rows.attackers-won", "rows.defenders-won"}, what.Code), e.Said
		p.Ended(b, e)
	case "rows.wall", "rows.wall-stands", "rows.wall-gone":
		b.Course = append(b.Course, e.Said)
	}
}
