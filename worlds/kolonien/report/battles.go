package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
)

// meanings are what events mean to the reader.
var meanings = map[string]frame.Meaning{
	"winner": {Weight: 9}, "winner.own": {Tone: game.Gain, Weight: 9, Tale: "won"}, "final-glory": {Weight: 7},
	"final-glory.own": {Weight: 8}, "seized": {Weight: 3}, "seized.own": {Tone: game.Gain, Weight: 6, Tale: "seized"},
	"seized.lost": {Tone: game.Loss, Weight: 7, Tale: "colony-lost"}, "burnt": {Weight: 2},
	"burnt.own": {Tone: game.Loss, Weight: 7, Tale: "burnt", Grave: true}, "raided": {Tone: game.Loss, Weight: 5},
	"founded.own": {Tone: game.Gain, Weight: 5, Tale: "colony"}, "founded": {Weight: 1},
	"built.own": {Tone: game.Gain, Weight: 3, Tale: "built"}, "relation": {Weight: 2},
	"relation.own": {Weight: 6, Tale: "relation"}, "relation.own2": {Weight: 6, Tale: "relation"},
	"turn-missed": {Tone: game.Warn, Weight: 7, Tale: "silent"}, "fallen-disbanded.own": {Tone: game.Loss, Weight: 5},
	"disbanded":          {Tone: game.Loss, Weight: 3},
	"drowned.own":        {Tone: game.Loss, Weight: 6, Tale: "drowned", Grave: true},
	"leader-drowned.own": {Tone: game.Loss, Weight: 6, Tale: "leader-drowned", Grave: true},
	"withdrew.own":       {Tone: game.Loss, Weight: 3}, "withdrew-aboard.own": {Tone: game.Loss, Weight: 3},
	"glory-won":    {Tone: game.Gain, Weight: 4, Tale: "victory"},
	"glory-beaten": {Tone: game.Loss, Weight: 4, Tale: "defeat"}, "location-burnt.own": {Tone: game.Gain, Weight: 4},
	"haven-destroyed.own": {Tone: game.Gain, Weight: 4, Tale: "haven"},
	"natives-came":        {Tone: game.Warn, Weight: 4, Tale: "natives-came"},
	"pirates-came":        {Tone: game.Warn, Weight: 4, Tale: "pirates-came"}, "income": {Tone: game.Gain, Weight: 2},
	"appointed": {Tone: game.Gain, Weight: 2}, "raised": {Weight: 1}, "launched": {Weight: 1}, "combat": {Weight: 4},
	"sea-combat": {Weight: 4},
}

// What the protocol of a combat means.
var (
	leaderLost  = frame.Meaning{Weight: 7, Tale: "leader-lost", Grave: true}
	siegeFailed = frame.Meaning{Weight: 6, Tale: "siege-failed"}
)

// tellBout tells the chronicler of leaders who fell in a combat: the reader's, or one who attacked the reader's colony
// and was beaten.
func (p *page) tellBout(b bout, what phrase.Phrase) {
	for side, c := range [2]*camp{&b.own, &b.others[fight.Attacker]} {
		for _, name := range c.lost.leaders {
			area := int(what.Arg("area").N)
			switch m := [2]frame.Meaning{leaderLost, siegeFailed}[side]; {
			case name == "" || b.mine == fight.Nobody:
			case side == 0, b.mine == fight.Defender && b.winner == b.mine && p.at.State.Areas[area-1].Colony != nil &&
				p.at.State.Areas[area-1].Colony.Owner == p.realm.Number:
				p.Moment(m, "", what, phrase.Str("leader", name))
			}
		}
	}
}

// teller gives the chronicler the name of the other realm.
func (p *page) teller(what phrase.Phrase) (frame.Meaning, []phrase.Arg) {
	m := meanings[what.Code]
	if what.Code == "relation.own" {
		return m, []phrase.Arg{phrase.Str("name", what.Arg("name2").S)}
	}
	return m, nil
}

// weigh notes what an event tells of a combat.
func (p *page) weigh(e *game.FactEvent, what phrase.Phrase) {
	if area, named := e.Args["area"]; named && !area.Worded {
		e.At = strconv.FormatInt(area.Number, 10)
	}
	switch {
	case what.Code == "combat" || what.Code == "sea-combat":
		b := p.NewBattle(e)
		for i, side := range [2]string{"us", "them"} {
			b.Sides[i].Realm = int(what.Arg("realm-" + side).N)
			if ships := what.Arg("ships-" + side).S; ships != "" {
				bring(&b.Sides[i], game.FactFighter{Realm: b.Sides[i].Realm, Kind: "fleet"}, ships)
			}
			if strings.HasPrefix(what.Arg(side).S, "party.pirates") && what.Code == "combat" {
				p.people[i] = "haven"
			} else {
				p.people[i] = "natives"
			}
		}
	case fight.Protocol(what.Code) && len(p.Facts.Battles) > 0:
		p.course(&p.Facts.Battles[len(p.Facts.Battles)-1], e, what)
	}
}

// course notes a sentence of a combat's protocol.
func (p *page) course(b *game.FactBattle, e *game.FactEvent, what phrase.Phrase) {
	i := max(slices.Index(fight.SideKeys[:], what.Arg("side").S), 0)
	side := &b.Sides[i]
	switch what.Code {
	case "roster-leader":
		bring(side, game.FactFighter{Realm: int(what.Arg("realm").N), Name: what.Arg("who").S, Kind: "leader"},
			what.Arg("units").S)
	case "roster-garrison", "roster-regiment":
		bring(side, game.FactFighter{Realm: side.Realm, Kind: strings.TrimPrefix(what.Code, "roster-")},
			what.Arg("units").S)
	case "roster", "roster-chief":
		bring(side, game.FactFighter{Kind: p.people[i]}, what.Arg("units").S)
	case "combat.factors", "sea.factors":
		if side.Strength == 0 {
			side.Strength = what.Arg("cf").N
		}
	case "combat.bonus":
		code := what.Arg("what").S
		if !slices.ContainsFunc(side.Factors, func(f game.FactFactor) bool { return f.Code == code }) {
			side.Factors = append(side.Factors, game.FactFactor{Code: code, Name: p.Book.T(code), Amount: what.Arg("bonus").N})
		}
	case "combat.lost", "combat.lost-more":
		side.After -= count(what.Arg("units").S)
	case "sea.lost":
		side.After -= count(what.Arg("ships").S)
	case "combat.first", "combat.wounded-fall", "sea.damaged-sinks":
		side.After--
	case "combat.no-refuge", "sea.no-refuge":
		side.After = 0
	case "combat.won":
		b.Won, b.Result = 1+i, e.Said
		p.Ended(b, e)
		return
	}
	if !strings.HasPrefix(what.Code, "roster") {
		b.Course = append(b.Course, e.Said)
	}
}

// bring notes who comes to a combat with how many units or ships.
func bring(side *game.FactSide, f game.FactFighter, units string) {
	f.Before = count(units)
	side.Armies = append(side.Armies, f)
	side.Before += f.Before
	side.After += f.Before
}

// count is how many units or ships are in a list: "4 INF, 1 CAV".
func count(list string) (sum int64) {
	var all toll
	all.add(list)
	for _, n := range all.of {
		sum += int64(n)
	}
	return sum
}
