package letter

import "testing"

// Beside the YES of a sign-up may be a name or a greeting. What takes it back, or wants to talk, is no yes.
func TestJoins(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"YES": true, "YES\nHans Meier": true, "Yes, Hans": true, "Hallo, JA!\nHans": true, "Ja bitte\nhallo": true,
		"YES\n\nViele Grüße\nHans Meier\nTel. 030 1234": true, "JA\nHans Meier, Moor": true,
		"": false, "Hans Meier": false, "YES\nMaybe": false, "Yes No": false, "JA\nVielleicht": false,
		"YES\nBut Later": false, "YES\nSpam": false, "yes and what does it cost": false, "YES\nHow?": false,
		"Yes I Would Like To Talk First": false, "NEIN\nHans": false,
	} {
		if got := (Answer{Text: text}).Joins(); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
