//go:build linux

package e2e

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/mailertest"
	"weltentor/resolve/outbox"
	"weltentor/resolve/storetest"
	"weltentor/resolve/world"
	"weltentor/worlds"
)

// sharers are worlds that share an inbox, served by one cron that is killed.
type sharers struct {
	worlds []sharer
	post   *mailertest.Server
	dice   *rand.Rand
	mails  int      // for a world
	aside  [][]byte // for no world

	mu   sync.Mutex
	step string // the command is killed at it; "": at none
	left int    // how many such steps pass before
	cmd  *exec.Cmd
	shut bool // killed
}

// sharer is one of these worlds, with the hashes of the mails that are for it.
type sharer struct {
	stage.Probe
	name, address, identity string
	mails                   [][32]byte
}

func newSharers(t *testing.T) *sharers {
	t.Helper()
	s := &sharers{dice: rand.New(rand.NewPCG(15, 2))}
	noon := time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)
	var err error
	if s.post, err = mailertest.Start(mailertest.Options{Time: func() time.Time { return noon }}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.post.Close() })
	for _, a := range []string{stage.GameAddress, "player@demo.test"} {
		if err := s.post.AddUser(a, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	imap := newTap(t, s.post.IMAP(), newIMAPSteps, s.wire)
	for i, name := range []string{"Nord", "Ost", "West"} {
		w := sharer{Probe: stage.NewProbe(t, noon, stage.AsBuilt(t)), name: name,
			address: "game+" + strings.ToLower(name) + "@demo.test"}
		w.Done("new", w.Dir, "--seed", fmt.Sprint(i), "--size", "40x30")
		w.Settle(stage.GameAddress, "", stage.ServersAt(imap.addr(), s.post.SMTP()), map[string]string{
			"zone": `"UTC"`, "deadline": `"366 days"`, "address": `"` + w.address + `"`, "name": `"` + name + `"`,
			"imap.shared": "true"})
		w.identity = strings.TrimSpace(w.Done("realm", "add", "--by-hand", w.Dir, "--name", "Land", "--player", "Player", "--mail",
			"player@demo.test", "--player-lang", "en"))
		s.worlds = append(s.worlds, w)
	}
	for range 2 { // reports 0 first; after the second, each knows the others' marks
		s.served(t)
	}
	return s
}

// args is cron with all of them.
func (s *sharers) args() []string {
	args := s.worlds[0].Args("cron", "--jobs", "2")
	for _, w := range s.worlds {
		args = append(args, w.Dir)
	}
	return args
}

// served runs a cron to its end.
func (s *sharers) served(t *testing.T) {
	t.Helper()
	out, err := exec.Command(stage.Built(t), s.args()...).CombinedOutput()
	if err != nil {
		t.Fatalf("cron: %v\n%s", err, out)
	}
}

// mail puts a mail for a world into the inbox, addressed in one of several ways. If there is no such world, it is for
// none.
func (s *sharers) mail(t *testing.T, world int) {
	t.Helper()
	n := s.mails + len(s.aside)
	text, head := fmt.Sprintf("$I 1 nobody\n; mail %d\n", n), "To: game@demo.test\r\nSubject: [Nowhere]\r\n"
	if world < len(s.worlds) {
		w := s.worlds[world]
		text = fmt.Sprintf("%s\n$N\n#M\nmail %d\n#E\n$E\n", w.identity, n)
		head = []string{
			"Delivered-To: " + w.address + "\r\nReceived: from a by b\r\nTo: list@demo.test\r\nSubject: Zug\r\n",
			"To: " + strings.ToUpper(w.address) + "\r\nSubject: [Nowhere]\r\n",
			"To: game@demo.test\r\nSubject: Re: [" + w.name + " T1] Orders\r\n",
		}[s.dice.IntN(3)]
	}
	raw := fmt.Appendf(nil, "%sFrom: player@demo.test\r\nMessage-ID: <%d@demo.test>\r\n\r\n%s", head, n,
		strings.ReplaceAll(text, "\n", "\r\n"))
	if err := s.post.Deliver(stage.GameAddress, raw); err != nil {
		t.Fatal(err)
	}
	if world == len(s.worlds) {
		s.aside = append(s.aside, raw)
		return
	}
	s.mails++
	s.worlds[world].mails = append(s.worlds[world].mails, sha256.Sum256(raw))
}

// wire kills the command at its step.
func (s *sharers) wire(steps []string, pass func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, step := range steps {
		if s.cmd == nil || s.shut || step != s.step {
			continue
		}
		if s.left--; s.left < 0 {
			s.shut = true
			_ = s.cmd.Process.Kill()
			return errCut
		}
	}
	return pass()
}

// killed runs cron and kills it, at the n-th of some steps or after a time. It returns whether it was killed.
func (s *sharers) killed(t *testing.T, step string, n int, after time.Duration) bool {
	t.Helper()
	cmd := exec.Command(stage.Built(t), s.args()...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	s.mu.Lock()
	err := cmd.Start()
	s.cmd, s.step, s.left, s.shut = cmd, step, n, false
	s.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	if after > 0 {
		defer time.AfterFunc(after, func() { _ = cmd.Process.Kill() }).Stop()
	}
	err = cmd.Wait()
	s.mu.Lock()
	s.cmd = nil
	s.mu.Unlock()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == -1 {
		return true
	}
	if err != nil {
		t.Fatalf("cron: %v\n%s", err, &said)
	}
	return false
}

// holds checks that each mail is in the store of no other world, and at the end in that of its own, answered once.
func (s *sharers) holds(t *testing.T, end bool) {
	t.Helper()
	for i, w := range s.worlds {
		store, err := storetest.Look(filepath.Join(w.Dir, "world.db"))
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for j, other := range s.worlds {
			for _, hash := range other.mails {
				if !store.Letters[hash] {
					continue
				}
				if known++; i != j {
					t.Errorf("%s has taken a mail for %s", w.name, other.name)
				}
			}
		}
		if n := store.Keys["letters"]; n != known || end && known != len(w.mails) {
			t.Errorf("%s knows %d letters, of its %d mails %d", w.name, n, len(w.mails), known)
		}
		opened, err := world.Open(w.Dir, worlds.Rulebooks(), world.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := opened.Outbox()
		if err != nil {
			t.Fatal(err)
		}
		receipts := 0
		for _, r := range rows {
			if r.Kind == "receipt" {
				receipts++
			}
			if end && r.State != outbox.Sent {
				t.Errorf("%s: a letter is %s", w.name, r.State)
			}
		}
		if receipts != known {
			t.Errorf("%s: %d receipts for %d letters", w.name, receipts, known)
		}
	}
}

// A cron for worlds that share an inbox is killed at any step. It loses no mail, gives none to another world, and
// takes none twice.
func TestKilledSharers(t *testing.T) {
	t.Parallel()
	s := newSharers(t)
	steps, instants := kills()
	began := time.Now()
	s.served(t)
	takes := time.Since(began)
	rounds := 0
	ready := func() {
		if rounds++; rounds%3 == 0 {
			s.served(t)
		}
		for i := range s.worlds {
			s.worlds[i].Now = s.worlds[i].Now.Add(time.Hour) // there is a limit for a player's answers per hour
		}
		for range 6 {
			s.mail(t, s.dice.IntN(len(s.worlds)+1))
		}
	}
	hit := 0
	for _, step := range []string{"fetch", "committed", "move asked", "move"} {
		for range 3 * steps {
			ready()
			if s.killed(t, step, s.dice.IntN(3), 0) {
				hit++
			}
			s.holds(t, false)
		}
	}
	for range instants {
		ready()
		if s.killed(t, "", 0, 1+time.Duration(s.dice.Int64N(int64(2*takes)))) {
			hit++
		}
		s.holds(t, false)
	}
	for i := range s.worlds {
		s.worlds[i].Now = s.worlds[i].Now.Add(time.Hour)
	}
	s.served(t)
	s.served(t)
	s.holds(t, true)
	inbox, _ := s.post.Count(stage.GameAddress, "INBOX")
	done, _ := s.post.Count(stage.GameAddress, "Weltentor")
	marks := s.post.CountWith(stage.GameAddress, "Weltentor", "X-Weltentor-World") // some of before
	aside, _ := s.post.Count(stage.GameAddress, "Weltentor-Quarantine")
	if inbox != 0 || done-marks != s.mails || marks < len(s.worlds) || aside != len(s.aside) {
		t.Errorf("of %d mails and %d for nobody: %d in the inbox, %d read, %d put aside; %d marks", s.mails, len(s.aside),
			inbox, done-marks, aside, marks)
	}
	if hit < 4*steps+instants/3 {
		t.Errorf("killed only %d times", hit)
	}
	t.Logf("%d kills, %d mails, %d for nobody", hit, s.mails, len(s.aside))
	sent := map[string][]byte{}
	for _, l := range s.post.Letters() {
		id := messageID(t, l.Raw)
		if before, again := sent[id]; again && !bytes.Equal(before, l.Raw) {
			t.Errorf("%s left twice, and not alike", id)
		}
		sent[id] = l.Raw
	}
}
