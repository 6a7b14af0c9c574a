package gametest

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// CaseDamage are the words for damage, from none on.
var CaseDamage = [...]string{"intact", "light", "heavy", "ruin"}

// Rules are the rules of all cases, so that their sentences are read once. The numbers are each case's own.
var Rules = founding.Rules()

// World makes the world of a case's sections tables and world.
func World(c *cases.Case) realm.Position {
	numbers := tables.StandardTables()
	numbers.Rules.DrawMin, numbers.Rules.DrawMax = 1000, 1000
	Calm(&numbers.Rules)
	grid := game.Grid{Width: ArenaSize, Height: ArenaSize, WrapX: true}
	s := &realm.State{Schema: realm.Schema, Turn: 3, Grid: grid, Fields: make([]realm.Field, grid.Size()),
		Armies: make([][]*realm.Army, 5)}
	tla, _ := numbers.FindTerrain("tla")
	for i := range s.Fields {
		s.Fields[i] = realm.Field{Terrain: tla, Yield: 100}
	}
	for n := 0; n <= 4; n++ {
		s.Realms = append(s.Realms,
			realm.Realm{Person: rulekit.Person{Number: n, Name: fmt.Sprint("Reich ", n), Lang: "de", Computer: game.UTF8},
				Kind: "normal", Culture: "plain", Origin: Middle, Joined: 1})
	}
	numbers, err := numbers.With([]byte(c.Text("tables")))
	if err != nil {
		c.Test.Fatal(err)
	}
	m := caseMaker{test: c.Test, tables: numbers, state: s}
	for line := range strings.Lines(c.Text("world")) {
		if f := strings.Fields(line); len(f) > 0 {
			m.line(f)
		}
	}
	here := map[int16]bool{}
	for i := range s.Fields {
		here[s.Fields[i].Owner] = true
	}
	for i := range s.Realms {
		s.Realms[i].Fallen = i > 0 && !here[int16(i)] && len(s.Armies[i]) == 0
	}
	return realm.Position{Rules: Rules, Tables: numbers, State: s}
}

// caseMaker reads the lines of a case's section `world`.
type caseMaker struct {
	test   *testing.T
	tables *tables.Tables
	state  *realm.State
}

func (m *caseMaker) line(f []string) {
	m.test.Helper()
	switch f[0] {
	case "turn":
		m.state.Turn = m.number(f[1])
	case "realm":
		r := &m.state.Realms[m.number(f[1])]
		if m.tables.FindCulture(f[2]) == nil {
			m.test.Fatalf("no culture %q", f[2])
		}
		r.Culture, r.Gold = f[2], int64(m.number(f[3]))
		if len(f) > 4 {
			r.Kind = f[4]
		}
	case "treaty":
		m.state.SetTreaty(m.number(f[1]), m.number(f[2]), realm.Treaty(f[3][0]))
	case "field":
		m.field(f[1:])
	case "edge":
		m.state.SetEdge(m.place(f[1]), game.Direction(m.number(f[3])), realm.Edge(f[2][0]), true)
	case "yield":
		m.state.Fields[m.place(f[1])].Yield = int16(m.number(f[2]))
	case "blessed":
		m.state.Fields[m.place(f[1])].Blessed = uint8(m.number(f[2]))
	case "army":
		m.armies(f[1:])
	case "origin":
		m.state.Realms[m.number(f[1])].Origin = m.place(f[2])
	case "account":
		r := &m.state.Realms[m.number(f[1])]
		r.Account, r.Missed = int64(m.number(f[2])), m.number(f[3])
	default:
		m.test.Fatalf("world: %q", f)
	}
}

func (m *caseMaker) number(s string) int {
	m.test.Helper()
	var n int
	if _, err := fmt.Sscan(s, &n); err != nil {
		m.test.Fatalf("%q is no number", s)
	}
	return n
}

func (m *caseMaker) place(s string) game.Place {
	m.test.Helper()
	var x, y int
	if _, err := fmt.Sscanf(s, "%d/%d", &x, &y); err != nil {
		m.test.Fatalf("%q is no field", s)
	}
	p := m.state.Grid.Absolute(Middle, x, y)
	if p == game.Nowhere {
		m.test.Fatalf("there is no field %s", s)
	}
	return p
}

