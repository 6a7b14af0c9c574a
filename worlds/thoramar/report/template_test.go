package report_test

import (
	"regexp"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
	"weltentor/worlds/thoramar/tables"
)

// An order template has a line for each army but those in a formation, which
// stands for them; who is aboard is told so. The armies stand where the test put
// them, the points are those of T01.
func TestTemplate(t *testing.T) {
	a := gametest.NewArena(t)
	a.Army(1, "K.M 1", 2500, 0, 0)
	a.Army(1, "K.L 2", 1, 3, 1)
	cargo, ship := a.Army(1, "R.L 1", 900, 2, 2), a.Army(1, "S.S 3", 20, 2, 2)
	cargo.Aboard = ship.Name
	member := a.Army(1, "K.S 4", 300, 1, 0)
	member.Aboard = gametest.ArmyName("V.V 1")
	a.Army(2, "K.M 1", 7, 0, 0)
	for lang, want := range map[phrase.Lang]string{
		phrase.De: `; Reich 1 R1, TITLE

$B ; bauen, zum Beispiel: STD 2 4 Neu_Werder

$R ; rüsten, zum Beispiel: K.M 9 2500 0 0

$A ; Armee, 13 Richtungen (0 steht), Befehl V A P E Z mit + oder -
K.L 2 0000000000000 V+ ; 1 Mann in 3/1, 6 Punkte
K.M 1 0000000000000 V+ ; 2500 Mann in 0/0, 4 Punkte
R.L 1 0000000000000 V+ ; 900 Mann an Bord von S.S 3
S.S 3 0000000000000 V+ ; 20 Schiffe in 2/2, 6 Punkte

$E
`,
		phrase.En: `; Realm 1 R1, TITLE

$B ; build, for example: STD 2 4 New_Haven

$R ; recruit, for example: K.M 9 2500 0 0

$A ; army, 13 directions (0 stays), command V A P E Z with + or -
K.L 2 0000000000000 V+ ; 1 man in 3/1, 6 points
K.M 1 0000000000000 V+ ; 2500 men in 0/0, 4 points
R.L 1 0000000000000 V+ ; 900 men aboard S.S 3
S.S 3 0000000000000 V+ ; 20 ships in 2/2, 6 points

$E
`,
	} {
		a.State.Realms[1].Lang = lang
		p := realm.Position{Rules: gametest.Rules, Tables: a.Tables, State: a.State}
		if got := report.Template(p, 1); got != strings.Replace(want, "TITLE", report.Title(p, lang), 1) {
			t.Errorf("%s: the template is\n%s\nwant\n%s", lang, got, want)
		}
	}
	a.State.Realms[3].Fallen = true
	p := realm.Position{Rules: gametest.Rules, Tables: a.Tables, State: a.State}
	for _, nobody := range []int{0, 3, 5, -1} {
		if got := report.Template(p, nobody); got != "" {
			t.Errorf("realm %d gets %q", nobody, got)
		}
	}
}

// Where armies fight in rows, a remark for each that stands in one shows where,
// members of formations too: by §28.2 foot in row 1, ranged weapons in row 3.
func TestTemplateInRows(t *testing.T) {
	a := gametest.NewArena(t)
	a.Tables.Battle = tables.InRows
	a.Army(1, "K.M 1", 2500, 0, 0)
	a.Army(1, "F.L 2", 500, 0, 0)
	a.Army(1, "P.K 1", 20, 0, 0)
	a.Army(1, "D.N 1", 20, 0, 0)
	member := a.Army(1, "K.S 4", 300, 1, 0)
	member.Aboard = gametest.ArmyName("V.V 1")
	asLine := regexp.MustCompile(`(?m)^; (\w\.\w )`)
	for lang, want := range map[phrase.Lang]string{
		phrase.De: `
$T ; im Kampf: Armee, Reihe 1 bis 10, Sturmangriff, Vorruecken, Halten
; oder Flucht. Ohne Zeile stürmt eine Armee, die angreift; jede andere hält.
; F.L 2 3 Halten
; K.M 1 1 Halten
; K.S 4 1 Halten

$E
`,
		phrase.En: `
$T ; in battles: army, row 1 to 10, Charge, Advance, Hold or Flight.
; Without a line, an army that attacks charges; any other holds.
; F.L 2 3 Hold
; K.M 1 1 Hold
; K.S 4 1 Hold

$E
`,
	} {
		a.State.Realms[1].Lang = lang
		p := realm.Position{Rules: gametest.Rules, Tables: a.Tables, State: a.State}
		got := report.Template(p, 1)
		if !strings.HasSuffix(got, want) {
			t.Errorf("%s: the template is\n%s\nwant at its end\n%s", lang, got, want)
		}
		if p := p.Rules.Language().Parse(asLine.ReplaceAllString(got, "$1")).Problems; len(p) > 0 {
			t.Errorf("%s: with the remarks as lines: %v", lang, p)
		}
	}
}
