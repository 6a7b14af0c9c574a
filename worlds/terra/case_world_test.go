package terra

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// The map of a case.
const (
	caseWidth  = 8
	caseHeight = 6
)

var caseNames = [...]string{"Nordland", "Suedland", "Westmark"}

// roleWords are the roles of sides in a case.
var roleWords = [...]string{realm.Standing: "army", realm.Garrison: "garrison", realm.Mercenaries: "mercenaries"}

// caseRules is the rulebook of all cases, so that its sentences are read once. The numbers are each case's own.
var caseRules = Rules()

// buildCase makes the world of the sections tables and world.
func buildCase(text *cases.Case) *caseFile {
	c, rules := &caseFile{Case: text}, caseRules
	poor := ""
	for i := range rules.Standard().Terrain {
		poor += fmt.Sprintf("[[terrain]]\ncode = %q\nincome = 0\n", rules.Standard().Terrain[i].Code)
	}
	numbers, err := rules.Standard().With([]byte(poor))
	if err != nil {
		c.Test.Fatal(err)
	}
	if numbers, err = numbers.With([]byte(c.Text("tables"))); err != nil {
		c.Test.Fatal(err)
	}
	s := &realm.State{Schema: realm.Schema, Turn: 1, Round: 1, Phase: realm.InOrders, Width: caseWidth,
		Height: caseHeight, Fields: make([]realm.Field, caseWidth*caseHeight)}
	for i := range s.Fields {
		s.Fields[i] = realm.Field{Terrain: tables.Pasture, Garrison: 1000}
	}
	for i, name := range caseNames {
		who := rulekit.Person{Number: i + 1, Name: name, Player: "Spieler " + name, Lang: phrase.De, Computer: game.UTF8}
		s.Realms = append(s.Realms, realm.Realm{Person: who, Treasury: 1000})
	}
	c.world = &World{at: realm.Position{Rules: rules.Book, Tables: numbers, State: s}}
	for line := range strings.Lines(c.Text("world")) {
		line, _, _ = strings.Cut(line, ";")
		if f := strings.Fields(line); len(f) > 0 {
			c.line(s, f)
		}
	}
	for i := range s.Realms {
		if s.FieldsOf(i+1) == 0 && len(s.Realms[i].Armies) == 0 {
			s.Realms[i].King = true
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

// place reads `2/3`, `-` for nowhere.
func (c *caseFile) place(s string) game.Place {
	if s == "-" {
		return game.Nowhere
	}
	x, y, _ := strings.Cut(s, "/")
	at := c.world.at.State.Grid().Absolute(0, c.num(x), c.num(y))
	if at == game.Nowhere {
		c.Test.Fatalf("%q is no field", s)
	}
	return at
}

// pick finds the row with a code.
func pick[R any](c *caseFile, rows []R, code func(R) string, want string) int {
	at := slices.IndexFunc(rows, func(r R) bool { return code(r) == want })
	if at < 0 {
		c.Test.Fatalf("there is no %q", want)
	}
	return at
}

// line puts one thing into the world.
func (c *caseFile) line(s *realm.State, f []string) {
	switch f[0] {
	case "round":
		s.Round = c.num(f[1])
	case "phase":
		s.Phase = f[1]
	case "treasury":
		s.Realms[c.num(f[1])-1].Treasury = int64(c.num(f[2]))
	case "field":
		terrain := pick(c, c.world.at.Tables.Terrain, func(r tables.TerrainRow) string { return r.Code }, f[2])
		s.Fields[c.place(f[1])] = realm.Field{Terrain: tables.Terrain(terrain), Owner: c.num(f[3]),
			Garrison: int64(c.num(f[4]))}
	case "army":
		at := c.place(f[3])
		a := realm.Army{At: at, Target: at, Status: int64(c.num(f[4])), Command: tables.Advance}
		if len(f) > 5 {
			a.Command = tables.Command(pick(c, c.world.at.Tables.Command,
				func(r tables.CommandRow) string { return r.Code }, f[5]))
		}
		c.raise(s, f, a)
	case "off":
		c.raise(s, f, realm.Army{At: game.Nowhere, Target: game.Nowhere, Status: int64(c.num(f[3])),
			Command: tables.Advance})
	case "target":
		s.Unit(realm.Unit{Realm: c.num(f[1]), Army: c.num(f[2])}).Target = c.place(f[3])
	case "entered":
		s.Unit(realm.Unit{Realm: c.num(f[1]), Army: c.num(f[2])}).Entered = int64(c.num(f[3]))
	case "newcomer":
		s.Realms[c.num(f[1])-1].Newcomer = true
	case "plays":
		for _, n := range f[1:] {
			s.Realms[c.num(n)-1].Plays = true
		}
	case "battle":
		c.battle(s, f)
	default:
		c.Test.Fatalf("world: %q", f)
	}
}

// raise adds an army; they stand in the case by their numbers.
func (c *caseFile) raise(s *realm.State, f []string, a realm.Army) {
	r := &s.Realms[c.num(f[1])-1]
	r.Armies = append(r.Armies, a)
	if len(r.Armies) != c.num(f[2]) {
		c.Test.Fatalf("world: %q is not the next army", f)
	}
}

// battle reads `battle 3 table 2/2 army 1 1 led 1 strength 900 vs garrison 2 led 3`.
func (c *caseFile) battle(s *realm.State, f []string) {
	b := realm.Battle{Number: len(s.Battles) + 1, Round: c.num(f[1]), Table: f[2] == "table", At: c.place(f[3])}
	vs := slices.Index(f, "vs")
	b.Sides = [2]realm.Side{c.side(s, b.At, f[4:vs]), c.side(s, b.At, f[vs+1:])}
	if b.Table {
		b.Map = 1
	}
	if b.Round < s.Round {
		b.Verdict = realm.Agreed
	}
	s.Battles = append(s.Battles, b)
}

func (c *caseFile) side(s *realm.State, at game.Place, f []string) realm.Side {
	out := realm.Side{Role: realm.Role(slices.Index(roleWords[:], f[0]))}
	f = f[1:]
	switch out.Role {
	case realm.Standing:
		out.Owner, out.Army, f = c.num(f[0]), c.num(f[1]), f[2:]
		out.Status = s.Unit(realm.Unit{Realm: out.Owner, Army: out.Army}).Status
	case realm.Garrison:
		out.Owner, f = c.num(f[0]), f[1:]
		out.Status = s.Fields[at].Garrison
	}
	for ; len(f) > 1; f = f[2:] {
		switch f[0] {
		case "led":
			out.Player = c.num(f[1])
		case "strength":
			out.Strength = int64(c.num(f[1]))
		}
	}
	return out
}

// told names a place as the case does.
func (w *World) told(at game.Place) string {
	if at == game.Nowhere {
		return "-"
	}
	x, y := w.at.State.Grid().Relative(0, at)
	return fmt.Sprintf("%d/%d", x, y)
}

// counted replaces the numbers drawn for battles just paired by G1, G2 … as they come.
func (c *caseFile) counted(next *World) *strings.Replacer {
	var pairs []string
	for i := len(c.world.at.State.Battles); i < len(next.at.State.Battles); i++ {
		pairs = append(pairs, string(realm.AppendBattle(nil, next.at.State.Battles[i].Number)),
			string(realm.AppendBattle(nil, i+1)))
	}
	return strings.NewReplacer(pairs...)
}

// foughtBattles tells all battles: who against whom at what strength, who has a
// bonus, points and objectives of both, who has won and how that came about.
func foughtBattles(w *World) string {
	var b strings.Builder
	for i := range w.at.State.Battles {
		x := &w.at.State.Battles[i]
		how := "computed"
		if x.Table {
			how = "table"
		}
		fmt.Fprintf(&b, "G%d round %d %s %s", x.Number, x.Round, how, w.told(x.At))
		for k := range x.Sides {
			s := &x.Sides[k]
			b.WriteString([]string{" ", " vs "}[k] + roleWords[s.Role])
			if s.Role != realm.Mercenaries {
				fmt.Fprintf(&b, " %d", s.Owner)
			}
			if s.Role == realm.Standing {
				fmt.Fprintf(&b, " %d", s.Army)
			}
			if s.Player > 0 {
				fmt.Fprintf(&b, " led %d", s.Player)
			}
			if s.Strength > 0 {
				fmt.Fprintf(&b, " strength %d", s.Strength)
			}
		}
		if x.Bonus > 0 {
			fmt.Fprintf(&b, "; bonus %d for %s", x.Bonus, []string{"attacker", "defender"}[x.Favours])
		}
		if x.Verdict != realm.Awaited {
			fmt.Fprintf(&b, "; %s %d %d %d %d, won by %d", x.Verdict.Code(), x.Sides[0].Points, x.Sides[1].Points,
				x.Sides[0].Goals, x.Sides[1].Goals, x.Winner)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// described tells a world in the words of the section world: fields that are no
// wild pasture with a garrison of 1000, armies and what they won, treasuries.
func described(was, w *World) string {
	s := w.at.State
	var b strings.Builder
	fmt.Fprintf(&b, "round %d\nphase %s\n", s.Round, s.Phase)
	for i := range s.Fields {
		if f := s.Fields[i]; f != (realm.Field{Terrain: tables.Pasture, Garrison: 1000}) {
			fmt.Fprintf(&b, "field %s %s %d %d\n", w.told(game.Place(i)), w.at.Tables.Terrain[f.Terrain].Code, f.Owner,
				f.Garrison)
		}
	}
	for i := range s.Realms {
		r := &s.Realms[i]
		if r.King && !was.at.State.Realms[i].King {
			fmt.Fprintf(&b, "king %d\n", i+1)
		}
		fmt.Fprintf(&b, "treasury %d %d%s\n", i+1, r.Treasury, recorded(r.Record))
		for k := range r.Armies {
			if a := &r.Armies[k]; a.Off() {
				fmt.Fprintf(&b, "off %d %d %d%s\n", i+1, k+1, a.Status, recorded(a.Record))
			} else {
				fmt.Fprintf(&b, "army %d %d %s %d%s\n", i+1, k+1, w.told(a.At), a.Status, recorded(a.Record))
			}
		}
	}
	return b.String()
}

// recorded tells a record as S, U and N.
func recorded(r realm.BattleRecord) string {
	if r == (realm.BattleRecord{}) {
		return ""
	}
	return fmt.Sprintf(" record %d-%d-%d", r.Won, r.Drawn, r.Lost)
}
