package mailing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/mailer/mailertest"
)

// sheet is a letter with orders on the day of a deadline.
type sheet struct {
	realm int
	at    string // when it comes
	bad   string // until when the server does not show it; "": it does, "never": not at all
	date  string // INTERNALDATE, if the server says something else
}

// clock is a time of the day of the deadline.
func clock(at string) time.Time {
	t, err := time.Parse("15:04", at)
	if err != nil {
		return clitest.Friday.AddDate(1, 0, 0) // never
	}
	return time.Date(2027, 3, 5, t.Hour(), t.Minute(), 0, 0, time.UTC)
}

// A day of polls with a deadline in it, at 20:00. No letter is lost. No realm has missed the turn whose letter could be
// fetched within an hour of the deadline. Mails that cannot be fetched hold no turn longer than that. While the server
// shows nothing at all, the turn waits as for a server that cannot be reached: an hour longer than that.
func TestADayOfPolls(t *testing.T) {
	t.Parallel()
	for name, day := range map[string]struct {
		sheets []sheet
		out    [2]string // from when until when the server shows nothing
		turn   string    // when the turn is resolved at the latest
		missed []int
		aside  int
	}{
		"hiccups": {sheets: []sheet{{1, "12:10", "12:40", ""}, {2, "19:58", "20:20", ""}, {3, "19:59", "", ""}, {4, "19:40", "20:55", ""}},
			turn: "21:00"},
		"never": {sheets: []sheet{{1, "12:10", "", ""}, {2, "19:58", "20:31", ""}, {3, "19:59", "never", ""}, {4, "20:10", "never", ""},
			{4, "19:30", "", ""}}, turn: "21:00", missed: []int{3}, aside: 2},
		"one after the other": {sheets: []sheet{{1, "19:00", "never", ""}, {1, "19:30", "never", ""}, {1, "19:59", "never", ""},
			{1, "20:30", "never", ""}, {2, "19:10", "", ""}, {3, "20:15", "20:16", ""}, {4, "12:00", "", ""}},
			turn: "21:00", missed: []int{1}, aside: 4},
		"throttled": {sheets: []sheet{{1, "19:50", "", ""}, {2, "19:57", "", ""}, {3, "19:58", "20:40", ""}, {4, "19:59", "", ""}},
			out: [2]string{"19:52", "20:12"}, turn: "21:15"},
		"odd dates": {sheets: []sheet{{1, "19:50", "", "NIL"}, {2, "19:57", "20:05", `"00-Jan-0000 00:00:00 +0000"`},
			{3, "19:58", "20:05", `"Fri, 5 Mar 2027 19:58:00 +0000"`}, {4, "12:59", "", ""}}, turn: "20:10"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, box := scripted(t)
			identities := map[int]string{1: d.Join()}
			for n := 2; n <= 4; n++ {
				out := d.Done("realm", "add", "--by-hand", d.Dir, "--name", fmt.Sprint("Land", n), "--player", fmt.Sprint("P", n),
					"--mail", fmt.Sprintf("p%d@test.example", n))
				identities[n] = strings.TrimSpace(out)
				if err := d.Post.AddUser(fmt.Sprintf("p%d@test.example", n), "x"); err != nil {
					t.Fatal(err)
				}
			}
			left, hidden := slices.Clone(day.sheets), map[uint32]time.Time{}
			box.Change(func() {
				box.Answer = func(c *mailertest.Talk) bool {
					body := c.Is("FETCH") && strings.Contains(c.Command, "BODY.PEEK[]")
					mute := body && day.out[0] != "" && !d.Now.Before(clock(day.out[0])) && d.Now.Before(clock(day.out[1]))
					for uid, until := range hidden {
						mute = mute || body && c.Folder == "INBOX" && c.Names(uid) && d.Now.Before(until)
					}
					if mute {
						c.Says(hiccups["Exchange Online"])
					}
					return mute
				}
			})
			var resolved time.Time
			for d.Now = clock("12:00"); d.Now.Before(clock("22:00")); d.Now = d.Now.Add(5 * time.Minute) {
				for len(left) > 0 && slices.ContainsFunc(left, func(s sheet) bool { return !clock(s.at).After(d.Now) }) {
					at := slices.IndexFunc(left, func(s sheet) bool { return !clock(s.at).After(d.Now) })
					s := left[at]
					left = slices.Delete(left, at, at+1)
					raw := d.Written(fmt.Sprint(s.realm, s.at), identities[s.realm]+recruits)
					m := box.Deliver(strings.Replace(raw, clitest.Player, map[bool]string{true: clitest.Player,
						false: fmt.Sprintf("p%d@test.example", s.realm)}[s.realm == 1], 1), clock(s.at))
					box.Change(func() {
						if s.date != "" {
							m.Date = s.date
						}
						if s.bad != "" {
							hidden[m.UID] = clock(s.bad)
						}
					})
				}
				if (d.Now.Before(clock("19:00")) || d.Now.After(clock("21:20"))) && d.Now.Minute()%20 != 0 {
					continue
				}
				d.Run("cron", d.Dir)
				if resolved.IsZero() && d.Status().Turn == 2 {
					resolved = d.Now
				}
			}
			if resolved.Before(clitest.Friday) || resolved.After(clock(day.turn)) {
				t.Errorf("the turn was resolved at %s, want %s at the latest", resolved.Format("Mon 15:04"), day.turn)
			}
			var missed []int
			for _, r := range d.Status().Realms {
				if r.Missed > 0 {
					missed = append(missed, r.Number)
				}
			}
			if !slices.Equal(missed, day.missed) {
				t.Errorf("realms %v have missed the turn, want %v", missed, day.missed)
			}
			in, aside := len(box.Mails("INBOX")), len(box.Mails("Weltentor-Quarantine"))
			read := len(slices.DeleteFunc(box.Mails("Weltentor"), func(m mailertest.Scripted) bool {
				return strings.Contains(m.Raw, "X-Weltentor-World:") // a mark
			}))
			if in != 0 || aside != day.aside || in+aside+read != len(day.sheets) {
				t.Errorf("%d in the inbox, %d put aside, %d read, of %d", in, aside, read, len(day.sheets))
			}
		})
	}
}
