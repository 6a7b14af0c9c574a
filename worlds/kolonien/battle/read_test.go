package battle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien"
	"weltentor/worlds/kolonien/battle"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
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
		"",                                     // the attacker has nobody because of what is wrong above
	}, "\n")
	battle, problems := kolonien.Rules().ReadBattle(text)
	if battle != nil {
		t.Fatal("it was read")
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, fmt.Sprint(p.Line))
	}
	conformance.Worded(t, kolonien.Rules(), problems)
	if got, want := strings.Join(lines, " "), "1 2 3 5 6 7 8 9 10 11 13 14 15 16 17"; got != want {
		t.Errorf("problems on lines %s, want %s", got, want)
	}
}

// What follows a head that cannot be read is held to be of the side that is still to come: a landing
// is a mistake of the defender's, whose head is misspelt, and none of the attacker's.
func TestBattleFileMisspeltHeads(t *testing.T) {
	for text, want := range map[string]string{
		"$Angreifer\nINF 2\n$Vertteidiger\nLandung ja\nINF 1": "3 battle.side, 4 battle.attacks",
		"$Angreiffer\nLandung ja\nINF 2\n$Verteidiger\nINF 1": "1 battle.side",
		"$Verteidiger\nINF 1\n$Angreiffer\nLandung ja\nINF 2": "3 battle.side",
	} {
		_, problems := kolonien.Rules().ReadBattle(text)
		var got []string
		for _, p := range problems {
			got = append(got, fmt.Sprintf("%d %s", p.Line, p.What.Code))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

// The words of a battle file exist in English too, and the same seed gives the same.
func TestBattleFileEnglish(t *testing.T) {
	de, problems := kolonien.Rules().ReadBattle("Seed x\nPeriode 2\n$Angreifer\nAnfuehrer Cortez 2\nINF 4\nattacke " +
		"ja\nrueckzug nie\n$Verteidiger\nUreinwohner Stadt\nN-INF 5\n")
	if de == nil {
		t.Fatal(problems)
	}
	en, problems := kolonien.Rules().ReadBattle("Seed x\r\nPeriod 2\r\n$attacker\r\nLeader Cortez 2\r\nINF 4\r\ncharge " +
		"yes\r\nretreat never\r\n$defender\r\nNatives City\r\nn-inf 5\r\n")
	if en == nil {
		t.Fatal(problems)
	}
	if de.Seed() != "x" || en.Seed() != "x" {
		t.Errorf("seeds %q, %q", de.Seed(), en.Seed())
	}
	for i := range byte(50) {
		one, other := de.Fight(game.Seed{i}), en.Fight(game.Seed{i})
		if one.Winner().Code != other.Winner().Code || one.Left() != other.Left() ||
			string(one.Protocol(phrase.En)) != string(other.Protocol(phrase.En)) {
			t.Fatalf("seed %d: two battles", i)
		}
	}
}

// found lists what is wrong with a battle file: `line:column code got`.
func found(text string) (out []string) {
	_, problems := kolonien.Rules().ReadBattle(text)
	for _, p := range problems {
		got := ""
		for _, a := range p.What.Args {
			if a.Name == "got" {
				got = " " + a.S
			}
		}
		out = append(out, fmt.Sprintf("%d:%d %s%s", p.Line, p.Col, p.What.Code, got))
	}
	return out
}

// A side is held against the rules as a whole: what its later lines say of it
// counts for its earlier ones, and each mistake is told at its own line.
func TestBattleFileSides(t *testing.T) {
	const us, them = "$Angreifer\nINF 4\n", "$Verteidiger\nINF 4\n"
	for text, want := range map[string]string{
		us + "$Verteidiger\nINF 4\nN-INF 2\nUreinwohner Stadt":        "4:1 battle.kind-people INF",
		us + "$Verteidiger\nP-MIL 2 CAV 1\nPiraten Nest":              "4:9 battle.kind-people CAV",
		us + "$Verteidiger\nN-INF 3":                                  "4:1 battle.kind-people N-INF",
		us + "$Verteidiger\nUreinwohner Stadt\nN-INF 3\nPiraten Nest": "6:1 battle.people-twice Piraten",
		us + "$Verteidiger\nUreinwohner Stadt\nUreinwohner Koenigreich\nN-INF " +
			"3": "5:1 battle.people-twice Ureinwohner",
		us + "Garnison MIL 2\nRegiment LIN 2\nVerbuendeter\nINF 1\n" +
			them: "3:1 battle.defends Garnison|4:1 battle.defends Regiment|5:1 battle.defends Verbuendeter",
		us + them + "Regiment LIN 2\nRegiment LIN 1": "6:1 battle.regiment-twice Regiment",
		us + "$Verteidiger\nUreinwohner Stadt\nN-INF 3\nFort\nHafen": "6:1 battle.kind-people Fort|7:1 " +
			"battle.kind-people Hafen",
		us + "Palisade\n" + them + "Fort":  "6:1 battle.works-both Fort",
		us + them + "Garnison MIL 3 INF 1": "5:16 battle.room INF", // 4 > 3
		us + them + "Regiment LIN 5":       "5:10 battle.room LIN", // 5 > 4
		// 4 + 2 + 1 > 6
		us + "CAV 2\nART 1\n" + them:              "4:1 battle.room ART",
		us + "Anfuehrer Cortez 4\n" + them:        "3:18 battle.value 4", // 3 at most
		us + them + us:                            "5:2 battle.twice Angreifer|6:1 battle.room INF",
		"Seed 1\nPeriode 2\nSeed 2\n" + us + them: "3:1 battle.twice Seed",
		us + "$Verteidiger\nPiraten Raubzug\nP-MIL 2\nrueckzug nie\nverluste " +
			"MIL": "6:1 battle.orders rueckzug|7:1 battle.orders verluste",
		us + "\n$Verteidiger\nFort\n":                  "4:1 battle.nobody",
		"\n$Angreifer\nPiraten Nest\nP-MIL 2\n" + them: "2:1 battle.lair-attacks",
		// and not that nobody is there
		us + "$Verteidiger\nRITTER 2":                      "4:1 order.kind RITTER",
		us + "$Verteidiger\nRegiment LIN 2\nregiment nein": "3:1 battle.nobody",
		// What a side cannot have, by line.
		us + "$Verteidiger\nUreinwohner Stadt\nN-INF 3\nSchiffe ESK 2 LIN_S " +
			"1": "6:1 battle.kind-people Schiffe",
		us + "$Verteidiger\nSchiffe ESK 2\nN-INF 3\nUreinwohner " +
			"Stadt\nArzt": "4:1 battle.kind-people Schiffe|7:1 battle.kind-people Arzt",
		us + "$Verteidiger\nPiraten Nest\nP-MIL 3\nAnfuehrer Kidd " +
			"2\nArzt": "6:1 battle.kind-people Anfuehrer|7:1 battle.kind-people Arzt",
		us + "$Verteidiger\nAnfuehrer Kidd 2\nP-MIL 3\nPiraten Raubzug": "4:1 battle.kind-people Anfuehrer",
		us + "$Verteidiger\nPiraten Nest\nP-MIL 3\nSchiffe P2 1 ESK 2":  "6:14 battle.kind-people ESK",
		us + "Schiffe P2 1\n" + them:                                    "3:9 battle.kind-people P2",
		us + "Anfuehrer Cortez 2\nAnfuehrer Pizarro 1\n" +
			them: "4:1 battle.leader-twice Anfuehrer",
		"$Angreifer\nUreinwohner Stadt\nN-INF 3\nAnfuehrer A 1\nAnfuehrer B 1\n" +
			them: "5:1 battle.leader-twice Anfuehrer",
		// 4 + 3 > 6: one army
		us + "Anfuehrer Cortez 2\nINF 3\n" + them: "4:1 battle.room INF",
		us + them + "Palisade\nFort":              "6:1 battle.fort-twice Fort",
		us + "Palisade\nPalisade\n" +
			them: "4:1 battle.fort-twice Palisade",
		us + them + "Fort\nHafen\nHafen":             "7:1 battle.twice Hafen",
		us + them + "Garnison MIL 2\nGarnison MIL 1": "6:1 battle.twice Garnison",
		us + them + "Verbuendeter\nAnfuehrer Hudson 1\nGarnison MIL 2\nRegiment LIN 1\nINF " +
			"1": "7:1 battle.owner-first Garnison|8:1 battle.owner-first Regiment",
		us + them + "Landung ja":     "5:1 battle.attacks Landung",
		us + "Landung bald\n" + them: "3:9 order.yes bald",
		us + "Arzt\n" + them:         "3:1 battle.medic Arzt",
	} {
		if got := strings.Join(found(text), "|"); got != want {
			t.Errorf("%q:\n%s, want\n%s", text, got, want)
		}
		_, problems := kolonien.Rules().ReadBattle(text)
		conformance.Worded(t, kolonien.Rules(), problems)
	}
}

// `regiment nein` leaves the royal regiment out: 2 MIL and a leader are 3 combat units.
func TestBattleFileRegimentStaysOut(t *testing.T) {
	for _, no := range []string{"regiment nein", "regiment no"} {
		b, problems := kolonien.Rules().ReadBattle("$Angreifer\nINF 4\n$Verteidiger\nGarnison MIL 2\nRegiment LIN " +
			"4\nAnfuehrer Drake 1\n" + no)
		if b == nil {
			t.Fatal(problems)
		}
		if s := &b.(*battle.Single).Sides[fight.Defender]; s.Units() != 3 || s.Count(tables.LIN) != 0 {
			t.Errorf("%s: %d combat units, %d LIN", no, s.Units(), s.Count(tables.LIN))
		}
	}
}

// Each standing order of a battle file holds whatever stands above or below it: four orders
// in all places, and a `yes` that a later line takes back.
func TestBattleFileOrdersHoldTogether(t *testing.T) {
	lines := []string{"attacke ja\n", "belagerung ja\n", "regiment ja\n", "rueckzug nie\n"}
	for turned := range lines {
		mine := strings.Join(slices.Concat(lines[turned:], lines[:turned]), "")
		b, problems := kolonien.Rules().ReadBattle("$Angreifer\nINF 4\n" + mine + "$Verteidiger\nINF 4\n")
		if b == nil {
			t.Fatal(problems)
		}
		if s := &b.(*battle.Single).Sides[fight.Attacker]; !s.Charge || !s.Siege || s.Withdraw.When != realm.Never {
			t.Errorf("%q: charge %t, siege %t, retreat %v", mine, s.Charge, s.Siege, s.Withdraw)
		}
		if s := &b.(*battle.Single).Sides[fight.Defender]; s.Charge || s.Siege {
			t.Errorf("%q: the defender was given no order: charge %t, siege %t", mine, s.Charge, s.Siege)
		}
	}
	for text, want := range map[string][2]bool{
		"attacke ja\nbelagerung nein\n":    {true, false},
		"belagerung ja\nattacke nein\n":    {false, true},
		"attacke nein\nbelagerung nein\n":  {false, false},
		"regiment ja\nregiment nein\n":     {false, false},
		"regiment nein\nattacke nein\n":    {false, false},
		"belagerung nein\nregiment nein\n": {false, false},
	} {
		b, problems := kolonien.Rules().ReadBattle("$Angreifer\nINF 4\n" + text + "$Verteidiger\nINF 4\n")
		if b == nil {
			continue // what the file refuses gives no orders
		}
		if s := &b.(*battle.Single).Sides[fight.Attacker]; s.Charge != want[0] || s.Siege != want[1] {
			t.Errorf("%q: charge %t, siege %t, want %v %v", text, s.Charge, s.Siege, want, problems)
		}
	}
}

// The example shown begins as the line does and has its language.
func TestBattleFileExamples(t *testing.T) {
	for text, want := range map[string]string{
		"Periode 9":                              "Periode 2",
		"Period 9":                               "Period 2",
		"$attacker\nLeader Cortez 12":            "Leader Cortez 2",
		"$Angreifer\nAnfuehrer Cortez 12":        "Anfuehrer Cortez 2",
		"$attacker\nGarrison":                    "Garrison MIL 2",
		"$Verteidiger\nSchiffe BOOT 1":           "Schiffe ESK 2",
		"$defender\nretreat maybe":               "retreat loss 50",
		"$Verteidiger\nrueckzug vielleicht":      "rueckzug verlust 50",
		"$Verteidiger\nUreinwohner Stadt\nINF 3": "N-INF 3 N-CAV 1",
		"$Verteidiger\nN-INF 3":                  "INF 4 CAV 1",
		"$attacker\nINF 1\n$defender":            "$Defender",
		"$Angreifer\nINF 1\n$Vertidiger":         "$Verteidiger", // whose head is missing
		"$Angriefer":                             "$Angreifer",
	} {
		_, problems := kolonien.Rules().ReadBattle(text)
		got := ""
		for _, p := range problems {
			for _, a := range p.What.Args {
				if a.Name == "example" && p.Line == strings.Count(text, "\n")+1 && got == "" {
					got = a.S
				}
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
