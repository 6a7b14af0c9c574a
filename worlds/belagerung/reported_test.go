package belagerung

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
)

// replays are the attacks of a case's report as they are staged for its second realm, and what everybody was told of
// each.
func replays(t *testing.T, name string) (w *World, staged map[int]game.Stage, said []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c := buildCase(cases.New(t, string(text)))
	c.world = cases.Edit(c.Case, c.world)
	out := c.world.Resolve(c.Sheets(c.world.at.State.Turn), game.Seed{3}).(*outcome)
	for _, e := range out.Events() {
		if strings.HasPrefix(e.Phrase.Code, "blow-") {
			said = append(said, c.world.at.Rules.Words(phrase.De).Say(e.Phrase))
		}
	}
	w, staged = out.Next().(*World), map[int]game.Stage{}
	for _, s := range w.Stages(2, out.Facts(2), game.Stand{}, phrase.De) {
		if s.Battle > 0 {
			staged[s.Battle] = s
		}
	}
	return w, staged, said
}

// E1 had three dice of 1 on its hill, and has fallen to E3: power 4 is a bow's, or a shoe's. E2 got its die only after
// E4 had failed. Of the six dice for three realms, two are left with four on the board, or six with none.
func TestReportedBattlesAreStaged(t *testing.T) {
	t.Parallel()
	const board = "Brett 15 11\nWuerfel "
	const asNow = "; angenommen: Wovon der Bericht nichts sagt, ist wie jetzt auf dem Brett\n"
	_, staged, _ := replays(t, "testdata/weakening-dice-count.txtar")
	for n, want := range map[int]string{
		1: "; Der berichtete Angriff von E3 auf 8/6\n" + asNow +
			"; angenommen: E1 hat Symbole, die zur berichteten Kraft passen\n" + board + "2\nHuegel 8/6\n" +
			"$Angreifer\nBurg 2/6 0\nE3 6/6 Bogen\nE4 6/3 Bogen\nE3 > 8/6\n" +
			"$Verteidiger\nBurg 14/6 0\nE1 8/6 Bogen geschwaecht 1 1 1\nE2 8/3 Schwert geschwaecht 1\n",
		2: "; Der berichtete Angriff von E4 auf 8/3\n" + asNow + board + "6\n" +
			"$Angreifer\nBurg 2/6 0\nE3 6/6 Bogen\nE4 6/3 Bogen\nE4 > 8/3\n" +
			"$Verteidiger\nBurg 14/6 0\nE2 8/3 Schwert\n",
	} {
		if got := staged[n].Text; got != want {
			t.Errorf("attack %d is staged\n%s\nwant\n%s", n, got, want)
		}
	}
}

// Every attack of the cases is staged. Fought again, it has the powers and the ground of the report, and with dice of
// one side all of its numbers: of fallen attackers and defenders, of engines, of conquests, on all grounds.
func TestReportedBattlesFightAlike(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	fought := 0
	for _, name := range names {
		w, staged, said := replays(t, name)
		for i, want := range said {
			s, is := staged[i+1]
			if !is {
				t.Errorf("%s: attack %d is not staged: %s", name, i+1, want)
				continue
			}
			b, problems := w.ReadBattle(s.Text)
			if len(problems) > 0 {
				t.Fatalf("%s: %v in\n%s", name, problems, s.Text)
			}
			got := string(b.Fight(game.Seed{}).Protocol(phrase.De))
			_, want, _ = strings.Cut(want, " an: ")
			if w.at.Tables.Rules.Die > 1 {
				got, want = powers(got), powers(want)
			}
			if fought++; !strings.Contains(got, want) {
				t.Errorf("%s: it says\n%s\nand not\n%s\nof\n%s", name, got, want, s.Text)
			}
		}
	}
	if fought < 60 {
		t.Errorf("only %d attacks were fought again", fought)
	}
}

// powers are what is added to the dice, without weakening dice, which an engine throws anew.
func powers(blow string) string {
	return strings.Join(regexp.MustCompile(`(Kraft|Boden) \d+`).FindAllString(blow, 3), " ")
}

// Facts that nobody can have reported stage nothing: without names, of one realm alone, off the board, in a castle.
func TestStrangeReportsStageNothing(t *testing.T) {
	t.Parallel()
	w := battleWorld(t)
	x, y := realm.Column(w.at.State.Grid, w.at.State.Realm(2).Castle)
	side := func(whose int, name string) game.FactSide {
		return game.FactSide{Realm: whose, Armies: []game.FactFighter{{Name: name}},
			Factors: []game.FactFactor{{Code: "factor.weak", Amount: math.MinInt64}, {Code: "factor.power", Amount: math.MaxInt64}}}
	}
	var f game.Facts
	for _, b := range []struct {
		at      string
		by, who game.FactSide
	}{
		{"8/6", side(1, ""), side(2, "E900")}, {"8/6", side(1, "E901"), side(1, "E900")}, {"8/6", side(7, "E901"), side(2, "E900")},
		{"99/99", side(1, "E901"), side(2, "E900")}, {"", side(1, "E901"), side(2, "E900")}, {"8/6", side(1, "1.S1"), side(2, "E900")},
		{game.Counted(x, y), side(1, "E901"), side(2, "E900")}, {"8/6", game.FactSide{}, side(2, "E900")},
	} {
		f.Battles = append(f.Battles, game.FactBattle{At: b.at, Sides: []game.FactSide{b.by, b.who}})
	}
	for _, s := range w.Stages(1, f, game.Stand{}, phrase.En) {
		if s.Battle > 0 {
			t.Errorf("battle %d is staged\n%s", s.Battle, s.Text)
		}
	}
}
