package kolonien

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// The map of a case.
const (
	caseWidth  = 6
	caseHeight = 5
)

// caseRules is the rulebook of all cases, so that its sentences are read once. The numbers are each case's own.
var caseRules = Rules()

// buildCase makes the world of the sections tables and world.
func buildCase(text *cases.Case) *caseFile {
	c, rules := &caseFile{Case: text}, caseRules
	tables, err := rules.Standard().With([]byte("[rules]\ndice_sides = 1\n"))
	if err == nil {
		tables, err = tables.With([]byte(c.Text("tables")))
	}
	if err != nil {
		c.Test.Fatal(err)
	}
	s := &realm.State{Schema: realm.Schema, Turn: 1, Width: caseWidth, Height: caseHeight,
		Areas: make([]realm.Area, caseWidth*caseHeight)}
	for i, beside := range realm.Touching(caseWidth, caseHeight, len(s.Areas)) {
		s.Areas[i].Beside = beside
	}
	for n := 1; n <= 3; n++ {
		home, sea := len(s.Areas)+1, caseWidth*(n+1)
		s.Areas = append(s.Areas,
			realm.Area{Ground: realm.Home, Beside: []int{sea}, Colony: &realm.Colony{Owner: n, Port: true}})
		s.Areas[sea-1].Beside = append(s.Areas[sea-1].Beside, home)
		who := rulekit.Person{Number: n, Name: fmt.Sprint("Reich_", n), Lang: phrase.De, Computer: game.UTF8}
		r := realm.Realm{Person: who, Home: home, Ducats: 300,
			Stances: []realm.Stance{realm.Peace, realm.Peace, realm.Peace}}
		r.Stances[n-1] = realm.Allied
		s.Realms = append(s.Realms, r)
	}
	c.world = &World{at: realm.Position{Rules: rules.Book, Tables: tables, State: s}}
	for line := range strings.Lines(c.Text("world")) {
		if f := strings.Fields(line); len(f) > 0 {
			c.line(s, f)
		}
	}
	if broken := c.world.Broken(); len(broken) > 0 {
		c.Test.Fatal(broken)
	}
	return c
}

func (c *caseFile) num(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		c.Test.Fatalf("%q is no number", s)
	}
	return n
}

// line puts one thing into the world.
func (c *caseFile) line(s *realm.State, f []string) {
	n := 0
	if len(f) > 1 {
		n = c.num(f[1])
	}
	switch f[0] {
	case "turn":
		s.Turn = n
	case "land":
		for _, at := range f[1:] {
			s.Areas[c.num(at)-1].Ground = realm.Land
		}
	case "english":
		s.Realms[n-1].Lang = phrase.En
	case "player":
		s.Realms[n-1].Player = f[2]
	case "missed":
		s.Realms[n-1].Missed = c.num(f[2])
	case "ducats":
		s.Realms[n-1].Ducats = int64(c.num(f[2]))
	case "treaty":
		to := c.num(f[2])
		stance := realm.Stance(strings.Index(order.StanceLetters, f[3]))
		s.Realms[n-1].Stances[to-1], s.Realms[to-1].Stances[n-1] = stance, stance
	case "wish":
		s.Realms[n-1].Stances[c.num(f[2])-1] = realm.Stance(strings.Index(order.StanceLetters, f[3]))
	case "colony":
		col := &realm.Colony{Owner: c.num(f[2]), Level: 1}
		rest := f[3:]
		for len(rest) > 0 && slices.Contains([]string{"level", "fort", "port"}, rest[0]) {
			switch rest[0] {
			case "level":
				col.Level, rest = c.num(rest[1]), rest[2:]
			case "fort":
				col.Fort, rest = c.num(rest[1]), rest[2:]
			default:
				col.Port, rest = true, rest[1:]
			}
		}
		col.Garrison, _ = c.troops(rest)
		if s.Areas[n-1].Ground == realm.Home {
			col.Port = true
		}
		s.Areas[n-1].Colony = col
	case "regiment":
		r, _ := c.troops(f[2:])
		s.Areas[n-1].Colony.Regiments = append(s.Areas[n-1].Colony.Regiments, r)
	case "leader":
		l := realm.Leader{Name: f[2], Value: c.num(f[3]), At: c.num(f[4]), Orders: realm.NewStanding()}
		rest := f[5:]
		if len(rest) > 0 && rest[0] == "medic" {
			l.Medic, rest = true, rest[1:]
		}
		l.Troops, _ = c.troops(rest)
		s.Realms[n-1].Leaders = append(s.Realms[n-1].Leaders, l)
	case "aboard":
		s.Realms[n-1].Leader(f[2]).Aboard = c.num(f[3])
	case "stand":
		o, problems := order.Language().Sections[1].Line(strings.Join(f[2:], " "))
		if o == nil {
			c.Test.Fatal(problems)
		}
		if l := s.Realms[n-1].Leader(f[2]); l != nil {
			o.(order.CombatOrder).Take(&l.Orders)
		} else {
			o.(order.CombatOrder).Take(&s.Realms[n-1].Fleet(o.(order.CombatOrder).Fleet).Orders)
		}
	case "fleet":
		_, ships := c.troops(f[4:])
		s.Realms[n-1].Fleets = append(s.Realms[n-1].Fleets,
			realm.Fleet{Number: c.num(f[2]), At: c.num(f[3]), Ships: ships, Orders: realm.NewStanding()})
	case "natives":
		people := &realm.Natives{}
		for i, l := range c.world.at.Tables.Location {
			if l.Code == f[2] {
				people.Location, people.Leader = i+1, l.Leader
			}
		}
		people.Troops, _ = c.troops(f[3:])
		s.Areas[n-1].Natives = people
	case "haven":
		h := &realm.Haven{}
		h.Troops, h.Ships = c.troops(f[2:])
		s.Areas[n-1].Haven = h
	default:
		c.Test.Fatalf("world: %q", f)
	}
}

// troops reads `INF 4 CAV 1`, and ships likewise.
func (c *caseFile) troops(f []string) (t tables.Troops, s tables.Ships) {
	for i := 0; i+1 < len(f); i += 2 {
		known := false
		for k := range tables.Kinds {
			if k.Code() == f[i] {
				t[k], known = c.num(f[i+1]), true
			}
		}
		for k := range tables.Classes {
			if k.Code() == f[i] {
				s[k], known = c.num(f[i+1]), true
			}
		}
		if !known {
			c.Test.Fatalf("world: %q", f)
		}
	}
	return t, s
}
