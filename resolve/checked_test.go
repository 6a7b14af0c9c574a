package resolve

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/storetest"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// manifold returns a world with at least one value in every bucket of the layout.
func manifold(t *testing.T) *worldtest.Game {
	b := worldtest.Played(t)
	for range 2 {
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 4\n", receipt.Taken)
	}
	must(t, b.Update(func(tx *store.Tx) error {
		roster.Applicant{Player: "Neu", Name: "Neu", Lang: phrase.De, Mail: "new@example.org", At: worldtest.Friday}.Wait(tx)
		var err error
		for _, name := range [][]byte{[]byte("tokens"), []byte("signatures")} {
			rest, made := tx.CreateBucketIfNotExists(name)
			err = errors.Join(err, made)
			store.PutJSON(rest, bytes.Repeat([]byte{9}, 32), struct{}{})
		}
		limits.Undelivered.Count(tx, worldtest.Friday, limits.TheWorld)
		(&outbox.Master{Lang: phrase.De}).Tell(tx, outbox.Notice{At: worldtest.Friday, Turn: 1, Subject: "s", Text: "t"}) // without an address
		return err
	}))
	o, err := b.Next(worldtest.Friday.AddDate(0, 0, 15))
	must(t, err)
	must(t, b.Record(o.ID, outbox.Attempt{At: worldtest.Friday.AddDate(0, 0, 15), Result: outbox.Delivered}))
	return b
}

// everything reads all values of a store by bucket and key, as they are stored.
func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	var list func(way string, in store.Keys)
	list = func(way string, in store.Keys) {
		r := in.Range()
		for k, v := r.First(); k != nil; k, v = r.Next() {
			if v == nil {
				list(fmt.Sprintf("%s/%x", way, k), in.In(k))
			} else {
				all[fmt.Sprintf("%s %x", way, k)] = string(v)
			}
		}
	}
	must(t, storetest.Read(dir, func(tx *store.Tx) error {
		return tx.ForEach(func(name []byte, _ *store.Bucket) error {
			list(string(name), tx.Sealed().In(name))
			return nil
		})
	}))
	return all
}

// If one bit is flipped in any value of any bucket, verify names the bucket and the key, and nothing else.
func TestOneBitOfAnyValue(t *testing.T) {
	t.Parallel()
	b := manifold(t)
	dice := rand.New(rand.NewPCG(1, 2))
	found, err := storetest.Look(b.Path())
	must(t, err)
	buckets, seen := found.Keys, map[string]bool{}
	for at := range everything(t, b.Dir) {
		way, key, _ := strings.Cut(at, " ")
		bucket, _, _ := strings.Cut(way, "/")
		seen[bucket] = true
		place, bit := dice.Int(), byte(1)<<dice.IntN(8)
		flip := func(v []byte) { v[place%len(v)] ^= bit }
		spoil(t, b.Dir, at, flip)
		own := *b.Disk // damage that is met once is remembered
		v, err := turns.Verify((&world.World{Setup: b.Setup, Disk: &own, Cache: sheets.NewCache()}))
		spoil(t, b.Dir, at, flip)
		if bucket == "meta" && err != nil { // all reads ask it
			if !errors.Is(err, faults.ErrDamaged) || !strings.Contains(err.Error(), "bucket meta, key ") {
				t.Errorf("%s: %v", at, err)
			}
			continue
		}
		must(t, err)
		if want := fmt.Sprintf(" (Bucket %s", bucket); len(v.Wrong) != 1 || !strings.Contains(v.Wrong[0], want) ||
			!strings.Contains(v.Wrong[0], "): Die Prüfsumme stimmt nicht") {
			t.Errorf("%s, key %s: %q", way, key, v.Wrong)
		}
		if want := map[bool]string{false: "fault.cure", true: "fault.cure-database"}; v.Cure.Code != want[b.Disk.Elsewhere()] {
			t.Errorf("%s: it does not name the copy to restore: %q", way, v.Cure.Code)
		}
	}
	for name := range buckets {
		if !seen[name] {
			t.Errorf("nothing was tried in the bucket %q", name)
		}
	}
	for _, name := range []string{"ids", "signatures", "acted", "tokens", "signups", "days"} { // made on first use
		if !seen[name] {
			t.Errorf("there is no bucket %q", name)
		}
	}
}

// spoil changes a value, as everything names it, behind the store's back.
func spoil(t *testing.T, dir, at string, f func([]byte)) {
	t.Helper()
	way, hexKey, _ := strings.Cut(at, " ")
	must(t, storetest.Edit(dir, func(tx *store.Tx) error {
		name, rest, nested := strings.Cut(way, "/")
		bucket := tx.Sealed().In([]byte(name))
		if nested {
			inner, err := hex.DecodeString(rest)
			must(t, err)
			bucket = bucket.In(inner)
		}
		key, err := hex.DecodeString(hexKey)
		must(t, err)
		v := bytes.Clone(bucket.Get(key))
		f(v)
		return bucket.Put(key, v)
	}))
}

