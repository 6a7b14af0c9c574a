package resolve

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// noted gives every realm a letter of its own for a turn. Its news are words that no other letter has, so that they
// cannot be packed well.
func noted(b *worldtest.Game, turn, realms int, at time.Time) {
	b.T.Helper()
	for r := 1; r <= realms; r++ {
		var words bytes.Buffer
		for n := range 40 {
			words.WriteString(store.SumOf(fmt.Append(nil, turn, r, n))[:24] + "\n")
		}
		b.ClockAt = at
		text := fmt.Sprintf("$I %d PASSWORD\n$A\ndig %d\n$N\n#A\n%s#E\n", r, turn%9+1, words.String())
		if a := b.Accept(b.Letter(r, text)); a.Fate != receipt.Taken {
			b.T.Fatalf("turn %d: %+v", turn, a)
		}
	}
}

// longGame plays turns with letters, each by a command of its own.
func longGame(b *worldtest.Game, length, realms int, after func(turn int, values, bytes int64)) (end time.Time) {
	b.T.Helper()
	at := worldtest.Friday
	for turn := 1; turn <= length; turn++ {
		noted(b, turn, realms, at.Add(-time.Hour))
		b.Reopen(worldtest.Tiny{Reports: 4000})
		values, bytes := storeRead(func() { b.Advance(at) })
		b.Sent("", at)
		after(turn, values, bytes)
		at = at.AddDate(0, 0, 7)
	}
	return at
}

