package resolve

import (
	"fmt"
	"math/rand/v2"
	"regexp"
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
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// plotting is a table at which messages are passed on at once.
func plotting(t *testing.T, realms int) *table {
	b := sit(t, tiny{}, realms, func(s *world.Settings) { s.Press = world.PressNow })
	b.sent("", b.clockAt)
	return b
}

// writeTo sends a letter from one realm to another, and returns it as it is passed on.
func (b *table) writeTo(from, to int, text string) outbox.Draft {
	b.t.Helper()
	l := b.letter(from, fmt.Sprintf("$I %d PASSWORD\n%s\n", from, text))
	l.Subject = fmt.Sprintf("LETTER %d", to)
	if got := b.accept(l); got.Fate != receipt.Served {
		b.t.Fatalf("a letter: %+v", got)
	}
	for _, d := range b.sent("press", b.clockAt) {
		return d
	}
	b.t.Fatal("no letter was passed on")
	return outbox.Draft{}
}

// Each mail program's reply to a player's letter reaches its writer, with or without references, and only in the
// reader's own words.
func TestAReplyReachesTheWriter(t *testing.T) {
	t.Parallel()
	own := regexp.MustCompile(`(?i)\b(ja|yes)\b`)
	for _, m := range mailings(t, "consents.txtar", 29)[:25] {
		for _, refers := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s %v", m.name, refers), func(t *testing.T) {
				t.Parallel()
				b := plotting(t, 3)
				d := b.writeTo(1, 2, "Our plan: we march north at dawn, to Graumark.")
				b.sent("", b.clockAt)
				got := b.accept(b.readMail(m.raw(d, refers)))
				if got.Fate != receipt.Served || got.Realm != 2 {
					t.Fatalf("%+v", got)
				}
				passed := ""
				for _, l := range b.sent("", b.clockAt) {
					switch l.To {
					case "r1@example.org":
						passed += l.Text
					case "r2@example.org":
						if !strings.Contains(l.Text, "Reich 1") && !strings.Contains(l.Text, "realm 1") {
							t.Errorf("the receipt says %s", l.Text)
						}
					default:
						t.Errorf("a letter to %s: %s", l.To, l.Text)
					}
				}
				if !own.MatchString(passed) || strings.Contains(passed, "at dawn") || strings.Contains(passed, "spiel@") {
					t.Errorf("the writer reads %s", passed)
				}
			})
		}
	}
}

// No address of who writes is passed on, in whatever head, sign or case a mail program quotes it, and ARCHIVE does not
// bring it either. Other addresses stay as they are: a mask would tell who guesses that he was right.
func TestAnAddressNeverPassesInAReply(t *testing.T) {
	t.Parallel()
	b := plotting(t, 3)
	must(t, b.Update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, 2, func(r *roster.RealmRecord) { r.Mail = append(r.Mail, "zwei@müller.example") })
		return err
	}))
	d := b.writeTo(1, 2, "Peace until winter?")
	for n, head := range []string{
		"Lähettäjä: Spiel <spiel@example.org>\nVastaanottaja: Kim <r2@example.org>\nAihe: " + d.Subject,
		"Agreed. 'R2@Example.ORG' and <mailto:zwei@xn--mller-kva.example>, *zwei@müller.example*",
		"Agreed, r1@example.org.",
	} {
		b.clockAt = b.clockAt.Add(2 * time.Hour)
		l := b.letter(2, "Agreed.\n\n"+head)
		l.Subject, l.References = "Re: "+d.Subject, d.MessageID
		if got := b.accept(l); got.Fate != receipt.Served {
			t.Fatalf("%d: %+v", n, got)
		}
		passed := b.sent("press", b.clockAt)
		if len(passed) != 1 {
			t.Fatalf("%d: %d letters", n, len(passed))
		}
		text := strings.ToLower(passed[0].Text)
		if !strings.Contains(text, "agreed") || strings.Contains(text, "r1@") != strings.Contains(head, "r1@") ||
			strings.Contains(text, "r2@") || strings.Contains(text, "zwei@") {
			t.Errorf("%d: the writer reads %s", n, passed[0].Text)
		}
	}
	l := b.letter(1, "$I 1 PASSWORD\n")
	l.Subject = "ARCHIVE"
	b.accept(l)
	for _, d := range b.sent("", b.clockAt) {
		if strings.Contains(strings.ToLower(d.Text), "r2@") {
			t.Errorf("the archive says %s", d.Text)
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
			b := plotting(t, realms)
			type passed struct {
				outbox.Draft
				writer, reader int
			}
			var all []passed
			for n := range 12 {
				b.clockAt = b.clockAt.Add(2 * time.Hour)
				writer := 1 + random.IntN(realms)
				reader := 1 + (writer+random.IntN(realms-1))%realms
				if n < 4 || random.IntN(3) == 0 {
					d := b.writeTo(writer, reader, fmt.Sprintf("Letter number %d, please read.", n))
					all = append(all, passed{d, writer, reader})
					b.sent("", b.clockAt)
					continue
				}
				of, other := all[random.IntN(len(all))], all[random.IntN(len(all))]
				words := fmt.Sprintf("canary%dx", n)
				text := words
				if random.IntN(4) == 0 {
					text = fmt.Sprintf("%s\n\n$I %d PASSWORD\n$A\ndig 2\n$E\n", words, of.reader)
				}
				l := b.letter(of.reader, text)
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
				mine := code && from == of.reader
				b.accept(l)
				reached := false
				for _, d := range b.sent("", b.clockAt) {
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
	for name, end := range map[string]func(b *table){
		"the writer's realm": func(b *table) {
			must(b.t, players.HandTo(b.World, 1, signup.Row{Player: "Kim", Mail: "kim@one.example", Lang: phrase.En}, b.clockAt))
		},
		"two turns": func(b *table) { b.advance(b.clockAt.Add(7 * limits.Day)); b.advance(b.clockAt.Add(7 * limits.Day)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := plotting(t, 2)
			d := b.writeTo(1, 2, "Peace?")
			reply := func(text string) (all []outbox.Draft) {
				b.sent("", b.clockAt)
				l := b.letter(2, text)
				l.Subject, l.References = "Re: "+d.Subject, d.MessageID
				b.accept(l)
				return b.sent("", b.clockAt)
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
	b := sit(t, tiny{}, 2, func(s *world.Settings) { s.Press, s.Auth = world.PressNow, world.ByDKIM })
	l := b.letter(1, "Peace?")
	l.Subject, l.Proof = "LETTER 2", letter.Proof{Domain: "example.org"}
	b.sent("", b.clockAt)
	b.accept(l)
	d := b.sent("press", b.clockAt)[0]
	for _, proven := range []bool{false, true} {
		b.sent("", b.clockAt)
		l := b.letter(2, "Yes, peace.")
		l.Subject, l.References = "Re: "+d.Subject, d.MessageID
		if proven {
			l.Proof.Domain = "example.org"
		}
		b.accept(l)
		if got := b.sent("press", b.clockAt); len(got) != btoi(proven) {
			t.Errorf("proven %v: %+v", proven, got)
		}
	}
}
