package intake_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// asking makes a world demand proofs.
func asking(a world.Auth) func(*world.Settings) { return func(s *world.Settings) { s.Auth = a } }

// proof is what an honest provider's signature gives.
var proof = letter.Proof{Domain: "example.org"}

// The whole table of who is heard: by what the world demands, where the letter comes from, what proves it and which
// password it has.
func TestWhoMaySpeak(t *testing.T) {
	t.Parallel()
	const right, wrong, none = "$I 1 PASSWORD", "$I 1 k7mw-x3pq-hhd42", "$I 1"
	no, later := letter.Proof{Why: "unsigned"}, letter.Proof{Why: "dns", Later: true}
	const me, stranger, other = "r1@example.org", "x@example.net", "r2@example.org"
	for _, c := range []struct {
		auth     world.Auth
		identity string
		from     string
		proof    letter.Proof
		want     receipt.Fate
		reason   string
		to       string // all who are answered
	}{
		{world.ByPassword, right, me, no, receipt.Taken, "", me},
		{world.ByPassword, right, stranger, no, receipt.Taken, "", me + " " + stranger},
		{world.ByPassword, wrong, me, proof, receipt.WrongWord, "wrong-password", me},
		{world.ByPassword, wrong, stranger, no, receipt.WrongWord, "wrong-password", me},
		{world.ByPassword, wrong, other, no, receipt.Unidentified, "not-your-realm", me + " " + other},
		{world.ByPassword, none, me, proof, receipt.Unidentified, "no-password", me},
		{world.ByPassword, none, stranger, no, receipt.Stranger, "", ""},
		{world.ByPassword, none, other, no, receipt.Unidentified, "not-your-realm", other},

		{world.ByDKIM, right, me, proof, receipt.Taken, "", me},
		{world.ByDKIM, wrong, me, proof, receipt.Taken, "", me},
		{world.ByDKIM, none, me, proof, receipt.Taken, "", me},
		{world.ByDKIM, right, me, no, receipt.Unproven, "unproven", me},
		{world.ByDKIM, right, me, later, receipt.Undecided, "", ""},
		{world.ByDKIM, right, stranger, letter.Proof{Domain: "example.net"}, receipt.Unproven, "not-registered", me},
		{world.ByDKIM, none, stranger, later, receipt.Unproven, "not-registered", me},
		{world.ByDKIM, right, other, proof, receipt.Unidentified, "not-your-realm", other},

		{world.ByEither, none, me, proof, receipt.Taken, "", me},
		{world.ByEither, wrong, me, proof, receipt.Taken, "", me},
		{world.ByEither, right, me, no, receipt.Taken, "", me},
		{world.ByEither, right, me, later, receipt.Taken, "", me},
		{world.ByEither, wrong, me, later, receipt.Undecided, "", ""},
		{world.ByEither, none, me, later, receipt.Undecided, "", ""},
		{world.ByEither, wrong, me, no, receipt.WrongWord, "wrong-password", me},
		{world.ByEither, none, me, no, receipt.Unproven, "unproven-either", me},
		{world.ByEither, right, stranger, no, receipt.Taken, "", me + " " + stranger},
		{world.ByEither, none, stranger, letter.Proof{Domain: "example.net"}, receipt.Stranger, "", stranger},
		{world.ByEither, none, other, proof, receipt.Unidentified, "not-your-realm", other},

		{world.ByBoth, right, me, proof, receipt.Taken, "", me},
		{world.ByBoth, wrong, me, proof, receipt.WrongWord, "wrong-password", me},
		{world.ByBoth, none, me, proof, receipt.Unidentified, "no-password", me},
		{world.ByBoth, right, me, no, receipt.Unproven, "unproven", me},
		{world.ByBoth, right, me, later, receipt.Undecided, "", ""},
		{world.ByBoth, right, stranger, letter.Proof{Domain: "example.net"}, receipt.Unproven, "not-registered", me},
		{world.ByBoth, right, other, proof, receipt.Unidentified, "not-your-realm", other},
	} {
		name := fmt.Sprintf("%s, %s from %s, %s %s", c.auth, c.identity, c.from, c.proof.Domain, c.proof.Why)
		b := worldtest.Found(t, worldtest.Tiny{}, 2, asking(c.auth))
		b.Sent("", worldtest.Day0)
		l := b.Letter(1, c.identity+"\n$A\ndig 2\n")
		l.From, l.Proof = c.from, c.proof
		a := b.Accept(l)
		if a.Fate != c.want || a.Reason.Code != c.reason {
			t.Errorf("%s: %q %q, want %q %q", name, a.Fate, a.Reason.Code, c.want, c.reason)
		}
		if counts := strings.Contains(b.InForce(1), "dig 2"); counts != (c.want == receipt.Taken) {
			t.Errorf("%s: in force %v", name, counts)
		}
		var to []string
		for _, d := range b.Sent("", worldtest.Day0.Add(time.Hour)) {
			to = append(to, d.To)
			if strings.Contains(d.Text, "`unproven") || strings.Contains(d.Text, "{") ||
				strings.Contains(d.Text, "proof.") {
				t.Errorf("%s: the answer lacks words: %s", name, d.Text)
			}
			if d.To == me && strings.Contains(d.Text, other) || d.To == other && strings.Contains(d.Text, me) {
				t.Errorf("%s: one player is told another's address: %s", name, d.Text)
			}
		}
		if got := strings.Join(to, " "); got != c.to {
			t.Errorf("%s: answers to %q, want %q", name, got, c.to)
		}
		if seen, err := b.Seen(l.Hash); err != nil || seen == (c.want == receipt.Undecided) {
			t.Errorf("%s: known %v, %v", name, seen, err)
		}
	}
}

