package kolonien

import (
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// certain is the rulebook with dice of one side: what a battle file tells can be reckoned
// by hand.
func certain() *Rulebook {
	r := Rules()
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
      Niedriger würfelte der Verteidiger; die andere Seite hat: doppelt so
        hoch.
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

// An allied refuge is a colony on land: never an ally's home, nor a realm's that is not
// allied with all who are left.
func TestAlliedRefugeIsLand(t *testing.T) {
	c := newCase(t, "-- world --\nland 8 9 10\ntreaty 1 2 P\ntreaty 1 3 P\ncolony 8 2 level 1\ncolony 10 3 level "+
		"1\nleader 1 Cortez 1 9 INF 1\n")
	refuges := func(left ...int) []realm.Place { return fight.Refuges(c.world.at, 9, &fight.Party{}, left) }
	if got := refuges(1); !slices.Equal(got, []realm.Place{{Area: 8}, {Area: 10}}) {
		t.Errorf("refuges %v", got)
	}
	if got := refuges(1, 2); !slices.Equal(got, []realm.Place{{Area: 8}}) {
		t.Errorf("refuges of two allies %v, of whom 3 is allied with one", got)
	}
	c.world.at.State.Areas[9].Ground = realm.Home // as if an ally's home lay beside
	if got := refuges(1); !slices.Equal(got, []realm.Place{{Area: 8}}) {
		t.Errorf("with a home beside: refuges %v", got)
	}
}

// Who is away misses no year, and one that was missed before stays counted.
func TestAbsenceIsNoYear(t *testing.T) {
	c := newCase(t, "-- world --\nplayer 1 Isabel\nmissed 1 2\n")
	out := c.world.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Absent: true}}, game.Seed{})
	if got := out.Next().(*World).at.State.Realms[0].Missed; got != 2 {
		t.Errorf("%d years missed, want 2", got)
	}
}

// Natives of area 1 lose men like any, a fleet of number 1 has its own order of losses, and a
// report leaves a line free above each combat.
func TestTheFirstAreaAndFleet(t *testing.T) {
	c := newCase(t, "-- world --\nland 1 2\nleader 1 Cortez 1 2 INF 1\nnatives 1 tribe N-INF 3 N-CAV 3\nfleet 1 1 "+
		"31 TRA 1\nstand 1 Cortez rueckzug immer\n")
	out := c.world.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: "$K\nFlotte_1 verluste ESK TRA\n$A\nCortez 1\n"}},
		game.Seed{})
	next := out.Next().(*World)
	if got := next.at.State.Realms[0].Fleets[0].Orders.Sinking; !slices.Equal(got,
		[]tables.Class{tables.ESK, tables.TRA}) {
		t.Errorf("the fleet loses %v", got)
	}
	if !strings.Contains(string(out.Report(1).Text), "\n\n  Kampf in 1:") {
		t.Errorf("no line is free above the combat:\n%s", out.Report(1).Text)
	}
}
