package report

import (
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/game"
)

// The template has a remark for each unit with where it stands and how far it goes, one for
// each other section, and before the first turn the fortress's values; nobody gets it but whose turn it
// is. Castle 1 stands on 2/6; a sword, a bow and settlers have 2 steps (Appendix A).
func TestTemplate(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte(gametest.Plain)}, 2)
	want := `; Reich 1 : Reich 1, ` + p.Say("de", Title(p)) + `

$S
; Festung Kraft 10 Reichweite 5

$A
; E1 auf 3/7, 2 Schritte
; E2 auf 3/6, 2 Schritte
; S1 auf 3/5, 2 Schritte
; S2 auf 2/5, 2 Schritte

; $R rekrutiert (Schwert, Bogen, Schuh, Siedler) und bildet aus, etwa: E3 Bogen

; $B zum Bauen mit Siedlern, etwa: S2 Steinbruch

; $K zum Angreifen, etwa: E3 > 4/2 5/2 oder E3 > 4/2 Gebaeude

$E
`
	if got := Template(p, 1); got != want {
		t.Errorf("the template is\n%s\nwant\n%s", got, want)
	}
	if got := Template(p, 2) + Template(p, 3) + Template(p, 0); got != "" {
		t.Errorf("whose turn it is not: %q", got)
	}
}
