package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/storetest"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// If a test of kills names a directory and a task in the environment, this program is the victim: it works on the
// world there until it is killed.
const victimDir, victimTask = "WELTENTOR_TEST_VICTIM", "WELTENTOR_TEST_TASK"

// fullMemory is what hashing a password takes outside of tests.
var fullMemory = secrets.Memory

var must = worldtest.Must

func TestMain(m *testing.M) {
	worldtest.CheapPasswords()
	if dir := os.Getenv(victimDir); dir != "" {
		fmt.Fprintln(os.Stderr, victim(dir, os.Getenv(victimTask)))
		os.Exit(3)
	}
	os.Exit(storetest.InMemory(m))
}

// victimRules have reports that are long enough for a kill to hit a commit.
var victimRules = worldtest.Tiny{Reports: 20_000}

func victim(dir, task string) error {
	if task == "found" {
		for n := 0; ; n++ {
			if err := players.Found(filepath.Join(dir, fmt.Sprint("w", n)), victimRules, game.Founding{}, worldtest.Day0); err != nil {
				return err
			}
		}
	}
	if task == "raise" {
		return raiseMany(dir)
	}
	if task == "enrol" {
		return enrolMany(dir)
	}
	if at, is := strings.CutPrefix(task, "practise "); is {
		return practiseAt(dir, at)
	}
	if task == "post" {
		fmt.Println("locked")
		return postMany(dir)
	}
	if task == "edit" {
		fmt.Println("locked")
		return editMany(dir)
	}
	if strings.HasPrefix(task, "hand ") {
		return handAt(dir, task)
	}
	lock, err := disk.Lock(dir)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	fmt.Println("locked")
	w, err := world.Open(dir, []game.Rulebook{victimRules}, worldtest.Settings())
	if err != nil || task == "lock" {
		time.Sleep(time.Minute)
		return err
	}
	password, err := os.ReadFile(filepath.Join(dir, "password"))
	if err != nil {
		return err
	}
	s, err := gamemaster.StatusOf(w, worldtest.Day0)
	if err != nil {
		return err
	}
	b := worldtest.Game{World: w, Passwords: []string{"", string(password)}, Mails: s.Outbox.Waiting + s.Outbox.Sent}
	for turn := s.Turn; ; turn++ {
		if _, err := intake.Accept(w, b.Letter(1, fmt.Sprintf("$I 1 PASSWORD %d\n$A\ndig %d\n", turn, turn%9+1)),
			worldtest.Friday.AddDate(0, 0, 7*turn).Add(-time.Hour)); err != nil {
			return err
		}
		if _, err := turns.Advance(w, worldtest.Friday.AddDate(0, 0, 7*turn), true); err != nil {
			return err
		}
		if o, err := w.Next(worldtest.Friday.AddDate(9, 0, 0)); err != nil {
			return err
		} else if err := w.Record(o.ID, outbox.Attempt{At: worldtest.Friday, Result: outbox.Delivered}); err != nil {
			return err
		}
	}
}

// raiseMany puts stores of schema 2 into folders and raises them. It says when the first one is done.
func raiseMany(dir string) error {
	packed, err := os.ReadFile(storedSchema(2))
	if err != nil {
		return err
	}
	raw, err := store.Unpack(packed)
	for n := 0; err == nil; n++ {
		folder := filepath.Join(dir, fmt.Sprint("w", n))
		path := filepath.Join(folder, disk.FileName)
		err = errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(path+".new", raw, 0o600), os.Rename(path+".new", path))
		if err == nil {
			_, err = world.Open(folder, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
		}
		if n == 0 {
			fmt.Println("raised")
		}
	}
	return err
}

// start starts a victim and waits for its lock, or for the first store that it raised.
func start(t *testing.T, dir, task string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), victimDir+"="+dir, victimTask+"="+task)
	out, err := c.StdoutPipe()
	must(t, err)
	var said bytes.Buffer
	c.Stderr = &said
	must(t, c.Start())
	t.Cleanup(func() {
		if strings.Contains(said.String(), "\n") {
			t.Errorf("the victim ended by itself: %s", &said)
		}
	})
	if task != "found" && task != "enrol" {
		if n, err := out.Read(make([]byte, 6)); n != 6 || err != nil {
			t.Fatalf("the victim does not start: %v %s", err, &said)
		}
	}
	return c
}

func kill(t *testing.T, c *exec.Cmd) {
	t.Helper()
	must(t, c.Process.Kill())
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("the victim was not killed but ended: %v", err)
	}
	must(t, storetest.Ended(c.Process.Pid))
}

func TestLockIsGoneWithItsProcess(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 0)
	c := start(t, b.Dir, "lock")
	_, err := disk.Lock(b.Dir)
	worldtest.WantError(t, err, faults.ErrLocked, fmt.Sprint("process ", c.Process.Pid))
	if _, err := gamemaster.StatusOf(b.World, worldtest.Day0); err != nil {
		t.Errorf("status beside the lock: %v", err)
	}
	kill(t, c)
	lock, err := disk.Lock(b.Dir)
	must(t, err)
	_, err = disk.Lock(b.Dir)
	worldtest.WantError(t, err, faults.ErrLocked)
	must(t, lock.Unlock())
	lock, err = disk.Lock(b.Dir)
	must(t, err)
	must(t, lock.Unlock())
}