func (m *caseMaker) terrain(code string) uint8 {
	m.test.Helper()
	i, ok := m.tables.FindTerrain(code)
	if !ok {
		m.test.Fatalf("no terrain %q", code)
	}
	return i
}

// field reads `x/y terrain owner [building [damage]] [new]` and pairs
// `gate=7 mine=20000 decline=100 into=FES ready=5 left=1000`.
func (m *caseMaker) field(f []string) {
	p := &m.state.Fields[m.place(f[0])]
	p.Terrain, p.Owner = m.terrain(f[1]), int16(m.number(f[2]))
	if len(f) == 3 {
		return
	}
	row := m.tables.FindBuilding(f[3])
	if row == nil {
		m.test.Fatalf("no building %q", f[3])
	}
	p.Building = &realm.Building{Kind: f[3], Name: "Ort"}
	if row.Gate {
		p.Building.Gate = 24
	}
	left := -1
	for _, word := range f[4:] {
		if key, value, ok := strings.Cut(word, "="); ok {
			if key == "left" {
				left = m.number(value)
				continue
			}
			m.part(p.Building, key, value)
		}
		if word == "new" {
			p.Building.New, p.Building.Ready = true, m.state.Turn+2
		}
		for d, w := range CaseDamage {
			if w == word {
				p.Building.Damage = tables.Damage(d)
			}
		}
	}
	if left >= 0 {
		p.Building.Used = m.tables.CapacityOf(int(p.Owner), f[3], p.Building.Damage) - int64(left)
	}
}

func (m *caseMaker) part(b *realm.Building, key, value string) {
	switch key {
	case "gate":
		b.Gate = m.number(value)
	case "mine":
		b.Mine = int64(m.number(value))
	case "decline":
		b.Decline = int64(m.number(value))
	case "into":
		b.Into = value
	case "ready":
		b.Ready = m.number(value)
	default:
		m.test.Fatalf("field: %q", key)
	}
}

// armies reads one army, or as many as its number says, `1-999`.
func (m *caseMaker) armies(f []string) {
	m.test.Helper()
	first, last, many := strings.Cut(f[2], "-")
	if !many {
		m.army(f)
		return
	}
	for id := m.number(first); id <= m.number(last); id++ {
		one := append([]string(nil), f...)
		one[2] = fmt.Sprint(id)
		m.army(one)
	}
}

// army reads `realm unit id men x/y` and pairs of words.
func (m *caseMaker) army(f []string) {
	n := ArmyName(f[1] + " " + f[2])
	a := &realm.Army{Realm: m.number(f[0]), Name: n, Men: int64(m.number(f[3])), At: m.place(f[4]),
		Points: m.tables.FindUnit(n.Unit).Move, Fit: -1, Since: 1, Start: game.Nowhere, Flag: realm.Shown}
	if n.Type == 'H' {
		a.Start = a.At
	}
	for i := 5; i+1 < len(f); i += 2 {
		switch f[i] {
		case "points":
			a.Points = m.number(f[i+1])
		case "fit":
			a.Fit = int16(m.terrain(f[i+1]))
		case "kk":
			a.KK = m.number(f[i+1])
		case "aboard":
			a.Aboard = ArmyName(strings.Replace(f[i+1], "_", " ", 1))
		case "master":
			a.Master = ArmyName(strings.Replace(f[i+1], "_", " ", 1))
		case "start":
			a.Start = m.place(f[i+1])
		case "command":
			a.Command = realm.Command(f[i+1][0])
		case "since":
			a.Since = m.number(f[i+1])
		case "flag":
			a.Flag = map[string]realm.Flag{"-": realm.Hidden, "none": realm.NoSign}[f[i+1]]
		default:
			m.test.Fatalf("army: %q", f[i])
		}
	}
	list := m.state.Armies[a.Realm]
	at := realm.ArmyPlace(list, n)
	m.state.Armies[a.Realm] = append(list[:at:at], append([]*realm.Army{a}, list[at:]...)...)
}
