package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
)

// marked returns a letter of a realm with a mark of automatic mail, as the mailer reads it.
func (b *table) marked(realm int, mark, text string) letter.Letter {
	l := b.letter(realm, text)
	l.Marked, l.MayAnswer, l.Automatic, l.Absence = mark, false, true, strings.HasPrefix(mark, "Subject")
	return l
}

// A right password outranks a mark that people's mail may have, too. The receipt goes to the registered address, says
// so, and counts among the receipts of the realm.
func TestAPasswordOutranksAMark(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{"X-Loop", "Return-Path: <>"} {
		b := sit(t, tiny{}, 1)
		must(t, players.SetMail(b.World, 1, "home@example.org"))
		b.sent("", day0)
		for n := range limits.Receipts.Most() + 1 {
			a := b.accept(b.marked(1, mark, "$I 1 PASSWORD\n$A\ndig "+string(rune('1'+n%9))+"\n"))
			if a.Fate != receipt.Taken || a.Realm != 1 || a.Answered != (n < limits.Receipts.Most()) {
				t.Fatalf("%s: %+v", mark, a)
			}
		}
		got := b.sent("", b.clockAt)
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
	for name, l := range map[string]func(b *table) letter.Letter{
		"a wrong password": func(b *table) letter.Letter { return b.marked(1, "X-Loop", "$I 1 nonsense\n$A\ndig 1\n") },
		"an example":       func(b *table) letter.Letter { return b.marked(1, "X-Loop", "$I 1 password\n$A\ndig 1\n") },
		"a question": func(b *table) letter.Letter {
			return b.marked(1, "X-Loop",
				"Was kostet ein Schiff, bitte?\n")
		},
		"a word":        func(b *table) letter.Letter { return b.marked(1, "X-Loop", "HILFE\n") },
		"no orders":     func(b *table) letter.Letter { return b.marked(1, "X-Loop", "$I 1 PASSWORD\n") },
		"no such realm": func(b *table) letter.Letter { return b.marked(1, "X-Loop", "$I 9 PASSWORD\n$A\ndig 1\n") },
		"an attached mail": func(b *table) letter.Letter {
			l := b.marked(1, "X-Loop", orders)
			l.Others, l.Part = true, "forwarded: body"
			return l
		},
		"an absence note": func(b *table) letter.Letter { return b.marked(1, "Subject: Abwesenheitsnotiz", orders) },
	} {
		b := sit(t, tiny{}, 1)
		b.sent("", day0)
		mail := l(b)
		if a := b.accept(mail); a.Fate != receipt.Machine || a.Answered || len(b.sent("", b.clockAt)) != 0 {
			t.Errorf("%s: %+v", name, a)
		}
		s, err := master.StatusOf(b.World, b.clockAt)
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
	b := sit(t, tiny{}, 1)
	b.sent("", day0)
	from := func(text string) letter.Letter {
		l := b.marked(1, "X-Loop", text)
		l.From = "who@example.net"
		return l
	}
	for range limits.Guesses.Most() {
		b.accept(from("$I 1 nonsense\n$A\ndig 1\n"))
	}
	if a := b.accept(from("$I 1 PASSWORD\n$A\ndig 1\n")); a.Fate != receipt.Machine {
		t.Errorf("tried beyond the limit: %+v", a)
	}
	b.clockAt = b.clockAt.Add(time.Hour)
	if a := b.accept(from("$I 1 PASSWORD\n$A\ndig 1\n")); a.Fate != receipt.Taken {
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
		b := sit(t, tiny{}, 1, func(s *world.Settings) { s.Auth = c.auth })
		l := b.marked(1, "X-Loop", "$I 1 "+c.word+" 1\n$A\ndig 1\n")
		if c.proven {
			l.Proof = letter.Proof{Domain: "example.org", Marks: [][32]byte{{1}}}
		}
		if a := b.accept(l); a.Fate != c.want {
			t.Errorf("%s, proven %t, %s: %+v", c.auth, c.proven, c.word, a)
		}
		again := b.letter(1, "$I 1 "+c.word+" 1\n$A\ndig 2\n")
		again.Proof = l.Proof
		if a := b.accept(again); c.proven && c.auth != world.ByPassword && a.Fate != receipt.Known {
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
		b := sit(t, tiny{}, 1, func(s *world.Settings) { s.Auth = c.auth })
		l := b.marked(1, "X-Loop", "$I 1 "+c.word+" 1\n$A\ndig 1\n")
		l.Proof.Later = true
		if a := b.accept(l); a.Fate != c.want {
			t.Errorf("%s, %s: %+v", c.auth, c.word, a)
		}
		other := b.letter(1, "$I 1 "+c.word+" 1\n$A\ndig 2\n")
		other.Proof.Later = true
		if a := b.accept(other); a.Fate != c.plain {
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
		b := sit(t, tiny{}, 1)
		b.sent("", day0)
		code := b.token(1, "PAUSE 2")
		put := func(s string) string { return strings.ReplaceAll(s, "CODE", code) }
		l := b.letter(1, put(c.text))
		l.Subject, l.Quoted, l.Marked, l.Automatic, l.Absence = put(c.subject), put(c.quoted), c.marked, c.automatic,
			c.absence
		b.accept(l)
		rows, err := players.Realms(b.World)
		must(t, err)
		if rows[0].Absent(2) != c.done {
			t.Errorf("%s: confirmed is %t", c.name, !c.done)
		}
		b.sent("", b.clockAt)
		if a := b.asks(1, "Re: "+code, "Ja\n"); a.Fate != receipt.Served || !a.Answered {
			t.Errorf("%s, then by hand: %+v", c.name, a)
		}
		if got := b.sent("", b.clockAt); len(got) != 1 || strings.Contains(got[0].Text, "schon geschehen") != c.done {
			t.Errorf("%s, then by hand: %+v", c.name, got)
		}
	}
}

// Status counts the letters that were put away in this turn by reason, names the last hundred, and forgets them with
// the turn. Letters that were answered, passed on or taken are not among them, and neither is one that came twice.
func TestStatusCountsTheSilent(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.sent("", day0)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	known := b.letter(1, "$I 1 PASSWORD\n$A\ndig 2\n")
	b.accept(known)
	b.accept(known)
	b.asks(1, "HILFE", "")
	b.asks(1, "Frage", "Was kostet ein Schiff?")
	if s, err := master.StatusOf(b.World, b.clockAt); err != nil || len(s.Silent) != 0 {
		t.Fatalf("%+v, %v", s.Silent, err)
	}
	const kept = logbook.SilentKept
	var last string
	for range kept + 7 {
		l := b.letter(1, "Kaufen Sie jetzt!\n")
		l.From, last = "spam@example.net", l.MessageID
		b.accept(l)
	}
	machine := b.letter(1, "")
	machine.Machine = "Auto-Submitted: auto-replied"
	b.accept(machine)
	for range limits.Alarms.Most() + 2 {
		b.accept(b.letter(1, "$I 1 nonsense\n$A\ndig 1\n"))
	}
	s, err := master.StatusOf(b.World, b.clockAt)
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
	b.advance(friday)
	if s, err := master.StatusOf(b.World, friday); err != nil || len(s.Silent) != 0 {
		t.Errorf("after the turn: %+v, %v", s.Silent, err)
	}
	again := b.letter(1, "")
	again.Machine = "X-Autoreply"
	b.accept(again)
	if s, err := master.StatusOf(b.World, friday); err != nil || len(s.Silent) != 1 || s.Silent[0].Reason != "X-Autoreply" ||
		s.Silent[0].Count != 1 || len(s.Silent[0].Letters) != 1 {
		t.Errorf("in the next turn: %+v, %v", s.Silent, err)
	}
}

// A letter with a mark that does not say who wrote it is put away, and another letter's form is not taken for its own.
func TestAMarkWithoutAnIdentity(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.sent("", day0)
	for _, text := range []string{"Hallo!\n", "$A\ndig 1\n", ""} {
		if a := b.accept(b.marked(1, "X-Loop", text)); a.Fate != receipt.Machine || a.Answered {
			t.Errorf("%q: %+v", text, a)
		}
	}
	l := b.marked(1, "X-Loop", "Anbei.\n")
	l.Filled = "=== VORLAGE 00000000 ===\n$I 1 " + b.passwords[1] + "\n$A\ndig 3\n"
	if a := b.accept(l); a.Fate != receipt.Taken || a.Good != 1 {
		t.Errorf("a form: %+v", a)
	}
}

// Only wrong passwords in letters with a mark count as guesses, and none from addresses of the realm.
func TestAMarkCountsWrongGuesses(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	must(t, players.AddMail(b.World, 1, "office@example.org"))
	sends := func(from, password string, want receipt.Fate) {
		t.Helper()
		l := b.marked(1, "X-Loop", "$I 1 "+password+"\n$A\ndig "+string(rune('1'+b.mails%9))+"\n")
		l.From = from
		if a := b.accept(l); a.Fate != want {
			t.Fatalf("from %s: %+v", from, a)
		}
	}
	for range limits.Guesses.Most() + 1 {
		sends("who@example.com", b.passwords[1], receipt.Taken)
	}
	for range limits.Guesses.Most() + 1 {
		sends("office@example.org", "nonsense", receipt.Machine)
	}
	must(t, players.RemoveMail(b.World, 1, "office@example.org"))
	sends("office@example.org", b.passwords[1], receipt.Taken)
	for range limits.Guesses.Most() {
		sends("who@example.com", "nonsense", receipt.Machine)
	}
	sends("who@example.com", b.passwords[1], receipt.Machine)
}
