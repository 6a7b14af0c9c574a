package terramagica

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// caseRules is the rulebook of all cases, so that its sentences are read once. The numbers are each case's own.
var caseRules = Rules()

// newCaseWorld makes the world of a case's sections tables and world.
func newCaseWorld(t *testing.T, own, world string) *World {
	t.Helper()
	numbers := tables.StandardTables()
	numbers.Battle.DrawMin, numbers.Battle.DrawMax = 1000, 1000
	numbers, err := numbers.With([]byte(own))
	if err != nil {
		t.Fatal(err)
	}
	grid := game.Grid{Width: 4, Height: 3}
	s := &realm.State{Schema: realm.Schema, Turn: 3, Grid: grid, Armies: make([][]*realm.Army, 5)}
	for n := 1; n <= grid.Size(); n++ {
		s.Provinces = append(s.Provinces, realm.Province{Terrain: tables.Land, Ways: waysOf(grid, n), People: 4000,
			Most: 6000})
	}
	for n := 0; n <= 4; n++ {
		s.Realms = append(s.Realms,
			realm.Realm{Person: rulekit.Person{Number: n, Name: fmt.Sprint("Reich ", n), Lang: phrase.De,
				Computer: game.UTF8}})
	}
	m := caseMaker{test: t, tables: numbers, state: s}
	for _, line := range strings.Split(world, "\n") {
		if f := strings.Fields(line); len(f) > 0 {
			m.line(f)
		}
	}
	for i := range s.Realms[1:] {
		r := &s.Realms[i+1]
		r.Fallen = s.Owned(i+1) == 0 && len(s.Armies[i+1]) == 0
		if !r.Fallen && !m.golden[i+1] {
			r.Gold = 1000
		}
	}
	w := &World{at: realm.Position{Rules: caseRules.Book, Tables: numbers, State: s}}
	for _, wrong := range w.Broken() {
		t.Fatalf("the case is broken: %s", wrong)
	}
	return w
}

// caseMaker reads the lines of a case's section `world`.
type caseMaker struct {
	test   *testing.T
	tables *tables.Tables
	state  *realm.State
	golden [5]bool
}

func (m *caseMaker) line(f []string) {
	m.test.Helper()
	s := m.state
	switch f[0] {
	case "turn":
		s.Turn = m.number(f[1])
	case "province":
		m.province(s.Province(m.number(f[1])), f[2:])
	case "realm":
		m.realm(m.number(f[1]), f[2:])
	case "army":
		m.army(f[1:])
	case "march":
		for _, n := range f[3:] {
			a := s.Army(m.number(f[1]), f[2])
			a.March = append(a.March, m.number(n))
		}
	case "status":
		m.status(f[1:])
	default:
		m.test.Fatalf("world: %q", f)
	}
}

func (m *caseMaker) number(s string) int {
	m.test.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		m.test.Fatal(err)
	}
	return n
}

func (m *caseMaker) province(p *realm.Province, f []string) {
	for _, word := range f {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "owner":
			p.Owner = m.number(value)
		case "people":
			p.People = int64(m.number(value))
		case "most":
			p.Most = int64(m.number(value))
		case "walls":
			p.Walls = strings.Split(value, ",")
		default:
			p.Terrain = tables.Terrain(key)
			if p.Terrain == tables.Sea {
				p.People, p.Most = 0, 0
			}
		}
	}
}

func (m *caseMaker) realm(n int, f []string) {
	r := &m.state.Realms[n]
	for _, word := range f {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "gold":
			r.Gold = int64(m.number(value))
			m.golden[n] = true
		case "mana":
			r.Mana = int64(m.number(value))
		case "home":
			r.Home = m.number(value)
		case "missed":
			r.Missed = m.number(value)
		case "lost":
			r.LostHome = m.number(value)
		default:
			m.test.Fatalf("realm: %q", word)
		}
	}
}

