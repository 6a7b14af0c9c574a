package resolve

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
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
			b := sit(t, tiny{}, 2, func(s *world.Settings) {
				s.ClosingVote, s.MoreTime = true, 24*time.Hour
				s.Book = func(string, phrase.Lang) string { return "The rules.\n" }
			})
			b.sent("", day0)
			begin := day0.Truncate(limits.Day).Add(limits.Day)
			for n := range 200 {
				b.clockAt = begin.Add(time.Duration(n) * 6 * time.Minute)
				b.asks(1, forged, "")
			}
			b.sent("", b.clockAt)
			for _, word := range words {
				l := b.letter(1, "")
				l.Subject = word
				if a := b.accept(l); !a.Answered && word != forged {
					t.Errorf("%s, which nothing proves, is not answered", word)
				}
				l = b.letter(1, "")
				l.Subject, l.Proof.Domain = word, "example.org"
				if a := b.accept(l); !a.Answered {
					t.Errorf("%s, proven, is not answered", word)
				}
			}
			a := b.accept(func() letter.Letter {
				l := b.letter(1, "Is this heard?\n")
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
	b := sit(t, tiny{}, 2)
	must(t, players.AddMail(b.World, 1, "r1@second.example"))
	b.sent("", day0)
	from := func(address string) receipt.Acceptance {
		l := b.letter(1, "")
		l.From, l.Subject = address, "PASSWORD"
		return b.accept(l)
	}
	b.clockAt = day0.Truncate(limits.Day).Add(limits.Day)
	answered := 0
	for n := range 20 {
		b.clockAt = b.clockAt.Add(time.Hour)
		if from([]string{"r1@example.org", "R1@Example.ORG"}[n%2]).Answered {
			answered++
		}
	}
	codes := b.sent("", b.clockAt)
	if answered != 6 || len(codes) != 6 {
		t.Fatalf("%d are answered, with %d letters, want 6", answered, len(codes))
	}
	if !from("r1@second.example").Answered {
		t.Error("the other address gets no code")
	}
	b.sent("", b.clockAt)
	l := b.letter(1, strings.Join(tokensIn(codes[0].Text), " "))
	l.From = "r1@example.org"
	if a := b.accept(l); a.Fate != receipt.Served || !a.Answered {
		t.Errorf("a code of that day: %+v", a)
	}
	if got := b.sent("", b.clockAt); len(got) != 1 || got[0].Subject == codes[0].Subject {
		t.Errorf("a code of that day brings %+v", got)
	}
}

// Unproven questions do not use up what proven ones may have. A signature proves a question, or the password, also for
// other realms.
func TestForgedQuestionsLeaveProvenOnes(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 9)
	b.sent("", day0)
	for n := range 100 {
		b.accept(b.letter(1+n%8, fmt.Sprintf("Where is field %d?\n", n)))
	}
	for realm := 1; realm <= 9; realm++ {
		l := b.letter(realm, "And where is mine?\n")
		l.Proof.Domain = "example.org"
		if a := b.accept(l); a.Reason.Code != "question-passed" || !a.Answered {
			t.Errorf("realm %d, signed: %+v", realm, a)
		}
		b.sent("", b.clockAt)
		b.send(realm, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 1\n$E\nWhere is realm %d, please?\n", realm, realm), receipt.Taken)
		if got := b.sent("notice", b.clockAt); len(got) != 1 {
			t.Errorf("realm %d, by password: %d letters", realm, len(got))
		}
	}
}

// fromMaster takes in a letter with the game master's address.
func (b *table) fromMaster(word string, proven bool) receipt.Acceptance {
	b.t.Helper()
	l := b.letter(1, "")
	l.From, l.Subject = "leiter@example.org", word
	if proven {
		l.Proof.Domain = "example.org"
	}
	return b.accept(l)
}

// Letters that others forge with the game master's or players' addresses have a daily limit, and the next day one
// letter counts the rest. Proven letters of the game master are always answered, and others as long as nobody has used
// up their word.
func TestForgedLettersToTheMaster(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 9)
	b.sent("", day0)
	begin := day0.Truncate(limits.Day).Add(limits.Day)
	words := []string{"GM PAUSE", "GM TELL all", "GM CLOSE now", "GM DEADLINE 2026-12-24", "Nonsense"}
	got, questions := 0, 0
	for n := range 24 * 40 {
		b.clockAt = begin.Add(time.Duration(n) * 90 * time.Second)
		if n%4 == 0 {
			if a := b.accept(b.letter(1+n%9, fmt.Sprintf("Where is field %d?\n", n))); a.Reason.Code == "question-passed" {
				questions++
			}
		} else {
			l := b.letter(1, fmt.Sprintf("Text %d.\n", n))
			l.From, l.Subject = "leiter@example.org", words[n%len(words)]
			b.accept(l)
		}
		got += len(b.sent("notice", b.clockAt))
	}
	// 30, and three more of each of four words and of the questions of nine realms.
	if most := limits.MasterMail.Most() + 3*(5+9); got < limits.MasterMail.Most() || got > most {
		t.Errorf("%d letters, want %d at most", got, most)
	}
	if a := b.fromMaster("GM STATUS", false); !a.Answered {
		t.Error("his STATUS is not answered, though nobody else has written that word")
	}
	for range 5 {
		if a := b.fromMaster("GM STATUS", true); !a.Answered {
			t.Error("his STATUS, proven, is not answered")
		}
	}
	if a := b.fromMaster("GM PAUSE", true); !a.Answered {
		t.Error("his PAUSE, proven, is not answered")
	}
	b.sent("", b.clockAt)
	b.clockAt = begin.Add(limits.Day + time.Minute)
	digest := b.sent("notice", b.clockAt)
	if len(digest) != 1 || !strings.Contains(digest[0].Subject, "die nicht einzeln kamen") ||
		!strings.Contains(digest[0].Text, "Briefe unter Eurer Adresse (pause), ohne Antwort; nichts ist geschehen\n") ||
		!strings.Contains(digest[0].Text, "Frage von Reich ") {
		t.Fatalf("%+v", digest)
	}
	all, err := letters.Questions(b.World)
	must(t, err)
	for _, q := range all {
		if alone := q.Number <= 3; !alone && q.Text == "" {
			t.Errorf("question %d has no text", q.Number)
		}
	}
	if len(all) != questions {
		t.Errorf("%d questions are kept of %d", len(all), questions)
	}
	if again := b.sent("notice", b.clockAt.Add(time.Hour)); len(again) != 0 {
		t.Errorf("it comes again: %+v", again)
	}
}

// The game master's digest stays small, whatever comes, and is erased together with the player it is about.
func TestTheDigestIsBounded(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 9)
	b.sent("", day0)
	for n := range 500 {
		b.clockAt = day0.Add(time.Hour + time.Duration(n)*2*time.Minute)
		if b.clockAt.Day() != day0.Day() {
			break
		}
		l := b.letter(1+n%9, "Where is it?\n")
		l.Subject = fmt.Sprintf("canarytheme %d", n)
		b.accept(l)
	}
	b.sent("", b.clockAt)
	if where := b.canaries("canarytheme")["canarytheme"]; len(where) == 0 || !strings.Contains(fmt.Sprint(where), "digest") {
		t.Fatalf("in %v", where)
	}
	for realm := 1; realm <= 9; realm++ {
		_, err := master.PlayerOf(b.World, realm).Forget(true, b.clockAt)
		must(t, err)
	}
	if where := b.canaries("canarytheme"); len(where) > 0 {
		t.Errorf("still in %v", where)
	}
	b.clockAt = b.clockAt.Add(limits.Day)
	if got := b.sent("notice", b.clockAt); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
