package kolonien

import (
	"strings"
	"testing"

	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Broken finds what is wrong with a state, and a state nobody could play is not
// opened at all.
func TestBrokenFinds(t *testing.T) {
	w := startedWorld(t, 1)
	land := 0
	for i := range w.at.State.Areas {
		if a := &w.at.State.Areas[i]; a.Ground == realm.Land && a.Natives == nil && a.Haven == nil {
			land = i
		}
	}
	for name, c := range map[string]struct {
		change func(*realm.State)
		closed bool // Open refuses it
	}{
		"negative ducats": {func(s *realm.State) { s.Realms[0].Ducats = -1 }, false},
		"negative units": {func(s *realm.State) { s.Realms[0].Leaders[0].Troops[tables.INF] = -1 },
			false},
		"natives in an army": {func(s *realm.State) { s.Realms[0].Leaders[0].Troops[tables.NINF] = 1 },
			false},
		"an army in the sea":        {func(s *realm.State) { s.Realms[0].Leaders[0].At = s.Width }, false},
		"aboard nothing":            {func(s *realm.State) { s.Realms[0].Leaders[0].Aboard = 7 }, false},
		"a fleet of nothing":        {func(s *realm.State) { s.Realms[0].Fleets[0].Ships = tables.Ships{} }, false},
		"pirates' ships in a fleet": {func(s *realm.State) { s.Realms[0].Fleets[0].Ships[tables.P0] = 1 }, false},
		"a home lost":               {func(s *realm.State) { s.Areas[s.Realms[0].Home-1].Colony.Owner = 2 }, false},
		"a colony of no level": {func(s *realm.State) { s.Areas[land].Colony = &realm.Colony{Owner: 1} },
			false},
		"natives of nobody": {func(s *realm.State) { s.Areas[land].Natives = &realm.Natives{Location: 1} },
			false},
		"an enemy of itself": {func(s *realm.State) { s.Realms[0].Stances[0] = realm.War }, false},
		"an owner who is not there": {func(s *realm.State) {
			s.Areas[land].Colony = &realm.Colony{Owner: 9,
				Level: 1}
		}, true},
		"a leader nowhere": {func(s *realm.State) { s.Realms[0].Leaders[0].At = 9999 }, true},
		"a home at two seas": {func(s *realm.State) {
			a := &s.Areas[s.Realms[0].Home-1]
			a.Beside = append(
				a.Beside, 1)
		}, true},
		"an unknown order":             {func(s *realm.State) { s.Realms[0].Fleets[0].Orders.Withdraw.When = 9 }, true},
		"stances missing":              {func(s *realm.State) { s.Realms[0].Stances = nil }, true},
		"a seat on land":               {func(s *realm.State) { s.Seats[0] = land + 1 }, true},
		"seats too few":                {func(s *realm.State) { s.Seats = s.Seats[:1] }, true},
		"a year missed less than none": {func(s *realm.State) { s.Realms[0].Missed = -1 }, false},
		"people in the sea": {func(s *realm.State) {
			s.Areas[s.Width-1].Natives = &realm.Natives{Location: 1, Troops: tables.Troops{tables.NINF: 1}}
		}, false},
		"pirates in the sea": {func(s *realm.State) {
			s.Areas[s.Width-1].Haven = &realm.Haven{Troops: tables.Troops{tables.PMIL: 1}}
		}, false},
		"a colony in the sea": {func(s *realm.State) { s.Areas[s.Width-1].Colony = &realm.Colony{Owner: 1, Level: 1} },
			false},
		"natives in a colony": {func(s *realm.State) {
			s.Areas[land].Colony = &realm.Colony{Owner: 1, Level: 1}
			s.Areas[land].Natives = &realm.Natives{Location: 1, Troops: tables.Troops{tables.NINF: 1}}
		}, false},
		"an empty regiment": {func(s *realm.State) {
			s.Areas[land].Colony = &realm.Colony{Owner: 1, Level: 1, Regiments: make([]tables.Troops, 1)}
		}, false},
		"natives in a garrison": {func(s *realm.State) {
			s.Areas[land].Colony = &realm.Colony{Owner: 1, Level: 1, Garrison: tables.Troops{tables.NINF: 1}}
		}, false},
		"pirates in a regiment": {func(s *realm.State) {
			s.Areas[land].Colony = &realm.Colony{Owner: 1, Level: 1, Regiments: []tables.Troops{{tables.PMIL: 1}}}
		}, false},
		"a colony of less than a level": {func(s *realm.State) {
			s.Areas[land].Colony = &realm.Colony{Owner: 1,
				Level: -1}
		}, false},
		"militia among natives": {func(s *realm.State) {
			s.Areas[land].Natives = &realm.Natives{Location: 1, Troops: tables.Troops{tables.MIL: 1}}
		}, false},
		"natives in a haven": {func(s *realm.State) {
			s.Areas[land].Haven = &realm.Haven{Troops: tables.Troops{tables.ICAV: 1}}
		}, false},
		"a transport in a haven": {func(s *realm.State) {
			s.Areas[land].Haven = &realm.Haven{Ships: tables.Ships{tables.TRA: 1}}
		}, false},
		"a haven with less than no ships": {func(s *realm.State) {
			s.Areas[land].Haven = &realm.Haven{Ships: tables.Ships{tables.P0: -1}}
		}, false},
		"a leader of no value": {func(s *realm.State) { s.Realms[0].Leaders[0].Value = 0 }, false},
		"a leader twice": {func(s *realm.State) {
			s.Realms[0].Leaders = append(s.Realms[0].Leaders, s.Realms[0].Leaders[0])
		}, false},
		"a fleet twice": {func(s *realm.State) {
			s.Realms[0].Fleets = append(s.Realms[0].Fleets,
				s.Realms[0].Fleets[0])
		}, false},
		"less than no ships": {func(s *realm.State) { s.Realms[0].Fleets[0].Ships[tables.KAR] = -1 }, false},
		"a fleet elsewhere than who is aboard": {func(s *realm.State) {
			s.Realms[0].Leaders[0].Aboard = s.Realms[0].Fleets[0].Number
			s.Realms[0].Fleets[0].At = s.Width
		}, false},
		"natives of an unknown place": {func(s *realm.State) {
			s.Areas[land].Natives = &realm.Natives{Location: 5, Troops: tables.Troops{tables.NINF: 1}}
		}, true},
		"natives of a place below 0": {func(s *realm.State) {
			s.Areas[land].Natives = &realm.Natives{Location: -1, Troops: tables.Troops{tables.NINF: 1}}
		}, true},
		"pirates' ships nowhere": {func(s *realm.State) { s.Areas[land].Haven = &realm.Haven{Away: 9999} }, true},
		"a fortification too many": {func(s *realm.State) {
			s.Areas[land].Colony = &realm.Colony{Owner: 1, Level: 1,
				Fort: 5}
		}, true},
		"a fortification below none": {func(s *realm.State) {
			s.Areas[land].Colony = &realm.Colony{Owner: 1, Level: 1,
				Fort: -1}
		}, true},
		"an owner 0":      {func(s *realm.State) { s.Areas[land].Colony = &realm.Colony{Level: 1} }, true},
		"no year":         {func(s *realm.State) { s.Turn = 0 }, true},
		"a fleet nowhere": {func(s *realm.State) { s.Realms[0].Fleets[0].At = 0 }, true},
		"natives in a list of losses": {func(s *realm.State) {
			s.Realms[0].Leaders[0].Orders.Losses = []tables.Kind{tables.NINF}
		}, true},
		"pirates in a list of losses": {func(s *realm.State) {
			s.Realms[0].Fleets[0].Orders.Sinking = []tables.Class{tables.P0}
		}, true},
		"a leader's unknown order": {func(s *realm.State) { s.Realms[0].Leaders[0].Orders.Withdraw.When = 9 },
			true},
		"a realm of another number": {func(s *realm.State) { s.Realms[0].Number = 2 }, true},
		"a home on land":            {func(s *realm.State) { s.Realms[0].Home = land + 1 }, true},
		"areas that touch one-sidedly": {func(s *realm.State) { s.Areas[land].Beside = s.Areas[land].Beside[1:] },
			true},
		"a map cut off": {func(s *realm.State) { s.Areas = s.Areas[:7] }, true},
	} {
		s := w.at.State.Clone()
		c.change(s)
		broken := w.with(s)
		if len(broken.Broken()) == 0 {
			t.Errorf("%s: nothing is found", name)
		}
		_, err := Rules().Open(realm.Encode(s), w.at.Tables.Text())
		if (err != nil) != c.closed {
			t.Errorf("%s: opened with %v", name, err)
		}
	}
}

// What is just within its bounds is sound, and is opened again.
func TestBrokenSparesTheLast(t *testing.T) {
	w := startedWorld(t, 1)
	land := 0
	for i := range w.at.State.Areas {
		if a := &w.at.State.Areas[i]; a.Ground == realm.Land && a.Natives == nil && a.Haven == nil {
			land = i
		}
	}
	colony := func(s *realm.State) *realm.Colony {
		s.Areas[land].Colony = &realm.Colony{Owner: len(s.Realms), Level: 1}
		return s.Areas[land].Colony
	}
	for name, change := range map[string]func(*realm.State){
		"no ducats":       func(s *realm.State) { s.Realms[0].Ducats = 0 },
		"the least value": func(s *realm.State) { s.Realms[0].Leaders[0].Value = 1 },
		"a citadel":       func(s *realm.State) { colony(s).Fort = 4 },
		"militia in garrison": func(s *realm.State) {
			colony(s).Garrison = tables.Troops{tables.MIL: 1,
				tables.ART: 1}
		},
		"one man's regiment": func(s *realm.State) {
			colony(s).Regiments = []tables.Troops{{tables.ART: 1}, {tables.MIL: 1}}
		},
		"a capital": func(s *realm.State) {
			s.Areas[land].Natives = &realm.Natives{Location: 4, Troops: tables.Troops{tables.NINF: 1, tables.ICAV: 1}}
		},
		"natives without a location": func(s *realm.State) {
			s.Areas[land].Natives = &realm.Natives{Troops: tables.Troops{tables.ICAV: 1}}
		},
		"a chief alone": func(s *realm.State) { s.Areas[land].Natives = &realm.Natives{Location: 1, Leader: 1} },
		"pirates' first and last ships": func(s *realm.State) {
			s.Areas[land].Haven = &realm.Haven{Ships: tables.Ships{tables.P0: 1, tables.Classes - 1: 1}}
		},
		"ships in the first area": func(s *realm.State) { s.Areas[land].Haven = &realm.Haven{Away: 1} },
		"ships in the last area":  func(s *realm.State) { s.Areas[land].Haven = &realm.Haven{Away: len(s.Areas)} },
		"the last order to withdraw": func(s *realm.State) {
			s.Realms[0].Fleets[0].Orders.Withdraw.When = realm.BelowCF
		},
		"a leader's last order": func(s *realm.State) { s.Realms[0].Leaders[0].Orders.Withdraw.When = realm.BelowCF },
		"guns first": func(s *realm.State) {
			s.Realms[0].Leaders[0].Orders.Losses = []tables.Kind{tables.ART, tables.MIL}
		},
		"ships of the line first": func(s *realm.State) {
			s.Realms[0].Fleets[0].Orders.Sinking = []tables.Class{tables.LINS, tables.TRA}
		},
		"as many seats as realms": func(s *realm.State) { s.Seats = s.Seats[:len(s.Realms)] },
	} {
		s := w.at.State.Clone()
		change(s)
		if found := w.with(s).Broken(); len(found) > 0 {
			t.Errorf("%s: %v", name, found)
		}
		if _, err := Rules().Open(realm.Encode(s), w.at.Tables.Text()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Numbers nobody could play by are refused with their names.
func TestTablesAreHeld(t *testing.T) {
	for own, says := range map[string]string{
		"[rules]\nyears = 0\n":         "years = 0",
		"[rules]\nguns_at_port = 21\n": "guns_at_port = 21: must be 0 to guns = 20",
		"[rules]\nstart_inf = 6\n": "start_inf, start_cav and start_art are 8 units in one " +
			"army: must be at most army_most = 6",
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
	if err != nil || !strings.Contains(string(effective), "cost = 45") ||
		strings.Count(string(effective), "[[unit]]") != int(tables.Kinds) {
		t.Errorf("%v\n%s", err, effective)
	}
}
