//go:build linux

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
)

// kills returns how often to kill. KILLS=full in the environment is for a release: each step five times, and a hundred
// times at random instants.
func kills() (steps, instants int) {
	if os.Getenv("KILLS") == "full" {
		return 5, 100
	}
	return 1, 2
}

// blow is a kill at a step of a command.
type blow struct {
	name      string
	step      string        // as the taps, the watch and the telling rules call it
	after     string        // counts only after this one
	hold      bool          // the step may pass, but its effect on the store may not
	told      bool          // reported by the test's own program, from inside
	slow      time.Duration // how long each reported step takes
	most      int           // the highest number of such steps in a run
	overtaken int           // so many others may have been done before it
	seen      bool          // reported by the kernel, perhaps late or never: then it is tried again
	want      string        // the beginning of the outcome
}

// What became of a mail, a turn or a letter at the kill.
const (
	notKnown = "not known"
	known    = "known"
	inInbox  = "known, in the inbox"
	inBoth   = "known, in both folders"
	putAway  = "known, put away"
	asBefore = "as before"
	resolved = "resolved"
	notSent  = "not sent"
	notNoted = "sent, not noted"
	noted    = "sent and noted"
)

// For an IMAP server's answer and a letter's last line, both sides of the moment are tried: the other side's words are
// lost ("unheard") or heard.
var pollBlows = []blow{
	{name: "fetch", step: "fetch", hold: true, most: 6, want: notKnown},
	{name: "fetch, unheard", step: "fetch", most: 6, want: notKnown},
	{name: "commit, begun", step: "write", after: "fetch", most: 6, seen: true},
	{name: "commit", step: "commit", most: 6, seen: true, want: known},
	{name: "commit, done", step: "committed", most: 6, want: inInbox},
	{name: "move, unheard by the server", step: "move asked", most: 1, want: inInbox},
	{name: "move, unheard by us", step: "move", most: 1, want: putAway},
}

// copyBlows are for a server without MOVE, expungeBlows for one that has UIDPLUS but not MOVE.
var copyBlows = []blow{
	{name: "copy, unheard by the server", step: "copy asked", most: 1, want: inInbox},
	{name: "copy, unheard by us", step: "copy", most: 1, want: inBoth},
	{name: "deletion, unheard by the server", step: "delete asked", most: 1, want: inBoth},
	{name: "deletion, unheard by us", step: "delete", most: 1, want: putAway},
}

var expungeBlows = []blow{
	{name: "expunge, unheard by the server", step: "expunge asked", most: 1, want: putAway},
	{name: "expunge, unheard by us", step: "expunge", most: 1, want: putAway},
}

var turnBlows = []blow{
	{name: "copy, begun", step: "copy", most: 1, seen: true},
	{name: "copy", step: "copied", most: 1, seen: true},
	{name: "resolve", step: "resolve", told: true, most: 1, want: asBefore},
	{name: "render", step: "render", told: true, most: besiegers, want: asBefore},
	{name: "commit, begun", step: "write", after: "copied", most: 1, seen: true},
	{name: "commit", step: "commit", after: "copied", most: 1, seen: true, want: resolved},
}

// overtaken is by how many letters one can be that leave beside it.
const overtaken = smtp.MostConnections - 1

var sendBlows = []blow{
	{name: "render", step: "render", most: 1, want: notSent},
	{name: "MAIL", step: "MAIL", most: 12, overtaken: overtaken, want: notSent},
	{name: "DATA", step: "DATA", most: 12, overtaken: overtaken, want: notSent},
	{name: "body", step: "body", most: 12, overtaken: overtaken, want: notSent},
	{name: "final dot, unheard", step: "dot", most: 12, overtaken: overtaken, want: notSent},
	{name: "final dot, its yes unheard", step: "yes", most: 12, want: notNoted},
	{name: "yes", step: "yes", hold: true, most: 12, want: notNoted},
	{name: "mark, begun", step: "write", after: "yes", most: 3, seen: true},
	{name: "mark", step: "commit", after: "yes", most: 3, seen: true, want: noted},
	{name: "mark, done", step: "QUIT", after: "yes", most: 1, want: noted},
}

func TestKilledPoll(t *testing.T) {
	t.Parallel()
	s := newSiege(t)
	steps, instants := kills()
	s.blows("poll", steps, pollBlows, func(b blow) {
		s.Now = s.Now.Add(time.Hour)
		s.mail(b.most)
	}, pollFate)
	load := 4 * besiegers
	s.instants("poll", instants, func() {
		s.Now = s.Now.Add(time.Hour)
		s.mail(load - s.standing().inbox)
	})
	s.settled()
	s.tally.log(t)
}

