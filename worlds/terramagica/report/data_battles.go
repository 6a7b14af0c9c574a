package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// bred are the codes that come in three forms: about others, about the reader, and about what the reader lost.
var bred = map[string]bool{"army-fell": true, "retreats": true, "routed-there": true, "wall-fallen": true}

// event notes an event, and what it tells of a battle.
func (d *data) event(told *game.Event) {
	what := told.Phrase
	e := d.Event(told, what, meanings.Of(what.Code))
	if at, named := e.Args["province"]; named && !at.Worded {
		e.At = strconv.FormatInt(at.Number, 10)
	}
	switch {
	case what.Code == "battle":
		d.Battle(e)
		d.mustered = [2]int{}
	case len(d.Facts.Battles) > 0 && InProtocol(what.Code):
		d.course(&d.Facts.Battles[len(d.Facts.Battles)-1], e, what)
	case bred[what.Code]:
		d.after(e, what)
	}
}

// after notes what a battle led to: whose army was beaten, and which wall fell.
func (d *data) after(e *game.FactEvent, what phrase.Phrase) {
	if what.Code != "wall-fallen" {
		if e.Tone, e.Weight = game.Gain, 3; d.a.ours(what.Arg("army").S) {
			e.Tone, e.Weight = game.Loss, 5
		}
	}
	if n := len(d.Facts.Battles); n > 0 {
		d.Facts.Battles[n-1].Course = append(d.Facts.Battles[n-1].Course, e.Said)
	}
}

// course notes a sentence of a battle's protocol. After its end the sides come once more, with what is left of each
// stack in the same order.
func (d *data) course(b *game.FactBattle, e *game.FactEvent, what phrase.Phrase) {
	switch what.Code {
	case "rows.attackers", "rows.defenders":
		d.mustering = slices.Index([]string{"rows.attackers", "rows.defenders"}, what.Code)
	case "rows.stack":
		whose, name, named := strings.Cut(e.Args["army"].Word, ".")
		f := game.FactFighter{Kind: strings.TrimPrefix(what.Arg("unit").S, "unit."), Before: what.Arg("men").N}
		if f.Realm, _ = strconv.Atoi(whose); named {
			f.Name = name
		}
		side := &b.Sides[d.mustering]
		if side.Armies = append(side.Armies, f); len(side.Armies) == 1 {
			side.Realm = f.Realm
		}
	case "rows.stands", "rows.fled", "rows.gone":
		side, i := &b.Sides[d.mustering], d.mustered[d.mustering]
		if d.mustered[d.mustering]++; i >= len(side.Armies) {
			return
		}
		f := &side.Armies[i]
		f.After = what.Arg("men").N
		f.Fate = map[string]string{"rows.gone": "destroyed", "rows.fled": "fled"}[what.Code]
	case "rows.attackers-won", "rows.defenders-won", "rows.drawn":
		b.Won, b.Result = 1+slices.Index([]string{"rows.attackers-won", "rows.defenders-won"}, what.Code), e.Said
		d.Ended(b, e)
	case "rows.wall", "rows.wall-stands", "rows.wall-gone":
		b.Course = append(b.Course, e.Said)
	}
}
