package mailer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	goimap "github.com/emersion/go-imap/v2"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/wire"
)

// renews puts a generation into the mark, and remembers what is returned about it.
func renews(t *testing.T, c *imap.Config, n uint64, token string) error {
	t.Helper()
	c.Mark.Stamp = imap.Stamp{Generation: n, Token: token}
	known, err := imap.Renew(t.Context(), *c)
	if known != (imap.MarkKnown{}) {
		c.Mark.Known = known
	}
	return err
}

// stamps lists the marks in the folder that are not deleted, as "UID generation token".
func stamps(t *testing.T, s *mailertest.Server) (out []string) {
	t.Helper()
	c := keeper(t, s)
	if _, err := c.Select("Processed", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	found, err := c.UIDSearch(&goimap.SearchCriteria{NotFlag: []goimap.Flag{goimap.FlagDeleted},
		Header: []goimap.SearchCriteriaHeaderField{{Key: "X-Weltentor-World"}}}, nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	for _, uid := range found.AllUIDs() {
		got, err := c.Fetch(goimap.UIDSetNum(uid),
			&goimap.FetchOptions{BodySection: []*goimap.FetchItemBodySection{{Peek: true}}}).Collect()
		if err != nil || len(got) != 1 {
			t.Fatal(got, err)
		}
		stamp := ""
		for line := range strings.Lines(string(got[0].BodySection[0].Bytes)) {
			if value, is := strings.CutPrefix(line, "X-Weltentor-Generation:"); is {
				stamp = strings.TrimRight(value, "\r\n")
			}
		}
		out = append(out, fmt.Sprint(uid, stamp))
	}
	return out
}

func wantStamps(t *testing.T, s *mailertest.Server, what string, want ...string) {
	t.Helper()
	if got := stamps(t, s); strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("%s: marks %q, want %q", what, got, want)
	}
}

// wantOvertaken checks that a poll was refused because the world has sent from elsewhere.
func wantOvertaken(t *testing.T, what string, err error, n uint64) {
	t.Helper()
	var overtaken *imap.OvertakenError
	if !errors.As(err, &overtaken) || overtaken.Generation != n || overtaken.Folder != "Processed" ||
		wire.TroubleOf(err) != "" {
		t.Errorf("%s: %+v, %v", what, overtaken, err)
	}
}

// anHourLater polls after an hour, when old marks are removed.
func anHourLater(t *testing.T, c *imap.Config) {
	t.Helper()
	c.Mark.At = c.Mark.At.Add(time.Hour)
	if _, err := polls(t, c); err != nil {
		t.Fatal(err)
	}
}

// A mark that is renewed is put beside the one before it, by one command if the server says where it is. The next poll
// finds nothing to do there, and needs no more commands than before. After an hour one poll removes those of before. If
// the server does not say where the mark is, the one before it goes at once.
func TestAMarkIsRenewed(t *testing.T) {
	for _, o := range []mailertest.Options{{}, {NoPlus: true}} {
		s := provider(t, o)
		l := tap(t, s)
		one := marked(s, "one")
		one.Addr = l.Addr().String()
		deliver(t, s, 1)
		polls(t, &one)
		polls(t, &one)
		l.said()
		polls(t, &one)
		before := l.said()
		for n := uint64(1); n < 4; n++ {
			if err := renews(t, &one, n, "aa"); err != nil {
				t.Fatal(err)
			}
		}
		want, most := []string{"1", "3 1 aa", "4 2 aa", "5 3 aa"}, 4
		if o.NoPlus {
			want, most = want[3:], 8
		}
		wantStamps(t, s, "renewed three times", want...)
		if o.NoPlus { // it does not say which UID a mark has: the next poll looks
			polls(t, &one)
		}
		l.said()
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
		if after := l.said(); len(after) != len(before) {
			t.Errorf("%+v: a poll after it %q, before %q", o, after, before)
		}
		if err := renews(t, &one, 4, "bb"); err != nil {
			t.Fatal(err)
		}
		if cost := l.said(); len(cost) > most { // with LOGIN and LOGOUT
			t.Errorf("%+v: it takes %q", o, cost)
		}
		anHourLater(t, &one)
		wantStamps(t, s, "in the end", "6 4 bb")
		l.said()
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
		if after := l.said(); len(after) != len(before) {
			t.Errorf("%+v: a poll in the end %q, before %q", o, after, before)
		}
		deliver(t, s, 2)
		if mails, err := polls(t, &one); mails != 2 || err != nil {
			t.Error(mails, err)
		}
	}
}

// A store of the same world that is behind the mark takes no mail, and leaves the mark as it is. So does one with the
// same count and another word.
func TestAnOldStoreIsOvertaken(t *testing.T) {
	for _, o := range []mailertest.Options{{}, {NoPlus: true}} {
		s := provider(t, o)
		one := marked(s, "one")
		polls(t, &one)
		if err := renews(t, &one, 1, "aa"); err != nil {
			t.Fatal(err)
		}
		old := one
		polls(t, &old)
		if err := renews(t, &one, 2, "bb"); err != nil {
			t.Fatal(err)
		}
		want := stamps(t, s)
		deliver(t, s, 1)
		alike, nothing := old, marked(s, "one")
		alike.Mark.Stamp = imap.Stamp{Generation: 2, Token: "cc"}
		for what, c := range map[string]*imap.Config{
			"a backup": &old, "a clone": &alike, "another disk": &nothing} {
			for range 2 {
				mails, err := polls(t, c)
				wantOvertaken(t, what, err, 2)
				if mails != 0 {
					t.Errorf("%s takes a mail", what)
				}
			}
		}
		wantOvertaken(t, "a clone that sends", renews(t, &old, 2, "dd"), 2)
		wantStamps(t, s, "nothing has changed", want...)
		if mails, err := polls(t, &one); mails != 1 || err != nil {
			t.Error(mails, err)
		}
		if err := renews(t, &old, 3, "ee"); err != nil { // adopted
			t.Fatal(err)
		}
		_, err := polls(t, &one)
		wantOvertaken(t, "the world that was left", err, 3)
	}
}

// A mail that a server has delivered stops no world, whatever generation it claims. Neither does something that is not
// a number, or a mark that is behind.
func TestAForgedGeneration(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one := marked(s, "one")
	polls(t, &one)
	if err := renews(t, &one, 7, "aa"); err != nil {
		t.Fatal(err)
	}
	put(t, s, markOf("one", "INBOX", "Received: from evil.example", "X-Weltentor-Generation: 99 zz"))
	put(t, s, markOf("one", "INBOX", "X-Weltentor-Generation: 18446744073709551616 zz"))
	put(t, s, markOf("one", "INBOX", "X-Weltentor-Generation: x"))
	put(t, s, markOf("one", "INBOX", "X-Weltentor-Generation: 6 aa")) // synchronised from an older server
	put(t, s, markOf("one", "Elsewhere", "X-Weltentor-Generation: 99 zz"))
	if _, err := polls(t, &one); err != nil {
		t.Fatal(err)
	}
	wantStamps(t, s, "others are taken away", "2 7 aa", "3 99 zz")
}

// A mailbox that was moved is empty, or has an older mark. The world continues there.
func TestAMailboxThatWasMoved(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one := marked(s, "one")
	polls(t, &one)
	if err := renews(t, &one, 7, "aa"); err != nil {
		t.Fatal(err)
	}
	empty := provider(t, mailertest.Options{})
	one.Addr = empty.IMAP()
	if _, err := polls(t, &one); err != nil {
		t.Fatal(err)
	}
	wantStamps(t, empty, "in the empty one", "1 7 aa")
	if err := renews(t, &one, 8, "bb"); err != nil {
		t.Fatal(err)
	}
	one.Addr = s.IMAP()
	if _, err := polls(t, &one); err != nil {
		t.Errorf("back again: %v", err)
	}
	if err := renews(t, &one, 9, "cc"); err != nil {
		t.Fatal(err)
	}
	anHourLater(t, &one)
	wantStamps(t, s, "back again", "3 9 cc")
}

// The connection is cut at any command, before it or before its answer. In the end there is one mark of the world, and
// the world continues.
func TestARenewalCutOff(t *testing.T) {
	for _, o := range []mailertest.Options{{}, {NoPlus: true}} {
		for _, after := range []bool{false, true} {
			cuts := 0
			for n := 1; ; n++ {
				s := provider(t, o)
				l := tap(t, s)
				one := marked(s, "one")
				polls(t, &one)
				if err := renews(t, &one, 1, "aa"); err != nil {
					t.Fatal(err)
				}
				polls(t, &one)
				straight := one.Addr
				l.cut, l.after = n, after
				one.Addr = l.Addr().String()
				err := renews(t, &one, 2, "bb")
				if len(l.said()) < n {
					break
				}
				if cuts++; err == nil && n < 6 {
					t.Errorf("cut at %d, after %v: not noticed", n, after)
				}
				one.Addr = straight
				one.Mark.Known.Where = "" // its address differs on the line
				deliver(t, s, 1)
				if mails, err := polls(t, &one); mails != 1 || err != nil {
					t.Errorf("cut at %d, after %v: %d mails, %v", n, after, mails, err)
				}
				if got := stamps(t, s); len(got) != 1 {
					t.Errorf("cut at %d, after %v: marks %q", n, after, got)
				}
				if err := renews(t, &one, 3, "cc"); err != nil {
					t.Error(err)
				}
				anHourLater(t, &one)
				if got := stamps(t, s); len(got) != 1 || !strings.HasSuffix(got[0], " 3 cc") {
					t.Errorf("cut at %d, after %v, renewed: marks %q", n, after, got)
				}
			}
			if cuts < 4 {
				t.Errorf("cut off only %d times", cuts)
			}
		}
	}
}
