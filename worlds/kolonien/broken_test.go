package kolonien

import (
	"strings"
	"testing"
)

// Broken finds what is wrong with a state, and a state nobody could play is not
// opened at all.
func TestBrokenFinds(t *testing.T) {
	w := startedWorld(t, 1)
	land := 0
	for i := range w.state.Areas {
		if a := &w.state.Areas[i]; a.Ground == Land && a.Natives == nil && a.Haven == nil {
			land = i
		}
	}
	for name, c := range map[string]struct {
		change func(*State)
		closed bool // Open refuses it
	}{
		"negative ducats":              {func(s *State) { s.Realms[0].Ducats = -1 }, false},
		"negative units":               {func(s *State) { s.Realms[0].Leaders[0].Troops[INF] = -1 }, false},
		"natives in an army":           {func(s *State) { s.Realms[0].Leaders[0].Troops[NINF] = 1 }, false},
		"an army in the sea":           {func(s *State) { s.Realms[0].Leaders[0].At = s.Width }, false},
		"aboard nothing":               {func(s *State) { s.Realms[0].Leaders[0].Aboard = 7 }, false},
		"a fleet of nothing":           {func(s *State) { s.Realms[0].Fleets[0].Ships = Ships{} }, false},
		"pirates' ships in a fleet":    {func(s *State) { s.Realms[0].Fleets[0].Ships[P0] = 1 }, false},
		"a home lost":                  {func(s *State) { s.Areas[s.Realms[0].Home-1].Colony.Owner = 2 }, false},
		"a colony of no level":         {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 1} }, false},
		"natives of nobody":            {func(s *State) { s.Areas[land].Natives = &Natives{Location: 1} }, false},
		"an enemy of itself":           {func(s *State) { s.Realms[0].Stances[0] = War }, false},
		"an owner who is not there":    {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 9, Level: 1} }, true},
		"a leader nowhere":             {func(s *State) { s.Realms[0].Leaders[0].At = 9999 }, true},
		"a home at two seas":           {func(s *State) { a := &s.Areas[s.Realms[0].Home-1]; a.Beside = append(a.Beside, 1) }, true},
		"an unknown order":             {func(s *State) { s.Realms[0].Fleets[0].Orders.Withdraw.When = 9 }, true},
		"stances missing":              {func(s *State) { s.Realms[0].Stances = nil }, true},
		"a seat on land":               {func(s *State) { s.Seats[0] = land + 1 }, true},
		"seats too few":                {func(s *State) { s.Seats = s.Seats[:1] }, true},
		"a year missed less than none": {func(s *State) { s.Realms[0].Missed = -1 }, false},
		"people in the sea":            {func(s *State) { s.Areas[s.Width-1].Natives = &Natives{Location: 1, Troops: Troops{NINF: 1}} }, false},
		"pirates in the sea":           {func(s *State) { s.Areas[s.Width-1].Haven = &Haven{Troops: Troops{PMIL: 1}} }, false},
		"a colony in the sea":          {func(s *State) { s.Areas[s.Width-1].Colony = &Colony{Owner: 1, Level: 1} }, false},
		"natives in a colony": {func(s *State) {
			s.Areas[land].Colony = &Colony{Owner: 1, Level: 1}
			s.Areas[land].Natives = &Natives{Location: 1, Troops: Troops{NINF: 1}}
		}, false},
		"an empty regiment":               {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 1, Level: 1, Regiments: make([]Troops, 1)} }, false},
		"natives in a garrison":           {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 1, Level: 1, Garrison: Troops{NINF: 1}} }, false},
		"pirates in a regiment":           {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 1, Level: 1, Regiments: []Troops{{PMIL: 1}}} }, false},
		"a colony of less than a level":   {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 1, Level: -1} }, false},
		"militia among natives":           {func(s *State) { s.Areas[land].Natives = &Natives{Location: 1, Troops: Troops{MIL: 1}} }, false},
		"natives in a haven":              {func(s *State) { s.Areas[land].Haven = &Haven{Troops: Troops{ICAV: 1}} }, false},
		"a transport in a haven":          {func(s *State) { s.Areas[land].Haven = &Haven{Ships: Ships{TRA: 1}} }, false},
		"a haven with less than no ships": {func(s *State) { s.Areas[land].Haven = &Haven{Ships: Ships{P0: -1}} }, false},
		"a leader of no value":            {func(s *State) { s.Realms[0].Leaders[0].Value = 0 }, false},
		"a leader twice": {func(s *State) {
			s.Realms[0].Leaders = append(s.Realms[0].Leaders, s.Realms[0].Leaders[0])
		}, false},
		"a fleet twice":      {func(s *State) { s.Realms[0].Fleets = append(s.Realms[0].Fleets, s.Realms[0].Fleets[0]) }, false},
		"less than no ships": {func(s *State) { s.Realms[0].Fleets[0].Ships[KAR] = -1 }, false},
		"a fleet elsewhere than who is aboard": {func(s *State) {
			s.Realms[0].Leaders[0].Aboard = s.Realms[0].Fleets[0].Number
			s.Realms[0].Fleets[0].At = s.Width
		}, false},
		"natives of an unknown place":  {func(s *State) { s.Areas[land].Natives = &Natives{Location: 5, Troops: Troops{NINF: 1}} }, true},
		"natives of a place below 0":   {func(s *State) { s.Areas[land].Natives = &Natives{Location: -1, Troops: Troops{NINF: 1}} }, true},
		"pirates' ships nowhere":       {func(s *State) { s.Areas[land].Haven = &Haven{Away: 9999} }, true},
		"a fortification too many":     {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 1, Level: 1, Fort: 5} }, true},
		"a fortification below none":   {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 1, Level: 1, Fort: -1} }, true},
		"an owner 0":                   {func(s *State) { s.Areas[land].Colony = &Colony{Level: 1} }, true},
		"no year":                      {func(s *State) { s.Turn = 0 }, true},
		"a fleet nowhere":              {func(s *State) { s.Realms[0].Fleets[0].At = 0 }, true},
		"natives in a list of losses":  {func(s *State) { s.Realms[0].Leaders[0].Orders.Losses = []Kind{NINF} }, true},
		"pirates in a list of losses":  {func(s *State) { s.Realms[0].Fleets[0].Orders.Sinking = []Class{P0} }, true},
		"a leader's unknown order":     {func(s *State) { s.Realms[0].Leaders[0].Orders.Withdraw.When = 9 }, true},
		"a realm of another number":    {func(s *State) { s.Realms[0].Number = 2 }, true},
		"a home on land":               {func(s *State) { s.Realms[0].Home = land + 1 }, true},
		"areas that touch one-sidedly": {func(s *State) { s.Areas[land].Beside = s.Areas[land].Beside[1:] }, true},
		"a map cut off":                {func(s *State) { s.Areas = s.Areas[:7] }, true},
	} {
		s := w.state.clone()
		c.change(s)
		broken := &World{rules: w.rules, tables: w.tables, state: s}
		if len(broken.Broken()) == 0 {
			t.Errorf("%s: nothing is found", name)
		}
		_, err := w.rules.Open(encode(s), w.tables.text())
		if (err != nil) != c.closed {
			t.Errorf("%s: opened with %v", name, err)
		}
	}
}

