package thoramar

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
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
//	            field 1/0 tla 2 BRG left=5000    capacity left this year
//	            yield 1/0 50                     percent
//	            blessed 1/0 4                    turns the blessing lasts
//	            edge 0/0 F 2
//	            army 1 K.M 1 2000 0/0            as if it came in turn 1
//	            army 1 K.M 1 2000 0/0 points 3 fit tws kk 4 since 3 flag -
//	            army 1 K.M 2 1000 1/0 aboard S.L_1
//	            army 1 D.N 1 20 0/0 master Z.B_1
//	            army 0 M.H 1 300 0/0 command A   what it is seen to do between turns
//	            army 1 H.K 1 500 0/0 start -2/0  where its gain counts from; else where it is
//	            army 0 K.L 1-999 10 5/5          so many armies of one kind
//	            origin 2 4/0                     where realm 2 counts its fields from
//	            account 2 -50 3                  the account of realm 2, and its missed turns
//	orders 1    the sheet of realm 1
//	problems 1  what cannot be read in it, in German, `line! error`, `line? warning`; without
//	            the section there must be nothing
//	refused 1   what its report's head names, `line: text`
//	events 1    what it is told, in German, `W1 text`; 0 before week 1, 14 after 13
//	armies      all armies after the turn, sorted: realm.name men x/y points, `in S.L 1` aboard
//	fields      those that are not plain free land: x/y terrain owner yield building state, `^3` blessed for 3 turns
//	gold        realm by realm that has any
//	treaties    those in force: realm realm letter
//	check 1     the receipt, in German: `line! error`, `line? warning`, `line text` of
//	            what is in force, then what idle armies do and the outlook on gold
//	check.en 1  the same in English
//	experience  armies that have any: realm.name percent
//	capacity    fields whose building recruits: x/y kind gold left this year
//	yields      fields below 100 %: x/y percent
//	account     realm by realm: balance in the smallest coin, missed turns in a row
//	seen 1      the foreign armies its armies, its capital and its land see, week by week:
//	            `W1-3 1/0 2.K.M 3 993`, `?` in the place of what it does not know
//	report 1    a passage that stands so in its report; there may be several
//	summary 1   likewise of the letter's text
//	absent 1    lines none of which stands in its report
//	master      what the game master is told, in German
//
// Realms without land and army are not in the game. After every phase nothing
// may be broken (law 9), and what the turn refuses the receipt has named, as
// far as the realm knew (law 8): a line the receipt could not doubt is named in
// a section `unforeseen 1`.
//
// Realms count from the middle of the board unless an origin is named; what is of no
// single realm is always counted from there. What a case leaves out is not held against it.
func TestCases(t *testing.T) {
	books.Held(t, heldByTests, cases.Files(t, "testdata/*.txtar"), func(c *cases.Case) { buildCase(c).play() },
		sheetFiles(t)...)
}

// caseFile is a case and the world it makes.
type caseFile struct {
	*cases.Case
	world *World
}

func newCase(t *testing.T, text string) *caseFile { return buildCase(cases.New(t, text)) }

// caseRules is the rulebook of all cases.
var caseRules = &Rulebook{gametest.Rules, sight.NewRooms()}

func buildCase(c *cases.Case) *caseFile { return &caseFile{c, &World{at: gametest.World(c)}} }

// play resolves the turn and holds the case against it.
func (c *caseFile) play() {
	c.Readable(c.world.at.Rules.Language(), c.world.at.Rules.Words(phrase.De))
	c.world = cases.Edit(c.Case, c.world)
	sheets, before := c.Sheets(c.world.at.State.Turn), c.world.State()
	t := turn.Begin(c.world.at, sheets, game.Seed{3})
	gametest.Watched(c.Test, t)
	played := c.played(sheets, newOutcome(c.world, t, c.Edits()...))
	c.Hold(played, func(h cases.Head) (string, bool) {
		switch h.What {
		case "refused":
			return c.refused(t, h.Realm), true
		case "events":
			return c.events(t, h.Realm), true
		case "seen":
			return c.seen(t, h.Realm), true
		case "master":
			return played.Master(), true
		}
		of, known := caseFacts[h.What]
		if !known {
			return "", false
		}
		return of(c, t), true
	})
	if !bytes.Equal(c.world.State(), before) {
		c.Test.Errorf("the turn or a receipt changed the world it began with:\n%s\nwas\n%s", c.world.State(), before)
	}
}

func (c *caseFile) played(sheets []game.Sheet, o *outcome) cases.Played {
	return cases.Played{World: c.world, Sheets: sheets, Outcome: o,
		Say: func(_ int, lang phrase.Lang, what phrase.Phrase) string {
			return string(c.world.at.Rules.Words(lang).Append(nil, what, c.view()))
		}}
}

// foretold holds the refusals of a turn that is played against the receipts.
func (c *caseFile) foretold(t *turn.Turn, sheets []game.Sheet) {
	cases.Foretold(c.Test, c.played(sheets, closed(c.world, t, nil)), func(string, int) string { return "" })
}

// caseFacts are the sections that tell of the whole world.
var caseFacts = map[string]func(*caseFile, *turn.Turn) string{
	"armies": (*caseFile).armies, "fields": (*caseFile).fields, "gold": (*caseFile).gold,
	"treaties":   (*caseFile).treaties,
	"experience": (*caseFile).experience, "capacity": (*caseFile).capacity, "yields": (*caseFile).yields,
	"account": (*caseFile).account,
}

func (c *caseFile) view() game.View {
	return game.View{Grid: c.world.at.State.Grid, Origin: gametest.Middle}
}

// viewOf is how the realm counts.
func (c *caseFile) viewOf(realm int) game.View {
	return game.View{Grid: c.world.at.State.Grid, Origin: c.world.at.State.Realms[realm].Origin}
}

func (c *caseFile) refused(t *turn.Turn, realm int) string {
	var b bytes.Buffer
	for _, r := range t.Refused[realm] {
		fmt.Fprintf(&b, "%d: %s\n", r.Line, t.Rules.Words("de").Append(nil, r.What, c.viewOf(realm)))
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) events(t *turn.Turn, realm int) string {
	var b bytes.Buffer
	for _, e := range t.Events() {
		if e.For(realm) {
			fmt.Fprintf(&b, "W%d %s\n", e.Week, t.Rules.Words("de").Append(nil, e.Phrase, c.viewOf(realm)))
		}
	}
	return strings.TrimSpace(b.String())
}

// freshWorld founds a world, and lets so many realms join.
func freshWorld(t testing.TB, seed string, w, h, realms int) *World {
	t.Helper()
	return &World{at: gametest.Fresh(t, seed, w, h, realms), rooms: sight.NewRooms()}
}

// crowd founds a world whose armies march, with their sheets.
func crowd(t testing.TB, width, height, realms, armies int) (*World, []game.Sheet) {
	t.Helper()
	p, sheets := gametest.Crowd(t, width, height, realms, armies)
	return &World{at: p, rooms: sight.NewRooms()}, sheets
}
