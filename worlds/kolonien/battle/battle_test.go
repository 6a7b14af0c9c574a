package battle_test

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien"
)

// certain is the rulebook with dice of one side: what a battle file tells can be reckoned
// by hand.
func certain() *kolonien.Rulebook {
	r := kolonien.Rules()
	r.Standard().Rules.DiceSides = 1
	return r
}

// The protocol of a battle file, whole: 6 LIN × 3 + 3 = 21 against a MIL's 2: 19 more are +4.
// 2 + 4 = 6 and 2: twice: 3 hits and 21/10.
func TestBattleFileProtocol(t *testing.T) {
	b, problems := certain().ReadBattle("$Angreifer\nAnfuehrer Cortez 3\nLIN 6\n$Verteidiger\nGarnison MIL 1\n")
	if b == nil {
		t.Fatal(problems)
	}
	f := b.Fight(game.Seed{1})
	want := `    Der Angreifer: Cortez (Wert 3) mit 6 LIN.
    Der Verteidiger: Garnison mit 1 MIL.
    Runde 1
      Der Angreifer: CF 21, 7 Kampfeinheiten, Würfel 1 und 1
          Der Angreifer: Überlegenheit an CF +4
      Der Angreifer: Ergebnis 6
      Der Verteidiger: CF 2, 1 Kampfeinheit, Würfel 1 und 1
      Der Verteidiger: Ergebnis 2
      Der Verteidiger hat höchstens das halbe Ergebnis der anderen Seite.
      Der Angreifer: 0 Treffer (Tabelle 0, feindliche CF 0, Arzt −0)
      Der Verteidiger: 5 Treffer (Tabelle 3, feindliche CF 2, Arzt −0)
      Der Verteidiger verliert 1 MIL
    Der Angreifer hat gewonnen.
`
	if got := string(f.Protocol(phrase.De)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if f.Left() != [2]int64{1000, 0} || f.Winner().Code != "battle.attacker-won" {
		t.Errorf("left %v, %v", f.Left(), f.Winner())
	}
}

// What is left is told of each side, in thousandths of its combat units, rounded down, its
// leader with them: 2 INF and a leader (2 × 2 + 1 = 5) attack 6 INF (12): 7 more are +2.
// 2 and 4: twice: 3 hits and 12/10 on the attacker, none on the defender, who wins with all. Of 3 INF
// against 2 (6 and 4, no bonus, equal) each loses one a round and stays: 1 of 3 is left.
func TestBattleFileLeft(t *testing.T) {
	for text, want := range map[string][2]int64{
		"$Angreifer\nAnfuehrer Cortez 1\nINF 2\nrueckzug nie\n$Verteidiger\nINF 6\n": {0, 1000},
		"$Angreifer\nINF 3\nrueckzug nie\n$Verteidiger\nGarnison INF 2\n":            {333, 0},
	} {
		b, problems := certain().ReadBattle(text)
		if b == nil {
			t.Fatal(problems)
		}
		if got := b.Fight(game.Seed{1}).Left(); got != want {
			t.Errorf("%q leaves %v, want %v", text, got, want)
		}
	}
}

// Fewer enemies, a better wall or more guns never make it worse: of many
// combats with the same dice at least as many are won, within what chance may do.
func TestCombatsFavourTheStronger(t *testing.T) {
	won := func(text string) (n int) {
		b, problems := kolonien.Rules().ReadBattle(text)
		if b == nil {
			t.Fatal(problems)
		}
		for i := range 2000 {
			if b.Fight(game.Seed{byte(i), byte(i >> 8)}).Winner().Code == "battle.attacker-won" {
				n++
			}
		}
		return n
	}
	const us = "$Angreifer\nAnfuehrer Cortez 2\nINF 5\nrueckzug nie\n"
	even := won(us + "$Verteidiger\nAnfuehrer Drake 2\nINF 5\nrueckzug nie\n")
	for name, text := range map[string]string{
		"a fort":         us + "$Verteidiger\nAnfuehrer Drake 2\nINF 5\nFort\nrueckzug nie\n",
		"two units more": us + "$Verteidiger\nGarnison INF 2\nAnfuehrer Drake 2\nINF 5\nrueckzug nie\n",
		"a medic":        us + "$Verteidiger\nAnfuehrer Drake 2\nArzt\nINF 5\nrueckzug nie\n",
		"line infantry":  us + "$Verteidiger\nAnfuehrer Drake 2\nLIN 5\nrueckzug nie\n",
		"guns":           us + "$Verteidiger\nAnfuehrer Drake 2\nINF 5\nSchiffe LIN_S 3\nrueckzug nie\n",
	} {
		if n := won(text); n+100 > even {
			t.Errorf("against %s %d are won, without %d", name, n, even)
		}
	}
}
