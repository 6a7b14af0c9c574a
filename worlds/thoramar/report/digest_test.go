package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// fights tells realm 1 of a fight: an attacker and a defender with their men before and after, and how it ended.
func fights(a *gametest.Arena, x, y int, attacker string, men, left int, defender string, others, rest int,
	end string) {
	at := phrase.At("field", a.XY(x, y))
	a.Tell(phrase.P("battle", at), 1)
	a.Tell(phrase.P("battle-attacker", phrase.Str("army", attacker), phrase.Num("men", men), phrase.Num("left", left)), 1)
	a.Tell(phrase.P("battle-defender", phrase.Str("army", defender), phrase.Num("men", others), phrase.Num("left", rest)), 1)
	a.Tell(phrase.P(end, at), 1)
}

// mailed is the subject's counts and the body of the letter to realm 1 about what a test sets.
func mailed(t *testing.T, set func(*gametest.Arena)) (news, body string) {
	t.Helper()
	r := stage(t, set).Report(1, nil)
	return r.News, string(r.Summary)
}

// The letter says first what counts, and all of the report's kinds once: plunder of many weeks, a fight with what it won,
// plain conquests, what was lost.
func TestTheLetterSaysWhatCounts(t *testing.T) {
	news, got := mailed(t, func(a *gametest.Arena) {
		a.State.Realms[1].Gold = 700
		a.Field(a.XY(1, 0)).Owner = 1
		army := phrase.Str("army", "R.M 1")
		for a.Week = 1; a.Week <= 8; a.Week++ {
			a.Phase = "plunder"
			a.Tell(phrase.P("plundered", army, phrase.At("field", a.XY(4, 0)), phrase.Num("gold", 300),
				phrase.Num("yield", 50)), 1)
		}
		a.Week, a.Phase = 9, "move"
		fights(a, 2, 0, "R.M 1", 900, 800, "2.K.M 1", 500, 0, "battle-attackers-won")
		fights(a, 6, 0, "3.K.M 1", 9, 8, "2.K.M 2", 7, 7, "battle-defenders-won") // others among themselves
		a.Tell(phrase.P("out-of-points", phrase.Str("army", "K.M 1"), phrase.At("field", a.XY(0, 0))), 1)
		a.Week, a.Phase = 14, "conquest"
		a.Tell(phrase.P("conquered", army, phrase.At("field", a.XY(2, 0))), 1)
		a.Tell(phrase.P("conquered", phrase.Str("army", "K.M 2"), phrase.At("field", a.XY(1, 0))), 1)
		a.Tell(phrase.P("lost-field", phrase.Str("army", "2.K.M 3"), phrase.At("field", a.XY(3, 0))), 1)
		a.Phase = "specials"
		a.Tell(phrase.P("kills-master", phrase.Str("army", "D.E 1"), phrase.Str("other", "Z.B 1")), 1)
		a.Phase = "harvest"
		a.Tell(phrase.P("upkeep-unpaid", phrase.Num("gold", 4200)), 1)
	})
	want := `Sommer des Jahres 2: 3/0 ist verloren, 2/0 und 1/0 sind Euer, und Ihr habt den Kampf um 2/0 gewonnen.

Hier seid Ihr gefragt:
- 4200 GS Unterhalt konnten nicht bezahlt werden.
- Keine Bewegungspunkte mehr hat K.M 1 (0/0); der Plan führte weiter.

Gewonnen:
- 2/0, R.M 1 gegen R2 (2): Ihr verliert 100 von 900, der Feind 500 von 500. Ihr siegt. R.M 1 hat das Feld erobert.
- W1-W8: R.M 1 plündert Feld 4/0 und erbeutet 2400 GS, der Ertrag sinkt auf 50%.
- Erobert: 1/0 (K.M 2).
Verloren:
- 2.K.M 3 hat Euch Feld 3/0 genommen.
- D.E 1 hat seinen Beschwörer Z.B 1 getötet.

Reichsschatz 700 GS. Zug 6 ist Herbst: An seinem Ende kommt die Ernte, und der Unterhalt ist fällig. Ihr besitzt 1 Feld, aber keine Armee.
` // 8 × 300 = 2400
	if got != want {
		t.Errorf("the letter is\n%s\nand not\n%s", got, want)
	}
	if want := "2 Felder erobert, 1 verloren, 1 Kampf gewonnen"; news != want {
		t.Errorf("the subject counts %q, not %q", news, want)
	}
}