// A player who writes for another's number gets the same answer whether that realm exists or not.
func TestNobodyLearnsWhichRealmsThereAre(t *testing.T) {
	t.Parallel()
	var told []string
	for _, number := range []int{1, 9} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2)
		b.Sent("", worldtest.Day0)
		l := b.Letter(2, fmt.Sprintf("$I %d k7mw-x3pq-hhd42\n$A\ndig 1\n", number))
		b.Accept(l)
		for _, d := range b.Sent("", worldtest.Day0.Add(time.Hour)) {
			if d.To == "r2@example.org" {
				told = append(told, d.Subject+"\n"+strings.ReplaceAll(strings.ReplaceAll(d.Text,
					fmt.Sprintf("names realm %d.", number), "names realm N."), fmt.Sprintf("> $I %d ", number),
					"> $I N "))
			}
		}
	}
	if len(told) != 2 || told[0] != told[1] ||
		!strings.Contains(told[0], "Your letter names realm N. Yours has number 2: put $I 2 password first") {
		t.Errorf("told\n%s", strings.Join(told, "\n---\n"))
	}
}

// If a proof is enough, a single number after the realm's is the turn.
func TestTurnWithoutAPassword(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, asking(world.ByDKIM))
	for text, want := range map[string]receipt.Fate{"$I 1 - 1": receipt.Taken, "$I 1 1": receipt.Taken, "$I 1 - 2": receipt.Ahead, "$I 1 2": receipt.Ahead,
		"$I 1 PASSWORD 3": receipt.Ahead, "$I 1 99": receipt.Refused} {
		l := b.Letter(1, text+"\n$A\ndig 1\n")
		l.Proof = proof
		if a := b.Accept(l); a.Fate != want {
			t.Errorf("%q: %s, want %s", text, a.Fate, want)
		}
	}
}

