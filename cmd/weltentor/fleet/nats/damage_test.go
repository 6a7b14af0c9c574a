//go:build fleet

package nats

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// written are the entries of a log, by number, that were confirmed.
type written map[uint64][]byte

// noise is content that nothing packs.
func noise(dice *rand.Rand, n int) []byte {
	data := make([]byte, 0, n+sha256.Size)
	for len(data) < n {
		sum := sha256.Sum256(fmt.Append(nil, dice.Uint64()))
		data = append(data, sum[:]...)
	}
	return data[:n]
}

// write appends so many entries.
func (w written) write(t testing.TB, e *Engine, log string, dice *rand.Rand, n int) {
	t.Helper()
	h, err := e.Head(t.Context(), log)
	for range n {
		if err != nil {
			t.Fatal(err)
		}
		data := noise(dice, 20_000)
		h.Number, err = e.Append(t.Context(), log, h.Number, []byte("head"), data)
		w[h.Number] = data
	}
	if err != nil {
		t.Fatal(err)
	}
}

// found is what a host gives of what was confirmed.
type found struct {
	same, wrong int
	missing     []uint64
	err         error
}

func (w written) read(t testing.TB, e *Engine, log string) (f found) {
	got := written{}
	ctx, cancel := context.WithTimeout(t.Context(), patience/2)
	defer cancel()
	for entry, err := range e.Read(ctx, log, 0) {
		if err != nil {
			f.err = err
			break
		}
		got[entry.Number] = entry.Data
	}
	for n, want := range w {
		switch data, there := got[n]; {
		case !there:
			f.missing = append(f.missing, n)
		case bytes.Equal(data, want):
			f.same++
		default:
			f.wrong++
		}
	}
	slices.Sort(f.missing)
	return f
}

// flip changes a bit in each of so many places of the blocks below a folder.
func flip(t testing.TB, folder string, dice *rand.Rand, places int) {
	t.Helper()
	var blocks []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".blk") {
			blocks = append(blocks, path)
		}
		return err
	})
	if err != nil || len(blocks) == 0 {
		t.Fatalf("no blocks below %s: %v", folder, err)
	}
	for range places {
		block := blocks[dice.IntN(len(blocks))]
		raw, err := os.ReadFile(block)
		if err != nil || len(raw) == 0 {
			continue
		}
		at := dice.IntN(len(raw))
		raw[at] ^= 1 << dice.IntN(8)
		if err := os.WriteFile(block, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		t.Logf("a bit at %d of %d of %s", at, len(raw), strings.TrimPrefix(block, folder))
	}
}

// streamFolder has the blocks of the logs, raftFolder those by which the servers agree on them.
const (
	streamFolder = "jetstream/$G/streams/wt-logs/msgs"
	raftFolder   = "jetstream/$SYS/_js_"
)

// TestBitFlips: in the files of one server of three a bit is wrong. Whatever two of the three
// are there afterwards, all that was confirmed is.
func TestBitFlips(t *testing.T) {
	dice := rand.New(rand.NewPCG(15, 1))
	p := apart(t, 3, false).run(t)
	w, e := written{}, p.beside(t, 0, "", 0)
	w.write(t, e, "world/a", dice, 50)
	for _, c := range []struct {
		host  int
		stop  func(int)
		where string
	}{{2, p.kill, streamFolder}, {1, p.end, streamFolder}, {0, p.kill, raftFolder}, {2, p.end, raftFolder}} {
		settled(t, e, 3)
		c.stop(c.host)
		flip(t, filepath.Join(p.configs[c.host].Folder, c.where), dice, 1)
		w.write(t, e, "world/a", dice, 5)
		p.begin(t, c.host)
		settled(t, e, 3)
		other := (c.host + 1) % 3
		p.kill(other)
		at := p.beside(t, c.host, p.configs[c.host].Hosts[c.host].Clients, 0)
		if f := w.read(t, at, "world/a"); f.same != len(w) {
			t.Errorf("host %d, %s: of %d entries %+v", c.host, c.where, len(w), f)
		}
		p.begin(t, other)
	}
}

// TestBitFlipAlone: a server alone loses what comes behind the wrong bit, or all of its block,
// but nobody takes what is left for the whole: the head is not the last that was confirmed, or
// reading ends with an error.
func TestBitFlipAlone(t *testing.T) {
	for name, stop := range map[string]func(*processes){
		"killed":  func(p *processes) { p.kill(0) },
		"stopped": func(p *processes) { p.end(0) },
	} {
		dice := rand.New(rand.NewPCG(15, 3))
		p := apart(t, 1, false).run(t)
		w := written{}
		w.write(t, p.beside(t, 0, "", 0), "world/a", dice, 50)
		stop(p)
		flip(t, filepath.Join(p.configs[0].Folder, streamFolder), dice, 1)
		p.begin(t, 0)
		e := p.beside(t, 0, "", 0)
		h, err := e.Head(t.Context(), "world/a")
		f := w.read(t, e, "world/a")
		t.Logf("%s: the head is %d, %v; of %d entries %d are there, then %v", name, h.Number, err, len(w), f.same,
			f.err)
		_, confirmed := w[h.Number]
		last := slices.Max(slices.Collect(maps.Keys(w)))
		if f.wrong != 0 || f.same == len(w) || err == nil && f.err == nil && (h.Number == last || !confirmed) {
			t.Errorf("%s: head %d, %+v: nobody sees that entries are lost", name, h.Number, f)
		}
	}
}
