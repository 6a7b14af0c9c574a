package intake_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Letters with one word that are forged in a player's name do not use up the answers to other words. Proven letters
// are answered whatever was forged.
func TestForgedWordsSilenceNobody(t *testing.T) {
	t.Parallel()
	words := []string{"PAUSE 1", "PASSWORT", "VERTRETUNG ann@example.net 2", "SCHLUSS ja", "MEHR ZEIT", "ERINNERN 12", "ABMELDUNG", "ADRESSE neu@example.net",
		"HILFE",
		"BERICHT", "REGELN", "BEFEHLE", "VORLAGE"}
	for _, forged := range words {
		t.Run(forged, func(t *testing.T) {
			b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) {
				s.ClosingVote, s.MoreTime = true, 24*time.Hour
				s.Book = worldtest.Rules("The rules.\n")
			})
			b.Sent("", worldtest.Day0)
			begin := worldtest.Day0.Truncate(limits.Day).Add(limits.Day)
			most := worldtest.Bouts(70, 200) // more than an address is answered in a day
			for n := range most {
				b.ClockAt = begin.Add(time.Duration(n) * 20 * time.Hour / time.Duration(most))
				b.Asks(1, forged, "")
			}
			b.Sent("", b.ClockAt)
			for _, word := range words {
				l := b.Letter(1, "")
				l.Subject = word
				if a := b.Accept(l); !a.Answered && word != forged {
					t.Errorf("%s, which nothing proves, is not answered", word)
				}
				l = b.Letter(1, "")
				l.Subject, l.Proof.Domain = word, "example.org"
				if a := b.Accept(l); !a.Answered {
					t.Errorf("%s, proven, is not answered", word)
				}
			}
			a := b.Accept(func() letter.Letter {
				l := b.Letter(1, "Is this heard?\n")
				l.Proof.Domain = "example.org"
				return l
			}())
			if a.Fate != receipt.PassedOn || a.Reason.Code != "question-passed" {
				t.Errorf("a proven question: %+v", a)
			}
		})
	}
}

// In a world without proofs, PASSWORD letters may be forged with one of a player's addresses. The player's other
// address still gets its codes. The first one gets no more that day, however it is spelled: the codes that were sent
// still count.
func TestForgedPasswordsLeaveTheOtherAddress(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	must(t, players.AddMail(b.World, 1, "r1@second.example"))
	b.Sent("", worldtest.Day0)
	from := func(address string) receipt.Acceptance {
		l := b.Letter(1, "")
		l.From, l.Subject = address, "PASSWORD"
		return b.Accept(l)
	}
	b.ClockAt = worldtest.Day0.Truncate(limits.Day).Add(limits.Day)
	answered := 0
	for n := range 20 {
		b.ClockAt = b.ClockAt.Add(time.Hour)
		if from([]string{"r1@example.org", "R1@Example.ORG"}[n%2]).Answered {
			answered++
		}
	}
	codes := b.Sent("", b.ClockAt)
	if answered != 6 || len(codes) != 6 {
		t.Fatalf("%d are answered, with %d letters, want 6", answered, len(codes))
	}
	if !from("r1@second.example").Answered {
		t.Error("the other address gets no code")
	}
	b.Sent("", b.ClockAt)
	l := b.Letter(1, strings.Join(worldtest.TokensIn(codes[0].Text), " "))
	l.From = "r1@example.org"
	if a := b.Accept(l); a.Fate != receipt.Served || !a.Answered {
		t.Errorf("a code of that day: %+v", a)
	}
	if got := b.Sent("", b.ClockAt); len(got) != 1 || got[0].Subject == codes[0].Subject {
		t.Errorf("a code of that day brings %+v", got)
	}
}

// Unproven questions do not use up what proven ones may have. A signature proves a question, or the password, also for
// other realms.
func TestForgedQuestionsLeaveProvenOnes(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 9)
	b.Sent("", worldtest.Day0)
	for n := range 100 {
		b.Accept(b.Letter(1+n%8, fmt.Sprintf("Where is field %d?\n", n)))
	}
	for realm := 1; realm <= 9; realm++ {
		l := b.Letter(realm, "And where is mine?\n")
		l.Proof.Domain = "example.org"
		if a := b.Accept(l); a.Reason.Code != "question-passed" || !a.Answered {
			t.Errorf("realm %d, signed: %+v", realm, a)
		}
		b.Sent("", b.ClockAt)
		b.Send(realm, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 1\n$E\nWhere is realm %d, please?\n", realm, realm), receipt.Taken)
		if got := b.Sent("notice", b.ClockAt); len(got) != 1 {
			t.Errorf("realm %d, by password: %d letters", realm, len(got))
		}
	}
}

