package kolonien

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
)

// The map of a case.
const (
	caseWidth  = 6
	caseHeight = 5
)

// buildCase makes the world of the sections tables and world.
func buildCase(text *cases.Case) *caseFile {
	c, rules := &caseFile{Case: text}, Rules()
	tables, err := rules.standard.with([]byte("[rules]\ndice_sides = 1\n"))
	if err == nil {
		tables, err = tables.with([]byte(c.Text("tables")))
	}
	if err != nil {
		c.Test.Fatal(err)
	}
	s := &State{Schema: Schema, Turn: 1, Width: caseWidth, Height: caseHeight, Areas: make([]Area, caseWidth*caseHeight)}
	m := maker{tables: tables, grid: game.Grid{Width: caseWidth, Height: caseHeight}}
	m.connect(s)
	for n := 1; n <= 3; n++ {
		home, sea := len(s.Areas)+1, caseWidth*(n+1)
		s.Areas = append(s.Areas, Area{Ground: Home, Beside: []int{sea}, Colony: &Colony{Owner: n, Port: true}})
		s.Areas[sea-1].Beside = append(s.Areas[sea-1].Beside, home)
		r := Realm{Number: n, Name: fmt.Sprint("Reich_", n), Lang: phrase.De, Computer: game.UTF8, Home: home, Ducats: 300, Stances: []Stance{Peace, Peace, Peace}}
		r.Stances[n-1] = Allied
		s.Realms = append(s.Realms, r)
	}
	c.world = &World{rules: rules, tables: tables, state: s}
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
func (c *caseFile) line(s *State, f []string) {
	n := 0
	if len(f) > 1 {
		n = c.num(f[1])
	}
	switch f[0] {
	case "turn":
		s.Turn = n
	case "land":
		for _, at := range f[1:] {
			s.Areas[c.num(at)-1].Ground = Land
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
		stance := Stance(strings.Index(stanceLetters, f[3]))
		s.Realms[n-1].Stances[to-1], s.Realms[to-1].Stances[n-1] = stance, stance
	case "wish":
		s.Realms[n-1].Stances[c.num(f[2])-1] = Stance(strings.Index(stanceLetters, f[3]))
	case "colony":
		col := &Colony{Owner: c.num(f[2]), Level: 1}
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
		if s.Areas[n-1].Ground == Home {
			col.Port = true
		}
		s.Areas[n-1].Colony = col
	case "regiment":
		r, _ := c.troops(f[2:])
		s.Areas[n-1].Colony.Regiments = append(s.Areas[n-1].Colony.Regiments, r)
	case "leader":
		l := Leader{Name: f[2], Value: c.num(f[3]), At: c.num(f[4]), Orders: standing()}
		rest := f[5:]
		if len(rest) > 0 && rest[0] == "medic" {
			l.Medic, rest = true, rest[1:]
		}
		l.Troops, _ = c.troops(rest)
		s.Realms[n-1].Leaders = append(s.Realms[n-1].Leaders, l)
	case "aboard":
		s.Realms[n-1].leader(f[2]).Aboard = c.num(f[3])
	case "stand":
		o, problems := reader("", readCombat)(strings.Join(f[2:], " "))
		if o == nil {
			c.Test.Fatal(problems)
		}
		if l := s.Realms[n-1].leader(f[2]); l != nil {
			l.Orders.take(o.(CombatOrder))
		} else {
			s.Realms[n-1].fleet(o.(CombatOrder).Fleet).Orders.take(o.(CombatOrder))
		}
	case "fleet":
		_, ships := c.troops(f[4:])
		s.Realms[n-1].Fleets = append(s.Realms[n-1].Fleets, Fleet{Number: c.num(f[2]), At: c.num(f[3]), Ships: ships, Orders: standing()})
	case "natives":
		people := &Natives{}
		for i, l := range c.world.tables.Location {
			if l.Code == f[2] {
				people.Location, people.Leader = i+1, l.Leader
			}
		}
		people.Troops, _ = c.troops(f[3:])
		s.Areas[n-1].Natives = people
	case "haven":
		h := &Haven{}
		h.Troops, h.Ships = c.troops(f[2:])
		s.Areas[n-1].Haven = h
	default:
		c.Test.Fatalf("world: %q", f)
	}
}

// troops reads `INF 4 CAV 1`, and ships likewise.
func (c *caseFile) troops(f []string) (t Troops, s Ships) {
	for i := 0; i+1 < len(f); i += 2 {
		known := false
		for k := range kinds {
			if k.Code() == f[i] {
				t[k], known = c.num(f[i+1]), true
			}
		}
		for k := range classes {
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
