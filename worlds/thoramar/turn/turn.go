// Package turn plays a turn of 13 weeks. Its phases are three lists, Before, Weekly and After, with the reason at the
// odd places: no phase calls the next. Resolve plays all of them. A receipt plays Before over what its realm knows
// (Check), so it cannot promise what the turn refuses for known facts (law 8). What the weeks will bring is only
// foreseen (forecast.go). Phases that are large have packages of their own below.
package turn

import (
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// Turn is a turn being resolved: the world that its phases change, and what only reports and the turn's end need.
type Turn struct {
	*realm.Turn
	sight.Watch
	steps  march.Survey
	volley fight.Volley
	Rules  *rulekit.Book[*tables.Tables]
	master rulekit.Sheet // of realm 0: the game master's
	Info   []bool        // by realm: it asked for its strengths and spared terrains ($S info)
}

// Phase is one step of a turn.
type Phase rulekit.Phase[*Turn]

// alone makes a phase of a function that needs only the world.
func alone(run func(*realm.Turn)) func(*Turn) { return func(t *Turn) { run(t.Turn) } }

// Before lists the phases before week 1, in order (decision 4.1–4.7).
var Before = []Phase{
	{"settings", settings},                 // $S, $K: first, so that refusals speak the right language
	{"treaties", alone(treaties)},          // $V: a partner of this turn may already pass and support
	{"transfers", alone(market.Transfers)}, // $G: all debits from the treasury as it was, then all credits
	// $L: before building, so that the receiver's orders cannot reach the land but the giver's no longer count
	{"land", alone(cessions)},
	{"build", alone(build)},           // $B in file order, as long as money lasts
	{"recruit", alone(recruit)},       // $R after building, with the money that is left
	{"plans", alone(march.Plans)},     // the sheet's plans become marches; an army without a line holds
	{"specials", alone(specials)},     // split, merge, … (decision 4.7)
	{"tactics", alone(fight.Tactics)}, // $T, after the specials: armies are then as they will fight
	{"wild", alone(craft.Wild)},       // after the specials: tamed armies are no longer wild, freed ones are
	{"crews", alone(realm.NoteCrews)}, // last: all are together as they will be in the weeks
}

// Weekly lists the phases of each of the 13 weeks (decision 4.8).
var Weekly = []Phase{
	{"standing", alone(march.StandingFights)},           // armies that are already in one field, with an attacking order
	{"move", func(t *Turn) { t.steps.Move(t.Turn) }},    // by initiative, with the fights when armies meet
	{"shots", func(t *Turn) { t.volley.Shots(t.Turn) }}, // after the fights, before what is left is plundered
	{"plunder", alone(march.Plunder)},
	{"trade", alone(market.Trade)},                    // after the fights and the moves: caravans that came to their town
	{"sight", func(t *Turn) { t.Watch.Look(t.Turn) }}, // last: sightings are of the week's end
}

// After lists the phases after week 13 (decision 4.9).
var After = []Phase{
	{"conquest", alone(conquest)},
	{"destruction", alone(destruction)},
	{"revolts", alone(revolts)},
	{"sorcery", alone(craft.Sorcery)}, // before upkeep: those who are gone are not paid
	{"building", alone(progress)},
	{"herds", alone(craft.Breed)},
	{"harvest", alone(market.Harvest)},    // only in autumn
	{"blessings", alone(craft.Blessings)}, // after the harvest that they doubled
	{"refill", alone(march.Refill)},       // movement points
	{"deserted", alone(desertions)},       // before the fall that it causes
	{"fallen", alone(fallen)},
	{"messages", messages},
	{"account", account}, // payments before the fee of the turn; missed turns
}

// PlayWeeks plays the 13 weeks.
func (t *Turn) PlayWeeks() {
	for t.Week = 1; t.Week <= realm.Weeks; t.Week++ {
		t.Run(Weekly)
	}
}

// Run plays phases, and counts formations again after each.
func (t *Turn) Run(list []Phase) {
	for i := range list {
		rulekit.Play(&t.Turn.Turn, t, list[i:i+1])
		t.Muster()
	}
}