// Numbers nobody could play by are refused with their names.
func TestTablesAreHeld(t *testing.T) {
	for own, says := range map[string]string{
		"[rules]\nyears = 0\n":                             "years = 0",
		"[rules]\nguns_at_port = 21\n":                     "guns_at_port = 21: must be 0 to guns = 20",
		"[rules]\nstart_inf = 6\n":                         "start_inf, start_cav and start_art are 8 units in one army: must be at most army_most = 6",
		"[[unit]]\ncode = \"LIN\"\nhits = 3\n":             "unit LIN: hits = 3",
		"[[unit]]\ncode = \"RITTER\"\nattack = 3\n":        "there is no \"RITTER\"",
		"[[ship]]\ncode = \"TRA\"\ncolour = 3\n":           "colour",
		"[[location]]\ncode = \"tribe\"\nregular = 11\n":   "location tribe: regular = 11",
		"[[fortification]]\ncode = \"fort\"\nbonus = -1\n": "fortification fort: bonus = -1",
		"[rules]\nyears = \"viele\"\n":                     "years",
	} {
		if _, err := Rules().Tables([]byte(own)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q gives: %v", own, err)
		}
	}
	effective, err := Rules().Tables([]byte("[[unit]]\ncode = \"LIN\"\ncost = 45\n"))
	if err != nil || !strings.Contains(string(effective), "cost = 45") || strings.Count(string(effective), "[[unit]]") != int(kinds) {
		t.Errorf("%v\n%s", err, effective)
	}
}
