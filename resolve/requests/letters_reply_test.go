package requests_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// No address of who writes is passed on, in whatever head, sign or case a mail program quotes it, and ARCHIVE does not
// bring it either. Other addresses stay as they are: a mask would tell who guesses that he was right.
func TestAnAddressNeverPassesInAReply(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 3)
	must(t, b.Update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, 2, func(r *roster.RealmRecord) { r.Mail = append(r.Mail, "zwei@müller.example") })
		return err
	}))
	d := b.WriteTo(1, 2, "Peace until winter?")
	for n, head := range []string{
		"Lähettäjä: Spiel <spiel@example.org>\nVastaanottaja: Kim <r2@example.org>\nAihe: " + d.Subject,
		"Agreed. 'R2@Example.ORG' and <mailto:zwei@xn--mller-kva.example>, *zwei@müller.example*",
		"Agreed, r1@example.org.",
	} {
		b.ClockAt = b.ClockAt.Add(2 * time.Hour)
		l := b.Letter(2, "Agreed.\n\n"+head)
		l.Subject, l.References = "Re: "+d.Subject, d.MessageID
		if got := b.Accept(l); got.Fate != receipt.Served {
			t.Fatalf("%d: %+v", n, got)
		}
		passed := b.Sent("press", b.ClockAt)
		if len(passed) != 1 {
			t.Fatalf("%d: %d letters", n, len(passed))
		}
		text := strings.ToLower(passed[0].Text)
		if !strings.Contains(text, "agreed") || strings.Contains(text, "r1@") != strings.Contains(head, "r1@") ||
			strings.Contains(text, "r2@") || strings.Contains(text, "zwei@") {
			t.Errorf("%d: the writer reads %s", n, passed[0].Text)
		}
	}
	l := b.Letter(1, "$I 1 PASSWORD\n")
	l.Subject = "ARCHIVE"
	b.Accept(l)
	for _, d := range b.Sent("", b.ClockAt) {
		if strings.Contains(strings.ToLower(d.Text), "r2@") {
			t.Errorf("the archive says %s", d.Text)
		}
	}
}

// Of a reply to one player under the subject of another one's letter, nobody can tell whom it is for.
func TestAReplyInDoubtReachesNobody(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 3)
	first, other := b.WriteTo(2, 1, "Peace?"), b.WriteTo(3, 1, "War?")
	b.Sent("", b.ClockAt)
	for subject, doubt := range map[string]bool{other.Subject: true, first.Subject: false, "Peace": false} {
		b.ClockAt = b.ClockAt.Add(2 * time.Hour)
		l := b.Letter(1, "Yes, gladly, says "+subject[:2]+".\n")
		l.Subject, l.References, l.InReplyTo = "Re: "+subject, first.MessageID, first.MessageID
		b.Accept(l)
		all := b.Sent("", b.ClockAt)
		if doubt && (len(all) != 1 || all[0].To != "r1@example.org" || !strings.Contains(all[0].Text, "BRIEF 2 oder BRIEF 3")) ||
			!doubt && (len(all) != 2 || all[0].To != "r2@example.org") {
			t.Errorf("%q brings %+v", subject, all)
		}
	}
}

