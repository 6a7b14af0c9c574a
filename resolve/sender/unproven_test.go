package sender_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// flood has a stranger write letters of every kind with others' addresses: n of them, about two a minute.
func flood(b *worldtest.Game, n int) {
	b.T.Helper()
	for i := range n {
		b.ClockAt = b.ClockAt.Add(30 * time.Second)
		hostile(b, i)
		if i%20 == 0 {
			b.Sent("", b.ClockAt)
		}
	}
	b.Sent("", b.ClockAt)
}

// hostile has a stranger write one of these letters.
func hostile(b *worldtest.Game, i int) {
	b.T.Helper()
	long := strings.Repeat("Ein langer Brief ohne einen Befehl darin, und ohne Passwort. ", 90)
	noisy := fmt.Sprintf("%x", worldtest.Noise(1<<11, uint64(i)))
	l := b.Letter(1, "")
	l.Subject = fmt.Sprintf("Betreff %d %s", i, noisy[:100])
	switch i % 8 {
	case 0:
		l.Text = fmt.Sprintf("%d: %s %s\nWo ist das?\n", i, noisy, long)
	case 1:
		l.Text = fmt.Sprintf("$I 1 falsches-wort-%d\n$A\ndig 1 ; %s\n", i, noisy)
	case 2:
		l.Text = fmt.Sprintf("$A\ndig %d ; %s\n%s\n", i, noisy, long)
	case 3:
		l.Subject, l.Text = "PAUSE 3", noisy
	case 4:
		l.Subject = "HILFE"
	case 5:
		l.From = fmt.Sprintf("x%d@elsewhere.test", i)
		l.Text = noisy
	case 6:
		l.From, l.Subject = "leiter@example.org", "GM TELL all"
		l.Text = strings.Repeat(noisy[:4000]+"\n", 2+i/8%2*10) // nearly as much as gets a code, and more
	case 7:
		l.Machine = "Subject: " + noisy[:200]
	}
	b.Accept(l)
}

// floodGrows is by how many bytes 1,500 forged letters may let a world's store grow. The limit allows a megabyte of
// texts a realm and the codes that the game master's address asked for. In addition there is each letter's hash and
// what became of it, in pages of which half may be empty.
const floodGrows = 6 << 20

// Forged letters of all kinds, with as much in them as is ever stored, let the store grow only to a limit. Beyond it,
// each one adds less than 4 kB. They displace nothing that is proven, and none of them is read twice. KILLS=full sends
// 1,500 of them, as for a release; fewer do not reach the limit.
func TestForgedLettersFillNoDisk(t *testing.T) {
	t.Parallel()
	many, full := worldtest.Bouts(120, 1500), os.Getenv("KILLS") == "full"
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2 ; my own orders\n$E\nIs this my own question?\n", receipt.Taken)
	first := b.Letter(1, fmt.Sprintf("The very first one, %x?\n", worldtest.Noise(100, 1)))
	b.Accept(first)
	b.Sent("", b.ClockAt)
	before := worldtest.Used(b)
	flood(b, many)
	once := worldtest.Used(b) - before
	flood(b, many/3)
	twice := worldtest.Used(b) - before
	t.Logf("%d letters: %d bytes; %d: %d", many, once, many+many/3, twice)
	if once > floodGrows {
		t.Errorf("%d forged letters let it grow by %d bytes, want %d at most", many, once, floodGrows)
	}
	if more := twice - once; full && more > 500*4000 {
		t.Errorf("500 more let it grow by %d more bytes: %d each", more, more/500)
	}
	if a := b.Accept(first); a.Fate != receipt.Known {
		t.Errorf("a letter whose text went is read again: %+v", a)
	}
	for _, mine := range []string{"my own orders", "Is this my own question?"} {
		where, _ := b.Holding(mine)
		if len(where) < 2 {
			t.Errorf("%q is only in %v", mine, where)
		}
	}
	if where, _ := b.Holding("The very first one"); full && len(where) > 0 {
		t.Errorf("the first forged letter's text is still in %v", where)
	}
	must(t, b.View(func(tx *store.Tx) error {
		for _, name := range []string{"realm 1", "world", "codes"} {
			if sum := tx.Bucket([]byte("ring")).Get(append([]byte(name), 1)); len(sum) != 8 ||
				binary.BigEndian.Uint64(sum) > uint64(limits.AllUnproven.Most()) {
				t.Errorf("ring %s has %x", name, sum)
			}
		}
		return nil
	}))
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	b.Verified()
}

// Unproven letters never displace proven ones: a player's own letters fill no ring.
func TestProvenLettersAreInNoRing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	l := b.Letter(1, "Is this mine?\n")
	l.Proof.Domain = "example.org"
	b.Accept(l)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n$N\n#M\nHello\n#E\n", receipt.Taken)
	b.FromMaster("GM STATUS", true)
	must(t, b.View(func(tx *store.Tx) error {
		if ring := tx.Bucket([]byte("ring")); ring != nil {
			t.Error("there is a ring")
		}
		return nil
	}))
}

// A question whose text was displaced by newer ones can still be answered. A code to players that was displaced counts
// as expired.
func TestWhatWentIsKnownByItsNumber(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.Accept(b.Letter(1, "May I?\n"))
	b.Sent("", b.ClockAt)
	must(t, b.Update(func(tx *store.Tx) error {
		return sender.Evict(world.Session{World: b.World, Tx: tx, At: b.ClockAt}, sender.KeptQuestion, store.U64(1))
	}))
	code, _ := b.Answers("Re: [Bovistan #1] Frage", "Yes, you may.\n")
	_, _, others := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "Re", "JA\n"+code })
	if len(others) != 1 || !strings.Contains(others[0].Text, "Yes, you may.") {
		t.Errorf("%+v", others)
	}
	must(t, b.View(func(tx *store.Tx) error {
		p, found := correspondence.Numbered(tx, 1)
		if !found || p.Text != "" || strings.Contains(p.Subject, secrets.Hidden) {
			t.Errorf("%+v", p)
		}
		return nil
	}))
}

// In a ring, the oldest things make room for the newest, up to a number of bytes. A thing that is larger than the ring
// is displaced at once.
func TestRing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	must(t, b.Update(func(tx *store.Tx) error {
		r, other := store.Ring{Name: "r", Most: 10}, store.Ring{Name: "r2", Most: 10}
		said := ""
		for i, size := range []int{4, 4, 4, 1, 11, 3} {
			gone, err := r.Push(tx, []byte{byte('a' + i)}, size)
			if err != nil {
				return err
			}
			said += fmt.Sprintf("%s;", strings.Join(strs(gone), ","))
			if gone, err = other.Push(tx, []byte("x"), 1); err != nil || len(gone) > 0 {
				t.Errorf("another ring loses %q (%v)", gone, err)
			}
		}
		if want := ";;a;;b,c,d,e;;"; said != want {
			t.Errorf("gone are %s, want %s", said, want)
		}
		return nil
	}))
}

func strs(all [][]byte) (out []string) {
	for _, b := range all {
		out = append(out, string(b))
	}
	return out
}
