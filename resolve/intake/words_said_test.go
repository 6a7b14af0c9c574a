package intake_test

import (
	"regexp"
	"strings"
	"testing"

	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// The game master's letter about a sign-up distinguishes the place on the list from the number for commands: the
// number stays when others leave.
func TestPlaceAndNumberOfASignup(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	must(t, b.Update(func(tx *store.Tx) error {
		for _, mail := range []string{"gone@one.example", "first@one.example"} {
			roster.Applicant{Player: "X", Name: "Y", Mail: mail, At: worldtest.Day0}.Wait(tx)
		}
		roster.LeaveList(tx, func(mail string) bool { return mail == "gone@one.example" })
		return nil
	}))
	b.Sent("", worldtest.Day0)
	code := b.Invited("uli@two.example", "Name: Uli\nReich: Heide\n")
	var said string
	l := b.Newcomer("uli@two.example", "Re:")
	l.Text = "Yes\n" + code
	b.Accept(l)
	for _, d := range b.Sent("", b.ClockAt) {
		switch d.To {
		case "leiter@example.org":
			said = d.Text
		default:
			worldtest.Has(t, d.Text, "are number 2 on the waiting list")
		}
	}
	if want := "Uli <uli@two.example> hat sich für ein Reich Heide angemeldet und hat Platz 2 auf der " +
		"Warteliste. Mit einem dieser Befehle nehmt Ihr die Person auf (Nummer 3) oder streicht sie von der Liste; " +
		"WELT ist der Ordner der Welt:\n\n  weltentor realm accept WELT 3\n  weltentor realm drop WELT 3\n"; said != want {
		t.Errorf("%s\nwant\n%s", said, want)
	}
}

// The answer to SIGNUP says which names it has not got, or not got so that they can be used, and it never shows them.
func TestNamesNobodyGave(t *testing.T) {
	t.Parallel()
	const (
		neither = "Namen für Euch und Euer Reich habt Ihr noch nicht genannt."
		noRealm = "Euer Reich hat noch keinen Namen."
		noName  = "Euren eigenen Namen habt Ihr noch nicht genannt."
		both    = "wie Ihr sie geschrieben habt"
	)
	for text, says := range map[string]string{"": neither, "Sprache: de\n": neither, "Name: Uli\n": noRealm,
		"Name:\nReich: Heide\n": noName, "Name: Uli\nReich: Heide\n": both,
		"Reich: " + strings.Repeat("x", 200) + "\n": neither} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup = true })
		b.Sent("", worldtest.Day0)
		l := b.Newcomer("uli@two.example", "ANMELDUNG")
		l.Text = text
		b.Accept(l)
		got := b.Sent("signup", b.ClockAt)
		if len(got) != 1 {
			t.Fatalf("%q: %+v", text, got)
		}
		for _, other := range []string{neither, noRealm, noName, both, "Heide", "Uli"} {
			if strings.Contains(got[0].Text, other) != (other == says) {
				t.Errorf("%q:\n%s", text, got[0].Text)
			}
		}
	}
}

// The last answer of an hour to a word says that it is the last; so does the last report.
func TestTheLastAnswerSaysSo(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	last := func(kind, word, sentence string, most int) {
		t.Helper()
		for n := 1; n <= most+1; n++ {
			b.Asks(1, word, "")
			got := b.Sent(kind, b.ClockAt)
			if n > most && len(got) > 0 || n <= most && len(got) != 1 {
				t.Fatalf("%s, letter %d: %d answers", word, n, len(got))
			}
			if n <= most && strings.Contains(got[0].Text, sentence) != (n == most) {
				t.Errorf("%s, letter %d:\n%s", word, n, got[0].Text)
			}
		}
	}
	last("receipt", "HILFE", "Auf weitere Wörter wie dieses antwortet das Spiel in dieser Stunde nicht; Befehle "+
		"quittiert es weiter.\n", limits.Services.Most())
	b.Advance(worldtest.Friday)
	b.Sent("", b.ClockAt)
	last("report", "BERICHT", "Weitere Berichte oder Regeln schickt das Spiel in dieser Stunde nicht.\n",
		limits.ReportsAgain.Most())
}

// Both sides of a substitution are told that its password is void. If there are only proofs, there was none.
func TestTheSubstitutesPasswordIsDead(t *testing.T) {
	t.Parallel()
	for auth, dead := range map[world.Auth]bool{world.ByPassword: true, world.ByDKIM: false} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, asking(auth))
		must(t, players.SetMail(b.World, 1, "r1@example.org"))
		b.Sent("", b.ClockAt)
		b.Answering("ann@example.net", b.Offered(1, "ann@example.net"))
		b.Sent("", b.ClockAt)
		b.Advance(worldtest.Friday)
		b.Advance(worldtest.Friday.AddDate(0, 0, 7))
		b.Advance(worldtest.Friday.AddDate(0, 0, 14))
		said := map[string]string{}
		for _, d := range b.Sent("deadline", b.ClockAt) {
			if strings.Contains(d.Subject, "Die Vertretung ist zu Ende") {
				said[d.To] = d.Text
			}
		}
		if len(said) != 2 {
			t.Fatalf("%s: %v", auth, said)
		}
		for to, sentence := range map[string]string{
			"r1@example.org":  "Das Passwort der Vertretung gilt nicht mehr; Eures bleibt.\n",
			"ann@example.net": "Euer Passwort dafür gilt nicht mehr.\n",
		} {
			if strings.Contains(said[to], sentence) != dead {
				t.Errorf("%s, to %s:\n%s", auth, to, said[to])
			}
		}
	}
}

// The logbook calls a turn that is resolved again just that, and not forced.
func TestTheLogOfARedo(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Advance(worldtest.Friday)
	b.Undo(worldtest.Friday.AddDate(0, 0, 1))
	_, _, err := turns.Redo(b.World, worldtest.Friday.AddDate(0, 0, 2))
	must(t, err)
	said := strings.Join(b.Written(2), "\n")
	if !strings.Contains(said, "turn-again command") || strings.Contains(said, "turn-forced") {
		t.Errorf("the log says\n%s", said)
	}
}

// A receipt names lines in their order, in whatever order the rules found their faults. Here the language finds those
// of lines 5 and 7 first.
func TestReceiptNamesLinesInOrder(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	_, d := b.Receipt("dig 3\ndig 12\nswim 4\ndig 11\nfall 3\n")
	var at []string
	for _, found := range regexp.MustCompile(`(?m)^  Zeile (\d+), Spalte`).FindAllStringSubmatch(d.Text, -1) {
		at = append(at, found[1])
	}
	if got := strings.Join(at, " "); got != "4 5 6 7" {
		t.Errorf("lines %s in\n%s", got, d.Text)
	}
}

// If a letter is not accepted, no heading says that some of its lines are.
func TestNoHeadingAcceptsWhatIsNot(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Send(1, "dig 2\n$A\ndig 3\n", receipt.Unidentified)
	b.Send(2, "dig 2\n$I 2 PASSWORD\n$A\ndig 12\n", receipt.Kept)
	got := b.Sent("receipt", b.ClockAt)
	if len(got) < 2 {
		t.Fatalf("%d receipts", len(got))
	}
	worldtest.Has(t, got[0].Text, "Prüft, ob es so gemeint war (1 Zeile):\n")
	for _, d := range got {
		if strings.Contains(d.Text, "Angenommen") || strings.Contains(d.Text, "Accepted") {
			t.Errorf("not accepted, and\n%s", d.Text)
		}
	}
}
