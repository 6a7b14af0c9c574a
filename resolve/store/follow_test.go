package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"

	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/follow"
	"weltentor/resolve/store/pages"
)

// lossy is a disk that loses its power before the nth operation. What was not synced is there then, or is not, or is
// there in part.
type lossy struct {
	disk.OS
	left  int
	files map[string]*unsynced
	dice  *rand.Rand
	moved []func() error // renames that may not last
}

var errPower = errors.New("the power is gone")

// step counts the operations. From the last one on, all fail.
func (d *lossy) step() error {
	if d.left--; d.left <= 0 {
		return errPower
	}
	return nil
}

func (d *lossy) Open(path string, flag int) (disk.Sheet, error) {
	if err := d.step(); err != nil {
		return nil, err
	}
	if flag&os.O_TRUNC != 0 {
		delete(d.files, path)
	}
	s, err := d.OS.Open(path, flag)
	if err != nil {
		return nil, err
	}
	f := d.files[path]
	if f == nil {
		f = &unsynced{disk: d}
		if f.durable, err = os.ReadFile(path); err != nil {
			return nil, err
		}
		d.files[path] = f
	}
	f.Sheet = s
	return f, nil
}

func (d *lossy) Rename(from, to string) error {
	if err := d.step(); err != nil {
		return err
	}
	was, err := os.ReadFile(to)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	now, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	d.moved = append(d.moved, func() error {
		if was == nil {
			return errors.Join(os.Remove(to), os.WriteFile(from, now, 0o600))
		}
		return errors.Join(os.WriteFile(to, was, 0o600), os.WriteFile(from, now, 0o600))
	})
	d.files[to] = d.files[from]
	delete(d.files, from)
	return d.OS.Rename(from, to)
}

func (d *lossy) Remove(path string) error {
	if err := d.step(); err != nil {
		return err
	}
	delete(d.files, path)
	return d.OS.Remove(path)
}

func (d *lossy) SyncDir(string) error {
	if err := d.step(); err != nil {
		return err
	}
	d.moved = nil
	return nil
}

// off leaves on the disk what may be left after a loss of power.
func (d *lossy) off() (err error) {
	for path, f := range d.files {
		if f == nil {
			continue
		}
		if _, there := os.Stat(path); there == nil {
			err = errors.Join(err, os.WriteFile(path, f.survives(), 0o600))
		}
	}
	for n, back := range slices.Backward(d.moved) {
		if d.dice.IntN(2) == 0 {
			continue
		}
		_ = n
		return errors.Join(err, back()) // renames last in their order
	}
	return err
}

// unsynced is a file of it.
type unsynced struct {
	disk.Sheet
	disk    *lossy
	durable []byte
	writes  []func([]byte) []byte
}

func (f *unsynced) WriteAt(p []byte, at int64) (int, error) {
	if err := f.disk.step(); err != nil {
		return 0, err
	}
	p = bytes.Clone(p)
	const sector = 512
	for from := 0; from < len(p); from += sector {
		part := p[from:min(from+sector, len(p))]
		f.writes = append(f.writes, func(b []byte) []byte {
			if need := int(at) + from + len(part); len(b) < need {
				b = append(b, make([]byte, need-len(b))...)
			}
			copy(b[int(at)+from:], part)
			return b
		})
	}
	return f.Sheet.WriteAt(p, at)
}

func (f *unsynced) Truncate(size int64) error {
	if err := f.disk.step(); err != nil {
		return err
	}
	f.writes = append(f.writes, func(b []byte) []byte {
		if int64(len(b)) > size {
			return b[:size]
		}
		return append(b, make([]byte, size-int64(len(b)))...)
	})
	return f.Sheet.Truncate(size)
}

func (f *unsynced) Sync() error {
	if err := f.disk.step(); err != nil {
		return err
	}
	for _, w := range f.writes {
		f.durable = w(f.durable)
	}
	f.writes = nil
	return nil
}

func (f *unsynced) survives() []byte {
	b := bytes.Clone(f.durable)
	odds := f.disk.dice.IntN(5) // none, some or all
	for _, w := range f.writes {
		if f.disk.dice.IntN(4) < odds {
			b = w(b)
		}
	}
	return b
}

// history returns a journal with an entry of each kind: whole ones, growth, deletion, many pages.
func history(t *testing.T) *linked {
	t.Helper()
	l := link(t, 5)
	for n := range 14 {
		if err := l.Update(churn(l.dice)); err != nil {
			t.Fatal(err)
		}
		if n == 6 {
			if err := l.Enter(false); err != nil {
				t.Fatal(err)
			}
		}
	}
	return l
}

