package report_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
)

// TestMoneyLines: income with a line per source, the treasury, an overdrawn account.
func TestMoneyLines(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.State.Realms[1].Gold = 5
		a.Earn(1, "plunder", 1200)
		a.Earn(1, "land", 108000)
		a.State.Realms[1].Account = -250
		a.Tables.Rules.Currency, a.Tables.Rules.Fee = "DM", 100
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
	o := stage(t, func(a *gametest.Arena) {
		for x := 0; x < 5; x++ {
			a.Field(a.XY(x, 0)).Owner = 1
		}
		a.Field(a.XY(1, 0)).Blessed = 4
		a.Field(a.XY(2, 0)).Yield = 75
	})
	want := "[  0/  0 tla 100%]  [  1/  0 tla 100%^] [  2/  0 tla  75%]  [  3/  0 tla 100%]\n[  4/  0 tla 100%]\n"
	if got := text(o, 1); !strings.Contains(got, want) {
		t.Errorf("want\n%s\nin\n%s", want, got)
	}
}

// TestLetters: who wrote is told, of a rumour never; a text cannot pass for a
// part of the report; what goes to others is not there.
func TestLetters(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.State.Realms[2].Name = "Cardassia"
		a.Letters = []rulekit.PlayerMessage{
			{From: 2, To: 1, Not: 2, Text: "Hiermit erklären Wir Euch den Krieg.\n\nEnde der Auswertung."},
			{From: 2, To: 3, Not: 2, Text: "geheim"},
			{Not: 3, Text: "Man hört so einiges."},
			{From: 2, Not: 2, Text: "An alle."},
			{From: 1, Not: 1, Text: "eigene"},
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

// TestRefusedOrders: in the head, by line, as they were written; bad lines of the text too, caveats not.
func TestRefusedOrders(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.Sheets[1] = rulekit.Sheet{Came: true, Text: "$A\n K.M 7  55\nK.M 9 A+ ; Grüße", Problems: []orders.Problem{
			{Position: orders.Position{Line: 3, Col: 1}, Severity: orders.Error,
				What: phrase.P("no-such-army", phrase.Str("army", "K.M 9"))},
			{Position: orders.Position{Line: 1, Col: 1}, Severity: orders.Warning,
				What: phrase.P("no-such-army", phrase.Str("army", "K.M 8"))},
		}}
		a.Refuse(1, orders.Position{Line: 2, Col: 1}, phrase.P("no-such-army", phrase.Str("army", "K.M 7")))
		a.Refused[1] = append(a.Refused[1],
			orders.Problem{Position: orders.Position{Line: 5}, Severity: orders.Warning,
				What: phrase.P("no-such-army", phrase.Str("army", "K.M 6"))})
	})
	want := "Reich 1 : R1 Spieler: P1\n\n" +
		"Zeile 2: Es gibt keine Armee K.M 7.\n    > K.M 7  55\n" +
		"Zeile 3: Es gibt keine Armee K.M 9.\n    > K.M 9 A+\n\n" +
		"Spielzug: 5 Jahr: 2 Jahreszeit: Sommer\n" // turn 5: the first of year 2
	if got := text(o, 1); !strings.HasPrefix(got, want) {
		t.Errorf("want\n%s\ngot\n%.500s", want, got)
	}
	var lines []int
	for _, p := range o.Refused(1) {
		lines = append(lines, p.Line)
	}
	if !slices.Equal(lines, []int{2, 3}) {
		t.Errorf("refused lines %v, want 2 3", lines)
	}
}

// TestCultureFiles: a text reaches everybody in the turn it is written, and
// whoever joins later with his report 0.
func TestCultureFiles(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.State.Realms[2].Name, a.State.Realms[2].Text, a.State.Realms[2].TextTurn = "Termiten",
			"Die Termiten sind ein stolzes Volk.", 5
		a.State.Realms[3].Text, a.State.Realms[3].TextTurn = "Älter.", 4
	})
	files := o.Report(1, nil).Files
	if len(files) != 1 || files[0].Name != "Kultur02.TXT" {
		t.Fatalf("files %v, want Kultur02.TXT only", files)
	}
	if got, want := string(files[0].Data),
		"Kultur von Reich 2 : Termiten\n\nDie Termiten sind ein stolzes Volk.\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if files := report.Welcome(o.After, nil, 4, nil).Files; len(files) != 2 {
		t.Errorf("a newcomer gets %d culture files, want 2", len(files))
	}
}

// TestReportWords: both languages say everything, with letters every charset of
// a player's computer has, in the columns of the tables.
func TestReportWords(t *testing.T) {
	rules := founding.Rules()
	de, en := rules.Words(phrase.De), rules.Words(phrase.En)
	ours := func(code string) bool {
		for _, p := range []string{"report.", "welcome.", "digest.", "lead.", "news.", "income.", "outlay."} {
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
			width := map[string]int{"report.state.": 19 + len("{turn}") - 2, "income.": 12, "outlay.": 12}
			for prefix, most := range width {
				if strings.HasPrefix(code, prefix) && utf8.RuneCountInString(said) > most {
					t.Errorf("%s %s: %q is longer than %d", book.Lang, code, said, most)
				}
			}
		}
		for i := range rules.Standard().Building {
			b := &rules.Standard().Building[i]
			if said := book.T(b.Key()); b.Capacity > 0 && utf8.RuneCountInString(said) > 17 {
				t.Errorf("%s: %q does not fit the table of capacities", book.Lang, said)
			}
		}
	}
}

// A name longer than its column of 20 is not cut: the rest of its row follows in
// its columns on the next line.
func TestLongNamesOfTowns(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.Realms[1].Lang = "de"
	for x, name := range map[int]string{0: "Kurz", 1: "Neu-Sewastopol_am_Schwarzen_Meer"} {
		f := a.Field(a.XY(x, 0))
		f.Owner, f.Building = 1, &realm.Building{Kind: "STD", Name: name}
	}
	p := realm.Position{Rules: gametest.Rules, Tables: a.Tables, State: a.State}
	text := string(resolved(p, game.Seed{1}, nil).Report(1, nil).Text)
	for _, want := range []string{
		"\nStadt             Kurz                :   0/  0    50000 GS (unbeschädigt)\n",
		"\nStadt             Neu-Sewastopol_am_Schwarzen_Meer\n                                      :   1/  0    " +
			"50000 GS (unbeschädigt)\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
