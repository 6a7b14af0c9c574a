package report_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// TestSignsInSightings: the three ways an army shows itself (decision 8), and
// realm numbers as wide as the world's longest (decision 12).
func TestSignsInSightings(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		for n := 5; n <= 12; n++ {
			a.State.Realms = append(a.State.Realms, realm.Realm{Person: rulekit.Person{Number: n}, Origin: a.XY(0, 0)})
			a.State.Armies = append(a.State.Armies, nil)
			a.Refused = append(a.Refused, nil)
			a.Sheets = append(a.Sheets, rulekit.Sheet{})
			a.Income = append(a.Income, nil)
			a.Info = append(a.Info, false)
		}
		a.Army(1, "K.M 1", 500, 0, 0)
		a.Army(12, "K.M 3", 993, 1, 0)
		a.Army(3, "K.M 123", 993, 1, 0)
		a.Army(2, "R.L 4", 998, 1, 0).Flag = realm.NoSign
		a.Army(2, "R.L 5", 100, 1, 0).Flag = realm.Hidden
		a.Army(0, "M.K 7", 12, 1, 0).Flag = realm.Hidden
	})
	want := "" +
		"K.M 1  :   0/  0 : tla  0 --- - 1:---- 2:---- 3:---- 4:---- 5:---- 6:----\n" +
		"R1     :   1/  1 : tla  0 --- ----\n" +
		"R2     :   1/  0 : tla  0 --- ----\n" +
		"  A :  0.M.K 7  12\n" +
		"  A :  ?.R.L ?  998\n" +
		"  A :  3.K.M 123 993\n" +
		"  A : 12.K.M 3  993\n" +
		"R3     :   1/ -1 : tla  0 --- ----\n"
	if got := text(o, 1); !strings.Contains(got, want) {
		t.Errorf("want\n%s\nin\n%.2000s", want, got)
	}
}

// TestEdgesAndStates: four flags an edge, a wall on its own side only, the
// building's state only under one's own army (decision 12).
func TestEdgesAndStates(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.Army(1, "K.M 1", 500, 0, 0)
		here, east := a.XY(0, 0), a.XY(1, 0)
		a.State.SetEdge(here, 2, realm.Road, true)
		a.State.SetEdge(here, 2, realm.River, true)
		a.State.SetEdge(here, 2, realm.Bridge, true)
		a.State.SetEdge(here, 2, realm.Wall, true)
		a.State.SetEdge(here, 5, realm.River, true)
		a.State.SetEdge(a.XY(-1, 0), 2, realm.Wall, true)
		a.Field(here).Building = &realm.Building{Kind: "BRG", Damage: tables.Heavy}
		a.Field(east).Building = &realm.Building{Kind: "FES", Damage: tables.Light}
		a.Army(1, "K.M 2", 500, 4, 0)
		a.Field(a.XY(4, 0)).Building = &realm.Building{Kind: "TPL", New: true}
	})
	got := text(o, 1)
	for _, want := range []string{
		"K.M 1  :   0/  0 : tla 0 BRG S 1:---- 2:SWFB 3:---- 4:---- 5:--F- 6:----\n",
		"R2     :   1/  0 : tla 0 FES S-FB\n",
		"R5     :  -1/  0 : tla 0 --- -WF-\n",
		"K.M 2  :   4/  0 : tla 0 TPL B 1:---- ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%.1500s", want, got)
		}
	}
}

// TestCargoIsNotSighted: an army aboard neither sights nor is sighted
// (decision 6); the army table tells where it is.
func TestCargoIsNotSighted(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.Army(1, "S.L 3", 20, 0, 0)
		a.Army(1, "K.M 1", 500, 0, 0).Aboard = gametest.ArmyName("S.L 3")
	})
	got := text(o, 1)
	if strings.Contains(got, "K.M 1  :") || strings.Contains(got, "1.K.M 1") {
		t.Error("the cargo was sighted")
	}
	if want := "K.M 1       500   0 ---   0 /   0   4 an Bord von S.L 3\n"; !strings.Contains(got, want) {
		t.Errorf("%q is not in the army table", want)
	}
}

