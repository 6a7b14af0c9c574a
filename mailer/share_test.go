package mailer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	goimap "github.com/emersion/go-imap/v2"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/mime"
)

// sharing is marked for a world that shares the inbox. Mails come to world@box.example, and any world with another
// address may read it, too.
func sharing(s *mailertest.Server, world string) imap.Config {
	c := marked(s, world)
	share(&c, world)
	return c
}

func share(c *imap.Config, world string) {
	address := world + "@box.example"
	c.Mark.Shared = []string{address}
	c.Mark.Beside = func(n imap.Neighbour) bool {
		return len(n.Addresses) > 0 && !slices.Contains(n.Addresses, address)
	}
	c.Mine = func(_ []imap.Neighbour, _ uint32, uids []uint32, heads imap.Heads) (mine []uint32, err error) {
		read, err := heads(uids)
		for _, uid := range uids {
			if a, err := mime.AddressedTo(read[uid]); err == nil && slices.Contains(a.To, address) {
				mine = append(mine, uid)
			}
		}
		return mine, err
	}
}

func unshare(c *imap.Config) { c.Mark.Shared, c.Mark.Beside, c.Mine = nil, nil, nil }

// to delivers mails to worlds.
func to(t *testing.T, s *mailertest.Server, worlds ...string) {
	t.Helper()
	for i, w := range worlds {
		raw := fmt.Sprintf("From: ute@post.example\r\nTo: %s@box.example\r\nSubject: %d\r\n\r\nx\r\n", w, i)
		if err := s.Deliver(game, []byte(raw)); err != nil {
			t.Fatal(err)
		}
	}
}

// besides returns the worlds that a world remembers beside it.
func besides(c imap.Config) string {
	var out []string
	for _, n := range c.Mark.Known.Neighbours() {
		out = append(out, fmt.Sprint(n.World, " ", n.Name, " ", n.Addresses))
	}
	return strings.Join(out, "; ")
}

// Worlds that share an inbox each have a mark, by which they know each other, and take their own mails.
func TestWorldsShareAnInbox(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one, two := sharing(s, "one"), sharing(s, "two")
	to(t, s, "one", "two", "one", "nobody")
	for range 2 {
		if n, err := polls(t, &one); n != 2 || err != nil {
			t.Fatal(n, err)
		}
		if n, err := polls(t, &two); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		to(t, s, "two", "one", "one")
	}
	if n, err := polls(t, &one); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	if one, two := besides(one), besides(two); one != "idtwo two [two@box.example]" ||
		two != "idone one [one@box.example]" {
		t.Errorf("beside one is %q, beside two %q", one, two)
	}
	wantLive(t, s, "both", "1 idone INBOX", "4 idtwo INBOX")

	three, other := marked(s, "three"), sharing(s, "other")
	_, err := polls(t, &three)
	wantShared(t, "a world that does not share", err, "one")
	share(&other, "two")
	n, err := polls(t, &other)
	wantShared(t, "a world with the same address", err, "two")
	if n != 0 {
		t.Error("it took a mail")
	}
	wantLive(t, s, "in the end", "1 idone INBOX", "4 idtwo INBOX")
}

// A world that begins to share says so at once, even if it has nothing to send. A world that stops sharing may go on
// only if it is alone.
func TestSharingBeginsAndEnds(t *testing.T) {
	for _, o := range []mailertest.Options{{}, {NoPlus: true}} {
		s := provider(t, o)
		one, two := marked(s, "one"), sharing(s, "two")
		polls(t, &one)
		_, err := polls(t, &two)
		wantShared(t, "beside a world that does not share", err, "one")
		wantLive(t, s, "one alone", "1 idone INBOX")
		share(&one, "one")
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
		wantLive(t, s, "it says so", "2 idone INBOX")
		for range 2 {
			for _, c := range []*imap.Config{&two, &one} {
				if _, err := polls(t, c); err != nil {
					t.Error(err)
				}
			}
		}
		wantLive(t, s, "both", "2 idone INBOX", "3 idtwo INBOX")
		unshare(&two)
		_, err = polls(t, &two)
		wantShared(t, "no longer shared", err, "one")
		wantLive(t, s, "it has gone", "2 idone INBOX")
		unshare(&one)
		for range 2 {
			if _, err := polls(t, &one); err != nil {
				t.Error(err)
			}
		}
		if got := live(t, s); len(got) != 1 || besides(one) != "" {
			t.Errorf("marks %q, beside it %q", got, besides(one))
		}
	}
}