// army reads `1 Nord 2 Soldat:100%5/2/Halten routed`.
func (m *caseMaker) army(f []string) {
	m.test.Helper()
	a := &realm.Army{Realm: m.number(f[0]), Name: f[1], At: m.number(f[2])}
	for _, word := range f[3:] {
		switch word {
		case "routed":
			a.Routed = true
			continue
		case "drowns":
			a.Drowns = true
			continue
		case "takes":
			a.Takes = true
			continue
		}
		unit, rest, _ := strings.Cut(word, ":")
		parts := strings.Split(rest, "/")
		number, experience, _ := strings.Cut(parts[0], "%")
		s := a.Take(m.tables, unit, int64(m.number(number)), 0)
		if experience != "" {
			s.Experience = int64(m.number(experience))
		}
		if len(parts) == 3 {
			s.Row = m.number(parts[1])
			tactic, ok := order.TacticOf(parts[2])
			if !ok {
				m.test.Fatalf("tactic %q", parts[2])
			}
			s.Tactic = tactic
		}
	}
	m.state.Add(a)
}

func (m *caseMaker) status(f []string) {
	whose := m.number(f[0])
	target := realm.Target{Realm: whose, Army: f[3]}
	if number, name, ok := strings.Cut(f[3], "."); ok {
		target = realm.Target{Realm: m.number(number), Army: name}
	} else if n, err := strconv.Atoi(f[3]); err == nil {
		target = realm.Target{Realm: n}
	}
	stance := realm.Joint
	if f[2] == "angriff" {
		stance = realm.Hostile
	}
	m.state.Army(whose, f[1]).Set(target, stance)
}

// caseFacts are the sections that tell of the whole world after the turn.
var caseFacts = map[string]func(*caseFile) string{
	"armies": (*caseFile).armies, "provinces": (*caseFile).provinces, "realms": (*caseFile).realms,
	"statuses": (*caseFile).statuses,
	"end":      (*caseFile).end, "fights": (*caseFile).fights,
}

func (c *caseFile) fights() string {
	var b bytes.Buffer
	for _, a := range c.outcome.t.State.All() {
		if n := c.outcome.t.War.Fought[a]; n > 0 {
			fmt.Fprintf(&b, "%s %d\n", a.Called(), n)
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) armies() string {
	var b bytes.Buffer
	for _, a := range c.outcome.t.State.All() {
		fmt.Fprintf(&b, "%s %d", a.Called(), a.At)
		for _, s := range a.Stacks {
			fmt.Fprintf(&b, " %s:%d", s.Unit, s.Number)
			if s.Experience > 0 {
				fmt.Fprintf(&b, "%%%d", s.Experience)
			}
			if s.Row > 0 {
				fmt.Fprintf(&b, "/%d/%s", s.Row, order.TacticWords[s.Tactic][0])
			}
		}
		if a.Takes {
			b.WriteString(" takes")
		}
		if a.Routed {
			b.WriteString(" routed")
		}
		if a.Drowns {
			b.WriteString(" drowns")
		}
		if len(a.March) > 0 {
			b.WriteString(" → " + realm.PathText(a.March))
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

// provinces lists those that are somebody's, walled, or have not the 4040 people
// that 4000 are a week later.
func (c *caseFile) provinces() string {
	var b bytes.Buffer
	for i, p := range c.outcome.t.State.Provinces {
		if p.Owner == 0 && len(p.Walls) == 0 && (p.People == 4040 || p.Terrain == tables.Sea) {
			continue
		}
		fmt.Fprintf(&b, "%d %s %d %d", i+1, p.Terrain, p.Owner, p.People)
		if len(p.Walls) > 0 {
			b.WriteString(" " + strings.Join(p.Walls, ","))
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) realms() string {
	var b bytes.Buffer
	for _, r := range c.outcome.t.State.Realms[1:] {
		if r.Fallen {
			continue
		}
		fmt.Fprintf(&b, "%d %d gold %d mana home %d", r.Number, r.Gold, r.Mana, r.Home)
		if r.Missed > 0 {
			fmt.Fprintf(&b, " missed %d", r.Missed)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) statuses() string {
	var b bytes.Buffer
	for _, a := range c.outcome.t.State.All() {
		for _, s := range a.Statuses {
			fmt.Fprintf(&b, "%s %s %s\n", a.Called(), order.StanceWords[s.Stance].De, s.Append(nil))
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) end() string {
	if s := c.outcome.t.State; s.Over {
		return strings.Trim(fmt.Sprint(s.Winners), "[]")
	}
	return "-"
}