// copyAt makes a copy of a world as of a position, in a new folder; 0 is an empty one.
func (l *linked) copyAt(at entry.Position) string {
	l.Helper()
	dir := filepath.Join(l.TempDir(), "copy")
	if err := os.Mkdir(dir, 0o700); err != nil {
		l.Fatal(err)
	}
	if at > 0 {
		n := slices.IndexFunc(l.rows, func(p entry.Placed) bool { return p.At == at })
		if _, err := CatchUp(l.Context(), dir, nil, &shelf{rows: l.rows[:n+1]}, "w"); err != nil {
			l.Fatal(err)
		}
	}
	return dir
}

func follows(l *linked, dir string, d disk.Disk) error {
	f := &follow.Follower{Ctx: l.Context(), Dir: dir, Journal: l.shelf, World: "w", Disk: d, Sound: soundAt}
	_, err := f.CatchUp()
	return err
}

// The power is lost before each operation of a follower, and some of what was not synced is lost with it. The next run
// ends with the same store as without the loss. The short form loses the power before every seventh operation.
func TestPowerLossWhileFollowing(t *testing.T) {
	t.Parallel()
	l := history(t)
	want := counting(t, l.path())
	last := l.rows[len(l.rows)-1].At
	for name, from := range map[string]entry.Position{"from nothing": 0, "a copy made anew": l.rows[2].At,
		"followed in a copy": l.rows[9].At, "a copy followed": l.rows[len(l.rows)-4].At} {
		t.Run(name, func(t *testing.T) {
			steps := 0
			for step := 1; ; step += few(7) {
				dir := l.copyAt(from)
				d := &lossy{left: step, files: map[string]*unsynced{}, dice: rand.New(rand.NewPCG(uint64(step), 7))}
				done := follows(l, dir, d)
				if done != nil && !errors.Is(done, errPower) {
					t.Fatalf("step %d: %v", step, done)
				}
				if err := d.off(); err != nil {
					t.Fatal(err)
				}
				if name == "a copy followed" {
					counting(t, filepath.Join(dir, disk.FileName)) // it is sound, as of one entry or another
				}
				steps++
				if c, err := entry.ReadConfirmed(dir); done == nil && (err != nil || c.Position != last ||
					pages.Newest(filepath.Join(dir, disk.FileName)) != c.Transaction) {
					t.Fatalf("caught up, after the power was lost: %+v, %v", c, err)
				}
				c, err := CatchUp(t.Context(), dir, nil, l.shelf, "w")
				if err != nil || c.Position != last {
					t.Fatalf("after step %d: at %d (%v)", step, c.Position, err)
				}
				if got := counting(t, filepath.Join(dir, disk.FileName)); !maps.Equal(got, want) {
					t.Fatalf("after step %d the store is another", step)
				}
				if done == nil {
					break
				}
			}
			if t.Logf("%d steps", steps); steps < 20/few(7) {
				t.Errorf("only %d steps", steps)
			}
		})
	}
}

// few returns a number for the short form. With KILLS=full in the environment, as for a release, it is 1.
func few(n int) int {
	if os.Getenv("KILLS") == "full" {
		return 1
	}
	return n
}

// deadly is a disk whose process is killed before the nth operation.
type deadly struct {
	disk.OS
	left *int
}

func (d deadly) step() {
	if *d.left--; *d.left == 0 {
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		select {}
	}
}

func (d deadly) Open(path string, flag int) (disk.Sheet, error) {
	d.step()
	s, err := d.OS.Open(path, flag)
	if err != nil {
		return nil, err
	}
	return dying{s, d}, nil
}

func (d deadly) Rename(from, to string) error { d.step(); return d.OS.Rename(from, to) }
func (d deadly) Remove(path string) error     { d.step(); return d.OS.Remove(path) }
func (d deadly) SyncDir(dir string) error     { d.step(); return d.OS.SyncDir(dir) }

type dying struct {
	disk.Sheet
	disk deadly
}

func (s dying) WriteAt(p []byte, at int64) (int, error) {
	s.disk.step()
	if half := len(p) / 2; *s.disk.left == 1 { // the next operation would be the last: killed within
		_, _ = s.Sheet.WriteAt(p[:half], at)
		s.disk.step()
	}
	return s.Sheet.WriteAt(p, at)
}
func (s dying) Truncate(size int64) error { s.disk.step(); return s.Sheet.Truncate(size) }
func (s dying) Sync() error               { s.disk.step(); return s.Sheet.Sync() }

// written is an entry of a journal in a file.
type written struct {
	At     entry.Position
	Entry  entry.Entry
	Packed []byte
}

