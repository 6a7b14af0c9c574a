package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
)

// event notes an event in the realm's words, and what it tells of a combat.
func (d *data) event(told *game.Event, what phrase.Phrase) {
	e := d.Event(told, what, meanings.Of(what.Code))
	if area, named := e.Args["area"]; named && !area.Worded {
		e.At = strconv.FormatInt(area.Number, 10)
	}
	switch {
	case what.Code == "combat" || what.Code == "sea-combat":
		b := d.Battle(e)
		for i, side := range [2]string{"us", "them"} {
			b.Sides[i].Realm = int(what.Arg("realm-" + side).N)
			if ships := what.Arg("ships-" + side).S; ships != "" {
				bring(&b.Sides[i], game.FactFighter{Realm: b.Sides[i].Realm, Kind: "fleet"}, ships)
			}
			if strings.HasPrefix(what.Arg(side).S, "party.pirates") && what.Code == "combat" {
				d.people[i] = "haven"
			} else {
				d.people[i] = "natives"
			}
		}
	case fight.Protocol(what.Code) && len(d.Facts.Battles) > 0:
		d.course(&d.Facts.Battles[len(d.Facts.Battles)-1], e, what)
	}
}

// course notes a sentence of a combat's protocol.
func (d *data) course(b *game.FactBattle, e *game.FactEvent, what phrase.Phrase) {
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
		bring(side, game.FactFighter{Kind: d.people[i]}, what.Arg("units").S)
	case "combat.factors", "sea.factors":
		if side.Strength == 0 {
			side.Strength = what.Arg("cf").N
		}
	case "combat.bonus":
		code := what.Arg("what").S
		if !slices.ContainsFunc(side.Factors, func(f game.FactFactor) bool { return f.Code == code }) {
			side.Factors = append(side.Factors, game.FactFactor{Code: code, Name: d.Book.T(code), Amount: what.Arg("bonus").N})
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
		d.Ended(b, e)
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
