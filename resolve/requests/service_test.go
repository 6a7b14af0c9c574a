package requests_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// A letter with a secret is the same at each attempt. When it has left, nobody can make it again: neither the secret
// nor what it is made from is stored.
func TestSecretsLeaveWithTheirLetters(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	if a := b.Asks(1, "KENNWORT", ""); a.Fate != receipt.Served || !a.Answered || a.Realm != 1 {
		t.Fatalf("%+v", a)
	}
	out, d := b.Due()
	tokens := worldtest.TokensIn(d.Subject, d.Text)
	if len(tokens) != 1 || strings.Contains(d.Text+d.Subject, secrets.Hidden) {
		t.Fatalf("%q\n%s", d.Subject, d.Text)
	}
	must(t, b.Record(out.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Uncertain}))
	b.ClockAt = b.ClockAt.Add(10 * time.Minute)
	again, _ := b.Due()
	if !bytes.Equal(out.Raw, again.Raw) || b.Salts() != 1 {
		t.Error("the second attempt has other bytes")
	}
	must(t, b.Record(out.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
	if b.Salts() != 0 {
		t.Error("the token can be made again")
	}
	b.Asks(1, "Re: "+d.Subject, "JA\n")
	out, d = b.Due()
	_, line, found := strings.Cut(d.Text, "$I 1 ")
	password, _, _ := strings.Cut(line, "\n")
	if !found || len(password) != 15 {
		t.Fatalf("no password in\n%s", d.Text)
	}
	must(t, b.Record(out.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
	if b.Salts() != 0 {
		t.Error("the password can be made again")
	}
	b.Hides(tokens[0], strings.ToLower(tokens[0]), password, b.Passwords[1])
	b.Passwords[1] = password
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
}

// The same letter again neither asks nor redeems again.
func TestServiceOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	l := b.Letter(1, "")
	l.Subject = "PAUSE 2"
	b.Accept(l)
	before := b.Bytes()
	if a := b.Accept(l); a.Fate != receipt.Known || !bytes.Equal(before, b.Bytes()) {
		t.Errorf("%+v", a)
	}
}

// A service that fails half-way leaves nothing of the letter in the store: no token, no answer.
func TestServiceIsOneTransaction(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	b.World.Settings.Random = worldtest.Failing{}
	l := b.Letter(1, "")
	l.Subject = "PASSWORT"
	if _, err := intake.Accept(b.World, l, b.ClockAt); !errors.Is(err, worldtest.ErrNoLuck) {
		t.Fatalf("%v", err)
	}
	seen, err := b.Seen(l.Hash)
	must(t, err)
	if seen || len(b.Sent("", b.ClockAt)) != 0 {
		t.Error("half of a letter is stored")
	}
	b.World.Settings.Random = &worldtest.Drawn{}
	if a := b.Accept(l); a.Fate != receipt.Served || !a.Answered {
		t.Errorf("later: %+v", a)
	}
}

// If several realms are played from one address, all are meant, unless one is named.
func TestServiceOfSeveralRealms(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	must(t, players.SetMail(b.World, 3, "r1@example.org"))
	b.Sent("", worldtest.Day0.Add(time.Hour))
	for _, c := range []struct {
		word string
		want string
	}{
		{"VORLAGE", "[1 3]"},
		{"VORLAGE REICH 3", "[3]"},
		{"PASSWORT REICH 1", "[1]"},
		{"VORLAGE REICH 2", "[1]"}, // the answer says that it is another's
	} {
		b.Asks(1, c.word, "")
		var realms []int
		for _, row := range waiting(b) {
			realms = append(realms, row.Realm)
			if row.To != "r1@example.org" {
				t.Errorf("%s is answered to %s", c.word, row.To)
			}
		}
		if fmt.Sprint(realms) != c.want {
			t.Errorf("%s is answered for %v, want %s", c.word, realms, c.want)
		}
		b.Sent("", b.ClockAt)
	}
}

func waiting(b *worldtest.Game) (rows []outbox.OutboxRow) {
	b.T.Helper()
	all, err := b.Outbox()
	must(b.T, err)
	for _, r := range all {
		if r.State == outbox.Waiting {
			rows = append(rows, r)
		}
	}
	return rows
}

// The waiting list is served first come, first served, as far as there are places and names. A turn with such joins
// can be verified.
func TestSeat(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	must(t, b.Update(func(tx *store.Tx) error {
		for _, name := range []string{"Reich1", "Zwei", "Drei"} {
			roster.Applicant{Player: name, Name: name, Lang: "de", Mail: name + "@example.org", At: b.ClockAt}.Wait(tx)
		}
		return nil
	}))
	b.Seat(1, 0)
	b.Seat(2, 1)
	b.Seat(2, 0)
	b.Seat(0, 1) // as many as the rules accept: nobody whose name is another's
	rows, err := players.Realms(b.World)
	must(t, err)
	var names []string
	for _, r := range rows {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); got != "Reich1 Zwei Drei" {
		t.Errorf("the realms are %s", got)
	}
	if _, err := turns.Advance(b.World, worldtest.Friday, true); err != nil {
		t.Fatal(err)
	}
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) > 0 {
		t.Error(v.Wrong)
	}
}

// An old report says what it is before it says what to do.
func TestAnOldReportSaysSo(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.Advance(worldtest.Friday)
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	b.Sent("", b.ClockAt)
	text := func(word string) string {
		t.Helper()
		b.Asks(1, word, "")
		got := b.Sent("report", b.ClockAt)
		if len(got) != 1 {
			t.Fatalf("%s: %d letters", word, len(got))
		}
		return got[0].Text
	}
	if got := text("BERICHT 0"); !strings.HasPrefix(got,
		"Dies ist noch einmal der Bericht für Zug 0, wie er damals war. Befehle zählen jetzt für Zug 3.\n\n") {
		t.Errorf("the report of turn 0:\n%s", got)
	}
	if got := text("BERICHT"); strings.Contains(got, "noch einmal der Bericht") {
		t.Errorf("the last report:\n%s", got)
	}
}

// Lines that do not count are named up to forty, and it says how many more there are.
func TestLinesThatDoNotCountAreNamed(t *testing.T) {
	t.Parallel()
	for lines, more := range map[int]int{1: 0, 40: 0, 41: 1, 43: 3} {
		text := &wording.Text{Book: wording.Words(phrase.En)}
		void := make([]orders.Line, lines)
		for n := range void {
			void[n].Order = worldtest.Dig(1)
		}
		requests.SayVoid(text, void)
		said := text.Body.String()
		rest := strings.Contains(said, wording.Words(phrase.En).Say(phrase.P("and-more", phrase.Num("n", more))))
		if rest != (more > 0) || strings.Count(said, "dig 1\n") != lines-more {
			t.Errorf("of %d lines:\n%s", lines, said)
		}
	}
	text := &wording.Text{Book: wording.Words(phrase.En)}
	if requests.SayVoid(text, nil); text.Body.Len() > 0 {
		t.Errorf("of no lines: %q", text.Body.String())
	}
}
