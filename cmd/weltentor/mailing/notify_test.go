package mailing_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/notify"
)

// listener is a webhook, and the file that names it.
type listener struct {
	mu     sync.Mutex
	file   string
	ill    bool // it answers with an error
	events []notify.Event
}

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var e notify.Event
	if err := json.NewDecoder(r.Body).Decode(&e); err != nil || l.ill {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	l.events = append(l.events, e)
}

// listens begins to listen.
func listens(d *clitest.Table) *listener {
	d.T.Helper()
	l := &listener{file: filepath.Join(d.T.TempDir(), "notify.toml")}
	s := httptest.NewServer(l)
	d.T.Cleanup(s.Close)
	text := fmt.Sprintf("hours = 24\n[[webhook]]\nurl = %q\n", s.URL+"/secret")
	if err := os.WriteFile(l.file, []byte(text), 0o600); err != nil {
		d.T.Fatal(err)
	}
	return l
}

// tells runs cron, and checks what the listener hears.
func tells(d *clitest.Table, l *listener, want ...string) {
	d.T.Helper()
	d.Done("cron", "--notify", l.file, d.Dir)
	l.mu.Lock()
	defer l.mu.Unlock()
	var got []string
	for _, e := range l.events {
		if !e.At.Equal(d.Now) || e.World != "Probe" {
			d.T.Errorf("at %v of %s", e.At, e.World)
		}
		got = append(got, fmt.Sprint(e.Event, " ", e.Turn, " ", e.Hours, " ", e.Number, " ", e.Realms, " ", e.Text))
	}
	if l.events = nil; strings.Join(got, "\n") != strings.Join(want, "\n") {
		d.T.Errorf("%s: told\n%s\nwant\n%s", d.Now.Format("Mon 15:04"), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Each event is told once: a letter, something for the game master, a deadline that comes near or was moved, a turn.
// Nothing that a player wrote is in it.
func TestNotify(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	l := listens(d)
	identity := d.Join()
	tells(d, l)
	d.Mail("one", identity+clitest.Recruits+clitest.SomeOrders)
	tells(d, l, "needs-you 1 0 1 [] Probe: In 1 Sache seid Ihr gefragt.",
		"letter 1 0 1 [{1 Moorland}] Probe: 1 Brief von Spielern.")
	tells(d, l)
	d.Mail("forged", strings.Replace(identity, identity[len(identity)-3:], "xyz", 1)+clitest.Recruits)
	tells(d, l) // a wrong password: not the player's
	d.Now = clitest.Friday.Add(-23*time.Hour - 30*time.Minute)
	tells(d, l, "deadline 1 24 0 [] Probe: Zug 1 endet in 24 Stunden.")
	d.Now = d.Now.Add(5 * time.Minute)
	tells(d, l)
	d.Done("deadline", d.Dir, "2027-03-05 20:30")
	tells(d, l, "deadline 1 24 0 [] Probe: Zug 1 endet in 24 Stunden.")
	d.Now = clitest.Friday.Add(30 * time.Minute)
	tells(d, l, "turn 1 0 0 [] Probe: Zug 1 ist ausgewertet.")
	tells(d, l)
	d.Done("undo", "--why", "a test", d.Dir, "--turn", "1", "--yes")
	d.Done("verify", d.Dir)
	tells(d, l)
}

// What a copy does is told to nobody.
func TestNotifyNothingFromACopy(t *testing.T) {
	t.Parallel()
	d := mailedFrom(t)
	l := listens(d)
	copied := copyOf(d, "cp", "-a")
	for _, command := range []string{"cron", "run"} {
		if code, _, errs := d.Run(command, "--notify", l.file, copied); code != complaint.ExitUsage || len(l.events) > 0 {
			t.Errorf("%s: exit %d, %v\n%s", command, code, l.events, errs)
		}
	}
	tells(d, l, "needs-you 1 0 1 [] Probe: In 1 Sache seid Ihr gefragt.",
		"letter 1 0 1 [{1 Moorland}] Probe: 1 Brief von Spielern.")
}

// If nobody can be told, the turn is resolved all the same, and the game master gets one letter about it a day.
func TestNotifyFails(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	l := listens(d)
	d.Join()
	tells(d, l)
	l.ill = true
	d.Now = clitest.Friday
	tells(d, l)
	d.Turn(2)
	d.Done("cron", "--notify", l.file, d.Dir)
	l.ill = false
	tells(d, l)
	about := 0
	for _, letter := range d.Letters(clitest.Master) {
		if strings.Contains(letter.Text, "war nicht zu benachrichtigen, was im Spiel geschieht: 500 Internal Server Error") {
			about++
		}
		if strings.Contains(letter.Text, "secret") {
			t.Error("the letter has the address")
		}
	}
	if about != 1 {
		t.Errorf("%d letters about it", about)
	}
}

// The file must be the game master's alone, and right.
func TestNotifyFile(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	l := listens(d)
	for says, how := range map[string]func() error{
		"can be read by others": func() error { return os.Chmod(l.file, 0o644) },
		"there is no setting x": func() error {
			return errors.Join(os.Chmod(l.file, 0o600), os.WriteFile(l.file, []byte("x = 1\n"), 0o600))
		},
		"cannot be read": func() error { return os.Remove(l.file) },
	} {
		if err := errors.Join(os.WriteFile(l.file, []byte("hours = 3\n"), 0o600), how()); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"cron", "run"} {
			if code, _, errs := d.Run(command, "--notify", l.file, d.Dir); code != complaint.ExitUsage {
				t.Errorf("%s, %s: exit %d %s", command, says, code, errs)
			}
		}
	}
}