// No words of a reply ever reach anybody but the player who wrote the letter that it answers, whoever sends it, from
// whatever address, with whatever references and codes.
func TestARepliesWordsReachNobodyElse(t *testing.T) {
	t.Parallel()
	const realms = 4
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 7))
			b := worldtest.Plotting(t, realms)
			type passed struct {
				outbox.Draft
				writer, reader int
			}
			var all []passed
			for n := range 12 {
				b.ClockAt = b.ClockAt.Add(2 * time.Hour)
				writer := 1 + random.IntN(realms)
				reader := 1 + (writer+random.IntN(realms-1))%realms
				if n < 4 || random.IntN(3) == 0 {
					d := b.WriteTo(writer, reader, fmt.Sprintf("Letter number %d, please read.", n))
					all = append(all, passed{d, writer, reader})
					b.Sent("", b.ClockAt)
					continue
				}
				of, other := all[random.IntN(len(all))], all[random.IntN(len(all))]
				words := fmt.Sprintf("canary%dx", n)
				text := words
				if random.IntN(4) == 0 {
					text = fmt.Sprintf("%s\n\n$I %d PASSWORD\n$A\ndig 2\n$E\n", words, of.reader)
				}
				l := b.Letter(of.reader, text)
				l.Subject, l.Quoted = "Re: "+of.Subject, of.Text
				refers := random.IntN(2) == 0
				if refers {
					l.References = of.MessageID
				}
				code := refers || random.IntN(2) == 0
				if !code {
					l.Subject = "Re: a letter"
				}
				if random.IntN(3) == 0 { // he quotes a letter of somebody else, with its code
					l.Quoted += "\n" + other.Subject
				}
				from := of.reader
				switch random.IntN(4) {
				case 0:
					from = 1 + random.IntN(realms)
					l.From = fmt.Sprintf("r%d@example.org", from)
				case 1:
					from, l.From = 0, "someone@example.net"
				}
				mine := code && (from == of.reader || from == 0 && strings.Contains(text, "$I")) // the password proves as much
				b.Accept(l)
				reached := false
				for _, d := range b.Sent("", b.ClockAt) {
					if !strings.Contains(d.Text, words) || d.To == l.From {
						continue
					}
					to := 0
					fmt.Sscanf(d.To, "r%d@", &to)
					switch {
					case to == of.writer && mine:
						reached = true
					case to == of.reader && strings.Contains(text, "$I"):
						// the receipt of these orders, to whom they are of
					case !code && !strings.Contains(l.Quoted, "\n"+other.Subject) && to == 0:
						// without a code it is a question as ever
					case !code && to == other.writer && from == other.reader:
						reached = true // the only code it has is the other letter's
					default:
						t.Errorf("seed %d: %q of %s, an answer to the letter of %d to %d, went to %s:\n%s", seed, text,
							l.From, of.writer, of.reader, d.To, d.Text)
					}
				}
				if mine && !reached {
					t.Errorf("seed %d: %q did not reach %d", seed, text, of.writer)
				}
			}
		})
	}
}

// A way back ends when either realm changes hands, and after two turns. Then a reply goes to nobody, and its writer is
// told so.
func TestAWayBackEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(b *worldtest.Game){
		"the writer's realm": func(b *worldtest.Game) {
			must(b.T, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Kim", Mail: "kim@one.example", Lang: phrase.En}, b.ClockAt))
		},
		"two turns": func(b *worldtest.Game) {
			b.Advance(b.ClockAt.Add(7 * limits.Day))
			b.Advance(b.ClockAt.Add(7 * limits.Day))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := worldtest.Plotting(t, 2)
			d := b.WriteTo(1, 2, "Peace?")
			reply := func(text string) (all []outbox.Draft) {
				b.Sent("", b.ClockAt)
				l := b.Letter(2, text)
				l.Subject, l.References = "Re: "+d.Subject, d.MessageID
				b.Accept(l)
				return b.Sent("", b.ClockAt)
			}
			if got := reply("Yes, peace."); len(got) != 2 {
				t.Fatalf("before: %+v", got)
			}
			end(b)
			got := reply("I will attack realm 3, do not tell the game master!")
			if len(got) != 1 || got[0].To != "r2@example.org" || !strings.Contains(got[0].Text, "LETTER 1") {
				t.Errorf("after: %+v", got)
			}
		})
	}
}

// What asks for a proof gets no reply without one.
func TestAReplyNeedsTheProofOfOrders(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Press, s.Auth = world.PressNow, world.ByDKIM })
	l := b.Letter(1, "Peace?")
	l.Subject, l.Proof = "LETTER 2", letter.Proof{Domain: "example.org"}
	b.Sent("", b.ClockAt)
	b.Accept(l)
	d := b.Sent("press", b.ClockAt)[0]
	for _, proven := range []bool{false, true} {
		b.Sent("", b.ClockAt)
		l := b.Letter(2, "Yes, peace.")
		l.Subject, l.References = "Re: "+d.Subject, d.MessageID
		if proven {
			l.Proof.Domain = "example.org"
		}
		b.Accept(l)
		if got := b.Sent("press", b.ClockAt); len(got) != btoi(proven) {
			t.Errorf("proven %v: %+v", proven, got)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A server may give our letter an id of its own. An older reference to another letter of ours does not then say what the
// reply answers: the code in its subject does.
func TestAReplyByWayOfAServerThatChangesIds(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 3)
	b.Asks(2, "HELP", "")
	help := b.Sent("receipt", b.ClockAt)
	d := b.WriteTo(1, 2, "Shall we march together?")
	b.Sent("", b.ClockAt)
	l := b.Newcomer("r2@example.org", "Re: "+d.Subject)
	l.Text, l.InReplyTo, l.References = "At dawn, then.\n", "<x1@server.example>", help[len(help)-1].MessageID+" <x1@server.example>"
	b.Accept(l)
	passed := false
	for _, got := range b.Sent("press", b.ClockAt) {
		passed = passed || got.To == "r1@example.org" && strings.Contains(got.Text, "At dawn, then.")
	}
	if !passed {
		t.Error("the reply did not reach the writer")
	}
}
