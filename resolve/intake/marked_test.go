package intake_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// marked returns a letter of a realm with a mark of automatic mail, as the mailer reads it.
func marked(b *worldtest.Game, realm int, mark, text string) letter.Letter {
	l := b.Letter(realm, text)
	l.Marked, l.MayAnswer, l.Automatic, l.Absence = mark, false, true, strings.HasPrefix(mark, "Subject")
	return l
}

// A right password outranks a mark that people's mail may have, too. The receipt goes to the registered address, says
// so, and counts among the receipts of the realm.
func TestAPasswordOutranksAMark(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{"X-Loop", "Return-Path: <>"} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		must(t, players.SetMail(b.World, 1, "home@example.org"))
		b.Sent("", worldtest.Day0)
		for n := range limits.Receipts.Most() + 1 {
			a := b.Accept(marked(b, 1, mark, "$I 1 PASSWORD\n$A\ndig "+string(rune('1'+n%9))+"\n"))
			if a.Fate != receipt.Taken || a.Realm != 1 || a.Answered != (n < limits.Receipts.Most()) {
				t.Fatalf("%s: %+v", mark, a)
			}
		}
		got := b.Sent("", b.ClockAt)
		if len(got) != limits.Receipts.Most() {
			t.Fatalf("%s: %d receipts", mark, len(got))
		}
		for _, d := range got {
			if d.To != "home@example.org" || !strings.Contains(d.Text, "als automatische Mail gekennzeichnet ("+mark+")") {
				t.Errorf("to %s:\n%s", d.To, d.Text)
			}
		}
	}
}

// Nothing else in such a letter counts. This is true of a wrong password, a question or a word, orders in a mail that
// it brings, and an identity without orders. It is also true of orders if only the subject looks automatic. Nobody is
// told; status counts each letter and the reason.
func TestAMarkThatNothingOutranks(t *testing.T) {
	t.Parallel()
	orders := "$I 1 PASSWORD\n$A\ndig 1\n"
	for name, l := range map[string]func(b *worldtest.Game) letter.Letter{
		"a wrong password": func(b *worldtest.Game) letter.Letter { return marked(b, 1, "X-Loop", "$I 1 nonsense\n$A\ndig 1\n") },
		"an example":       func(b *worldtest.Game) letter.Letter { return marked(b, 1, "X-Loop", "$I 1 password\n$A\ndig 1\n") },
		"a question": func(b *worldtest.Game) letter.Letter {
			return marked(b, 1, "X-Loop",
				"Was kostet ein Schiff, bitte?\n")
		},
		"a word":        func(b *worldtest.Game) letter.Letter { return marked(b, 1, "X-Loop", "HILFE\n") },
		"no orders":     func(b *worldtest.Game) letter.Letter { return marked(b, 1, "X-Loop", "$I 1 PASSWORD\n") },
		"no such realm": func(b *worldtest.Game) letter.Letter { return marked(b, 1, "X-Loop", "$I 9 PASSWORD\n$A\ndig 1\n") },
		"an attached mail": func(b *worldtest.Game) letter.Letter {
			l := marked(b, 1, "X-Loop", orders)
			l.Others, l.Part = true, "forwarded: body"
			return l
		},
		"an absence note": func(b *worldtest.Game) letter.Letter { return marked(b, 1, "Subject: Abwesenheitsnotiz", orders) },
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Sent("", worldtest.Day0)
		mail := l(b)
		if a := b.Accept(mail); a.Fate != receipt.Machine || a.Answered || len(b.Sent("", b.ClockAt)) != 0 {
			t.Errorf("%s: %+v", name, a)
		}
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		want, _, _ := strings.Cut(mail.Marked, ":")
		if len(s.Silent) != 1 || s.Silent[0].Reason != want || s.Silent[0].Count != 1 ||
			len(s.Silent[0].Letters) != 1 ||
			s.Silent[0].Letters[0].MessageID != mail.MessageID || s.Silent[0].Letters[0].Why != mail.Marked {
			t.Errorf("%s: status says %+v", name, s.Silent)
		}
	}
}