// Another address makes another mark, and the others learn of it.
func TestASharedMarkThatChanges(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one, two := sharing(s, "one"), sharing(s, "two")
	for _, c := range []*imap.Config{&one, &two, &one} {
		if _, err := polls(t, c); err != nil {
			t.Fatal(err)
		}
	}
	two.Mark.Shared = append(two.Mark.Shared, "Old@Post.Example")
	if err := renews(t, &two, 1, "x"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := renews(t, &two, 2, "y"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := polls(t, &one); err != nil || besides(one) != "idtwo two [two@box.example old@post.example]" {
		t.Errorf("%v; beside it %q", err, besides(one))
	}
	if got := live(t, s); len(got) != 4 { // two of two from before, which stay for a while
		t.Errorf("marks %q", got)
	}
	two.Mark.At = two.Mark.At.Add(time.Hour)
	if _, err := polls(t, &two); err != nil {
		t.Error(err)
	}
	if _, err := polls(t, &two); err != nil {
		t.Error(err)
	}
	if got := live(t, s); len(got) != 2 {
		t.Errorf("marks %q", got)
	}
	c := keeper(t, s)
	if _, err := c.Select("Processed", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	gone := goimap.UIDSetNum(goimap.UID(two.Mark.Known.Mine))
	if err := c.Store(gone, &goimap.StoreFlags{Op: goimap.StoreFlagsAdd, Flags: []goimap.Flag{goimap.FlagDeleted}},
		nil).Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Expunge().Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := polls(t, &one); err != nil || besides(one) != "" {
		t.Errorf("%v; beside it %q, after its mark was deleted", err, besides(one))
	}
}

// A mark from before a world shared the inbox is found when it does. Of two marks of one world, which a renewal that
// was cut off may leave, the newer counts.
func TestMarksOfBefore(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one := marked(s, "one")
	polls(t, &one)
	put(t, s, markOf("two", "INBOX", "X-Weltentor-Shared: new@box.example", "X-Weltentor-Generation: 2 y"))
	put(t, s, markOf("two", "INBOX", "X-Weltentor-Shared: old@box.example", "X-Weltentor-Generation: 1 x"))
	if _, err := polls(t, &one); err != nil {
		t.Fatal(err)
	}
	share(&one, "one")
	if _, err := polls(t, &one); err != nil || besides(one) != "idtwo two [new@box.example]" {
		t.Errorf("%v; beside it %q", err, besides(one))
	}
}

// An older state of a world, or a copy of it, is noticed just as if the world were alone.
func TestACopyOfASharer(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one, two := sharing(s, "one"), sharing(s, "two")
	polls(t, &two)
	if err := renews(t, &one, 3, "x"); err != nil {
		t.Fatal(err)
	}
	to(t, s, "one")
	copied := sharing(s, "one")
	copied.Mark.Stamp = imap.Stamp{Generation: 2, Token: "x"}
	n, err := polls(t, &copied)
	wantOvertaken(t, "the copy", err, 3)
	if n != 0 {
		t.Error("it took a mail")
	}
}

// A poll that finds no mail looks at the folder with the marks, whether worlds share the inbox or not. Another command is
// for the heads of mails that came.
func TestSharingCostsOneCommand(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one, two := sharing(s, "one"), sharing(s, "two")
	l := tap(t, s)
	one.Addr = l.Addr().String()
	for _, c := range []*imap.Config{&one, &two, &one} {
		polls(t, c)
	}
	counted := func(c *imap.Config) string {
		l.said()
		if _, err := polls(t, c); err != nil {
			t.Fatal(err)
		}
		return strings.Join(l.said(), " ")
	}
	if got := counted(&one); got != "LOGIN SELECT STATUS LOGOUT" {
		t.Errorf("idle: %q", got)
	}
	to(t, s, slices.Repeat([]string{"two"}, 20)...)
	if with := counted(&one); strings.Count(with, "FETCH") != 2 {
		t.Errorf("the heads of 20 mails of another: %q", with)
	}
}

// If many worlds share an inbox, the folder of their marks is listed once, and each mark is read once, whoever polls.
func TestMarksAreReadOnce(t *testing.T) {
	s := provider(t, mailertest.Options{})
	if err := keeper(t, s).Create("Processed", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		put(t, s, markOf(fmt.Sprint(i), "INBOX", fmt.Sprintf("X-Weltentor-Shared: %d@box.example", i)))
	}
	l := tap(t, s)
	var marks imap.Marks
	for i, world := range []string{"one", "two", "three"} {
		c := sharing(s, world)
		c.Addr, c.Marks = l.Addr().String(), &marks
		l.said()
		if _, err := polls(t, &c); err != nil || len(c.Mark.Known.Neighbours()) != 20+i {
			t.Fatalf("%v, beside it %q", err, besides(c))
		}
		// The first lists all, and reads the 20. The others list what has marks or is new. When its own mark is there, each
		// lists what is new, and reads its own.
		said := strings.Join(l.said(), " ")
		read := strings.Count(said, "UID FETCH")
		all := strings.Count(said, "FETCH") - read
		if want := [][2]int{{1, 22}, {0, 3}, {0, 3}}[i]; [2]int{all, read} != want {
			t.Errorf("%s: it lists all %d times, and asks %d times for some, want %d: %q", world, all, read, want, said)
		}
	}
}

// A mail whose head the server does not show has none, and the poll takes it, whosever it is. One with a huge head has
// a part of it. Neither keeps other mails from being chosen.
func TestHeadsOfHostileMails(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one := sharing(s, "one")
	huge := "To: one@box.example\r\n" + strings.Repeat("X-Y: "+strings.Repeat("z", 900)+"\r\n", 400)
	for _, head := range []string{"no line of a head\r\nTo: one@box.example\r\n", huge, "To: one@box.example\r\n"} {
		if err := s.Deliver(game, []byte(head+"\r\nx\r\n")); err != nil {
			t.Fatal(err)
		}
	}
	var lengths []int
	mine := one.Mine
	one.Mine = func(n []imap.Neighbour, v uint32, uids []uint32, heads imap.Heads) ([]uint32, error) {
		read, err := heads(append(slices.Clone(uids), 99))
		for _, uid := range uids {
			lengths = append(lengths, len(read[uid]))
		}
		if _, is := read[99]; is || len(read) != 2 || err != nil {
			t.Errorf("%d heads, %v", len(read), err)
		}
		return mine(n, v, uids, heads)
	}
	if n, err := polls(t, &one); n != 2 || err != nil {
		t.Error(n, err)
	}
	if len(lengths) != 3 || lengths[0] != 0 || lengths[1] != 256<<10+1 || lengths[2] == 0 {
		t.Errorf("heads of %v octets", lengths)
	}
}

// The connection of a world that begins to share is cut at any command. In the end it has one mark, which says so, and
// the other world has taken no mail of it.
func TestSharingCutOff(t *testing.T) {
	for _, after := range []bool{false, true} {
		cuts := 0
		for n := 1; ; n++ {
			s := provider(t, mailertest.Options{})
			l := tap(t, s)
			one, two := marked(s, "one"), sharing(s, "two")
			polls(t, &one)
			share(&one, "one")
			to(t, s, "one", "two")
			direct := one.Addr
			l.cut, l.after = n, after
			one.Addr = l.Addr().String()
			taken, _ := polls(t, &one)
			if len(l.said()) < n {
				break
			}
			cuts++
			l.cut, one.Addr = 0, direct
			for range 2 {
				if _, err := polls(t, &one); err != nil {
					t.Errorf("cut at %d, after %v: %v", n, after, err)
				}
			}
			if got, err := polls(t, &two); got != 1 || err != nil {
				t.Errorf("cut at %d, after %v (%d taken): the other world took %d, %v", n, after, taken, got, err)
			}
			if got := live(t, s); len(got) != 2 {
				t.Errorf("cut at %d, after %v: marks %q", n, after, got)
			}
			counts(t, s, 0, 4, 0)
		}
		if cuts < 8 {
			t.Errorf("cut off only %d times", cuts)
		}
	}
}