// TestFollowAndDie is a process of TestKilledWhileFollowing.
func TestFollowAndDie(t *testing.T) {
	dir, at, is := strings.Cut(os.Getenv("FOLLOW_AND_DIE"), ":")
	if !is {
		return // only in a process of its own
	}
	left, err := strconv.Atoi(at)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(dir + ".journal")
	if err != nil {
		t.Fatal(err)
	}
	var rows []written
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatal(err)
	}
	j := &shelf{}
	for _, r := range rows {
		r.Entry.Pages = r.Packed
		j.rows = append(j.rows, entry.Placed{At: r.At, Entry: r.Entry})
	}
	lock, err := disk.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	f := &follow.Follower{Ctx: t.Context(), Dir: dir, Lock: lock, Journal: j, World: "w", Disk: deadly{left: &left},
		Sound: soundAt}
	if _, err := f.CatchUp(); err != nil {
		t.Fatal(err)
	}
	fmt.Println("caught up")
}

// A process that follows is killed, with SIGKILL, before operations and in the middle of writes: the first ones each,
// later ones less often, and in the short form half as often. The next run ends right, without help.
func TestKilledWhileFollowing(t *testing.T) {
	t.Parallel()
	l := history(t)
	want := counting(t, l.path())
	var rows []written
	for _, p := range l.rows {
		rows = append(rows, written{p.At, p.Entry, p.Pages})
	}
	for name, from := range map[string]entry.Position{"from nothing": 0, "followed in a copy": l.rows[9].At,
		"followed": l.rows[len(l.rows)-3].At} {
		t.Run(name, func(t *testing.T) {
			killed := 0
			for at := 1; ; at += few(2) * (1 + at/12) {
				dir := l.copyAt(from)
				if err := os.WriteFile(dir+".journal", MustJSON(rows), 0o600); err != nil {
					t.Fatal(err)
				}
				cmd := exec.Command(os.Args[0], "-test.run=^TestFollowAndDie$", "-test.v")
				cmd.Env = append(os.Environ(), fmt.Sprintf("FOLLOW_AND_DIE=%s:%d", dir, at))
				out, err := cmd.CombinedOutput()
				if err == nil && strings.Contains(string(out), "caught up") {
					break
				}
				var died *exec.ExitError
				if !errors.As(err, &died) || died.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
					t.Fatalf("at %d: %v\n%s", at, err, out)
				}
				killed++
				if _, err := CatchUp(t.Context(), dir, nil, l.shelf, "w"); err != nil {
					t.Fatalf("killed at %d: %v", at, err)
				}
				if got := counting(t, filepath.Join(dir, disk.FileName)); !maps.Equal(got, want) {
					t.Fatalf("killed at %d the store is another", at)
				}
			}
			if t.Logf("killed %d times", killed); killed < 8 {
				t.Errorf("killed only %d times", killed)
			}
		})
	}
}

// repacked returns an entry with its pages changed, and with the right sum for them.
func repacked(e entry.Entry, t *testing.T, change func(rows []byte) []byte) entry.Entry {
	t.Helper()
	rows, err := Unpack(e.Pages)
	if err != nil {
		t.Fatal(err)
	}
	e.Pages = Pack(change(bytes.Clone(rows)))
	e.Sum = entry.SumOfPages(e.Pages)
	return e
}

