package belagerung

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// besiege reads a text that has to be right.
func besiege(t *testing.T, text string) game.Battle {
	t.Helper()
	b, problems := Rules().ReadBattle(text)
	for _, p := range problems {
		t.Fatalf("%q, line %d: %s", text, p.Line, Rules().Words(phrase.En).Say(p.What))
	}
	return b
}

// The odds of attacks from a text are those of all throws of two dice. Of 4,000 fights the share lies within the
// margin, or 25 ‰ at most beside the true one.
func TestBattleTextOdds(t *testing.T) {
	for text, want := range map[string]map[string]int64{
		// equal powers: 21 of 36
		"$A\nE1 4/1 Schwert\n$V\nE2 4/2 Schwert\n": {"attackers-won": 583, "defenders-won": 417},
		// on a hill two more: 10 of 36
		"Huegel 4/2\n$A\nE1 4/1 Schwert\n$V\nE2 4/2 Schwert\n": {"attackers-won": 278, "defenders-won": 722},
		// a wall is as a hill; weakened by 2 the powers are equal again
		"$A\nE1 4/1 Schwert\n$V\nBurg 4/3\nE2 4/2 Schwert geschwaecht 2\nMauer 4/2 0\n": {"attackers-won": 583,
			"defenders-won": 417},
		// a bow against a sword: 10 of 36; two fields away nobody strikes back
		"$Attackers\nE1 4/1 Bow\n$Defenders\nE2 5/2 Sword\n": {"attackers-won": 278, "defenders-won": 722},
		// of two who are attacked the first falls or the second: both with 441 of 1,296
		"$A\nE1 4/1 Schwert\nE3 6/2 Schwert\nE1 > 4/2\nE3 > 5/2\n$V\nE2 4/2 Schwert\nE4 5/2 Schwert\n": {
			"attackers-won": 340, "partly": 486, "defenders-won": 174},
		// hits need no dice: the sixth breaks the wall, two of a trebuchet the castle
		"$A\nE1 4/1 Schwert\n$V\nBurg 4/3 2\nMauer 4/2 5\n":                         {"attackers-won": 1000},
		"$A\nE1 4/1 Schwert\n$V\nBurg 4/3 2\nMauer 4/2 4\n":                         {"defenders-won": 1000},
		"$A\nE1 4/2 Schwert\nE1 > 4/3\n$V\nBurg 4/3 5\n":                            {"castle-fallen": 1000},
		"Schmiede 4/2 5\n$A\nE1 4/1 Bogen\nE1 > 4/2 Gebaeude\n$V\nE2 4/2 Schwert\n": {"attackers-won": 1000},
	} {
		o := game.OddsOf(besiege(t, text), game.Seed{3}, 4000, func() bool { return true })
		for _, e := range o.Endings {
			share, may := want[strings.TrimPrefix(e.Winner.Code, "battle-file.")]
			if !may || e.Share < share-25 || e.Share > share+25 {
				t.Errorf("%q: %s %d ‰, want %v", text, e.Winner.Code, e.Share, want)
			}
		}
		if len(o.Endings) != len(want) {
			t.Errorf("%q: %+v, want %v", text, o.Endings, want)
		}
	}
}

// What is left are those who attacked, and those who were attacked: a beaten attacker falls to the counter with 21 of
// 36 throws, out of the 15 of 36 that come to one.
func TestBattleTextLeft(t *testing.T) {
	b := besiege(t, "$A\nE1 4/1 Schwert\nE9 9/9 Schwert\nE1 > 4/2\n$V\nE2 4/2 Schwert\nE7 12/12 Bogen\n")
	o := game.OddsOf(b, game.Seed{3}, 4000, func() bool { return true })
	if m := o.Left[0].Mean; m < 757-20 || m > 757+20 { // 1 − 15/36 × 21/36
		t.Errorf("of the attackers are left %d ‰", m)
	}
	if m := o.Left[1].Mean; m < 417-25 || m > 417+25 {
		t.Errorf("of the defenders are left %d ‰", m)
	}
	b = besiege(t, "Seed x\n$A\nE1 4/1 Schwert\n$V\nBurg 4/3\nMauer 4/2 5\n")
	got := string(b.Fight(game.Seed{1}).Protocol(phrase.En))
	want := `E1 (Attackers) hits the wall of Defenders on 4/2: 6 of 6 hits.
The wall of Defenders on 4/2 is destroyed: the field is now open ground for all.
Nothing is left of the defenders that were attacked.
`
	if got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
}

