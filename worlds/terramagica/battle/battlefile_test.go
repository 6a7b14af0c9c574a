package battle_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica"
)

// A battle file with everything in it. By default soldiers stand in row 1; as
// defenders they hold, as attackers they charge. Numbers are those of the tables.
func TestBattleFile(t *testing.T) {
	text := "\ufeffSeed 7 ; the luck\r\n$Angreifer\r\nRitter 20 2 Sturmangriff\r\nsoldiers " +
		"1.000\r\n$d\r\nBogenschützen 5\r\nMauer 1500\r\nPalisade\r\nAvatar\r\n"
	b, problems := terramagica.Rules().ReadBattle(text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if b.Seed() != "7" {
		t.Errorf("seed %q", b.Seed())
	}
	got := string(b.Fight(game.Seed{1}).Protocol(phrase.En))
	want := `Attackers
  knights, 20, row 2, Charge
  soldiers, 1000, row 1, Charge
Defenders
  archers, 5, row 3, Hold
  avatar, 1, row 1, Charge
  palisade, 500 HP, between rows 0 and 1
  wall, 1500 HP, between rows 1 and 2
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("the protocol begins\n%s\nwant\n%s", got[:min(len(got), 400)], want)
	}
}

// Row and tactic may be missing, each by itself: the row is that of the tables then,
// and who attacks charges, who defends holds.
func TestBattleFileWithoutRowOrTactic(t *testing.T) {
	b, problems := terramagica.Rules().ReadBattle("$A\nArchers 10 2\nArchers 10 hold\n$V\nRitter 10 7\nRitter 10 charge\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	got := string(b.Fight(game.Seed{1}).Protocol(phrase.En))
	want := `Attackers
  archers, 10, row 2, Charge
  archers, 10, row 3, Hold
Defenders
  knights, 10, row 7, Hold
  knights, 10, row 1, Charge
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("the protocol begins\n%s\nwant\n%s", got[:min(len(got), 400)], want)
	}
}

// 300 soldiers lose to the avatar and 350 win, whatever the luck: in a hundred
// battles each (the sums stand in the cases home-held and home-lost). Of beaten
// soldiers a handful may flee.
func TestBattleFileAvatar(t *testing.T) {
	for men, winner := range map[int]string{300: "rows.defenders-won", 350: "rows.attackers-won"} {
		b, problems := terramagica.Rules().ReadBattle(fmt.Sprintf("$A\nSoldat %d\n$V\nAvatar\n", men))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		won := 0
		for seed := range byte(100) {
			f := b.Fight(game.Seed{seed})
			left := f.Left()
			if f.Winner().Code != winner {
				continue
			}
			won++
			if left[0] > 300 || left[1] > 1000 || winner == "rows.attackers-won" && left[1] != 0 ||
				winner == "rows.defenders-won" && left[0] > 20 {
				t.Errorf("%d soldiers: %s, left are %d ‰", men, winner, left)
			}
		}
		if won < 95 {
			t.Errorf("%d soldiers: %s only %d times of 100", men, winner, won)
		}
	}
}

// A wall may stand with nobody behind it: who comes has the field, and of nobody
// nothing is left.
func TestBattleFileWallAlone(t *testing.T) {
	b, problems := terramagica.Rules().ReadBattle("$Angreifer\nSoldat 10\n$Verteidiger\nMauer\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	f := b.Fight(game.Seed{1})
	if f.Winner().Code != "rows.attackers-won" || f.Left() != [2]int64{1000, 0} {
		t.Errorf("%s, left are %d ‰", f.Winner().Code, f.Left())
	}
}

// Every bad line is named by its line, in both languages, and nothing is fought.
func TestBattleFileNamesBadLines(t *testing.T) {
	text := `Hallo
$Angreifer
Ritter 20 11 Sturmangriff
Rittr 5
Avatar
Soldat 5 3 Sturm
Soldat 5 3 Halten weiter
Soldat
$Verteidger
$V
Mauer 0
Avatar
Avatar
Soldat 7
`
	b, problems := terramagica.Rules().ReadBattle(text)
	if b != nil {
		t.Error("a battle, in spite of errors")
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, fmt.Sprintf("%d:%d %s", p.Line, p.Col, p.What.Code))
	}
	conformance.Worded(t, terramagica.Rules(), problems)
	want := []string{"1:1 battle-file.before", "3:11 range", "4:1 order.unit", "5:1 battle-file.defenders",
		"6:12 order.tactic",
		"7:19 surplus", "8:7 missing", "9:2 battle-text.head", "11:7 range", "13:1 battle-file.avatar"}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("named\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	for text, where := range map[string]string{"": "1 1", "$A\nSoldat 5\n": "2", "$V\nSoldat 5": "2"} {
		_, problems := terramagica.Rules().ReadBattle(text)
		got := ""
		for _, p := range problems {
			if p.What.Code != "battle-text.nobody" {
				t.Errorf("%q: %s", text, p.What.Code)
			}
			got += fmt.Sprint(p.Line, " ")
		}
		if strings.TrimSpace(got) != where {
			t.Errorf("%q: nobody there in lines %q, want %q", text, got, where)
		}
	}
}

// A file with the lines of other games: each of them is named, and what it was
// taken for; the good ones are not.
func TestBattleFileOfAnotherGame(t *testing.T) {
	_, problems := terramagica.Rules().ReadBattle("$Angreifer\nAnfuehrer Cortez 3\nINF 6\nRitter 5\n$Verteidiger\nFort\nSoldat " +
		"5\n$T\nK.M 1 1 Halten\n")
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprintf("%d:%d %s", p.Line, p.Col, terramagica.Rules().Words(phrase.En).Say(orders.Brief(p.What))))
	}
	want := []string{
		`2:1 "Anfuehrer" is not a unit.`, `3:1 "INF" is not a unit.`, `6:1 "Fort" is not a unit.`,
		`8:2 "T" is not a side: $Attackers or $Defenders.`, `9:1 "K.M" is not a unit.`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("named\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// FuzzReadBattle: any text is read without a panic, and without errors fought.
func FuzzReadBattle(f *testing.F) {
	f.Add("Seed 7\n$Angreifer\nRitter 20 +6 2 Sturmangriff\n$Verteidiger\nSoldat 5\nMauer 2000\nAvatar\n")
	f.Add("$A\nElefant 1000000 10 Flucht\n$V\nDrache 1000000\n")
	rules := terramagica.Rules()
	f.Fuzz(func(t *testing.T, text string) { conformance.AnyBattle(t, rules, text) })
}
