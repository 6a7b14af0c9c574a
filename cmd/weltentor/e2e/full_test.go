//go:build linux

package e2e

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sys/unix"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/mailertest"
)

// On a full disk the command says so and names the folder, and the store stays whole. No letter leaves that could not
// be recorded. With room again, everything goes on.

// TestDiskFull fills a small file system. Users who may not mount one have the test below.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	disk := stage.NewDisk(t, t.TempDir(), 16<<20, 0o700)
	if disk == nil {
		return
	}
	s := newSiegeIn(t, filepath.Join(disk.Dir, "world"), mailertest.Options{})
	s.withoutRoom(disk.Dir, disk.Fill, disk.Free)
}

// TestFileSizeLimit is TestDiskFull for everybody: the shell allows the program no file larger than half the store.
func TestFileSizeLimit(t *testing.T) {
	t.Parallel()
	newSiege(t).withoutRoom("", func() {}, func() {})
}

// TestStoreThatCannotGrow: while the store may not grow, letters leave only as long as their outcome can be recorded
// in space that was used before.
func TestStoreThatCannotGrow(t *testing.T) {
	t.Parallel()
	s := newSiege(t)
	s.bulk = 100
	s.mail(14 * besiegers)
	var store unix.Stat_t // its file is longer than what of it was ever written
	for more := true; more; {
		if err := unix.Stat(filepath.Join(s.Dir, "world.db"), &store); err != nil {
			t.Fatal(err)
		}
		code, said := s.limited(int(min(store.Blocks, store.Size/512)), "poll", s.Dir)
		if more = code == exitDone; code != exitDone && code != exitUsage {
			t.Fatalf("poll: exit %d\n%s", code, said)
		}
		s.mail(besiegers)
	}
	blocks := int(min(store.Blocks, store.Size/512))
	for range 5 {
		code, said := s.limited(blocks, "send", s.Dir)
		if code != exitDone && code != exitUsage {
			t.Errorf("send: exit %d\n%s", code, said)
		}
		if now := s.standing(); now.taken != now.noted {
			t.Fatalf("exit %d\n%s%d letters left, %d are noted", code, said, now.taken, now.noted)
		}
	}
	s.settled()
}

// withoutRoom runs every command that stores something while there is no room: on a full disk or, if disk is "", under
// a limit for this user.
func (s *siege) withoutRoom(disk string, fill, free func()) {
	s.T.Helper()
	s.mail(2 * besiegers)
	s.Done("poll", s.Dir)
	// Letters that were tried have the game's address already, so nothing more must be stored before they leave.
	s.post.Fail(mailertest.Fault{Stage: "MAIL", Code: 451})
	if code, said := s.limited(0, "send", s.Dir); code != exitLater {
		s.T.Fatalf("send: exit %d\n%s", code, said)
	}
	s.post.Mend()
	s.Now = s.Now.Add(10 * time.Minute)
	s.bulk = 300
	s.mail(5 * besiegers)
	fill()
	before, blocks, copied := s.standing(), 0, filepath.Join(disk, "copy.db")
	if disk == "" {
		info, err := os.Stat(filepath.Join(s.Dir, "world.db"))
		if err != nil {
			s.T.Fatal(err)
		}
		blocks, copied = int(info.Size()/2/512), filepath.Join(s.T.TempDir(), "copy.db")
	}
	s.noRoom(blocks, s.Dir, "poll", s.Dir)
	s.noRoom(blocks, filepath.Dir(copied), "backup", s.Dir, copied)
	// It stays so: a mail may still find room, and its answer is dated from now.
	s.due()
	s.noRoom(blocks, s.Dir, "turn", s.Dir, "--force") // without --force it waits until the mailbox was read to its end
	code, said := s.limited(blocks, "cron", s.Dir)
	if code != exitUsage || !strings.HasPrefix(said, "weltentor: "+s.Dir+": there is no room left on the disk") {
		s.T.Errorf("cron: exit %d\n%s", code, said)
	}
	for range 5 {
		if code, said := s.limited(blocks, "send", s.Dir); code != exitDone && code != exitUsage {
			s.T.Errorf("send: exit %d\n%s", code, said)
		}
	}
	now := s.standing()
	if now.inbox == 0 || now.turn != before.turn {
		s.T.Errorf("there was room: before %+v, now %+v", before, now)
	}
	if now.taken-before.taken != now.noted-before.noted {
		s.T.Errorf("letters left that are not noted: before %+v, now %+v", before, now)
	}
	// A copy from before the turn may be there, since it is packed and may fit where the turn does not. Half a copy
	// must not.
	s.wholeIfThere(filepath.Join(s.Dir, "backups", "before-turn-00001.db.zst"))
	for _, left := range []string{copied, filepath.Join(s.Dir, "backups", "before-turn-00001.db.zst.half")} {
		if _, err := os.Stat(left); err == nil {
			s.T.Errorf("%s was left behind", left)
		}
	}
	s.Done("verify", s.Dir)
	free()
	s.Done("poll", s.Dir)
	s.Done("backup", s.Dir, copied)
	s.settled()
}

// noRoom runs the program, which must say that a folder has no room.
func (s *siege) noRoom(blocks int, folder string, args ...string) {
	s.T.Helper()
	for lang, says := range map[string]string{"de": "auf dem Datenträger ist kein Platz mehr",
		"en": "there is no room left on the disk"} {
		code, said := s.limited(blocks, append([]string{"--lang", lang}, args...)...)
		if code != exitUsage || !strings.HasPrefix(said, "weltentor: "+folder+": "+says) ||
			strings.Count(said, "\n") != 1 {
			s.T.Errorf("%v: exit %d\n%s\nwant exit 2 and one line of %s: %s", args, code, said, folder, says)
		}
	}
}

// limited runs the program with a limit for files of that many blocks of 512 bytes; 0: no limit.
func (s *siege) limited(blocks int, args ...string) (code int, said string) {
	s.T.Helper()
	path := stage.Built(s.T)
	limit := "unlimited"
	if blocks > 0 {
		limit = strconv.Itoa(blocks)
	}
	args = append([]string{"-c", `ulimit -f "$0" && exec "$@"`, limit, path}, s.Args(args...)...)
	cmd := exec.Command("sh", args...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		s.T.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// wholeIfThere checks that a packed copy, if there is one, can be unpacked to its end.
func (s *siege) wholeIfThere(path string) {
	s.T.Helper()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		s.T.Fatal(err)
	}
	defer f.Close()
	unpacked, err := zstd.NewReader(f)
	if err != nil {
		s.T.Fatal(err)
	}
	defer unpacked.Close()
	if n, err := io.Copy(io.Discard, unpacked); err != nil || n == 0 {
		s.T.Errorf("%s has %d bytes: %v", path, n, err)
	}
}
