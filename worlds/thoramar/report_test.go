package thoramar

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// stage is an arena whose turn is over: its reports can be read.
func stage(t *testing.T, set func(*arena)) *outcome {
	t.Helper()
	a := newArena(t)
	a.rules = Rules()
	for i := range a.state.Realms[1:] {
		r := &a.state.Realms[i+1]
		r.Player, r.Settings.Lang = fmt.Sprint("P", i+1), phrase.De
	}
	before := &World{rules: a.rules, tables: a.tables, state: a.state.clone()}
	set(a)
	for a.week = 1; a.week <= Weeks; a.week++ {
		a.phase = "sight"
		sight(a.turn)
	}
	a.state.Turn++
	return newOutcome(before, a.turn)
}

func text(o *outcome, realm int) string { return string(o.Report(realm).Text) }

// TestSignsInSightings: the three ways an army shows itself (decision 8), and
// realm numbers as wide as the world's longest (decision 12).
func TestSignsInSightings(t *testing.T) {
	o := stage(t, func(a *arena) {
		for n := 5; n <= 12; n++ {
			a.state.Realms = append(a.state.Realms, Realm{Number: n, Origin: a.pt(0, 0)})
			a.state.Armies = append(a.state.Armies, nil)
			a.refused = append(a.refused, nil)
			a.sheets = append(a.sheets, sheet{})
			a.income = append(a.income, nil)
			a.info = append(a.info, false)
		}
		a.army(1, "K.M 1", 500, 0, 0)
		a.army(12, "K.M 3", 993, 1, 0)
		a.army(3, "K.M 123", 993, 1, 0)
		a.army(2, "R.L 4", 998, 1, 0).Flag = NoSign
		a.army(2, "R.L 5", 100, 1, 0).Flag = Hidden
		a.army(0, "M.K 7", 12, 1, 0).Flag = Hidden
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
	o := stage(t, func(a *arena) {
		a.army(1, "K.M 1", 500, 0, 0)
		here, east := a.pt(0, 0), a.pt(1, 0)
		a.state.setEdge(here, 2, Road, true)
		a.state.setEdge(here, 2, River, true)
		a.state.setEdge(here, 2, Bridge, true)
		a.state.setEdge(here, 2, Wall, true)
		a.state.setEdge(here, 5, River, true)
		a.state.setEdge(a.pt(-1, 0), 2, Wall, true)
		a.field(here).Building = &Building{Kind: "BRG", Damage: Heavy}
		a.field(east).Building = &Building{Kind: "FES", Damage: Light}
		a.army(1, "K.M 2", 500, 4, 0)
		a.field(a.pt(4, 0)).Building = &Building{Kind: "TPL", New: true}
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
	o := stage(t, func(a *arena) {
		a.army(1, "S.L 3", 20, 0, 0)
		a.army(1, "K.M 1", 500, 0, 0).Aboard = name("S.L 3")
	})
	got := text(o, 1)
	if strings.Contains(got, "K.M 1  :") || strings.Contains(got, "1.K.M 1") {
		t.Error("the cargo was sighted")
	}
	if want := "K.M 1       500   0 ---   0 /   0   4 an Bord von S.L 3\n"; !strings.Contains(got, want) {
		t.Errorf("%q is not in the army table", want)
	}
}

// TestShortReports: `Bericht kurz` tells a week only what changed; a week
// without news is left out. `voll` leaves nothing out (decisions 3, 12).
func TestShortReports(t *testing.T) {
	for _, short := range []bool{true, false} {
		o := stage(t, func(a *arena) {
			a.state.Realms[1].Settings.Short = short
			a.army(1, "K.M 1", 500, 0, 0)
			a.week, a.phase = 5, "move"
			a.tell(phrase.P("battle-even", phrase.At("field", a.pt(2, 0))), 1)
		})
		got := text(o, 1)
		for week, want := range map[string]bool{"W01 ;": true, "W04 ;": !short, "W05 ;": true, "W06 ;": !short, "W13 ;": !short} {
			if strings.Contains(got, week) != want {
				t.Errorf("kurz %v: %q in the report: %v, want %v", short, week, !want, want)
			}
		}
		if n, want := strings.Count(got, "K.M 1  :"), map[bool]int{true: 1, false: 13}[short]; n != want {
			t.Errorf("kurz %v: K.M 1 reports %d times, want %d", short, n, want)
		}
	}
}

// TestTheCapitalSightsItsRing even when no army stands there (decision 1).
func TestTheCapitalSightsItsRing(t *testing.T) {
	o := stage(t, func(a *arena) {
		f := a.field(a.pt(0, 0))
		f.Owner, f.Building = 1, &Building{Kind: "HST", Name: "Bovipolis", Capacity: 100000}
		a.army(2, "K.M 1", 700, 1, 1)
		a.army(2, "K.M 2", 700, 3, 1)
	})
	got := text(o, 1)
	want := "HST    :   0/  0 : tla 1 HST I 1:---- 2:---- 3:---- 4:---- 5:---- 6:----\nR1     :   1/  1 : tla 0 --- ----\n  A : 2.K.M 1  700\n"
	if strings.Count(got, want) != Weeks {
		t.Errorf("want %d times\n%sin\n%.1000s", Weeks, want, got)
	}
	if strings.Contains(got, "2.K.M 2") {
		t.Error("the capital sees further than its ring")
	}
}

// TestMoneyLines: income with a line per source, the treasury, an overdrawn account.
func TestMoneyLines(t *testing.T) {
	o := stage(t, func(a *arena) {
		a.state.Realms[1].Gold = 5
		a.earn(1, "plunder", 1200)
		a.earn(1, "land", 108000)
		a.state.Realms[1].Account = -250
		a.tables.Rules.Currency, a.tables.Rules.Fee = "DM", 100
	})
	want := "" + // 108000 + 1200 = 109200; 5 + 109200 = 109205
		"Einnahmen   :    109200 GS\n" +
		"  Land           108000 GS\n" +
		"  Plünderung       1200 GS\n" +
		"Reichsschatz:    109205 GS\n\n" +
		"Kontostand  : -2,50 DM (1,-- DM je Spielzug)\nDas Konto ist überzogen.\n"
	if got := text(o, 1); !strings.Contains(got, want) {
		t.Errorf("want\n%s\nin\n%s", want, got)
	}
}

// TestBlessedFields: the `^` stands before the closing bracket and keeps the
// columns of the cells behind it.
func TestBlessedFields(t *testing.T) {
	o := stage(t, func(a *arena) {
		for x := 0; x < 5; x++ {
			a.field(a.pt(x, 0)).Owner = 1
		}
		a.field(a.pt(1, 0)).Blessed = 4
		a.field(a.pt(2, 0)).Yield = 75
	})
	want := "[  0/  0 tla 100%] [  1/  0 tla 100%^][  2/  0 tla  75%] [  3/  0 tla 100%]\n[  4/  0 tla 100%]\n"
	if got := text(o, 1); !strings.Contains(got, want) {
		t.Errorf("want\n%s\nin\n%s", want, got)
	}
}

// TestLetters: who wrote is told, of a rumour never; a text cannot pass for a
// part of the report; what goes to others is not there.
func TestLetters(t *testing.T) {
	o := stage(t, func(a *arena) {
		a.state.Realms[2].Name = "Cardassia"
		a.letters = []letter{
			{kind: private, from: 2, to: 1, text: "Hiermit erklären Wir Euch den Krieg.\n\nEnde der Auswertung."},
			{kind: private, from: 2, to: 3, text: "geheim"},
			{kind: rumour, from: 3, text: "Man hört so einiges."},
			{kind: announcement, from: 2, text: "An alle."},
			{kind: announcement, from: 1, text: "eigene"},
		}
	})
	want := "Nachrichten:\n\n" +
		"Von Reich 2 (Cardassia):\n  Hiermit erklären Wir Euch den Krieg.\n\n  Ende der Auswertung.\n\n" +
		"Gerücht:\n  Man hört so einiges.\n\n" +
		"Öffentliche Bekanntmachung von Reich 2 (Cardassia):\n  An alle.\n\n" +
		"Ende der Auswertung.\n"
	if got := text(o, 1); !strings.HasSuffix(got, want) {
		t.Errorf("want at the end\n%s\ngot\n%s", want, got[max(0, len(got)-600):])
	}
}

// TestRefusedOrders: in the head, by line; bad lines of the text too, caveats not.
func TestRefusedOrders(t *testing.T) {
	o := stage(t, func(a *arena) {
		a.sheets[1] = sheet{came: true, problems: []orders.Problem{
			{Position: orders.Position{Line: 3, Col: 1}, Severity: orders.Error, What: phrase.P("no-such-army", phrase.Str("army", "K.M 9"))},
			{Position: orders.Position{Line: 1, Col: 1}, Severity: orders.Warning, What: phrase.P("no-such-army", phrase.Str("army", "K.M 8"))},
		}}
		a.refuse(1, orders.Position{Line: 2, Col: 1}, phrase.P("no-such-army", phrase.Str("army", "K.M 7")))
		a.notYet(1, orders.Position{Line: 4, Col: 1}, phrase.Str("", "S.L 1"))
		a.refused[1] = append(a.refused[1], refusal{line: 5, warn: true, what: phrase.P("no-such-army", phrase.Str("army", "K.M 6"))})
	})
	want := "Reich 1 : R1 Spieler: P1\n\n" +
		"Zeile 2: Es gibt keine Armee K.M 7.\n" +
		"Zeile 3: Es gibt keine Armee K.M 9.\n" +
		"Zeile 4: S.L 1: das gibt es in dieser Welt noch nicht, es geschieht nichts.\n\n" +
		"Spielzug: 5 Jahr: 2 Jahreszeit: Sommer\n" // turn 5: the first of year 2
	if got := text(o, 1); !strings.HasPrefix(got, want) {
		t.Errorf("want\n%s\ngot\n%.500s", want, got)
	}
	var lines []int
	for _, p := range o.Refused(1) {
		lines = append(lines, p.Line)
	}
	if !slices.Equal(lines, []int{2, 3, 4}) {
		t.Errorf("refused lines %v, want 2 3 4", lines)
	}
}

// TestOwnLandSeesItself: who stands there after the turn, who passed with the
// last week; without sign two sightings of one army cannot be told from two armies.
func TestOwnLandSeesItself(t *testing.T) {
	a := newArena(t)
	a.rules = Rules()
	before := &World{rules: a.rules, tables: a.tables, state: a.state.clone()}
	for _, x := range []int{0, 1, 2} {
		a.field(a.pt(x, 0)).Owner = 1
	}
	signedOne := a.army(2, "R.M 4", 998, 5, 0)
	plain := a.army(3, "R.L 1", 500, 5, 0)
	plain.Flag = NoSign
	spy := a.army(2, "K.M 9", 100, 2, 0)
	spy.Flag = Hidden
	a.army(3, "K.M 1", 777, 0, 0)
	for a.week = 1; a.week <= Weeks; a.week++ {
		a.phase = "sight"
		switch a.week {
		case 6, 7:
			a.moveArmy(signedOne, a.pt(1, 0))
			a.moveArmy(plain, a.pt(1, 0))
		case 8:
			a.moveArmy(signedOne, a.pt(5, 0))
			plain.Men = 400
		case 9:
			a.moveArmy(plain, a.pt(5, 0))
		}
		sight(a.turn)
	}
	a.state.Turn++
	got := text(newOutcome(before, a.turn), 1)
	want := "Sichtungen auf eigenem Gebiet:\n\n" +
		"Feld   0/  0:\n  A : 3.K.M 1  777\n" +
		"Feld   1/  0:\n  A : 2.R.M 4  998 W07\n  A : ?.R.L ?  500 W07\n  A : ?.R.L ?  400 W08\n\n" +
		"Erträge:\n"
	if !strings.Contains(got, want) {
		t.Errorf("want\n%s\ngot\n%s", want, got[strings.Index(got, "Sichtungen auf"):])
	}
}

// TestCultureFiles: a text reaches everybody in the turn it is written, and
// whoever joins later with his report 0.
func TestCultureFiles(t *testing.T) {
	o := stage(t, func(a *arena) {
		a.state.Realms[2].Name, a.state.Realms[2].Text, a.state.Realms[2].TextTurn = "Termiten", "Die Termiten sind ein stolzes Volk.", 5
		a.state.Realms[3].Text, a.state.Realms[3].TextTurn = "Älter.", 4
	})
	files := o.Report(1).Files
	if len(files) != 1 || files[0].Name != "Kultur02.TXT" {
		t.Fatalf("files %v, want Kultur02.TXT only", files)
	}
	if got, want := string(files[0].Data), "Kultur von Reich 2 : Termiten\n\nDie Termiten sind ein stolzes Volk.\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if files := o.next.Welcome(4).Files; len(files) != 2 {
		t.Errorf("a newcomer gets %d culture files, want 2", len(files))
	}
}

// TestReportZero shows capital, ring, strengths, spared terrains, treasury, and
// how orders are sent (decision 1), in both languages alike.
func TestReportZero(t *testing.T) {
	founded, err := Rules().Found(game.Founding{Seed: game.Seed{3}, Width: 60, Height: 40})
	if err != nil {
		t.Fatal(err)
	}
	for lang, words := range map[phrase.Lang][]string{
		phrase.De: {"Reich 1 : Eisvolk Spieler: Anna\n", "Hauptstadt ", "100000 GS (unbeschädigt)\n", "Reichsschatz:    400000 GS\n", "Verlustverschont in: ", "$I 1 Kennwort 1", "Ende der Auswertung.\n"},
		phrase.En: {"Realm 1 : Eisvolk Player: Anna\n", "capital ", "100000 GS (undamaged)\n", "Treasury    :    400000 GS\n", "Spared from losses in: ", "$I 1 password 1", "End of the report.\n"},
	} {
		w, n, err := founded.Join(game.Joining{Name: "Eisvolk", Player: "Anna", Lang: lang}, game.Seed{3})
		if err != nil {
			t.Fatal(err)
		}
		r := w.Welcome(n)
		if r.Name != "ERGEBNIS.TXT" || len(r.Summary) == 0 {
			t.Errorf("report %q with a summary of %d bytes", r.Name, len(r.Summary))
		}
		for _, want := range append(words, "HST    :   0/  0 : tla 1 HST I 1:", "R6     :", "[  0/  0 tla 100%]\n", "K.L 100%", "F.S 100%") {
			if !bytes.Contains(r.Text, []byte(want)) {
				t.Errorf("%s: %q is not in\n%s", lang, want, r.Text)
			}
		}
	}
}

// TestSummary reads like a letter, and tells what the report tells.
func TestSummary(t *testing.T) {
	o := stage(t, func(a *arena) {
		a.state.Realms[1].Gold = 700
		a.field(a.pt(1, 0)).Owner = 1
		a.army(1, "K.M 1", 500, 0, 0)
		a.week, a.phase = 3, "move"
		a.tell(phrase.P("battle-even", phrase.At("field", a.pt(2, 0))), 1)
		a.tell(phrase.P("out-of-points", phrase.Str("army", "K.M 1"), phrase.At("field", a.pt(0, 0))), 1)
		a.week, a.phase = 14, "conquest"
		a.tell(phrase.P("conquered", phrase.Str("army", "K.M 1"), phrase.At("field", a.pt(1, 0))), 1)
		a.sheets[1].came = true
	})
	want := "Reich 1, R1: Spielzug 5, Jahr 2, Sommer ist ausgewertet.\n\n" +
		"Was geschah:\n" +
		"- Woche 3: Der Kampf um 2/0 bleibt unentschieden.\n" +
		"- K.M 1 hat Feld 1/0 erobert.\n\n" +
		"Ihr besitzt 1 Feld, 0 Bauwerke und 1 Armee.\n" +
		"Das sind 1 Feld mehr als vor dem Zug.\n" +
		"In der Schatzkammer liegen 700 GS; eingenommen habt Ihr 0 GS.\n\n" +
		"Als Nächstes: Spielzug 6, Jahr 2, Herbst.\n"
	if got := string(o.Report(1).Summary); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestReportWords: both languages say everything, with letters every charset of
// a player's computer has, in the columns of the tables.
func TestReportWords(t *testing.T) {
	rules := Rules()
	de, en := rules.Words(phrase.De), rules.Words(phrase.En)
	ours := func(code string) bool {
		for _, p := range []string{"report.", "welcome.", "summary.", "income."} {
			if strings.HasPrefix(code, p) {
				return true
			}
		}
		return false
	}
	for _, book := range []*phrase.Book{de, en} {
		for _, code := range book.Codes() {
			if !ours(code) {
				continue
			}
			if !de.Has(code) || !en.Has(code) || !slices.Equal(de.Names(code), en.Names(code)) {
				t.Errorf("%s is not said alike in both languages", code)
			}
			said := book.T(code)
			for _, r := range said {
				if r > '~' && !strings.ContainsRune("äöüÄÖÜß", r) {
					t.Errorf("%s %s: %q is not in both CP437 and ISO-8859-1", book.Lang, code, r)
				}
			}
			width := map[string]int{"report.state.": 19 + len("{turn}") - 2, "income.": 12}
			for prefix, most := range width {
				if strings.HasPrefix(code, prefix) && utf8.RuneCountInString(said) > most {
					t.Errorf("%s %s: %q is longer than %d", book.Lang, code, said, most)
				}
			}
		}
		for i := range rules.standard.Building {
			b := &rules.standard.Building[i]
			if said := book.T(b.key()); b.Capacity > 0 && utf8.RuneCountInString(said) > 17 {
				t.Errorf("%s: %q does not fit the table of capacities", book.Lang, said)
			}
		}
	}
}