// Wrong passwords in letters with a mark count like others: from an address that is not the realm's, no more are tried
// in an hour than the limit says.
func TestAMarkHidesNoGuesses(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	from := func(text string) letter.Letter {
		l := marked(b, 1, "X-Loop", text)
		l.From = "who@example.net"
		return l
	}
	for range limits.Guesses.Most() {
		b.Accept(from("$I 1 nonsense\n$A\ndig 1\n"))
	}
	if a := b.Accept(from("$I 1 PASSWORD\n$A\ndig 1\n")); a.Fate != receipt.Machine {
		t.Errorf("tried beyond the limit: %+v", a)
	}
	b.ClockAt = b.ClockAt.Add(time.Hour)
	if a := b.Accept(from("$I 1 PASSWORD\n$A\ndig 1\n")); a.Fate != receipt.Taken {
		t.Errorf("an hour later: %+v", a)
	}
}

// A proof outranks a mark if the world demands one, alone or with the password. The signature is also used up if the
// letter is put away.
func TestAProofOutranksAMark(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		auth   world.Auth
		proven bool
		word   string
		want   receipt.Fate
	}{
		{world.ByDKIM, true, "-", receipt.Taken}, {world.ByDKIM, false, "PASSWORD", receipt.Machine},
		{world.ByEither, true, "-", receipt.Taken}, {world.ByEither, false, "PASSWORD", receipt.Taken}, {world.ByEither, false, "nonsense", receipt.Machine},
		{world.ByBoth, true, "PASSWORD", receipt.Taken}, {world.ByBoth, true, "nonsense", receipt.Machine}, {world.ByBoth, false, "PASSWORD", receipt.Machine},
		{world.ByPassword, true, "nonsense", receipt.Machine},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Auth = c.auth })
		l := marked(b, 1, "X-Loop", "$I 1 "+c.word+" 1\n$A\ndig 1\n")
		if c.proven {
			l.Proof = letter.Proof{Domain: "example.org", Marks: [][32]byte{{1}}}
		}
		if a := b.Accept(l); a.Fate != c.want {
			t.Errorf("%s, proven %t, %s: %+v", c.auth, c.proven, c.word, a)
		}
		again := b.Letter(1, "$I 1 "+c.word+" 1\n$A\ndig 2\n")
		again.Proof = l.Proof
		if a := b.Accept(again); c.proven && c.auth != world.ByPassword && a.Fate != receipt.Known {
			t.Errorf("%s: the signature was good twice: %+v", c.auth, a)
		}
	}
}

// A marked letter waits for its proof wherever a proof would be enough. It does so even with the right password, with
// which any other letter is taken at once.
func TestAMarkedLetterWaitsForItsProof(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		auth  world.Auth
		word  string
		want  receipt.Fate
		plain receipt.Fate // without a mark
	}{
		{world.ByDKIM, "-", receipt.Undecided, receipt.Undecided}, {world.ByDKIM, "PASSWORD", receipt.Undecided, receipt.Undecided},
		{world.ByBoth, "PASSWORD", receipt.Undecided, receipt.Undecided},
		{world.ByEither, "nonsense", receipt.Undecided, receipt.Undecided}, {world.ByEither, "PASSWORD", receipt.Undecided, receipt.Taken},
		{world.ByPassword, "PASSWORD", receipt.Taken, receipt.Taken}, {world.ByPassword, "nonsense", receipt.Machine, receipt.WrongWord},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Auth = c.auth })
		l := marked(b, 1, "X-Loop", "$I 1 "+c.word+" 1\n$A\ndig 1\n")
		l.Proof.Later = true
		if a := b.Accept(l); a.Fate != c.want {
			t.Errorf("%s, %s: %+v", c.auth, c.word, a)
		}
		other := b.Letter(1, "$I 1 "+c.word+" 1\n$A\ndig 2\n")
		other.Proof.Later = true
		if a := b.Accept(other); a.Fate != c.plain {
			t.Errorf("%s, %s, without a mark: %+v", c.auth, c.word, a)
		}
	}
}

