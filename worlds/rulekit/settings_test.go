package rulekit

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// A line of $S is read by rows, printed in both languages, and set in the person.
func TestSettings(t *testing.T) {
	release := SettingRow{Name: Word{"Freigabe", "Release"}, Values: []Word{Yes, No}, Alone: true}
	s := SettingsSection(orders.Section{}, LanguageRow, ComputerRow, ZipRow, release)
	if got := strings.Join(s.Examples, ", "); got != "Sprache de, Computer UTF8, Zip ja, Freigabe ja" {
		t.Errorf("the examples are %s", got)
	}
	for line, want := range map[string]string{
		"spr Englisch": "Sprache en|Language English", "Machine amiga": "Computer Amiga|Machine Amiga",
		"archive no": "Zip nein|Archive no", "Rel": "Freigabe|Release", "Freigabe ja": "Freigabe|Release",
		"Freigabe nein": "Freigabe nein|Release no", "Zip": "missing", "Zip vielleicht": "order.value",
		"Wetter gut": "order.setting", "Karte ja": "setting.elsewhere", "Zip ja ja": "surplus", "Zi ja": "order.setting",
	} {
		order, problems := s.Line(line)
		if order == nil {
			if problems[0].What.Code != want {
				t.Errorf("%q: %s, want %s", line, problems[0].What.Code, want)
			}
			continue
		}
		o := order.(SettingOrder)
		got := string(o.Print(nil, phrase.De)) + "|" + string(o.Print(nil, phrase.En))
		if got != want {
			t.Errorf("%q is printed as %s, want %s", line, got, want)
		}
		form := func(f orders.Form) bool { return f.Fits(string(o.Print(nil, phrase.De))) }
		if n := len(s.Forms); n != 4 || !form(s.Forms[0]) && !form(s.Forms[1]) && !form(s.Forms[2]) && !form(s.Forms[3]) {
			t.Errorf("none of %d forms fits %s", n, got)
		}
	}
	p := Person{Lang: phrase.De, Computer: game.UTF8}
	turn, sheet := Begin(game.Seed{}, 1, 1), Sheet{}
	for i, line := range []string{"Sprache en", "Computer PC", "Zip ja", "Freigabe"} {
		o, _ := s.Line(line)
		sheet.Lines = append(sheet.Lines, orders.Line{Position: orders.Position{Line: i + 1}, Order: o})
	}
	turn.ForReceipt = true
	if turn.Settings(&p, sheet); p.Lang != phrase.De || len(turn.InForce) != 4 ||
		turn.InForce[0].What.Args[0].S != "Sprache" || turn.InForce[3].What.Args[1].S != "ja" {
		t.Errorf("a receipt set %+v and says %+v", p, turn.InForce)
	}
	turn.ForReceipt = false
	if turn.Settings(&p, sheet); p.Lang != phrase.En || p.Computer != game.PC || !p.Zip {
		t.Errorf("the turn set %+v", p)
	}
}