// An army held up week after week by the same other is told so once, in the
// first of those weeks; another halt has a line of its own.
func TestHaltsAreToldOnce(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.Army(1, "K.M 1", 500, 0, 0)
		a.Phase = "move"
		for _, week := range []int{2, 3, 4, 7, 9, 10} {
			a.Week = week
			a.Tell(phrase.P("held-up", phrase.Str("army", "K.M 1"), phrase.At("field", a.XY(1, 0)),
				phrase.Str("other", "2.K.M 5")), 1)
		}
		a.Tell(phrase.P("held-up", phrase.Str("army", "K.M 1"), phrase.At("field", a.XY(1, 0)),
			phrase.Str("other", "2.K.M 6")), 1)
	})
	got := text(o, 1)
	for _, want := range []string{
		"W02 ;----- Woche 2 -----\n\nEreignisse:\n\nK.M 1 wird in den Wochen 2-4, 7, 9, 10 vor Feld 1/0 von 2.K.M 5 " +
			"aufgehalten.\n\nSichtungen:\n",
		"W03 ;----- Woche 3 -----\n\nEreignisse:\n\nSichtungen:\n",
		"W10 ;----- Woche 10 -----\n\nEreignisse:\n\nK.M 1 wird vor Feld 1/0 von 2.K.M 6 aufgehalten.\n\nSichtungen:\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want\n%s\nin\n%.3000s", want, got)
		}
	}
	if n := strings.Count(got, "aufgehalten"); n != 2 {
		t.Errorf("%d lines tell of a halt, want 2", n)
	}
}

// TestTheCapitalSightsItsRing even when no army stands there (decision 1).
func TestTheCapitalSightsItsRing(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		f := a.Field(a.XY(0, 0))
		f.Owner, f.Building = 1, &realm.Building{Kind: "HST", Name: "Bovipolis"}
		a.Army(2, "K.M 1", 700, 1, 1)
		a.Army(2, "K.M 2", 700, 3, 1)
	})
	got := text(o, 1)
	want := "HST    :   0/  0 : tla 1 HST I 1:---- 2:---- 3:---- 4:---- 5:---- 6:----\nR1     :   1/  1 : tla 0 --- " +
		"----\n  A : 2.K.M 1  700\n"
	if strings.Count(got, want) != realm.Weeks {
		t.Errorf("want %d times\n%sin\n%.1000s", realm.Weeks, want, got)
	}
	if strings.Contains(got, "2.K.M 2") {
		t.Error("the capital sees further than its ring")
	}
}

// TestOwnLandSeesItself: who stands there after the turn, who passed with the
// last week; an army has one line, whatever it looked like: R.L 1 by its last
// week, R.L 2 stands there in the end and did not only pass.
func TestOwnLandSeesItself(t *testing.T) {
	a := gametest.NewArena(t)
	a.Rules = gametest.Rules
	before := realm.Position{Rules: a.Rules, Tables: a.Tables, State: a.State.Clone()}
	for _, x := range []int{0, 1, 2} {
		a.Field(a.XY(x, 0)).Owner = 1
	}
	signedOne := a.Army(2, "R.M 4", 998, 5, 0)
	plain := a.Army(3, "R.L 1", 500, 5, 0)
	plain.Flag = realm.NoSign
	veiled := a.Army(2, "R.L 2", 306, 2, 0)
	spy := a.Army(2, "K.M 9", 100, 2, 0)
	spy.Flag = realm.Hidden
	stays, fades := a.Army(3, "K.M 1", 777, 0, 0), a.Army(1, "Z.B 1", 50, 0, 0)
	for a.Week = 1; a.Week <= realm.Weeks; a.Week++ {
		a.Phase = "sight"
		switch a.Week {
		case 6, 7:
			a.MoveArmy(signedOne, a.XY(1, 0))
			a.MoveArmy(plain, a.XY(1, 0))
		case 8:
			veiled.Flag = realm.NoSign
			a.MoveArmy(signedOne, a.XY(5, 0))
			plain.Men = 400
		case 9:
			a.MoveArmy(plain, a.XY(5, 0))
		}
		a.Turn.Watch.Look(a.Turn.Turn)
	}
	stays.Men = 700 // after week 13 some desert, and a sorcerer is no more
	a.RemoveArmy(fades)
	a.State.Turn++
	got := text(told(before, a.Turn), 1)
	want := "Sichtungen auf eigenem Gebiet:\n\n" +
		"Feld   0/  0:\n  A : 3.K.M 1  700\n" +
		"Feld   1/  0:\n  A : 2.R.M 4  998 W07\n  A : ?.R.L ?  400 W08\n" +
		"Feld   2/  0:\n  A : ?.R.L ?  306\n\n" +
		"Erträge:\n"
	if !strings.Contains(got, want) {
		t.Errorf("want\n%s\ngot\n%s", want, got[strings.Index(got, "Sichtungen auf"):])
	}
}
