package kolonien

import (
	"os"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// The two land combats of the case report-whole are staged with the troops that its report names, and can be fought:
// pirates are at home in 15, and the natives who come to 8 are not.
func TestReportedBattlesAreStaged(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/report-whole.txtar")
	if err != nil {
		t.Fatal(err)
	}
	w := newCase(t, string(text)).world
	const assumed = "; angenommen: Kampfbefehle wie ohne Zeile, keine Bauten, keine Schiffe\n"
	want := []string{
		"; Der berichtete Kampf in 15\n$Angreifer\n" + assumed + "Anfuehrer Cortez 2\nArzt\nINF 4 CAV 1\n" +
			"$Verteidiger\n" + assumed + "Piraten Nest\nP-MIL 2\n",
		"; Der berichtete Kampf in 8\n$Angreifer\n" + assumed + "Ureinwohner unterwegs\nAnfuehrer Haeuptling 1\nN-INF 2 I-CAV 1\n" +
			"$Verteidiger\n" + assumed + "Garnison MIL 2\nRegiment LIN 2\n",
	}
	var got []game.Stage
	for _, s := range w.Stages(1, wholeFacts(t), game.Stand{}, phrase.De) {
		if s.Battle > 0 {
			got = append(got, s)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("it stages %+v", got)
	}
	for i, s := range got {
		if s.Battle != i+1 || s.Text != want[i] {
			t.Errorf("battle %d is staged\n%s\nwant\n%s", s.Battle, s.Text, want[i])
		}
		if _, problems := w.ReadBattle(s.Text); len(problems) > 0 {
			t.Errorf("%v in\n%s", problems, s.Text)
		}
	}
}