// Writing into the journal is not enough to write into our stores. An entry that is not as it must be is refused in
// plain words, and the copy stays as it was.
func TestHostileEntries(t *testing.T) {
	t.Parallel()
	l := history(t)
	n := len(l.rows) - 1
	const row = 8 + pages.Size
	for name, c := range map[string]struct {
		change func(e entry.Entry) entry.Entry
		want   string
	}{
		"a bit turned in the pages": {func(e entry.Entry) entry.Entry {
			e.Pages = bytes.Clone(e.Pages)
			e.Pages[len(e.Pages)/2] ^= 4
			return e
		}, "are not those that were appended"},
		"a frame cut off": {func(e entry.Entry) entry.Entry {
			e.Pages = e.Pages[:len(e.Pages)/2]
			e.Sum = entry.SumOfPages(e.Pages)
			return e
		}, "cannot be unpacked"},
		"no frame": {func(e entry.Entry) entry.Entry {
			e.Pages = []byte("nothing of ours")
			e.Sum = entry.SumOfPages(e.Pages)
			return e
		}, "cannot be unpacked"},
		"nothing": {func(e entry.Entry) entry.Entry {
			e.Pages, e.Sum = nil, entry.SumOfPages(nil)
			return e
		}, "does not begin with"},
		"half a page": {func(e entry.Entry) entry.Entry {
			return repacked(e, t, func(b []byte) []byte { return b[:len(b)-100] })
		}, "cannot be unpacked"},
		"a page that is in use": {func(e entry.Entry) entry.Entry {
			return repacked(e, t, func(b []byte) []byte {
				used := uint64(0)
				mine := pageNumbers(b)
				for id := range counting(t, filepath.Join(l.copyAt(l.rows[n-1].At), disk.FileName)) {
					if id > 1 && !slices.Contains(mine, id) && (used == 0 || id < used) {
						used = id
					}
				}
				i := slices.IndexFunc(mine, func(id uint64) bool { return id > used })
				extra := bytes.Clone(b[i*row : (i+1)*row])
				copy(extra, U64(used))
				return slices.Insert(b, i*row, extra...)
			})
		}, "which it must not write"},
		"a page behind the end": {func(e entry.Entry) entry.Entry {
			return repacked(e, t, func(b []byte) []byte {
				return append(b, append(U64(uint64(e.Size/pages.Size)), make([]byte, pages.Size)...)...)
			})
		}, "which it must not write"},
		"a page far behind the end": {func(e entry.Entry) entry.Entry {
			return repacked(e, t, func(b []byte) []byte { return append(b, bytes.Repeat([]byte{0xff}, row)...) })
		}, "which it must not write"},
		"pages in no order": {func(e entry.Entry) entry.Entry {
			return repacked(e, t, func(b []byte) []byte {
				return slices.Concat(b[:row], b[2*row:], b[row:2*row])
			})
		}, "which it must not write"},
		"a page twice": {func(e entry.Entry) entry.Entry {
			return repacked(e, t, func(b []byte) []byte { return slices.Concat(b[:2*row], b[row:]) })
		}, "which it must not write"},
		"both metas": {func(e entry.Entry) entry.Entry {
			return repacked(e, t, func(b []byte) []byte {
				meta := bytes.Clone(b[:row])
				copy(b, U64(0))
				copy(meta, U64(1))
				return slices.Concat(b[:row], meta, b[row:])
			})
		}, "the entry of transaction"},
		"no meta": {func(e entry.Entry) entry.Entry {
			return repacked(e, t, func(b []byte) []byte { return b[row:] })
		}, "does not begin with"},
		"a meta with a wrong sum": {func(e entry.Entry) entry.Entry {
			return repacked(e, t, func(b []byte) []byte { b[8+pages.HeadSize+40] ^= 1; return b })
		}, "does not begin with"},
		"a store of an exabyte":    {func(e entry.Entry) entry.Entry { e.Size = 1 << 60; return e }, "has a size of"},
		"a store of 200 GB":        {func(e entry.Entry) entry.Entry { e.Size = 200 << 30; return e }, "does not begin with"},
		"a store of no size":       {func(e entry.Entry) entry.Entry { e.Size = -4096; return e }, "has a size of"},
		"a store of half a page":   {func(e entry.Entry) entry.Entry { e.Size += 7; return e }, "has a size of"},
		"another transaction":      {func(e entry.Entry) entry.Entry { e.Transaction++; return e }, "does not follow the store"},
		"a partial one as a whole": {func(e entry.Entry) entry.Entry { e.Whole = true; return e }, "its pages do not fit"},
		"a gigabyte of zeros": {func(e entry.Entry) entry.Entry {
			e.Size = 2 << 30
			var packed bytes.Buffer
			z, err := zstd.NewWriter(&packed)
			if err != nil {
				t.Fatal(err)
			}
			for id := range uint64(1 << 18) {
				_, _ = z.Write(append(U64(id), make([]byte, pages.Size)...))
			}
			_ = z.Close()
			e.Pages = packed.Bytes()
			e.Sum = entry.SumOfPages(e.Pages)
			return e
		}, "does not begin with"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := l.copyAt(l.rows[n-1].At)
			was := counting(t, filepath.Join(dir, disk.FileName))
			e := c.change(l.rows[n].Entry)
			bad := &shelf{rows: append(slices.Clone(l.rows[:n]), entry.Placed{At: l.rows[n].At, Entry: e})}
			_, err := CatchUp(t.Context(), dir, nil, bad, "w")
			if !errors.Is(err, faults.ErrDamaged) || !strings.Contains(err.Error(), c.want) ||
				strings.Contains(err.Error(), "{") {
				t.Errorf("refused with %v, want %q", err, c.want)
			}
			if now := counting(t, filepath.Join(dir, disk.FileName)); !maps.Equal(now, was) {
				t.Error("the copy has changed")
			}
			if _, err := CatchUp(t.Context(), dir, nil, l.shelf, "w"); err != nil {
				t.Errorf("with the right entry: %v", err)
			}
		})
	}
}

func pageNumbers(rows []byte) (ids []uint64) {
	for ; len(rows) > 0; rows = rows[8+pages.Size:] {
		ids = append(ids, uint64(rows[0])<<56|uint64(rows[5])<<16|uint64(rows[6])<<8|uint64(rows[7]))
	}
	return ids
}
