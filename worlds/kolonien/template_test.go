package kolonien

import "testing"

// A template is a whole order file: what the realm wants to be to each other one, where its leaders
// and fleets are and what they have, as remarks, and their standing orders, in the reader's words. A
// realm there is not gets none, nor does anybody when the game is over.
func TestTemplateIsWhole(t *testing.T) {
	w := newCase(t, `
-- world --
turn 4
english 3
wish 1 2 K
leader 1 Cortez 2 31 INF 4 CAV 1
leader 1 Drake 1 12
fleet 1 1 12 TRA 2
aboard 1 Drake 1
leader 3 Hudson 1 33 INF 1
stand 1 Cortez attacke ja
stand 1 Cortez verluste MIL INF
stand 3 Hudson rueckzug cf 10 nach 33
`).world
	for realm, want := range map[int]string{
		0: "", 4: "",
		1: `; Reich 1 (Reich_1): Befehle für Jahr 4 von 20, Periode 1

$V
2 K
3 A
$B
$R
$A
; Cortez in 31: 4 INF, 1 CAV
; Drake in 12: –
; Flotte_1 in 12: 2 TRA
$K
Cortez attacke ja
Cortez belagerung nein
Cortez regiment ja
Cortez rueckzug verlust 50
Cortez verluste MIL INF
Drake attacke nein
Drake belagerung nein
Drake regiment ja
Drake rueckzug verlust 50
Drake verluste kein
Flotte_1 rueckzug verlust 50
Flotte_1 verluste kein
$E
`,
		3: `; Realm 3 (Reich_3): orders for Year 4 of 20, period 1

$V
1 A
2 A
$B
$R
$A
; Hudson in 33: 1 INF
$K
Hudson charge no
Hudson siege no
Hudson regiment yes
Hudson retreat cf 10 to 33
Hudson losses none
$E
`,
	} {
		if got := w.Template(realm); got != want {
			t.Errorf("realm %d:\n%s\nwant\n%s", realm, got, want)
		}
	}
	w.at.State.Over = true
	if got := w.Template(1); got != "" {
		t.Errorf("after the end: %s", got)
	}
}
