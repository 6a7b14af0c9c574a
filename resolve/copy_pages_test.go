package resolve

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/resolve/master"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// noted gives every realm a letter of its own for a turn. Its news are words that no other letter has, so that they
// cannot be packed well.
func (b *table) noted(turn, realms int, at time.Time) {
	b.t.Helper()
	for r := 1; r <= realms; r++ {
		var words bytes.Buffer
		for n := range 40 {
			words.WriteString(store.SumOf(fmt.Append(nil, turn, r, n))[:24] + "\n")
		}
		b.clockAt = at
		text := fmt.Sprintf("$I %d PASSWORD\n$A\ndig %d\n$N\n#A\n%s#E\n", r, turn%9+1, words.String())
		if a := b.accept(b.letter(r, text)); a.Fate != receipt.Taken {
			b.t.Fatalf("turn %d: %+v", turn, a)
		}
	}
}

// used is how many bytes of the store's file are in use.
func (b *table) used() (size int64) {
	b.t.Helper()
	db, err := bbolt.Open(b.path(), 0o600, &bbolt.Options{ReadOnly: true})
	must(b.t, err)
	must(b.t, errors.Join(db.View(func(tx *bbolt.Tx) error { size = tx.Size(); return nil }), db.Close()))
	return size
}

// copiesSize is how many bytes all files among the backups have.
func (b *table) copiesSize() (size int64) {
	b.t.Helper()
	names, err := os.ReadDir(filepath.Join(b.dir, backupsName))
	must(b.t, err)
	for _, n := range names {
		info, err := n.Info()
		must(b.t, err)
		size += info.Size()
	}
	return size
}

// longGame plays turns with letters, each by a command of its own.
func (b *table) longGame(length, realms int, after func(turn int, values, bytes int64)) (end time.Time) {
	b.t.Helper()
	at := friday
	for turn := 1; turn <= length; turn++ {
		b.noted(turn, realms, at.Add(-time.Hour))
		b.reopen(tiny{reports: 4000})
		values, bytes := storeRead(func() { b.advance(at) })
		b.sent("", at)
		after(turn, values, bytes)
		at = at.AddDate(0, 0, 7)
	}
	return at
}

func (b *table) copy(turn int) string {
	return filepath.Join(b.dir, backupsName, fmt.Sprintf("before-turn-%05d.db.zst", turn))
}

// copyHead is the beginning of a copy that has only the pages that differ from those of another copy.
type copyHead struct {
	Of    string `json:"of"` // the name of that
	Sum   string `json:"sum"`
	Pages int64  `json:"pages"` // of the store
}

// headOf reads it. It returns nil for a copy that is whole.
func headOf(path string) *copyHead {
	raw, err := os.ReadFile(path)
	if err != nil || len(raw) < 8 || binary.LittleEndian.Uint32(raw) != skippable {
		return nil
	}
	head := new(copyHead)
	if json.Unmarshal(raw[8:8+binary.LittleEndian.Uint32(raw[4:])], head) != nil {
		return nil
	}
	return head
}

// skippable is the beginning of a frame that unpackers skip.
const skippable = 0x184d2a57

// In a long game with letters, all backups together are smaller than the store. Each turn reads as much of the store
// as the tenth one did. Most copies have only pages, and whole ones become rarer. It is not parallel,
// since storeRead counts what all stores read.
func TestCopiesOfALongGame(t *testing.T) {
	const length, realms = 60, 4
	b := sit(t, tiny{reports: 4000}, realms)
	var firstValues, firstBytes int64 // of the tenth: before, there was less to read, and no record of pages
	whole := map[bool]int{}
	b.longGame(length, realms, func(turn int, values, bytes int64) {
		if turn == 10 {
			firstValues, firstBytes = values, bytes
		}
		if turn > 10 && values > firstValues+firstValues/10 || turn > 10 && float64(bytes) > float64(firstBytes)*1.05 {
			t.Errorf("turn %d read %d values of %d bytes, turn 10 %d of %d", turn, values, bytes, firstValues,
				firstBytes)
		}
		if turn > 20 && headOf(b.copy(turn)) == nil {
			whole[turn > 40]++
		}
		if turn >= 20 && b.copiesSize() >= b.used()*2/3 {
			t.Errorf("turn %d: the copies have %d bytes, the store %d", turn, b.copiesSize(), b.used())
		}
	})
	if whole[false] > 5 || whole[true] > 4 || whole[true] == 0 {
		t.Errorf("of the copies before turns 21 to 40 %d are whole, of those before 41 to 60 %d", whole[false],
			whole[true])
	}
}