func copied(b *worldtest.Game, turn int) string {
	return filepath.Join(b.Dir, worldtest.BackupsName, fmt.Sprintf("before-turn-%05d.db.zst", turn))
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
	b := worldtest.Found(t, worldtest.Tiny{Reports: 4000}, realms)
	var firstValues, firstBytes int64 // of the tenth: before, there was less to read, and no record of pages
	whole := map[bool]int{}
	longGame(b, length, realms, func(turn int, values, bytes int64) {
		if turn == 10 {
			firstValues, firstBytes = values, bytes
		}
		if turn > 10 && values > firstValues+firstValues/10 || turn > 10 && float64(bytes) > float64(firstBytes)*1.05 {
			t.Errorf("turn %d read %d values of %d bytes, turn 10 %d of %d", turn, values, bytes, firstValues,
				firstBytes)
		}
		if turn > 20 && headOf(copied(b, turn)) == nil {
			whole[turn > 40]++
		}
		if turn >= 20 && worldtest.CopiesSize(b) >= worldtest.Used(b)*2/3 {
			t.Errorf("turn %d: the copies have %d bytes, the store %d", turn, worldtest.CopiesSize(b), worldtest.Used(b))
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
	b := worldtest.Found(t, worldtest.Tiny{Reports: 4000}, realms)
	parts, last, base := 0, 0, ""
	end := longGame(b, length, realms, func(int, int64, int64) {})
	kept, now := map[int][]byte{}, b.Bytes()
	for turn := length - 4; turn <= length; turn++ {
		packed, err := os.ReadFile(copied(b, turn))
		must(t, err)
		kept[turn] = packed
		if head := headOf(copied(b, turn)); head != nil {
			parts, last, base = parts+1, turn, head.Of
		}
	}
	if parts < 3 {
		t.Fatalf("only %d copies have pages", parts)
	}
	restores := func() {
		t.Helper()
		for turn, packed := range kept {
			must(t, os.WriteFile(b.Path(), packed, 0o600))
			b.Reopen(worldtest.Tiny{Reports: 4000})
			s, err := gamemaster.StatusOf(b.World, end)
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
	whole, err := os.ReadFile(filepath.Join(b.Dir, worldtest.BackupsName, base))
	must(t, err)
	must(t, os.WriteFile(b.Path(), whole, 0o600))
	b.Reopen(worldtest.Tiny{Reports: 4000})
	noted(b, 99, realms, worldtest.Friday.AddDate(0, 0, 7*before-8))
	b.Advance(worldtest.Friday.AddDate(0, 0, 7*before-7))
	restores()

	// Damage to the whole copies is reported with the name, and the next copy is whole again.
	must(t, os.WriteFile(b.Path(), now, 0o600))
	b.Reopen(worldtest.Tiny{Reports: 4000})
	copies, err := filepath.Glob(filepath.Join(b.Dir, worldtest.BackupsName, "*.db.zst"))
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
	b.Advance(end)
	if headOf(copied(b, length+1)) != nil {
		t.Error("a copy was laid over a damaged one")
	}
	must(t, os.WriteFile(b.Path(), kept[last], 0o600))
	_, err = world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(t, err, faults.ErrDamaged, base, "`weltentor restore "+b.Dir+" "+copied(b, length+1)+"`")
}

// The copies have at most as many bytes as they may, and the oldest go first. The last two stay whatever they need, and
// each copy that is there is the world before its turn.
func TestCopiesWithinTheirRoom(t *testing.T) {
	t.Parallel()
	const realms = 4
	at, two := worldtest.Friday, 0
	b := worldtest.Found(t, worldtest.Tiny{Reports: 4000}, realms)
	for turn := 1; turn <= 24; turn++ {
		noted(b, turn, realms, at.Add(-time.Hour))
		most := map[bool]int64{true: 1, false: 150 << 10}[turn > 20] // at last none has room
		b.Reopen(worldtest.Tiny{Reports: 4000}, func(s *world.Settings) { s.CopiesMost = most })
		b.Advance(at)
		at = at.AddDate(0, 0, 7)
		kept := 0
		for kept < turn && looksLikeCopy(copied(b, turn-kept)) {
			kept++
		}
		if oldest := turn - kept + 1; kept > 2 && headOf(copied(b, oldest)) == nil && headOf(copied(b, oldest+1)) != nil {
			kept-- // it is there because the next one needs it
		}
		size := store.CopiesSize(b.Dir)
		switch {
		case kept < min(2, turn), kept > 2 && size > most:
			t.Errorf("before turn %d %d copies have %d bytes, %d are allowed", turn, kept, size, most)
		case kept == 2 && turn > 2:
			two++
		}
		if turn%6 == 0 && store.LastCopy(b.Dir, turn) == "" || store.LastCopy(b.Dir, turn-1) == "" && turn > 1 {
			t.Errorf("the last copies before turn %d cannot be read", turn)
		}
	}
	if two < 4 {
		t.Errorf("%d times there were two copies", two)
	}
}

func looksLikeCopy(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// BenchmarkTurnsPlayed plays worlds whose land does not grow up to turn 4, 100 and 1,000, and then 20 turns of each by
// turns, so that other work on the machine affects all alike. It reports the median of a turn's processor time, its copy
// with it.
func BenchmarkTurnsPlayed(b *testing.B) {
	ages := []int{4, 100, 1000}
	for b.Loop() {
		worlds, times := make([]*worldtest.Game, len(ages)), make([][]float64, len(ages))
		at := make([]time.Time, len(ages))
		turn := func(i int) time.Duration {
			begun := cpuTime()
			worlds[i].Advance(at[i])
			cost := cpuTime() - begun
			worlds[i].Sent("", at[i])
			at[i] = at[i].AddDate(0, 0, 7)
			return cost
		}
		for i, age := range ages {
			worlds[i], at[i] = worldtest.Found(b, worldtest.Tiny{Reports: 4000}, 10), worldtest.Friday
			for range age - 1 {
				turn(i)
			}
		}
		for range 20 {
			for i := range ages {
				times[i] = append(times[i], turn(i).Seconds()*1000)
			}
		}
		for i, age := range ages {
			slices.Sort(times[i])
			b.ReportMetric(times[i][len(times[i])/2], fmt.Sprintf("cpu-ms/turn-%d", age))
		}
	}
}

// cpuTime is what the process has used of all processors.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// storeRead returns how many values a call reads from the store, and their bytes.
func storeRead(call func()) (values, bytes int64) {
	valuesBefore, bytesBefore := store.Read()
	call()
	values, bytes = store.Read()
	return values - valuesBefore, bytes - bytesBefore
}
