package mailer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
)

// remarks has the hosts of worlds renew their marks, and returns what is remembered then.
func remarks(t *testing.T, s *mailertest.Server, at uint64, worlds ...string) imap.MarkKnown {
	t.Helper()
	c := inbox(s)
	known, err := imap.Remark(t.Context(), c, func(beside []imap.Neighbour) (put []imap.Mark, drop []uint32) {
		for _, w := range worlds {
			m := sharing(s, w).Mark
			m.Beside, m.Journal = nil, journal(w, at)
			put = append(put, m)
			for _, n := range beside {
				if n.Journal.Of == w {
					drop = append(drop, n.UID)
				}
			}
		}
		return put, drop
	})
	if err != nil {
		t.Fatal(err)
	}
	return known
}

func journal(world string, at uint64) imap.Journal {
	return imap.Journal{Of: world, Branch: time.Date(2026, 2, 3, 10, 0, 0, 1, time.UTC),
		Made: time.Date(2026, 2, 3, 11, 0, 0, 0, time.UTC), Turn: 3, At: at, Hash: "ab01", Proof: "cd02"}
}

// Hosts keep one mark for each world, beside the one that the world itself has put there. A world that leaves its
// hosts removes theirs.
func TestMarksOfJournals(t *testing.T) {
	for _, o := range []mailertest.Options{{}, {NoPlus: true}} {
		s := provider(t, o)
		one := sharing(s, "one")
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
		remarks(t, s, 7, "one", "two")
		known := remarks(t, s, 9, "one")
		wantLive(t, s, "the world's, and one of each world's hosts", "1 idone INBOX", "3 idtwo INBOX", "4 idone INBOX")
		says := map[string]imap.Journal{}
		for _, n := range known.Neighbours() {
			if n.Journal.Of != "" {
				says[n.Journal.Of] = n.Journal
			}
		}
		if len(says) != 2 || says["one"] != journal("one", 9) || says["two"] != journal("two", 7) {
			t.Errorf("%+v", says)
		}
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
		wantLive(t, s, "the world has left its hosts", "1 idone INBOX", "3 idtwo INBOX")
		if got := besides(one); got != "idtwo two [two@box.example]" {
			t.Error(got)
		}
	}
}

// Somebody may put a forged mark, or an old one, beside that of the hosts. That hides the right one from nobody: hosts
// are shown both, and remove both when they put a new one there. Only a few are remembered.
func TestAMarkHidesNoOther(t *testing.T) {
	s := provider(t, mailertest.Options{})
	forged := func(at uint64) {
		put(t, s, markOf("one", "INBOX", "X-Weltentor-Journal: "+journal("one", at).Says()+" 00"))
	}
	shown := func(known imap.MarkKnown) (out []uint64) {
		for _, n := range known.Neighbours() {
			out = append(out, n.Journal.At)
		}
		return out
	}
	looks := func(before imap.MarkKnown) imap.MarkKnown {
		t.Helper()
		c := inbox(s)
		c.Mark.Known = before
		known, err := imap.Remark(t.Context(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		return known
	}
	known := remarks(t, s, 7, "one")
	forged(3)
	put(t, s, markOf("one", "INBOX", "X-Weltentor-Journal: "+journal("one", 5).Says()+" cd02"))
	for _, before := range []imap.MarkKnown{known, {}} {
		if got := shown(looks(before)); !slices.Equal(got, []uint64{7, 3, 5}) {
			t.Errorf("shown %v", got)
		}
	}
	if got := shown(remarks(t, s, 9, "one")); !slices.Equal(got, []uint64{9}) {
		t.Errorf("shown %v", got)
	}
	wantLive(t, s, "the new one", "4 idone INBOX")
	for at := range uint64(10) {
		forged(at)
	}
	if got := shown(looks(imap.MarkKnown{})); !slices.Equal(got, []uint64{2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("shown %v", got)
	}
}

// A field that is not exactly as hosts write it says nothing about a journal, and does not keep anybody from reading
// the marks.
func TestHostileMarksOfJournals(t *testing.T) {
	s := provider(t, mailertest.Options{})
	if err := keeper(t, s).Create("Processed", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	good := journal("one", 7).Says() + " cd02"
	for i, says := range []string{
		good,
		"", "one", strings.Repeat("one ", 20_000), strings.Replace(good, " 7 ", " -7 ", 1),
		strings.Replace(good, " 7 ", " 07 ", 1), strings.Replace(good, " 7 ", " 99999999999999999999 ", 1),
		strings.Replace(good, "ab01", "xyz", 1), strings.Replace(good, "cd02", strings.Repeat("cd", 500), 1),
		strings.Replace(good, "one ", strings.Repeat("o", 500)+" ", 1), good + " more",
		strings.Replace(good, "2026-02-03", "2026-02-31", 1), strings.Replace(good, " 3 ", " three ", 1),
	} {
		put(t, s, markOf(string(rune('a'+i)), "INBOX", "X-Weltentor-Journal: "+says))
	}
	put(t, s, "Received: from x by y\r\n"+markOf("y", "INBOX", "X-Weltentor-Journal: "+good))
	put(t, s, "Return-Path: <x@y.example>\r\n"+markOf("z", "INBOX", "X-Weltentor-Journal: "+good))
	known, err := imap.Remark(t.Context(), inbox(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	worlds, journals := 0, 0
	for _, n := range known.Neighbours() {
		worlds++
		if n.Journal != (imap.Journal{}) {
			journals++
			if n.Journal != journal("one", 7) {
				t.Errorf("%+v", n)
			}
		}
	}
	if worlds != 13 || journals != 1 {
		t.Errorf("%d worlds, %d journals", worlds, journals)
	}
}