// A provider's signature is good for one letter. Sending the letter again, with another head around it, does nothing.
func TestASignatureIsGoodOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, asking(world.ByEither))
	send := func(text string, marks ...[32]byte) receipt.Acceptance {
		l := b.Letter(1, text)
		l.Proof = letter.Proof{Domain: "example.org", Marks: marks}
		return b.Accept(l)
	}
	old := "$I 1\n$A\ndig 1\n"
	if a := send(old, [32]byte{1}); a.Fate != receipt.Taken {
		t.Fatalf("%+v", a)
	}
	if a := send("$I 1\n$A\ndig 2\n", [32]byte{2}); a.Fate != receipt.Taken {
		t.Fatalf("%+v", a)
	}
	b.Sent("", worldtest.Day0.Add(time.Hour))
	// With one more signature around it, and then with that one alone.
	for _, marks := range [][][32]byte{{{9}, {1}}, {{9}}} {
		if a := send(old, marks...); a.Fate != receipt.Known || a.Answered {
			t.Errorf("sent again: %+v", a)
		}
	}
	// A proven letter without orders cannot be turned into one with orders later.
	if a := send("When is the deadline, please?\n", [32]byte{3}); a.Fate != receipt.PassedOn {
		t.Errorf("a question: %+v", a)
	}
	if a := send(old, [32]byte{3}); a.Fate != receipt.Known || a.Answered {
		t.Errorf("the question's signature on orders: %+v", a)
	}
	if got := b.InForce(1); !strings.Contains(got, "dig 2") {
		t.Errorf("in force: %q", got)
	}
}

// A letter that had to wait for its proof does not replace one that came after it.
func TestAHeldLetterDoesNotOvertake(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, asking(world.ByDKIM))
	early, late := b.Letter(1, "$I 1\n$A\ndig 1\n"), b.Letter(1, "$I 1\n$A\ndig 2\n")
	early.Proof = letter.Proof{Why: "dns", Later: true}
	if a := b.Accept(early); a.Fate != receipt.Undecided {
		t.Fatalf("%+v", a)
	}
	late.Proof, early.Proof = proof, proof
	if a := b.Accept(late); a.Fate != receipt.Taken {
		t.Fatalf("%+v", a)
	}
	if a := b.Accept(early); a.Fate != receipt.Refused || a.Reason.Code != "overtaken" || !a.Answered {
		t.Errorf("%+v", a)
	}
	if got := b.InForce(1); !strings.Contains(got, "dig 2") {
		t.Errorf("in force: %q", got)
	}
}

// Any number of forged letters of each kind may come. The registered address is told three times an hour, whatever the
// world demands, and the player's own letters are still answered.
func TestFewAlarmsInEveryWorld(t *testing.T) {
	t.Parallel()
	for _, auth := range world.Auths {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, asking(auth))
		b.Sent("", worldtest.Day0)
		for n := range 4 * limits.Alarms.Most() {
			l := b.Letter(1, fmt.Sprintf("$I 1 guess-%d\n$A\ndig 9\n", n))
			l.Proof.Why = "broken"
			if n%2 == 0 {
				l.From = "thief@example.net"
			}
			b.Accept(l)
		}
		letters := b.Sent("", worldtest.Day0.Add(time.Hour))
		if len(letters) != limits.Alarms.Most() {
			t.Errorf("%s: %d letters, want %d", auth, len(letters), limits.Alarms.Most())
		}
		for _, d := range letters {
			if d.To != "r1@example.org" || strings.Contains(d.Text, "dig") {
				t.Errorf("%s: %+v", auth, d)
			}
		}
		l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 2\n")
		l.Proof = proof
		if a := b.Accept(l); a.Fate != receipt.Taken || !a.Answered {
			t.Errorf("%s: the player: %+v", auth, a)
		}
	}
}

// In worlds that try passwords, guesses from an unknown address are limited before anything is hashed. In worlds that
// demand a proof first, none is tried.
func TestGuessesInEveryWorld(t *testing.T) {
	t.Parallel()
	for auth, last := range map[world.Auth]receipt.Fate{world.ByPassword: receipt.Throttled, world.ByEither: receipt.Throttled, world.ByDKIM: receipt.Unproven,
		world.ByBoth: receipt.Unproven} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, asking(auth))
		var a receipt.Acceptance
		for n := range limits.Guesses.Most() + 1 {
			l := b.Letter(1, fmt.Sprintf("$I 1 guess-%d\n", n))
			if n == limits.Guesses.Most() {
				l = b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1\n") // the right one at last
			}
			l.From = "thief@example.net"
			a = b.Accept(l)
		}
		if a.Fate != last || len(b.People.Proven) != 0 {
			t.Errorf("%s: %q after %d guesses, want %q", auth, a.Fate, limits.Guesses.Most(), last)
		}
	}
}

