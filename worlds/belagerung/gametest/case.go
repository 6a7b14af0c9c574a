package gametest

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
)

// Plain are the numbers of a case where its own say nothing else: open fields, and dice of one side.
const Plain = `
terrain = [{ terrain = "hill", share = 0 }, { terrain = "forest", share = 0 }, { terrain = "river", share = 0 }]
[rules]
die = 1
bank = 7
`

// builder makes the world of a case.
type builder struct {
	*cases.Case
	at realm.Position
}

// World makes the world of a case's sections tables and world.
func World(read *cases.Case) realm.Position {
	c := &builder{Case: read}
	tables, err := tables.StandardTables().With([]byte(Plain))
	if err != nil {
		c.Test.Fatal(err)
	}
	if own := c.Text("tables"); own != "" {
		if tables, err = tables.With([]byte(own)); err != nil {
			c.Test.Fatal(err)
		}
	}
	lines := strings.Split(c.Text("world"), "\n")
	realms := 2
	if slices.Contains(lines, "realms 3") {
		realms = 3
	}
	c.at = Joined(c.Test, game.Founding{Seed: game.Seed{1}, Tables: tables.Text()}, realms)
	s := c.at.State
	s.Turn, s.Round, s.Units, s.LastUnit, s.Bank = 5, 3, []*realm.Unit{}, 0, 7
	for i := range s.Realms {
		s.Realms[i].Treasure, s.Realms[i].Played = 0, 2
	}
	for _, line := range lines {
		if f := strings.Fields(line); len(f) > 0 {
			c.line(s, f)
		}
	}
	if broken := realm.Broken(c.at.Tables, s, true); len(broken) > 0 {
		c.Test.Fatal(broken)
	}
	return c.at
}

func (c *builder) num(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		c.Test.Fatalf("%q is no number", s)
	}
	return n
}

func (c *builder) place(s *realm.State, text string) game.Place {
	x, y, _ := strings.Cut(text, "/")
	p := realm.Place(s.Grid, c.num(x), c.num(y))
	if p == game.Nowhere {
		c.Test.Fatalf("%q is not on the board", text)
	}
	return p
}

// line puts one thing into the world.
func (c *builder) line(s *realm.State, f []string) {
	switch f[0] {
	case "realms":
	case "next":
		s.Next = c.num(f[1])
	case "round":
		s.Round = c.num(f[1])
	case "first":
		s.Realm(c.num(f[1])).Played = 0
	case "bank":
		s.Bank = int64(c.num(f[1]))
	case "terrain":
		for _, at := range f[2:] {
			s.Terrain[c.place(s, at)] = tables.Terrain(f[1])
		}
	case "treasure":
		s.Realm(c.num(f[1])).Treasure = int64(c.num(f[2]))
	case "looter":
		s.Realm(c.num(f[1])).Looter = int64(c.num(f[2]))
	case "counters":
		s.Realm(c.num(f[1])).CounterEngine = f[2] == "engine"
	case "hits":
		r := s.Realm(c.num(f[1]))
		if f[2] == "castle" {
			r.Hits = int64(c.num(f[3]))
		} else {
			r.Walls[c.num(f[3])-1] = int64(c.num(f[4]))
		}
	case "unit", "settler":
		c.unit(s, f)
	case "building":
		c.building(s, f)
	default:
		c.Test.Fatalf("world: %q", f)
	}
}

// unit reads `unit 1 E3 sword 4/2 bow learns shoe weak 2 1`, `settler 1 S1 4/3 weak 1`.
func (c *builder) unit(s *realm.State, f []string) {
	u := &realm.Unit{Realm: c.num(f[1]), Number: c.num(f[2][1:]), Settler: f[0] == "settler"}
	rest := f[3:]
	if !u.Settler {
		u.Symbols, rest = []tables.Symbol{tables.Symbol(rest[0])}, rest[1:]
		s.LastUnit = max(s.LastUnit, u.Number)
	}
	u.At, rest = c.place(s, rest[0]), rest[1:]
	weak := false
	for i := 0; i < len(rest); i++ {
		switch {
		case rest[i] == "weak":
			weak = true
		case weak:
			s.LastWeak++
			u.Weak = append(u.Weak, realm.Weakening{Seq: s.LastWeak, Pips: int64(c.num(rest[i]))})
		case rest[i] == "learns":
			i++
			u.Learning = tables.Symbol(rest[i])
		default:
			u.Symbols = append(u.Symbols, tables.Symbol(rest[i]))
		}
	}
	s.Add(u)
}

// building reads `building quarry 5/5 hits 2 counter 3`. A tile of the stock lies
// there for it, as for all that was built.
func (c *builder) building(s *realm.State, f []string) {
	b := &realm.Building{Kind: tables.Kind(f[1]), At: c.place(s, f[2])}
	b.Tile, _ = s.TileFor(c.at.Tables, b.Kind)
	if b.Kind == tables.Fortress {
		b.Values = realm.Values{Power: c.at.Tables.Rules.FortressPower,
			Range: c.at.Tables.Rules.FortressRange}
	}
	for rest := f[3:]; len(rest) > 1; rest = rest[2:] {
		n := c.num(rest[1])
		switch rest[0] {
		case "hits":
			b.Hits = int64(n)
		case "counter":
			b.Counter = int64(n)
		case "site":
			b.Site = n
		case "owner":
			b.Owner = n
		case "power":
			b.Values.Power = int64(n)
		case "range":
			b.Values.Range = int64(n)
		default:
			c.Test.Fatalf("world: %q", f)
		}
	}
	s.Raise(b)
}