// Every bad line is named, in both languages; what cannot be attacked as the board lies, too.
func TestBattleTextNamesBadLines(t *testing.T) {
	for text, want := range map[string]string{
		"Hugel 4/2\n$A\nE1 4/1 Schwert\n$V\nE2 4/2 Bogen":                "1 battle-file.before",
		"Huegel\n$A\nE1 4/1 Schwert\n$V\nE2 4/2 Bogen":                   "1 missing",
		"Huegel 4/2\nBrett 9 9\n$A\nE1 4/1 Schwert\n$V\nE2 4/2 Bogen":    "2 battle-file.board",
		"Brett 9 9\n$A\nE1 4/10 Schwert\n$V\nE2 4/2 Bogen":               "3 no-such-field",
		"Vorposten 4/2\n$A\nE1 4/1 Schwert\n$V\nE2 4/2 Bogen":            "1 battle-file.owned",
		"Schmiede 4/2 6\n$A\nE1 4/1 Schwert\n$V\nE2 4/2 Bogen":           "1 range",
		"$A\nE1 4/1\n$V\nE2 4/2 Bogen":                                   "2 missing",
		"$A\nE1 4/1 Schwrt\n$V\nE2 4/2 Bogen":                            "2 order.symbol",
		"$A\nE1 4/1 Schwert Schwert\n$V\nS1 4/2 Bogen":                   "2 battle-file.symbol, 4 battle-file.symbol",
		"$A\nE1 4/1 Schwert\n$V\nE1 4/2 Bogen\nE2 4/1 Bogen":             "4 battle-file.twice, 5 battle-file.taken",
		"$A\nE1 4/1 Schwert geschwaecht\n$V\nE2 4/2 Bogen geschwaecht 7": "2 missing, 4 range",
		"$A\nE1 4/1 Schwert\n$V\nMauer 4/2\nBurg 1/1\nBurg 4/3\nBurg 8/8\n": "4 battle-file.wall, " +
			"5 battle-file.castle, 7 battle-file.castle-twice",
		"$A\nE1 4/1 Schwert\nE1 > 4/3\n$V\nE2 4/2 Bogen":                     "3 nothing-there",
		"$A\nE1 4/1 Schwert\nE1 > 4/3\n$V\nE2 4/3 Bogen":                     "3 out-of-reach",
		"$A\nE1 4/1 Schwert\n$V\nE2 4/4 Bogen":                               "2 out-of-reach",
		"$A\nE1 4/1 Schwert\nS1 5/1\nS1 > 4/2\nE5 > 4/2\n$V\nE2 4/2 Bogen":   "4 attack-settler, 5 no-such-unit",
		"Steinbruch 4/1\n$A\nE1 4/1 Schwert\n$V\nE2 4/2 Bogen":               "3 attack-working",
		"$A\nKonter Maschinchen\nE1 4/1 Schwert\n$Verteidiger\nE2 4/2 Bogen": "2 unexpected",
		"$A\nE1 4/1 Schwert": "2 battle-text.nobody",
	} {
		b, problems := Rules().ReadBattle(text)
		var got []string
		for _, p := range problems {
			got = append(got, fmt.Sprintf("%d %s", p.Line, p.What.Code))
		}
		conformance.Worded(t, Rules(), problems)
		if b != nil || strings.Join(got, ", ") != want {
			t.Errorf("%q: %s, want %s", text, strings.Join(got, ", "), want)
		}
	}
}

