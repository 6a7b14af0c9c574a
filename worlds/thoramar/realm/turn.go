package realm

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/tables"
)

// Turn is the world while a turn is played. Phases change the state in place, one after the other, and record what
// they did as events.
type Turn struct {
	rulekit.Turn // Week is 0 before week 1, then 1–13, and 14 after

	Tables *tables.Tables
	Grid   game.Grid
	State  *State
	Sheets []rulekit.Sheet    // by realm number; nil lines if no orders came
	Income []map[string]int64 // by realm number: what came into the treasury, by source
	Outlay []map[string]int64 // by realm number: what its treasury spent, by purpose

	turns          []initiative      // room for ByInitiative
	At             [][]*Army         // armies by place, kept by AddArmy, RemoveArmy, MoveArmy
	Formations     []*Army           // those with members, in the order they were formed, also if they are gone
	TreatiesBefore [][]TreatyWith    // by realm: as they were when the turn began
	Titles         []string          // by realm: its name when the turn began
	Peoples        []*tables.Culture // by realm: its culture, nil if that is not known

	Began   *State         // the world before the turn, nil if nothing is played
	Saw     []Places       // by realm: what it saw then, once it was asked for; see sight.Sees
	Had     [][]game.Place // by realm: the fields it owned then, likewise
	Receipt *Receipt       // nil in a turn; in a receipt: what one realm knows

	Gates   map[int]game.Place // the working gates by number, once they were asked for
	Traded  []game.Place       // where trade was done this turn
	Exposed []*Army            // armies that gave themselves away this week
	Late    []*Army            // armies that could not go aboard this week yet

	crewed bool    // marches know who goes with whom (see NoteCrews)
	Lanes  int     // how many lanes play a week side by side, if that pays; 0 and 1: one after the other
	Eager  bool    // side by side even if it does not pay
	beside *Beside // the lanes of the phase before, to use their room again
	Room   *Room   // in which it is played
	lane   *lane   // the lane that this turn belongs to; nil if there are no lanes
}

// Earn puts gold into a treasury and records its source for the report.
func (t *Turn) Earn(realm int, source string, gold int64) {
	if realm == 0 || gold == 0 {
		return
	}
	if t.lane != nil { // nobody asks before all have had their turns
		t.lane.earned = append(t.lane.earned, earning{realm, source, gold})
		return
	}
	t.State.Realms[realm].Gold += gold
	if t.Income[realm] == nil {
		t.Income[realm] = map[string]int64{}
	}
	t.Income[realm][source] += gold
}

// Spend takes gold from a treasury that holds it, and records the purpose for the report.
func (t *Turn) Spend(realm int, purpose string, gold int64) {
	if gold == 0 {
		return
	}
	t.State.Realms[realm].Gold -= gold
	if t.Outlay[realm] == nil {
		t.Outlay[realm] = map[string]int64{}
	}
	t.Outlay[realm][purpose] += gold
}

// Begin makes what the phases work on in a room: the state itself without sheets.
func Begin(numbers *tables.Tables, s *State, seed game.Seed, room *Room) *Turn {
	realms := len(s.Realms)
	gold := take(&room.gold, 2*realms)
	t := &Turn{
		Turn:   rulekit.Turn{Seed: seed, Number: s.Turn, Refused: take(&room.refused, realms)},
		Tables: numbers, Grid: s.Grid, State: s, Room: room,
		Sheets:         take(&room.sheets, realms),
		Income:         gold[:realms:realms],
		Outlay:         gold[realms:],
		TreatiesBefore: take(&room.treaties, realms),
		Peoples:        take(&room.peoples, realms),
		At:             take(&room.at, len(s.Fields)),
	}
	for i := range s.Realms {
		t.Peoples[i] = People(numbers, &s.Realms[i])
		t.TreatiesBefore[i] = s.Realms[i].Treaties
	}
	pairs := take(&room.pairs, 2*s.ArmyCount()) // most fields with armies have one or two
	for a := range s.EachArmy {
		if a.At >= 0 && a.Sights() {
			if t.At[a.At] == nil {
				t.At[a.At], pairs = pairs[:0:2], pairs[2:]
			}
			t.At[a.At] = append(t.At[a.At], a)
		}
		// a receipt knows no members of a foreign formation, so that is an army like others there
		if a.Formation() && slices.ContainsFunc(s.Armies[a.Realm], func(m *Army) bool { return m.Aboard == a.Name }) {
			t.Formations = append(t.Formations, a)
		}
	}
	return t
}
