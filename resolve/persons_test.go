package resolve

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
)

// somebody is a person who had realm 1, or an address of it, with all words that only they left.
type somebody struct {
	who   string // as --former takes it; "": has the realm now
	mail  []string
	words []string // that an export shows
	rest  []string // others, which need not be kept until they are forgotten
}

// leaves lets somebody write and be written to in every way that needs no password.
func (b *table) leaves(p *somebody, mail, word string) {
	b.t.Helper()
	say := func(kind string) string {
		p.words = append(p.words, word+kind)
		return word + kind
	}
	l := b.from1(mail, "Where is "+say("place")+"?\n")
	l.Subject = "Where is " + say("subject") + "?"
	b.accept(l)
	b.accept(b.from1(mail, "$A\ndig 4 ; "+say("noline")+"\n"))
	_, err := letters.Tell(b.World, []int{1}, "About "+say("tell")+".", false, b.clockAt)
	must(b.t, err)
	p.rest = append(p.rest, word+"report", word+"biddings")
	_, err = letters.Tell(b.World, []int{1}, "About "+word+"report.", true, b.clockAt)
	must(b.t, err)
	b.hears(func(l *letter.Letter) { l.Subject, l.Text = "GM TELL 1", "About "+word+"biddings.\n" })
	b.sent("", b.clockAt)
	b.clockAt = b.clockAt.Add(time.Hour)
}

// persons returns a world in which three players had realm 1 one after the other. The first one's address was taken
// and taken back; the first and the second moved, and had substitutes.
func persons(t *testing.T) (b *table, all []*somebody) {
	b = sit(t, tiny{}, 2)
	b.sent("", day0)
	b.clockAt = b.clockAt.Add(time.Hour)
	first := &somebody{who: "Spieler 1", mail: []string{"r1@example.org", "office@anna.example", "ann@example.net"}}
	thief := &somebody{who: "new@example.net", mail: []string{"new@example.net", "eve@example.net"}}
	second := &somebody{who: "uli", mail: []string{"uli@example.net", "desk@uli.example", "sue@example.net"}}
	third := &somebody{mail: []string{"kim@example.net"}}
	b.leaves(first, "r1@example.org", "anna")
	stands := func(by, mail string, p *somebody) {
		t.Helper()
		l := b.from1(by, "")
		l.Subject = "SUBSTITUTE " + mail + " 5"
		b.accept(l)
		b.accept(b.from1(by, "Ja "+codeTo(t, b.sent("", b.clockAt), by)+"\n"))
		b.accept(b.from1(mail, "Ja "+codeTo(t, b.sent("", b.clockAt), mail)+"\n"))
		b.sent("", b.clockAt)
		b.leaves(p, mail, strings.ReplaceAll(mail, "@example.net", ""))
	}
	stands("r1@example.org", "ann@example.net", first)
	b.advance(friday)
	b.clockAt = friday.Add(time.Hour)
	b.sent("", b.clockAt)
	back := b.moved()
	b.clockAt = b.clockAt.Add(time.Hour)
	b.leaves(thief, "new@example.net", "thief")
	stands("new@example.net", "eve@example.net", thief)
	l := b.from1("r1@example.org", "Who has my annalost realm?\n")
	l.Subject = "Help"
	b.accept(l)
	first.rest = append(first.rest, "annalost")
	b.accept(b.from1("r1@example.org", "Ja "+back+"\n"))
	b.sent("", b.clockAt)
	b.clockAt = b.clockAt.Add(time.Hour)
	b.leaves(first, "r1@example.org", "hanna")
	moves := func(by, to string) {
		t.Helper()
		b.moves(by, to)
		b.clockAt = b.clockAt.Add(time.Hour)
	}
	moves("r1@example.org", "office@anna.example")
	b.leaves(first, "office@anna.example", "susanna")
	must(t, players.HandTo(b.World, 1, newcomerRow("Uli", "uli@example.net"), b.clockAt))
	b.sent("", b.clockAt)
	b.clockAt = b.clockAt.Add(time.Hour)
	b.leaves(second, "uli@example.net", "uli")
	stands("uli@example.net", "sue@example.net", second)
	moves("uli@example.net", "desk@uli.example")
	b.leaves(second, "desk@uli.example", "ulrich")
	b.clockAt = friday.AddDate(0, 0, 7)
	b.advance(b.clockAt)
	b.clockAt = b.clockAt.Add(time.Hour)
	must(t, players.HandTo(b.World, 1, newcomerRow("Kim", "kim@example.net"), b.clockAt))
	b.sent("", b.clockAt)
	b.clockAt = b.clockAt.Add(time.Hour)
	b.leaves(third, "kim@example.net", "kim")
	b.send(2, "$I 2 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	b.sent("", b.clockAt)
	return b, []*somebody{first, thief, second, third}
}

// of is a person of realm 1 as the command finds it.
func (b *table) of(who string) master.Person {
	b.t.Helper()
	p := master.PlayerOf(b.World, 1)
	if who != "" {
		past, err := master.FormerOf(b.World, 1)
		must(b.t, err)
		found := roster.Named(past, who)
		if len(found) != 1 {
			b.t.Fatalf("%s is %v of %+v", who, found, past)
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
	for _, order := range [][]int{{1, 0, 2, 3}, {3, 2, 1, 0}, {0, 1, 2, 3}, {2, 3, 0, 1}}[:bouts(2, 4)] {
		b, all := persons(t)
		for _, p := range all {
			d, err := b.of(p.who).Data()
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
			of := b.of(p.who)
			if of.Former == 0 && forgotten[p] {
				continue
			}
			_, err := of.Forget(true, b.clockAt)
			must(t, err)
			forgotten[p] = true
			b.clockAt = b.clockAt.Add(time.Minute)
			for _, q := range all {
				words := slices.Concat(q.words, q.rest, q.mail)
				where := b.canaries(words...)
				for _, w := range words {
					gone := forgotten[q] && (forgotten[all[0]] || !toBoth(w))
					if has := len(where[w]) > 0; gone && has || !forgotten[q] && !has && !slices.Contains(q.rest, w) {
						t.Errorf("%v: after %q, %s of %q is in %v", order, p.who, w, q.who, where[w])
					}
				}
			}
			b.verified()
		}
	}
}

// mayName reports whether a person's letters name an address of somebody else: the player was told who took the realm.
func mayName(p *somebody, word string) bool { return p.who == "Spieler 1" && word == "new@example.net" }

// toBoth reports whether a word is in a letter that went to two persons: while the player can still take an address
// back, what is written to the realm goes to the old address, too.
func toBoth(word string) bool { return word == "thieftell" || word == "evetell" }