// Fights of several weeks for one field are one line. What an army loses elsewhere between them is not counted there.
func TestTheLetterCountsLossesOnce(t *testing.T) {
	_, got := mailed(t, func(a *gametest.Arena) {
		for i, f := range []struct{ field, before, left int64 }{{0, 500, 400}, {5, 400, 300}, {0, 300, 250}} {
			a.Week, a.Phase = 1+2*i, "move"
			fights(a, int(f.field), 2, "K.M 1", 900-10*i, 890-10*i, "2.K.M 7", int(f.before), int(f.left), "battle-attackers-won")
		}
	})
	if want := "der Feind 150 von 500"; !strings.Contains(got, want) { // 100 in week 1, 50 in week 5
		t.Errorf("want %q in\n%s", want, got)
	}
}

// A part of the letter has a dozen lines, and says how many more there are.
func TestTheLetterOfManyFights(t *testing.T) {
	news, got := mailed(t, func(a *gametest.Arena) {
		a.Week, a.Phase = 1, "move"
		for i := range 14 {
			fights(a, i%7, 2+i/7*2, fmt.Sprint("K.M ", i+1), 900, 900-i, "2.K.M 7", 500, 500, "battle-defenders-won")
		}
	})
	if n := strings.Count(got, "gegen R2 (2): "); n != 12 || !strings.Contains(got, "- Mehr davon im Bericht (2).\n") {
		t.Errorf("%d fights are told:\n%s", n, got)
	}
	if want := "- 0/2, K.M 1 gegen R2 (2): Niemand fällt. Ihr seid abgewiesen.\n- 1/2, K.M 2 gegen R2 (2): Ihr verliert 1 von " +
		"900, der Feind niemanden. Ihr seid abgewiesen.\n"; !strings.Contains(got, want) {
		t.Errorf("want\n%s\nin\n%s", want, got)
	}
	if news != "14 Kämpfe verloren" {
		t.Errorf("the subject counts %q", news)
	}
}

// What needs the player: a siege with the line that ends it, which the receipt accepts; others' armies on own land, and
// beside it; the work that an own army destroyed.
func TestTheLetterSaysWhatNeedsThePlayer(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		for x := range 3 {
			a.Field(a.XY(x, 0)).Owner = 1
		}
		a.Field(a.XY(2, 0)).Building = &realm.Building{Kind: "FES", Name: "Trutz"}
		a.Field(a.XY(5, 0)).Owner, a.Field(a.XY(5, 0)).Building = 2, &realm.Building{Kind: "MIN"}
		a.Army(1, "K.S 1", 3000, 5, 0).Since = a.State.Turn - 1
		a.Army(1, "K.L 7", 500, 2, 0)
		a.Army(2, "K.M 7", 1098, 1, 0)
		a.Army(2, "K.M 8", 2500, 3, 0)
		a.Army(2, "K.L 9", 200, 1, 1) // beside own land too, and too weak for it
		a.Week, a.Phase = 14, "conquest"
		a.Tell(phrase.P("conquest-season", phrase.Str("army", "K.S 1"), phrase.At("field", a.XY(5, 0))), 1)
		a.Phase = "destruction"
		field, is := phrase.At("field", a.XY(2, 0)), phrase.Key("building", "building.FES")
		a.Tell(phrase.P("building-damaged", phrase.Str("army", "K.L 7"), field, is, phrase.Key("state", "damage-light")), 1)
		a.Tell(phrase.P("work-lost", field, is), 1)
	})
	want := `Sommer des Jahres 2: Eure Leute halten 5/0 besetzt, die Mine von R2, und eine fremde Armee steht auf Eurem Land (1/0).

Hier seid Ihr gefragt:
- 5/0 (Mine): Bleibt K.S 1 den ganzen Zug 6 dort und kommt kein Verteidiger, gehört das Feld danach Euch. Die Zeile dafür, unter $A:
    K.S 1 0 E+
- 1/0: 2.K.M 7 mit 1098 Mann steht auf Eurem Feld. Das ist zu wenig, um es zu erobern; nötig sind 2000.
- K.L 7 hat auf Euren Befehl Eure Festung auf 2/0 leicht beschädigt. Die Bauarbeiten auf 2/0 (Festung) sind verloren.
- Neben Eurem Land, stark genug für eine Eroberung (Mann, Feld): 2.K.M 8 (2500, 3/0). Greift 2.K.M 8 Euer Feld 2/0 an, gewinnt Ihr etwa 0 von 100 solchen Kämpfen.
` // 2500 K.M are worth 3750 K.L, 3000 of the weakest people; a fortress does not make 500 men 3000
	if got := string(o.Report(1, nil).Summary); !strings.HasPrefix(got, want) {
		t.Errorf("want\n%s\nin\n%s", want, got)
	}
	f := o.Facts(1)
	i := slices.IndexFunc(f.Needs, func(n game.FactNeed) bool { return n.Code == "digest.siege-works" })
	if i != 0 || f.Needs[0].Section != "A" || f.Needs[0].Line != "K.S 1 0 E+" {
		t.Errorf("the facts need %+v", f.Needs)
	}
	if want := strings.SplitN(want, "\n", 2)[0]; f.Headline.Text != want {
		t.Errorf("the facts begin with %q", f.Headline.Text)
	}
}