// Each kept copy is the world before its turn, even if it has only pages. A turn that is redone takes nothing from
// copies that are based on the turn it replaces.
func TestCopiesOfPages(t *testing.T) {
	t.Parallel()
	const length, realms = 26, 4
	b := sit(t, tiny{reports: 4000}, realms)
	parts, last, base := 0, 0, ""
	end := b.longGame(length, realms, func(int, int64, int64) {})
	kept, now := map[int][]byte{}, b.bytes()
	for turn := length - 4; turn <= length; turn++ {
		packed, err := os.ReadFile(b.copy(turn))
		must(t, err)
		kept[turn] = packed
		if head := headOf(b.copy(turn)); head != nil {
			parts, last, base = parts+1, turn, head.Of
		}
	}
	if parts < 3 {
		t.Fatalf("only %d copies have pages", parts)
	}
	restores := func() {
		t.Helper()
		for turn, packed := range kept {
			must(t, os.WriteFile(b.path(), packed, 0o600))
			b.reopen(tiny{reports: 4000})
			s, err := master.StatusOf(b.World, end)
			must(t, err)
			if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) > 0 || s.Turn != turn {
				t.Errorf("the copy from before turn %d: turn %d, %v, %v", turn, s.Turn, v.Wrong, err)
			}
		}
	}
	restores()

	// The turn whose copy is whole is redone, with another letter.
	before := 0
	_, err := fmt.Sscanf(base, "before-turn-%d.db.zst", &before)
	must(t, err)
	whole, err := os.ReadFile(filepath.Join(b.dir, backupsName, base))
	must(t, err)
	must(t, os.WriteFile(b.path(), whole, 0o600))
	b.reopen(tiny{reports: 4000})
	b.noted(99, realms, friday.AddDate(0, 0, 7*before-8))
	b.advance(friday.AddDate(0, 0, 7*before-7))
	restores()

	// Damage to the whole copies is reported with the name, and the next copy is whole again.
	must(t, os.WriteFile(b.path(), now, 0o600))
	b.reopen(tiny{reports: 4000})
	copies, err := filepath.Glob(filepath.Join(b.dir, backupsName, "*.db.zst"))
	must(t, err)
	for _, path := range copies {
		if headOf(path) != nil {
			continue
		}
		raw, err := os.ReadFile(path)
		must(t, err)
		raw[len(raw)/2] ^= 1
		must(t, os.WriteFile(path, raw, 0o600))
	}
	b.advance(end)
	if headOf(b.copy(length+1)) != nil {
		t.Error("a copy was laid over a damaged one")
	}
	must(t, os.WriteFile(b.path(), kept[last], 0o600))
	_, err = world.Open(b.dir, []game.Rulebook{tiny{}}, testSettings())
	wantError(t, err, faults.ErrDamaged, base, "restore it: cp "+b.copy(length+1))
}

// BenchmarkTurnsPlayed plays a world whose land does not grow. It reports the processor time of a turn with its copy,
// for turns 2 to 21 and for turns 181 to 200.
func BenchmarkTurnsPlayed(b *testing.B) {
	var early, late time.Duration
	for b.Loop() {
		w, at := sit(b, tiny{reports: 4000}, 10), friday
		for turn := 1; turn <= 200; turn++ {
			begun := cpuTime()
			w.advance(at)
			switch cost := cpuTime() - begun; {
			case 2 <= turn && turn <= 21:
				early += cost
			case turn > 180:
				late += cost
			}
			w.sent("", at)
			at = at.AddDate(0, 0, 7)
		}
	}
	b.ReportMetric(early.Seconds()*1000/20/float64(b.N), "cpu-ms/early-turn")
	b.ReportMetric(late.Seconds()*1000/20/float64(b.N), "cpu-ms/late-turn")
}

// cpuTime is what the process has used of all processors.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