// FuzzReadBattle: any text is read without a panic, and without errors fought.
func FuzzReadBattle(f *testing.F) {
	f.Add("Seed 7\nBrett 18 12\nHuegel 4/2 5/2\nWuerfel 1\nFestung 4/3 2 Kraft 10 Reichweite 5\nKatapult 3/3\n$A\n" +
		"E1 4/1 Schwert\nE3 3/3 Schuh Bogen geschwaecht 2 3\nE3 > 4/2 schwaechen E2 2.S1\n$V\nBurg 8/8 2\n" +
		"Mauer 8/7 3\nKonter Maschine\nE2 4/2 Bogen\nS1 5/2\n")
	f.Add("$A\nE1 4/1 Schwert\n$V\nVorposten 4/2\n")
	rules := Rules()
	f.Fuzz(func(t *testing.T, text string) { conformance.AnyBattle(t, rules, text) })
}

// A text staged from a board fights as the attack phase of the turn does, with the same dice.
func TestStagedAttacksAreThoseOfTheTurn(t *testing.T) {
	w := battleWorld(t)
	s := w.at.State
	// E1 (weakened) stands beside enemies on a hill, in a forest, in a smithy and in a fortress
	s.Unit(1).At = realm.Place(s.Grid, 9, 6)
	near := [][2]int{{10, 6}, {9, 7}, {8, 6}}
	for i, kind := range []tables.Symbol{tables.Bow, tables.Sword, tables.Shoe} {
		s.LastUnit++
		at := realm.Place(s.Grid, near[i][0], near[i][1])
		s.Terrain[at] = []tables.Terrain{tables.Hill, tables.Forest, tables.Plain}[i]
		s.Buildings = slices.DeleteFunc(s.Buildings, func(b *realm.Building) bool { return b.At == at })
		s.Add(&realm.Unit{Number: s.LastUnit, Realm: 2, At: at, Symbols: []tables.Symbol{kind}})
	}
	s.Turn = 1 // dice are keyed by it
	if wrong := realm.Broken(w.at.Tables, s, false); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	staged := 0
	for _, stage := range w.Stages(1, game.Facts{}, game.Stand{}, phrase.De) {
		if !strings.HasPrefix(stage.Title, "Euer Angriff") {
			continue
		}
		b, problems := w.ReadBattle(stage.Text)
		if len(problems) > 0 {
			t.Errorf("%v in\n%s", problems, stage.Text)
			continue
		}
		staged++
		var sheet []orders.Line
		for _, line := range strings.Split(stage.Text, "\n") {
			if strings.Contains(line, ">") {
				o, wrong := order.Language().Sections[3].Line(line)
				if len(wrong) > 0 {
					t.Fatal(wrong)
				}
				sheet = append(sheet, orders.Line{Position: orders.Position{Line: 1}, Section: 'K', Order: o})
			}
		}
		for seed := range byte(20) {
			var want string
			for _, e := range turn.Attack(w.at, sheet, game.Seed{seed}, fight.Fair).Events() {
				want += w.at.Rules.Words(phrase.De).Say(e.Phrase) + "\n"
			}
			want = strings.NewReplacer("Anna", "Angreifer", "Bert", "Verteidiger").Replace(want)
			got := string(b.Fight(game.Seed{seed}).Protocol(phrase.De))
			if !strings.HasPrefix(got, want) || want == "" {
				t.Fatalf("the turn says\n%s\nthe text\n%s\n%s", want, stage.Text, got)
			}
		}
	}
	if staged < 3 {
		t.Errorf("%d attacks are staged, want those on three", staged)
	}
	defended := slices.ContainsFunc(w.Stages(1, game.Facts{}, game.Stand{}, phrase.En),
		func(s game.Stage) bool { return s.Title == "Attack of Bert on 9/6" })
	if !defended || len(w.Stages(3, game.Facts{}, game.Stand{}, phrase.De)) > 0 {
		t.Error("no attack on E1 is staged, or one for nobody")
	}
}

// BenchmarkBattleText is one attack phase as the page fights it.
func BenchmarkBattleText(b *testing.B) {
	battle, _ := Rules().ReadBattle("$A\nE1 4/1 Schwert\nE3 5/1 Bogen\n$V\nE2 4/2 Schwert\nE4 5/2 Schwert\n")
	for n := range b.N {
		battle.Fight(game.Seed{byte(n), byte(n >> 8)})
	}
}