// Armies beside own land stand in the order of their men, those of as many as fields do: y falling, then x rising. Who was
// seen first does not count: a whole report looks for them in the last week only.
func TestTheLetterListsWhoIsBeside(t *testing.T) {
	_, body := mailed(t, func(a *gametest.Arena) {
		a.Field(a.XY(2, 0)).Owner = 1
		a.Army(1, "K.L 7", 500, 2, 0)
		a.Army(2, "K.M 6", 2500, 2, -1)
		a.Army(2, "K.M 7", 2500, 3, 0)
		a.Army(2, "K.M 8", 2500, 1, 0)
		a.Army(2, "K.M 9", 2600, 2, 1)
	})
	if want := "(Mann, Feld): 2.K.M 9 (2600, 2/1), 2.K.M 8 (2500, 1/0), 2.K.M 7 (2500, 3/0) und 2.K.M 6 (2500, 2/-1)."; !strings.Contains(
		strings.Join(strings.Fields(body), " "), want) {
		t.Errorf("no %q in\n%s", want, body)
	}
}

// The letter says how an attack on own land would end by what its reader can see: the foe's people, experience and
// treasury change nothing (law 6), the reader's own experience does. By strength 1500 K.L are as strong as 1000 K.M, and
// the weakest people has 80 of 100: the draws of the people, and luck, decide.
func TestTheLetterOfAThreat(t *testing.T) {
	threat := func(change func(a *gametest.Arena, own, foe *realm.Army)) string {
		_, body := mailed(t, func(a *gametest.Arena) {
			a.Field(a.XY(2, 0)).Owner = 1
			own := a.Army(1, "K.L 7", 3000, 2, 0)
			change(a, own, a.Army(2, "K.M 8", 2000, 3, 0))
		})
		i := strings.Index(body, "Greift 2.K.M 8 Euer Feld 2/0 an")
		if i < 0 {
			t.Fatalf("no threat in\n%s", body)
		}
		return strings.SplitN(body[i:], "\n", 2)[0]
	}
	plain := threat(func(*gametest.Arena, *realm.Army, *realm.Army) {})
	hidden := threat(func(a *gametest.Arena, _, foe *realm.Army) {
		foe.KK, foe.Points, a.State.Realms[2].Culture, a.State.Realms[2].Gold = 20, 1, "steppe", 5000
	})
	if hidden != plain {
		t.Errorf("the letter tells of hidden things:\n%s\n%s", plain, hidden)
	}
	if veterans := threat(func(_ *gametest.Arena, own, _ *realm.Army) { own.KK = 20 }); veterans == plain {
		t.Errorf("own experience changes nothing: %s", plain)
	}
	weak := threat(func(_ *gametest.Arena, own, _ *realm.Army) { own.Men = 100 })
	if !strings.Contains(weak, "gewinnt Ihr etwa 0 von 100") {
		t.Errorf("100 K.L against 2000 K.M: %s", weak)
	}
	strong := threat(func(_ *gametest.Arena, own, _ *realm.Army) { own.Men = 9000 })
	if !strings.Contains(strong, "gewinnt Ihr etwa 100 von 100") {
		t.Errorf("9000 K.L against 2000 K.M: %s", strong)
	}
}

// The short report names all realms that did not answer an offer.
func TestShortReportNamesAllUnanswered(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.State.Realms[1].Settings = founding.Untouched
		for _, n := range []int{2, 3, 4} {
			a.Tell(phrase.P("treaty-unanswered", phrase.Num("realm", n), phrase.Key("treaty", "treaty.A")), 1)
		}
	})
	if got := string(o.Report(1, new(game.Shown)).Text); !strings.Contains(got, "Reich 2, Reich 3, Reich\n  4.") {
		t.Errorf("%.600s", got)
	}
}
