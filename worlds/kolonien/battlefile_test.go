package kolonien

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Every bad line of a battle file is named by its line, in words of both languages.
func TestBattleFileErrors(t *testing.T) {
	text := strings.Join([]string{
		"Sed 7",                                // 1
		"Periode 9",                            // 2
		"$Angreiffer",                          // 3
		"$Angreifer",                           // 4
		"Anfuehrer Cortez 12",                  // 5
		"INF vier",                             // 6
		"RITTER 3",                             // 7
		"Arzt",                                 // 8: no leader before it
		"verluste Anfuehrer INF",               // 9
		"Schiffe BOOT 3",                       // 10
		"attacke vielleicht",                   // 11
		"$Verteidiger",                         // 12
		"Ureinwohner Dorf",                     // 13
		"INF 3",                                // 14: natives have none
		"N-INF 2 N-CAV",                        // 15
		"Piraten",                              // 16
		"Fort Fort ; zweimal ist eins zu viel", // 17
		"",                                     // 18: the attacker has nobody
	}, "\n")
	battle, problems := Rules().ReadBattle(text)
	if battle != nil {
		t.Fatal("it was read")
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, fmt.Sprint(p.Line))
		for _, lang := range phrase.Langs {
			if said := Rules().Words(lang).Say(p.What); strings.ContainsAny(said, "`{}") || said == "" {
				t.Errorf("line %d, %s: %q", p.Line, p.What.Code, said)
			}
		}
	}
	if got, want := strings.Join(lines, " "), "1 2 3 5 6 7 8 9 10 11 13 14 15 16 17 18"; got != want {
		t.Errorf("problems on lines %s, want %s", got, want)
	}
}

// The words of a battle file exist in English too, and the same seed gives the same.
func TestBattleFileEnglish(t *testing.T) {
	de, problems := Rules().ReadBattle("Seed x\nPeriode 2\n$Angreifer\nAnfuehrer Cortez 2\nINF 4\nattacke ja\nrueckzug nie\n$Verteidiger\nUreinwohner Stadt\nN-INF 5\n")
	if de == nil {
		t.Fatal(problems)
	}
	en, problems := Rules().ReadBattle("Seed x\r\nPeriod 2\r\n$attacker\r\nLeader Cortez 2\r\nINF 4\r\ncharge yes\r\nretreat never\r\n$defender\r\nNatives City\r\nn-inf 5\r\n")
	if en == nil {
		t.Fatal(problems)
	}
	if de.Seed() != "x" || en.Seed() != "x" {
		t.Errorf("seeds %q, %q", de.Seed(), en.Seed())
	}
	for i := range byte(50) {
		one, other := de.Fight(game.Seed{i}), en.Fight(game.Seed{i})
		if one.Winner().Code != other.Winner().Code || one.Left() != other.Left() || string(one.Protocol(phrase.En)) != string(other.Protocol(phrase.En)) {
			t.Fatalf("seed %d: two battles", i)
		}
	}
}