// Letters that others forge with the game master's or players' addresses have a daily limit, and the next day one
// letter counts the rest. Proven letters of the game master are always answered, and others as long as nobody has used
// up their word.
func TestForgedLettersToTheMaster(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 9)
	b.Sent("", worldtest.Day0)
	begin := worldtest.Day0.Truncate(limits.Day).Add(limits.Day)
	words := []string{"GM PAUSE", "GM TELL all", "GM CLOSE now", "GM DEADLINE 2026-12-24", "Nonsense"}
	got, questions := 0, 0
	most := worldtest.Bouts(240, 960)
	for n := range most {
		b.ClockAt = begin.Add(time.Duration(n) * limits.Day / time.Duration(most))
		if n%4 == 0 {
			if a := b.Accept(b.Letter(1+n%9, fmt.Sprintf("Where is field %d?\n", n))); a.Reason.Code == "question-passed" {
				questions++
			}
		} else {
			l := b.Letter(1, fmt.Sprintf("Text %d.\n", n))
			l.From, l.Subject = "leiter@example.org", words[n%len(words)]
			b.Accept(l)
		}
		got += len(b.Sent("notice", b.ClockAt))
	}
	// 30, and three more of each of four words and of the questions of nine realms.
	if all := limits.MasterMail.Most() + 3*(5+9); got < limits.MasterMail.Most() || got > all {
		t.Errorf("%d letters, want %d at most", got, all)
	}
	if a := b.FromMaster("GM STATUS", false); !a.Answered {
		t.Error("his STATUS is not answered, though nobody else has written that word")
	}
	for range 5 {
		if a := b.FromMaster("GM STATUS", true); !a.Answered {
			t.Error("his STATUS, proven, is not answered")
		}
	}
	if a := b.FromMaster("GM PAUSE", true); !a.Answered {
		t.Error("his PAUSE, proven, is not answered")
	}
	b.Sent("", b.ClockAt)
	b.ClockAt = begin.Add(limits.Day + time.Minute)
	digest := b.Sent("notice", b.ClockAt)
	if len(digest) != 1 || !strings.Contains(digest[0].Subject, "die nicht einzeln kamen") ||
		!strings.Contains(digest[0].Text, "Briefe unter Eurer Adresse (pause), ohne Antwort; nichts ist geschehen\n") ||
		!strings.Contains(digest[0].Text, "Frage von Reich ") {
		t.Fatalf("%+v", digest)
	}
	all, err := notices.Questions(b.World)
	must(t, err)
	for _, q := range all {
		if alone := q.Number <= 3; !alone && q.Text == "" {
			t.Errorf("question %d has no text", q.Number)
		}
	}
	if len(all) != questions {
		t.Errorf("%d questions are kept of %d", len(all), questions)
	}
	if again := b.Sent("notice", b.ClockAt.Add(time.Hour)); len(again) != 0 {
		t.Errorf("it comes again: %+v", again)
	}
}

// The game master's digest stays small, whatever comes, and is erased together with the player it is about.
func TestTheDigestIsBounded(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 9)
	b.Sent("", worldtest.Day0)
	for n := range 500 {
		b.ClockAt = worldtest.Day0.Add(time.Hour + time.Duration(n)*2*time.Minute)
		if b.ClockAt.Day() != worldtest.Day0.Day() {
			break
		}
		l := b.Letter(1+n%9, "Where is it?\n")
		l.Subject = fmt.Sprintf("canarytheme %d", n)
		b.Accept(l)
	}
	b.Sent("", b.ClockAt)
	if where := b.Canaries("canarytheme")["canarytheme"]; len(where) == 0 || !strings.Contains(fmt.Sprint(where), "digest") {
		t.Fatalf("in %v", where)
	}
	for realm := 1; realm <= 9; realm++ {
		_, err := gamemaster.PlayerOf(b.World, realm).Forget(true, b.ClockAt)
		must(t, err)
	}
	if where := b.Canaries("canarytheme"); len(where) > 0 {
		t.Errorf("still in %v", where)
	}
	b.ClockAt = b.ClockAt.Add(limits.Day)
	if got := b.Sent("notice", b.ClockAt); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