// Any of a realm's addresses may write and gets the receipt. An address that looks the same only in another alphabet
// is not proven.
func TestSeveralAddresses(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, asking(world.ByDKIM))
	must(t, players.SetMail(b.World, 1, "r1@example.org", "sara@office.example"))
	b.Sent("", worldtest.Day0)
	for from, want := range map[string]receipt.Fate{"sara@office.example": receipt.Taken, "ſara@office.example": receipt.Unproven} {
		l := b.Letter(1, "$I 1\n$A\ndig 1\n")
		l.From, l.Proof = from, letter.Proof{Domain: "office.example"}
		if a := b.Accept(l); a.Fate != want {
			t.Errorf("from %s: %+v", from, a)
		}
		letters := b.Sent("", worldtest.Day0.Add(time.Hour))
		if len(letters) != 1 || want == receipt.Taken && letters[0].To != from || !strings.HasSuffix(letters[0].To, ".org") &&
			letters[0].To != "sara@office.example" {
			t.Errorf("from %s: %+v", from, letters)
		}
	}
}

// Both languages word for word: a letter nothing proves.
func TestWordsOfAnUnprovenLetter(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, asking(world.ByDKIM))
	b.Sent("", worldtest.Day0)
	for n, want := range map[int]string{
		1: "NICHT angenommen: Für Euer Reich kam von r1@example.org ein Brief; sein Absender ließ sich nicht " +
			"nachweisen: er ist von mail.example.net unterschrieben, und die Adresse gehört zu einer anderen " +
			"Domain. In diesem Spiel gelten nur Briefe, die Euer Mailanbieter unterschrieben hat (DKIM).\n" +
			"Wart Ihr es selbst, schickt die Befehle noch einmal von Eurer eingetragenen Adresse, über ihren " +
			"eigenen Anbieter, nicht weitergeleitet. Hilft das nicht, fragt die Spielleitung. Wart Ihr es nicht, " +
			"sagt es der Spielleitung.\nIhr habt Zeit bis Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin).\n" +
			"Von Euch liegen für diesen Zug keine Befehle vor.\n",
		2: "NOT accepted: A letter for your realm came from r2@example.org; its sender could not be verified: it is " +
			"signed by mail.example.net, and the address is of another domain. " +
			"In this game only letters signed by your mail provider (DKIM) count.\n" +
			"If it was you, send the orders again from your registered address, by its own provider and not " +
			"forwarded. If that does not help, ask the game master. If it was not you, tell the game master.\n" +
			"You have until Friday, 27 November 2026, 18:00 (Europe/Berlin).\nYou have sent no orders for this turn.\n",
	} {
		l := b.Letter(n, fmt.Sprintf("$I %d\n$A\ndig 1\n", n))
		l.Proof = letter.Proof{Why: "unaligned", Signer: "mail.example.net"}
		b.Accept(l)
		if got := b.Sent("", worldtest.Day0.Add(time.Hour)); len(got) != 1 || got[0].Text != want {
			t.Errorf("got %+v, want\n%s", got, want)
		}
	}
}

// Letters of other kinds ask for what this world demands.
func TestLettersAskForWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, asking(world.ByDKIM))
	b.Sent("", worldtest.Day0)
	for text, want := range map[string]string{"When is the deadline?\n": "put $I 2 first", "TEMPLATE\n": "$I 2 - 1\n"} {
		l := b.Letter(2, text)
		l.Subject = "my game"
		b.Accept(l)
		found := false
		for _, d := range b.Sent("", worldtest.Day0.Add(time.Hour)) {
			found = found || d.To == "r2@example.org" && strings.Contains(d.Text, want) &&
				!strings.Contains(d.Text, "password")
		}
		if !found {
			t.Errorf("%q: no letter says %q and nothing of a password", text, want)
		}
	}
}

// Every reason why a proof is missing has words.
func TestReasonsHaveWords(t *testing.T) {
	t.Parallel()
	for _, why := range []string{"unsigned", "unaligned", "broken", "unread", "dns", "dns-hours", "dns-late",
		"dns-more", "sender", "weak", "elsewhere", "unbound", "form", "quoted"} {
		if !wording.Words(phrase.De).Has("proof." + why) {
			t.Errorf("no words for %q", why)
		}
	}
}
