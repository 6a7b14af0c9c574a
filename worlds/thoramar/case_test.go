package thoramar

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// TestCases plays the cases of testdata: texts a player could check. A case is
// a comment and sections, each opened by a line `-- name --`:
//
//	tables      TOML laid over the numbers of the rules; `draw_min` and
//	            `draw_max` are 1000 unless named: no luck in battles;
//	            chances of revolt are 0 unless named, and
//	            `herd_rest` is 1000: nobody revolts by chance, herds stay
//	world       what there is on a plain of tla, 12 × 12 fields, turn 3 (winter):
//	            turn 3
//	            realm 1 desert 5000 nomad        culture, gold, kind if not normal
//	            treaty 1 3 P
//	            field 1/0 hwa 2 FES light        terrain, owner, building, damage
//	            field 1/0 tla 2 WTO gate=7       number of a gate, 24 unless named
//	            field 1/0 tla 2 MIN mine=20000 decline=100
//	            field 1/0 tla 2 BRG into=FES ready=5
//	            yield 1/0 50                     percent
//	            blessed 1/0 4                    turns the blessing lasts
//	            edge 0/0 F 2
//	            army 1 K.M 1 2000 0/0            as if it came in turn 1
//	            army 1 K.M 1 2000 0/0 points 3 fit tws kk 4 since 3 flag -
//	            army 1 K.M 2 1000 1/0 aboard S.L_1
//	            army 1 D.N 1 20 0/0 master Z.B_1
//	            army 1 H.K 1 500 0/0 start -2/0  where its gain counts from; else where it is
//	orders 1    the sheet of realm 1
//	refused 1   what its report's head names, `line: text`
//	events 1    what it is told, in German, `W1 text`; 0 before week 1, 14 after 13
//	armies      all armies after the turn, sorted: realm.name men x/y points, `in S.L 1` aboard
//	fields      those that are not plain free land: x/y terrain owner yield building state, `^3` blessed for 3 turns
//	gold        realm by realm that has any
//	treaties    those in force: realm realm letter
//	check 1     the receipt, in German: `line! error`, `line? warning`, `line text` of
//	            what is in force, then what idle armies do and the outlook on gold
//
// Realms without land and army are not in the game. After every phase nothing
// may be broken (law 9), and what the turn refuses the receipt has named, as
// far as the realm knew (law 8): a line the receipt could not doubt is named in
// a section `unknown 1`.
//
// All realms count from the middle of the board. What a case leaves out is not held against it.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			newCase(t, string(text)).play()
		})
	}
}

// caseFile is a case: its sections in order, and the world they make.
type caseFile struct {
	test     *testing.T
	sections [][2]string
	world    *World
}

func newCase(t *testing.T, text string) *caseFile {
	c := &caseFile{test: t}
	_, rest, _ := strings.Cut("\n"+text, "\n-- ")
	for rest != "" {
		var head, body string
		head, rest, _ = strings.Cut(rest, " --\n")
		body, rest, _ = strings.Cut("\n"+rest, "\n-- ")
		c.sections = append(c.sections, [2]string{head, strings.TrimSpace(body)})
	}
	c.build()
	return c
}

// build makes the world of the sections tables and world.
func (c *caseFile) build() {
	rules := Rules()
	tables := standardTables()
	tables.Rules.DrawMin, tables.Rules.DrawMax = 1000, 1000
	calm(&tables.Rules)
	grid := game.Grid{Width: arenaSize, Height: arenaSize, WrapX: true}
	s := &State{Schema: Schema, Turn: 3, Grid: grid, Fields: make([]Field, grid.Size()), Armies: make([][]*Army, 5)}
	tla, _ := tables.terrain("tla")
	for i := range s.Fields {
		s.Fields[i] = Field{Terrain: tla, Yield: 100}
	}
	for n := 0; n <= 4; n++ {
		s.Realms = append(s.Realms, Realm{Number: n, Name: fmt.Sprint("Reich ", n), Kind: "normal", Culture: "plain",
			Origin: middle, Joined: 1, Settings: Settings{Lang: "de", Computer: game.UTF8}})
	}
	for _, sec := range c.sections {
		switch sec[0] {
		case "tables":
			with, err := tables.with([]byte(sec[1]), false)
			if err != nil {
				c.test.Fatal(err)
			}
			tables = with
		case "world":
			m := caseMaker{test: c.test, tables: tables, state: s}
			for _, line := range strings.Split(sec[1], "\n") {
				if f := strings.Fields(line); len(f) > 0 {
					m.line(f)
				}
			}
		}
	}
	here := map[int16]bool{}
	for i := range s.Fields {
		here[s.Fields[i].Owner] = true
	}
	for i := range s.Realms {
		s.Realms[i].Fallen = i > 0 && !here[int16(i)] && len(s.Armies[i]) == 0
	}
	c.world = &World{rules: rules, tables: tables, state: s}
}

