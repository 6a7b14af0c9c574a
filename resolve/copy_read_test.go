package resolve

import (
	"os"
	"path/filepath"
	"testing"

	"weltentor/resolve/worldtest"
)

// A whole copy that has been damaged, although its file still has its time, is noticed within nine turns: then a whole
// copy is made again. Until then copies build on it, since to read it for each would cost more with every turn.
func TestAWholeCopyIsReadNowAndThen(t *testing.T) {
	t.Parallel()
	const realms = 4
	b := worldtest.Found(t, worldtest.Tiny{Reports: 4000}, realms)
	turn := 20
	at := longGame(b, turn, realms, func(int, int64, int64) {})
	for headOf(copied(b, turn)) == nil || headOf(copied(b, turn-1)) == nil {
		b.Advance(at)
		turn, at = turn+1, at.AddDate(0, 0, 7)
	}
	base := headOf(copied(b, turn)).Of
	path := filepath.Join(b.Dir, worldtest.BackupsName, base)
	info, err := os.Stat(path)
	must(t, err)
	raw, err := os.ReadFile(path)
	must(t, err)
	raw[len(raw)/2] ^= 1
	must(t, os.WriteFile(path, raw, 0o600))
	must(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
	built := 0
	for range 9 {
		b.Advance(at)
		turn, at = turn+1, at.AddDate(0, 0, 7)
		if head := headOf(copied(b, turn)); head == nil {
			break
		} else if head.Of == base {
			built++
		}
	}
	if built == 9 {
		t.Error("copies build on a damaged one")
	}
	if built == 0 {
		t.Error("the whole copy is read for each turn")
	}
}