// A command that plays is killed at any instant. The store stays consistent, and the game goes on.
func TestKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, victimRules, 5)
	must(t, os.WriteFile(filepath.Join(b.Dir, "password"), []byte(b.Passwords[1]), 0o600))
	kills, played, least := 0, 0, worldtest.Bouts(10, 25)
	for delay := 5 * time.Millisecond; kills < least || played < 5 && kills < 300; delay += 3 * time.Millisecond {
		c := start(t, b.Dir, "play")
		time.Sleep(delay)
		kill(t, c)
		kills++
		b.Reopen(victimRules)
		consistent(b)
		s, err := gamemaster.StatusOf(b.World, worldtest.Friday)
		must(t, err)
		played = s.Turn - 1
	}
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) > 0 {
		t.Errorf("after %d kills: %v", kills, v.Wrong)
	}
	t.Logf("%d turns under %d kills", len(v.Turns), kills)
	if played < 5 {
		t.Errorf("only %d turns were played", played)
	}
}

// consistent checks that every letter has its sheet and its receipt, and every
// turn its reports and their letters: all of it or nothing.
func consistent(b *worldtest.Game) {
	b.T.Helper()
	must(b.T, b.View(func(tx *store.Tx) error {
		n := func(name []byte) (n int) {
			for range store.KeysOf(tx.Bucket(name)) {
				n++
			}
			return n
		}
		played := store.Turn(tx) - 1
		letters, sheets := n([]byte("letters")), n([]byte("sheets"))+n([]byte("replaced"))
		reports, outbox, receipts := n([]byte("reports")), n([]byte("outbox")), n([]byte("drafts"))
		if letters != sheets || receipts != letters || reports != 5*played+5 || outbox != reports+receipts {
			b.T.Errorf("%d turns: %d letters, %d sheets, %d receipts, %d reports, %d in the outbox", played, letters,
				sheets, receipts, reports, outbox)
		}
		for err := range tx.Wrong() {
			b.T.Error(err)
		}
		return nil
	}))
}

func TestFoundingKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	for n := range 10 {
		dir := t.TempDir()
		c := start(t, dir, "found")
		time.Sleep(time.Duration(10+n*7) * time.Millisecond)
		kill(t, c)
		worlds, err := os.ReadDir(dir)
		must(t, err)
		for _, w := range worlds {
			path := filepath.Join(dir, w.Name())
			if finished := strings.TrimSuffix(path, ".founding"); finished != path {
				must(t, players.Found(finished, victimRules, game.Founding{}, worldtest.Day0)) // again, after the kill
				path = finished
			}
			if _, err := world.Open(path, []game.Rulebook{victimRules}, worldtest.Settings()); err != nil {
				t.Error(err)
			}
		}
	}
}

// A commit writes its pages, waits for the disk, then writes one of the two meta pages. If it is killed before or
// while it writes the meta page, the letter or the turn is unknown. Repeating it has the result that it would have
// had.
func TestCutOffInACommit(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]func(b *worldtest.Game){
		"letter": func(b *worldtest.Game) {
			b.Accept(letter.Letter{Hash: [32]byte{1}, From: "r1@example.org", Texts: letter.Texts{Text: "$I 1 " + b.Passwords[1] +
				"\n$A\ndig 3\n"}})
		},
		"turn": func(b *worldtest.Game) { b.Advance(worldtest.Friday) },
		"list": func(b *worldtest.Game) {
			b.Reopen(worldtest.Tiny{}) // the same passwords each time
			_, err := players.AddRealms(b.World, worldtest.Newcomers(3, 7), b.ClockAt)
			must(b.T, err)
		},
	} {
		for torn, meta := range map[string]func(before, after []byte) []byte{
			"no meta page": func(before, _ []byte) []byte { return before },
			"half a meta page": func(before, after []byte) []byte {
				out := bytes.Clone(before)
				for page := 0; page < len(out); page += worldtest.PageSize {
					if !bytes.Equal(before[page:page+worldtest.PageSize], after[page:page+worldtest.PageSize]) {
						copy(out[page:page+60], after[page:]) // without its checksum
					}
				}
				return out
			},
		} {
			t.Run(name+", "+torn, func(t *testing.T) {
				b := worldtest.Found(t, worldtest.Tiny{}, 2)
				before := b.Bytes()
				step(b)
				after := b.Bytes()
				want := b.Dump()
				cut := append(meta(before[:2*worldtest.PageSize], after[:2*worldtest.PageSize]), after[2*worldtest.PageSize:]...)
				must(t, os.WriteFile(filepath.Join(b.Dir, disk.FileName), cut, 0o600))
				b.Reopen(worldtest.Tiny{})
				if seen, err := b.Seen([32]byte{1}); err != nil || seen {
					t.Fatalf("seen %v, %v", seen, err)
				}
				if s, err := gamemaster.StatusOf(b.World, worldtest.Friday); err != nil || s.Turn != 1 {
					t.Fatalf("turn %d, %v", s.Turn, err)
				}
				b.ClockAt = worldtest.Day0.Add(time.Hour)
				step(b)
				if got := b.Dump(); got != want {
					t.Errorf("done again the store holds\n%s\nfirst\n%s", got, want)
				}
			})
		}
	}
}
