package gamemaster_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/worldtest"
)

// somebody is a person who had realm 1, or an address of it, with all words that only they left.
type somebody struct {
	who   string // as --former takes it; "": has the realm now
	mail  []string
	words []string // that an export shows
	rest  []string // others, which need not be kept until they are forgotten
}

// leaves lets somebody write and be written to in every way that needs no password.
func leaves(b *worldtest.Game, p *somebody, mail, word string) {
	b.T.Helper()
	say := func(kind string) string {
		p.words = append(p.words, word+kind)
		return word + kind
	}
	l := b.LetterFrom(mail, "Where is "+say("place")+"?\n")
	l.Subject = "Where is " + say("subject") + "?"
	b.Accept(l)
	b.Accept(b.LetterFrom(mail, "$A\ndig 4 ; "+say("noline")+"\n"))
	_, err := notices.Tell(b.World, []int{1}, "About "+say("tell")+".", false, b.ClockAt)
	must(b.T, err)
	p.rest = append(p.rest, word+"report", word+"biddings")
	_, err = notices.Tell(b.World, []int{1}, "About "+word+"report.", true, b.ClockAt)
	must(b.T, err)
	b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "GM TELL 1", "About "+word+"biddings.\n" })
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(time.Hour)
}

// persons returns a world in which three players had realm 1 one after the other. The first one's address was taken
// and taken back; the first and the second moved, and had substitutes.
func persons(t *testing.T) (b *worldtest.Game, all []*somebody) {
	b = worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.ClockAt = b.ClockAt.Add(time.Hour)
	first := &somebody{who: "Spieler 1", mail: []string{"r1@example.org", "office@anna.example", "ann@example.net"}}
	thief := &somebody{who: "new@example.net", mail: []string{"new@example.net", "eve@example.net"}}
	second := &somebody{who: "uli", mail: []string{"uli@example.net", "desk@uli.example", "sue@example.net"}}
	third := &somebody{mail: []string{"kim@example.net"}}
	leaves(b, first, "r1@example.org", "anna")
	stands := func(by, mail string, p *somebody) {
		t.Helper()
		l := b.LetterFrom(by, "")
		l.Subject = "SUBSTITUTE " + mail + " 5"
		b.Accept(l)
		b.Accept(b.LetterFrom(by, "Ja "+worldtest.CodeTo(t, b.Sent("", b.ClockAt), by)+"\n"))
		b.Accept(b.LetterFrom(mail, "Ja "+worldtest.CodeTo(t, b.Sent("", b.ClockAt), mail)+"\n"))
		b.Sent("", b.ClockAt)
		leaves(b, p, mail, strings.ReplaceAll(mail, "@example.net", ""))
	}
	stands("r1@example.org", "ann@example.net", first)
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	b.Sent("", b.ClockAt)
	back := b.Moved()
	b.ClockAt = b.ClockAt.Add(time.Hour)
	leaves(b, thief, "new@example.net", "thief")
	stands("new@example.net", "eve@example.net", thief)
	l := b.LetterFrom("r1@example.org", "Who has my annalost realm?\n")
	l.Subject = "Help"
	b.Accept(l)
	first.rest = append(first.rest, "annalost")
	b.Accept(b.LetterFrom("r1@example.org", "Ja "+back+"\n"))
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(time.Hour)
	leaves(b, first, "r1@example.org", "hanna")
	moves := func(by, to string) {
		t.Helper()
		b.Moves(by, to)
		b.ClockAt = b.ClockAt.Add(time.Hour)
	}
	moves("r1@example.org", "office@anna.example")
	leaves(b, first, "office@anna.example", "susanna")
	must(t, players.HandTo(b.World, 1, newcomerRow("Uli", "uli@example.net"), b.ClockAt))
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(time.Hour)
	leaves(b, second, "uli@example.net", "uli")
	stands("uli@example.net", "sue@example.net", second)
	moves("uli@example.net", "desk@uli.example")
	leaves(b, second, "desk@uli.example", "ulrich")
	b.ClockAt = worldtest.Friday.AddDate(0, 0, 7)
	b.Advance(b.ClockAt)
	b.ClockAt = b.ClockAt.Add(time.Hour)
	must(t, players.HandTo(b.World, 1, newcomerRow("Kim", "kim@example.net"), b.ClockAt))
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(time.Hour)
	leaves(b, third, "kim@example.net", "kim")
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	return b, []*somebody{first, thief, second, third}
}

// of is a person of realm 1 as the command finds it.
func of(b *worldtest.Game, who string) gamemaster.Person {
	b.T.Helper()
	p := gamemaster.PlayerOf(b.World, 1)
	if who != "" {
		past, err := gamemaster.FormerOf(b.World, 1)
		must(b.T, err)
		found := roster.Named(past, who)
		if len(found) != 1 {
			b.T.Fatalf("%s is %v of %+v", who, found, past)
		}
		p.Former = found[0] + 1
	}
	return p
}

// Each person who had a realm has a time of their own. An export has all that is theirs, and nothing of anybody else.
// When one is forgotten, no byte of theirs is left, and of the others everything, in whatever order it happens.
// These are two orders, or with KILLS=full four.
func TestEachPersonIsForgottenAlone(t *testing.T) {
	t.Parallel()
	for _, order := range [][]int{{1, 0, 2, 3}, {3, 2, 1, 0}, {0, 1, 2, 3}, {2, 3, 0, 1}}[:worldtest.Bouts(2, 4)] {
		b, all := persons(t)
		for _, p := range all {
			d, err := of(b, p.who).Data()
			must(t, err)
			text := string(store.MustJSON(d)) + d.Print(time.UTC)
			for _, q := range all {
				for _, w := range slices.Concat(q.words, q.mail) {
					if has := strings.Contains(text, w); has != (p == q || p == all[0] && toBoth(w)) && !mayName(p, w) {
						t.Errorf("the export of %q has %s: %v", p.who, w, has)
					}
				}
			}
		}
		forgotten := map[*somebody]bool{}
		for _, n := range order {
			p := all[n]
			of := of(b, p.who)
			if of.Former == 0 && forgotten[p] {
				continue
			}
			_, err := of.Forget(true, b.ClockAt)
			must(t, err)
			forgotten[p] = true
			b.ClockAt = b.ClockAt.Add(time.Minute)
			for _, q := range all {
				words := slices.Concat(q.words, q.rest, q.mail)
				where := b.Canaries(words...)
				for _, w := range words {
					gone := forgotten[q] && (forgotten[all[0]] || !toBoth(w))
					if has := len(where[w]) > 0; gone && has || !forgotten[q] && !has && !slices.Contains(q.rest, w) {
						t.Errorf("%v: after %q, %s of %q is in %v", order, p.who, w, q.who, where[w])
					}
				}
			}
			b.Verified()
		}
	}
}

// mayName reports whether a person's letters name an address of somebody else: the player was told who took the realm.
func mayName(p *somebody, word string) bool { return p.who == "Spieler 1" && word == "new@example.net" }

// toBoth reports whether a word is in a letter that was sent to two persons: while the player can still take an address
// back, what is written to the realm goes to the old address, too.
func toBoth(word string) bool { return word == "thieftell" || word == "evetell" }
