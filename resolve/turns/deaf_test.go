package turns_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// refusal is a trouble with the mailbox, in the words of whoever polls it.
func refusal(host, detail string) deadlines.Reason {
	return deadlines.Reason{What: phrase.P("no-login", phrase.Str("host", host)), Detail: detail}
}

// deafTable returns a game whose game master is told after three hours, in the words of whoever polls.
func deafTable(t *testing.T, change ...func(*world.Settings)) *worldtest.Game {
	b := worldtest.Found(t, worldtest.Tiny{}, 1, append(change, func(s *world.Settings) {
		s.UnreadAlarm = 3 * time.Hour
		s.Say = func(lang phrase.Lang, p phrase.Phrase) string {
			return string(lang) + ": " + p.Code + " " + p.Args[0].S
		}
	})...)
	b.Sent("", worldtest.Day0)
	return b
}

// alarms returns when the game master was told of a mailbox that cannot be read, and the last of these letters.
func alarms(b *worldtest.Game, at time.Time) (n int, text string) {
	for _, d := range b.Sent("notice", at) {
		if d.To != "leiter@example.org" || d.Subject != "[Bovistan] Postfach nicht lesbar" &&
			d.Subject != "[Bovistan] Ein Zug wartet auf das Postfach" {
			b.T.Errorf("%s: %s", d.To, d.Subject)
		}
		n, text = n+1, d.Text
	}
	return n, text
}

// A mailbox dies long before any deadline. The game master is told after three hours, and again a day later, and at
// once if the trouble is a new one. Differing words of a server do not make a new trouble.
func TestADeadMailboxIsTold(t *testing.T) {
	t.Parallel()
	b := deafTable(t)
	began := worldtest.Day0.Add(time.Hour)
	hours := func(n int) time.Time { return began.Add(time.Duration(n) * time.Hour) }
	var told []time.Time
	for h := range 40 {
		why := refusal("imap.example.org", "try "+hours(h).Format("15"))
		if h == 10 || h == 12 { // two troubles alternate
			why = refusal("imap.example.net", "no")
		}
		must(t, notices.MailboxFailed(b.World, why, hours(h)))
		if n, text := alarms(b, hours(h)); n > 0 {
			told = append(told, hours(h))
			want := []string{"\n  de: no-login " + why.What.Args[0].S + ": " + why.Detail + "\n", "seit " +
				wording.Moment(wording.Words(phrase.De), began.In(b.Settings.Zone)) + " nicht lesbar"}
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("%q is not told:\n%s", w, text)
				}
			}
		}
	}
	// After 3 hours; the other trouble once, at 10; the first again a day after 3: 27;
	// the other does not come again after 12.
	if want := []time.Time{hours(3), hours(10), hours(27)}; !slices.EqualFunc(told, want, time.Time.Equal) {
		t.Errorf("told at %v, want %v", told, want)
	}
}

// A mailbox that is read in between is not dead. If it dies again, the game master is told again.
func TestAMailboxThatIsBackIsNotTold(t *testing.T) {
	t.Parallel()
	b := deafTable(t)
	at := worldtest.Day0.Add(time.Hour)
	fails := func(after time.Duration, want int) {
		t.Helper()
		at = at.Add(after)
		must(t, notices.MailboxFailed(b.World, refusal("h", "no"), at))
		if n, _ := alarms(b, at); n != want {
			t.Errorf("at %s %d letters, want %d", at, n, want)
		}
	}
	fails(0, 0)
	fails(2*time.Hour, 0)
	must(t, notices.MailboxRead(b.World))
	fails(30*time.Minute, 0) // turns have been held up since the first failure, but it was read
	fails(2*time.Hour+59*time.Minute, 0)
	fails(time.Minute, 1)
	must(t, notices.MailboxRead(b.World))
	fails(time.Minute, 0)
	fails(3*time.Hour, 1) // within the day, but it died again
}

// With 0, the game master is told only when a turn has waited for long. That is told in one letter, not in two.
func TestADeadMailboxAndADueTurn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		patience time.Duration
		want     []string
	}{
		{0, []string{"ist noch nicht ausgewertet"}},
		{3 * time.Hour, []string{"nicht lesbar. Zuletzt", "ist noch nicht ausgewertet"}},
	} {
		b := deafTable(t)
		b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.UnreadAlarm = c.patience })
		var got []string
		for h := range 12 { // from two hours before the deadline to nine after it
			at := worldtest.Friday.Add(time.Duration(h-2) * time.Hour)
			must(t, notices.MailboxFailed(b.World, refusal("h", "no"), at))
			if n, text := alarms(b, at); n > 0 {
				got = append(got, text)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %d letters, want %d: %v", c.patience, len(got), len(c.want), got)
			continue
		}
		for i, w := range c.want {
			if !strings.Contains(got[i], w) {
				t.Errorf("%s: letter %d is\n%s", c.patience, i, got[i])
			}
		}
	}
}

// A reason is read in the reader's language, whatever the game master's was.
func TestReasonsInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	b := deafTable(t)
	must(t, notices.MailboxFailed(b.World, refusal("h", "two\nlines"), worldtest.Day0))
	for _, lang := range phrase.Langs {
		b.Settings.Lang = lang
		s, err := gamemaster.StatusOf(b.World, worldtest.Day0)
		must(t, err)
		if want := string(lang) + ": no-login h: " + wording.OneLine("two\nlines"); s.Mailbox.Reason != want ||
			s.Mailbox.What.Code != "no-login" || s.Mailbox.LongUnread {
			t.Errorf("%+v, want %q", s.Mailbox, want)
		}
	}
	if s, err := gamemaster.StatusOf(b.World, worldtest.Day0.Add(3*time.Hour)); err != nil || !s.Mailbox.LongUnread {
		t.Errorf("after three hours: %+v, %v", s.Mailbox, err)
	}
}
