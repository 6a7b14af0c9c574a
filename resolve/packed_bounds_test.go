package resolve

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"weltentor/resolve/players"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// refusesPacked puts a packed file in place of the store. Opening the world must fail with the reason why, and nothing
// is replaced or left behind.
func refusesPacked(b *worldtest.Game, packed []byte, why string) {
	b.T.Helper()
	must(b.T, os.WriteFile(b.Path(), packed, 0o600))
	_, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(b.T.(*testing.T), err, faults.ErrDamaged, why)
	if got := b.Bytes(); !bytes.Equal(got, packed) {
		b.T.Errorf("%s: %d bytes stand in place of the %d", why, len(got), len(packed))
	}
	if left, err := filepath.Glob(b.Path() + ".*"); err != nil || len(left) > 0 {
		b.T.Errorf("%s: %v is left, %v", why, left, err)
	}
}

// says changes how many pages the store in a file claims to have, in both of its meta pages.
func says(raw []byte, pages uint64) []byte {
	raw = bytes.Clone(raw)
	for at := 16; at < 2*worldtest.PageSize; at += worldtest.PageSize {
		meta := raw[at : at+64]
		binary.NativeEndian.PutUint64(meta[40:], pages)
		sum := fnv.New64a()
		sum.Write(meta[:56])
		binary.NativeEndian.PutUint64(meta[56:], sum.Sum64())
	}
	return raw
}

// A packed file in place of the store may be no longer than the store in it, whose size is at its beginning. Anything
// beyond that is not written to the disk.
func TestPackedIsBounded(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	raw := b.Bytes()
	used := worldtest.Used(b)
	zeros := store.Pack(make([]byte, 32<<20+1))
	refusesPacked(b, append(store.Pack(raw[:used]), zeros...), "follows the store")
	refusesPacked(b, append(store.Pack(raw[:used]), "rubbish"...), "cannot be unpacked")
	refusesPacked(b, zeros, "not a store")
	refusesPacked(b, store.Pack([]byte("short")), "not a store")
	refusesPacked(b, store.Pack(raw[:used-worldtest.PageSize]), "fewer than")
	refusesPacked(b, store.Pack(says(raw, 1<<30)), "more than")

	// The file of a store may be longer than what it uses, and so may a file that was packed by hand.
	must(t, os.WriteFile(b.Path(), store.Pack(append(bytes.Clone(raw), make([]byte, 1<<20)...)), 0o600))
	b.Reopen(worldtest.Tiny{})
	if rows, err := players.Realms(b.World); err != nil || len(rows) != 1 || int64(len(b.Bytes())) != used {
		t.Errorf("%+v, %v, %d bytes of %d", rows, err, len(b.Bytes()), used)
	}
}

// A copy of some pages has no more of them than the store. The store is not much longer than the copy it is based on.
func TestPackedPagesAreBounded(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Reports: 4000}, 4)
	longGame(b, 25, 4, func(int, int64, int64) {})
	copies, err := filepath.Glob(filepath.Join(b.Dir, worldtest.BackupsName, "before-turn-*.db.zst"))
	must(t, err)
	at := slices.IndexFunc(copies, func(path string) bool { return headOf(path) != nil })
	if at < 0 {
		t.Fatalf("all copies are whole: %v", copies)
	}
	head := *headOf(copies[at])
	row := make([]byte, 8+worldtest.PageSize)
	binary.BigEndian.PutUint64(row, uint64(head.Pages-1))
	for _, c := range []struct {
		pages int64
		rows  []byte
	}{{head.Pages, bytes.Repeat(row, int(head.Pages)+1)}, {1 << 40, nil}, {4 * head.Pages, row}} {
		head.Pages = c.pages
		said, err := json.Marshal(head)
		must(t, err)
		begin := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, skippable), uint32(len(said)))
		refusesPacked(b, slices.Concat(begin, said, store.Pack(c.rows)), "no copy has")
	}
}