// A right code outranks a subject that looks like an absence note, if it is in the writer's own words. A program
// repeats our subject and quotes our text.
func TestACodeOutranksAnAbsence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, subject, text, quoted, marked string
		automatic, absence, done            bool
	}{
		{"in the text", "Urlaub", "Ja: CODE\n", "", "", true, true, true},
		{"in a subject of his own", "Abwesend, CODE", "", "", "", true, true, false},
		{"in the text of a note", "Abwesenheitsnotiz", "Ja. CODE\n", "", "Subject: Abwesenheitsnotiz", true, true, true},
		{"alone in the text of a note", "Abwesenheitsnotiz", "CODE\n", "", "Subject: Abwesenheitsnotiz", true, true, false},
		{"our subject again", "Abwesend Re: [Bovistan] Eine Pause? Bitte antworten CODE", "Ich bin nicht da.\n", "", "",
			true, true, false},
		{"our subject in a note", "Abwesenheitsnotiz: [Bovistan] Eine Pause? Bitte antworten CODE",
			"Ich bin nicht da.\n", "", "Subject: Abwesenheitsnotiz", true, true, false},
		{"our subject without the world", "Urlaub: Eine Pause? Bitte antworten CODE", "", "", "", true, true, false},
		{"our text quoted", "Urlaub", "Ich bin nicht da.\n", "CODE\n", "", true, true, false},
		{"a program's other marks", "Urlaub", "Ja: CODE\n", "", "", true, false, false},
		{"a mark of another kind", "Urlaub", "Ja: CODE\n", "", "X-Loop", true, false, false},
		{"a person's answer", "Re: [Bovistan] Eine Pause? Bitte antworten CODE", "Ja.\n", "", "", false, false, true},
		{"orders beside it", "Abwesenheitsnotiz", "CODE\n$A\ndig 1\n", "", "Subject: Abwesenheitsnotiz", true, true,
			false},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Sent("", worldtest.Day0)
		code := b.Token(1, "PAUSE 2")
		put := func(s string) string { return strings.ReplaceAll(s, "CODE", code) }
		l := b.Letter(1, put(c.text))
		l.Subject, l.Quoted, l.Marked, l.Automatic, l.Absence = put(c.subject), put(c.quoted), c.marked, c.automatic,
			c.absence
		b.Accept(l)
		rows, err := players.Realms(b.World)
		must(t, err)
		if rows[0].Absent(2) != c.done {
			t.Errorf("%s: confirmed is %t", c.name, !c.done)
		}
		b.Sent("", b.ClockAt)
		if a := b.Asks(1, "Re: "+code, "Ja\n"); a.Fate != receipt.Served || !a.Answered {
			t.Errorf("%s, then by hand: %+v", c.name, a)
		}
		if got := b.Sent("", b.ClockAt); len(got) != 1 || strings.Contains(got[0].Text, "schon geschehen") != c.done {
			t.Errorf("%s, then by hand: %+v", c.name, got)
		}
	}
}

