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
		"negative ducats":           {func(s *State) { s.Realms[0].Ducats = -1 }, false},
		"negative units":            {func(s *State) { s.Realms[0].Leaders[0].Troops[INF] = -1 }, false},
		"natives in an army":        {func(s *State) { s.Realms[0].Leaders[0].Troops[NINF] = 1 }, false},
		"an army in the sea":        {func(s *State) { s.Realms[0].Leaders[0].At = s.Width }, false},
		"aboard nothing":            {func(s *State) { s.Realms[0].Leaders[0].Aboard = 7 }, false},
		"a fleet of nothing":        {func(s *State) { s.Realms[0].Fleets[0].Ships = Ships{} }, false},
		"pirates' ships in a fleet": {func(s *State) { s.Realms[0].Fleets[0].Ships[P0] = 1 }, false},
		"a home lost":               {func(s *State) { s.Areas[s.Realms[0].Home-1].Colony.Owner = 2 }, false},
		"a colony of no level":      {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 1} }, false},
		"natives of nobody":         {func(s *State) { s.Areas[land].Natives = &Natives{Location: 1} }, false},
		"an enemy of itself":        {func(s *State) { s.Realms[0].Stances[0] = War }, false},
		"an owner who is not there": {func(s *State) { s.Areas[land].Colony = &Colony{Owner: 9, Level: 1} }, true},
		"a leader nowhere":          {func(s *State) { s.Realms[0].Leaders[0].At = 9999 }, true},
		"a home at two seas":        {func(s *State) { a := &s.Areas[s.Realms[0].Home-1]; a.Beside = append(a.Beside, 1) }, true},
		"an unknown order":          {func(s *State) { s.Realms[0].Fleets[0].Orders.Withdraw.When = 9 }, true},
		"stances missing":           {func(s *State) { s.Realms[0].Stances = nil }, true},
		"a seat on land":            {func(s *State) { s.Seats[0] = land + 1 }, true},
		"seats too few":             {func(s *State) { s.Seats = s.Seats[:1] }, true},
		"a map cut off":             {func(s *State) { s.Areas = s.Areas[:7] }, true},
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