// A record whose checksum is right, and which cannot be read as one of its kind, is an error of what reads it. All else
// goes on: the next letter leaves, and verify lists it.
func TestARecordThatCannotBeDecoded(t *testing.T) {
	t.Parallel()
	b := worldtest.Played(t)
	b.Sent("", b.ClockAt)
	for n := range 2 {
		b.Accept(b.Letter(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n+1)))
	}
	spoilt := func(bucket, key []byte, inner ...[]byte) {
		must(t, b.Update(func(tx *store.Tx) error {
			in := tx.Bucket(bucket)
			for _, name := range inner {
				in = in.Bucket(name)
			}
			return in.Put(key, []byte("{"))
		}))
	}
	var first []byte
	must(t, b.View(func(tx *store.Tx) error {
		for key := range store.KeysOf(tx.Bucket([]byte("drafts"))) {
			first = bytes.Clone(key) // of the letter before the last
			if id := binary.BigEndian.Uint64(key); id+1 == store.Letters.Of(tx) {
				break
			}
		}
		return nil
	}))
	spoilt([]byte("drafts"), first)
	if o, err := b.Next(b.ClockAt); err != nil || o == nil || o.ID != binary.BigEndian.Uint64(first)+1 {
		t.Errorf("the letter behind one without a text: %+v, %v", o, err)
	}
	spoilt([]byte("turns"), []byte("record"), store.U32(1))
	read := func() error {
		return b.View(func(tx *store.Tx) error {
			chronicle.Record(tx, 1)
			return nil
		})
	}
	worldtest.WantError(t, read(), faults.ErrDamaged, "key 7265636f7264: unexpected end of JSON input")
	must(t, b.View(func(*store.Tx) error { return nil }))
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Turns) == 0 || !slices.ContainsFunc(v.Wrong, func(w string) bool {
		return strings.HasPrefix(w, "turn 1: its record cannot be read (")
	}) {
		t.Errorf("%+v", v)
	}
}

// An address with a flipped bit gets no letter, and lets nobody in.
func TestDamagedAddress(t *testing.T) {
	t.Parallel()
	b := worldtest.Played(t)
	spoil(t, b.Dir, "realms 00000001", func(v []byte) {
		at := bytes.Index(v, []byte("r1@example.org"))
		v[at] ^= 1 // s1@example.org
	})
	b.Reopen(worldtest.Tiny{})
	_, err := gamemaster.StatusOf(b.World, worldtest.Friday)
	worldtest.WantError(t, err, faults.ErrDamaged,
		"Addresses and password of a realm (bucket realms, key 1): the checksum is wrong",
		storetest.Cure("`weltentor restore "))
	b.Reopen(worldtest.Tiny{})
	_, err = intake.Accept(b.World, b.Letter(1, "$I 1 PASSWORD\n$A\ndig 4\n"), b.ClockAt)
	worldtest.WantError(t, err, faults.ErrDamaged, "bucket realms, key 1")
}

// If one byte is changed anywhere in the file, also between values, verify reports it, or everything reads as before.
// KILLS=full changes a thousand.
func TestOneByteOfTheFile(t *testing.T) {
	t.Parallel()
	b := manifold(t)
	raw, before := b.Bytes(), everything(t, b.Dir)
	dice, found, many := rand.New(rand.NewPCG(3, 4)), 0, worldtest.Bouts(300, 1000)
	for range many {
		bad := bytes.Clone(raw)
		at := 2*worldtest.PageSize + dice.IntN(len(bad)-2*worldtest.PageSize)
		bad[at] ^= byte(1 + dice.IntN(255))
		must(t, os.WriteFile(b.Path(), bad, 0o600))
		w, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
		var v chronicle.Verification
		if err == nil {
			v, err = turns.Verify(w)
		}
		if err != nil || len(v.Wrong) > 0 {
			found++
		} else if !maps.Equal(before, everything(t, b.Dir)) {
			t.Errorf("byte %d of page %d: nobody says so", at%worldtest.PageSize, at/worldtest.PageSize)
		}
	}
	if found < many/20 { // an eighth of the file is in use; salts and keys move it a little
		t.Errorf("only %d changes mattered", found)
	}
}

// A list of free pages that claims to be longer than its page, or names pages that cannot be free, is found before bbolt
// reads it, also by those who read nothing else of it.
func TestTooManyFreePages(t *testing.T) {
	t.Parallel()
	b := manifold(t)
	raw := b.Bytes()
	of := func(meta, at int) uint64 {
		return binary.NativeEndian.Uint64(raw[meta*worldtest.PageSize+16+at:])
	}
	now := 0
	if of(1, 48) > of(0, 48) { // the later transaction
		now = 1
	}
	list := int(of(now, 32)) * worldtest.PageSize
	count := binary.NativeEndian.Uint16(raw[list+10:])
	if count < 2 || count == 0xffff {
		t.Fatalf("the store has %d free pages", count)
	}
	must(t, b.Disk.Changeable())
	for _, says := range []struct {
		count uint16
		many  uint64
	}{{0xffff, 1 << 24}, {0xffff, 1 << 60}, {0xfffe, 0}, {count, 0}, {count, 1 << 40}} { // the last two name pages
		bad := bytes.Clone(raw)
		binary.NativeEndian.PutUint16(bad[list+10:], says.count)
		binary.NativeEndian.PutUint64(bad[list+16:], says.many)
		must(t, os.WriteFile(b.Path(), bad, 0o600))
		worldtest.WantError(t, b.Disk.Changeable(), faults.ErrDamaged, "free pages", "`weltentor restore ")
		w, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
		must(t, err)
		v, err := turns.Verify(w)
		must(t, err)
		if !slices.ContainsFunc(v.Wrong, func(what string) bool { return strings.Contains(what, "free pages") }) {
			t.Errorf("%+v: %q", says, v.Wrong)
		}
	}
}