// Status counts the letters that were put away in this turn by reason, names the last hundred, and forgets them with
// the turn. Letters that were answered, passed on or taken are not among them, and neither is one that came twice.
func TestStatusCountsTheSilent(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	known := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 2\n")
	b.Accept(known)
	b.Accept(known)
	b.Asks(1, "HILFE", "")
	b.Asks(1, "Frage", "Was kostet ein Schiff?")
	if s, err := gamemaster.StatusOf(b.World, b.ClockAt); err != nil || len(s.Silent) != 0 {
		t.Fatalf("%+v, %v", s.Silent, err)
	}
	const kept = logbook.SilentKept
	var last string
	for range kept + 7 {
		l := b.Letter(1, "Kaufen Sie jetzt!\n")
		l.From, last = "spam@example.net", l.MessageID
		b.Accept(l)
	}
	machine := b.Letter(1, "")
	machine.Machine = "Auto-Submitted: auto-replied"
	b.Accept(machine)
	for range limits.Alarms.Most() + 2 {
		b.Accept(b.Letter(1, "$I 1 nonsense\n$A\ndig 1\n"))
	}
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if len(s.Silent) != 3 {
		t.Fatalf("%+v", s.Silent)
	}
	strangers, limited, machines := s.Silent[0], s.Silent[1], s.Silent[2]
	if strangers.Reason != "stranger" || strangers.Count != kept+7 || len(strangers.Letters) != kept-3 ||
		strangers.Letters[len(strangers.Letters)-1].MessageID != last ||
		strangers.Letters[0].From != "spam@example.net" {
		t.Errorf("%+v", strangers)
	}
	if limited.Reason != "limit" || limited.Count != 2 || len(limited.Letters) != 2 ||
		limited.Letters[0].Why != string(receipt.WrongWord) {
		t.Errorf("%+v", limited)
	}
	if machines.Reason != "Auto-Submitted" || machines.Count != 1 ||
		machines.Letters[0].Why != "Auto-Submitted: auto-replied" ||
		machines.Letters[0].MessageID != machine.MessageID {
		t.Errorf("%+v", machines)
	}
	b.Advance(worldtest.Friday)
	if s, err := gamemaster.StatusOf(b.World, worldtest.Friday); err != nil || len(s.Silent) != 0 {
		t.Errorf("after the turn: %+v, %v", s.Silent, err)
	}
	again := b.Letter(1, "")
	again.Machine = "X-Autoreply"
	b.Accept(again)
	if s, err := gamemaster.StatusOf(b.World, worldtest.Friday); err != nil || len(s.Silent) != 1 || s.Silent[0].Reason != "X-Autoreply" ||
		s.Silent[0].Count != 1 || len(s.Silent[0].Letters) != 1 {
		t.Errorf("in the next turn: %+v, %v", s.Silent, err)
	}
}

// A letter with a mark that does not say who wrote it is put away, and another letter's form is not taken for its own.
func TestAMarkWithoutAnIdentity(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	for _, text := range []string{"Hallo!\n", "$A\ndig 1\n", ""} {
		if a := b.Accept(marked(b, 1, "X-Loop", text)); a.Fate != receipt.Machine || a.Answered {
			t.Errorf("%q: %+v", text, a)
		}
	}
	l := marked(b, 1, "X-Loop", "Anbei.\n")
	l.Form = "=== VORLAGE 00000000 ===\n$I 1 " + b.Passwords[1] + "\n$A\ndig 3\n"
	if a := b.Accept(l); a.Fate != receipt.Taken || a.Good != 1 {
		t.Errorf("a form: %+v", a)
	}
}

// Only wrong passwords in letters with a mark count as guesses, and none from addresses of the realm.
func TestAMarkCountsWrongGuesses(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	must(t, players.AddMail(b.World, 1, "office@example.org"))
	sends := func(from, password string, want receipt.Fate) {
		t.Helper()
		l := marked(b, 1, "X-Loop", "$I 1 "+password+"\n$A\ndig "+string(rune('1'+b.Mails%9))+"\n")
		l.From = from
		if a := b.Accept(l); a.Fate != want {
			t.Fatalf("from %s: %+v", from, a)
		}
	}
	for range limits.Guesses.Most() + 1 {
		sends("who@example.com", b.Passwords[1], receipt.Taken)
	}
	for range limits.Guesses.Most() + 1 {
		sends("office@example.org", "nonsense", receipt.Machine)
	}
	must(t, players.RemoveMail(b.World, 1, "office@example.org"))
	sends("office@example.org", b.Passwords[1], receipt.Taken)
	for range limits.Guesses.Most() {
		sends("who@example.com", "nonsense", receipt.Machine)
	}
	sends("who@example.com", b.Passwords[1], receipt.Machine)
}