// TestKilledPollTogether: if letters are taken in one transaction and killed before its commit, none of them is known,
// none was put away, and all come again.
func TestKilledPollTogether(t *testing.T) {
	t.Parallel()
	s := newSiege(t)
	steps, _ := kills()
	together := 0
	for range 4 * steps {
		s.Now = s.Now.Add(time.Hour)
		s.mail(16)
		before := s.standing()
		// While the rules check one letter slowly, those after it are read.
		k := &trap{blow: blow{step: "check", told: true, slow: 4 * time.Millisecond}, nth: 8 + s.dice.IntN(9)}
		if !s.execute(k, "poll", s.Dir) {
			t.Fatalf("poll ended before letter %d was checked", k.nth)
		}
		after := s.standing()
		known := after.letters - before.letters
		if known >= k.nth || after.inbox != 16 {
			t.Errorf("killed at the check of letter %d: %d are known, %d in the inbox", k.nth, known, after.inbox)
		}
		together += k.nth - 1 - known
		s.tally.add("poll at the check of a letter", fmt.Sprintf("%d letters before it rolled back", k.nth-1-known))
		s.Done("poll", s.Dir)
	}
	if together == 0 {
		t.Error("no letters were ever taken together")
	}
	s.settled()
	s.tally.log(t)
}

// Without MOVE the program needs three commands, or two. If it is killed between them, a mail is in both folders, and
// at the end twice in the one for read mails. It still counts once.
func TestKilledPollWithoutMove(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		o     mailertest.Options
		blows []blow
	}{
		{"UIDPLUS", mailertest.Options{NoMove: true}, slices.Concat(copyBlows, expungeBlows)},
		{"bare", mailertest.Options{NoMove: true, NoPlus: true}, copyBlows},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSiegeIn(t, filepath.Join(t.TempDir(), "world"), c.o)
			steps, instants := kills()
			s.blows("poll", steps, c.blows, func(blow) {
				s.Now = s.Now.Add(time.Hour)
				s.mail(3)
			}, pollFate)
			if s.twice == 0 {
				t.Error("no mail was ever copied twice")
			}
			s.instants("poll", instants/2, func() {
				s.Now = s.Now.Add(time.Hour)
				s.mail(2*besiegers - s.standing().inbox)
			})
			s.settled()
			s.tally.log(t)
		})
	}
}

// pollFate describes the n-th mail of a poll.
func pollFate(before, after standing, n int) string {
	switch {
	case after.letters-before.letters < n:
		return notKnown
	case after.inbox+after.put > before.inbox+before.put:
		return inBoth
	case after.inbox > 0:
		return inInbox
	}
	return putAway
}

func TestKilledTurn(t *testing.T) {
	t.Parallel()
	s := newSiege(t)
	steps, instants := kills()
	open := 0 // the turn for which there are orders
	ready := func(blow) {
		if turn := s.turn(); turn != open {
			open = turn
			s.mail(2 * besiegers)
			s.Done("poll", s.Dir)
			s.due()
		}
	}
	s.blows("turn", steps, turnBlows, ready, turnFate)
	s.instants("turn", instants, func() { ready(blow{}) })
	s.settled()
	s.tally.log(t)
}

func turnFate(before, after standing, _ int) string {
	if after.turn == before.turn {
		return asBefore
	}
	return resolved
}

func TestKilledSend(t *testing.T) {
	t.Parallel()
	s := newSiege(t)
	steps, instants := kills()
	rounds := 0
	ready := func(blow) {
		if s.status().Outbox.Waiting >= 12 {
			return
		}
		s.Now = s.Now.Add(time.Hour)
		s.mail(2 * besiegers)
		s.Done("poll", s.Dir)
		if rounds++; steps > 1 || rounds%3 == 1 { // otherwise the letters are only receipts
			s.due()
			s.Done("turn", s.Dir)
		}
	}
	s.blows("send", steps, sendBlows, ready, sendFate)
	s.instants("send", instants, func() { ready(blow{}) })
	s.settled()
	s.tally.log(t)
}

// sendFate describes the n-th letter of a run.
func sendFate(before, after standing, n int) string {
	switch {
	case after.noted-before.noted >= n:
		return noted
	case after.taken-before.taken >= n:
		return notNoted
	}
	return notSent
}

// TestKilledCron: cron does all three in one run.
func TestKilledCron(t *testing.T) {
	t.Parallel()
	s := newSiege(t)
	_, instants := kills()
	s.instants("cron", instants, func() {
		s.Now = s.Now.Add(10 * time.Minute)
		if st := s.status(); st.Outbox.Waiting == 0 && s.standing().inbox == 0 {
			s.mail(2 * besiegers)
			s.due()
		}
	})
	s.settled()
	s.tally.log(t)
}