// play resolves the turn and holds the other sections against it.
func (c *caseFile) play() {
	var sheets []game.Sheet
	for _, sec := range c.sections {
		var n int
		if _, err := fmt.Sscanf(sec[0], "orders %d", &n); err == nil {
			sheets = append(sheets, game.Sheet{Realm: n, Turn: c.world.state.Turn, Text: sec[1]})
			for _, p := range c.world.rules.Language().Parse(sec[1]).Problems {
				c.test.Errorf("%s, line %d: %s", sec[0], p.Line, c.world.rules.Words("de").Say(p.What))
			}
		}
	}
	t := c.world.newTurn(sheets, game.Seed{3})
	watched(c.test, t)
	c.foretold(t, sheets)
	for _, sec := range c.sections {
		var n int
		what, got := sec[0], ""
		if word, number, ok := strings.Cut(sec[0], " "); ok {
			what = word
			if _, err := fmt.Sscan(number, &n); err != nil {
				c.test.Fatalf("section %q", sec[0])
			}
		}
		switch what {
		case "tables", "world", "orders", "unknown":
			continue
		case "refused":
			got = c.refused(t, n)
		case "events":
			got = c.events(t, n)
		case "armies":
			got = c.armies(t)
		case "fields":
			got = c.fields(t)
		case "gold":
			got = c.gold(t)
		case "treaties":
			got = c.treaties(t)
		case "check":
			got = c.receipt(sheets, n)
		default:
			c.test.Fatalf("section %q", sec[0])
		}
		if got != sec[1] {
			c.test.Errorf("-- %s --\n%s\n-- want --\n%s", sec[0], got, sec[1])
		}
	}
}

var middle = game.Grid{Width: arenaSize, Height: arenaSize, WrapX: true}.At(arenaSize, arenaSize/2)

func (c *caseFile) view() game.View { return game.View{Grid: c.world.state.Grid, Origin: middle} }

func (c *caseFile) refused(t *turn, realm int) string {
	var b bytes.Buffer
	for _, r := range t.refused[realm] {
		fmt.Fprintf(&b, "%d: %s\n", r.line, t.rules.Words("de").Append(nil, r.what, c.view()))
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) events(t *turn, realm int) string {
	var b bytes.Buffer
	for _, e := range t.events {
		if e.For(realm) {
			fmt.Fprintf(&b, "W%d %s\n", e.Week, t.rules.Words("de").Append(nil, e.Phrase, c.view()))
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) armies(t *turn) string {
	var b bytes.Buffer
	for _, list := range t.state.Armies {
		for _, a := range list {
			fmt.Fprintf(&b, "%d.%v %d %s %d", a.Realm, a.Name, a.Men, c.view().AppendPlace(nil, int64(a.At)), a.Points)
			if a.Aboard.ID != 0 {
				fmt.Fprintf(&b, " in %v", a.Aboard)
			}
			b.WriteByte('\n')
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) fields(t *turn) string {
	var b bytes.Buffer
	for p := range t.state.Fields {
		f := &t.state.Fields[p]
		if t.tables.Terrain[f.Terrain].Code == "tla" && f.Owner == 0 && f.Building == nil && f.Yield == 100 && f.Blessed == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s %s %d %d", c.view().AppendPlace(nil, int64(p)), t.tables.Terrain[f.Terrain].Code, f.Owner, f.Yield)
		if f.Building != nil {
			fmt.Fprintf(&b, " %s %s", f.Building.Kind, caseDamage[f.Building.Damage])
		}
		if f.Blessed > 0 {
			fmt.Fprintf(&b, " ^%d", f.Blessed)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) gold(t *turn) string {
	var b bytes.Buffer
	for _, r := range t.state.Realms {
		if r.Gold != 0 {
			fmt.Fprintf(&b, "%d %d\n", r.Number, r.Gold)
		}
	}
	return strings.TrimSpace(b.String())
}
