package worldtest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/storetest"
)

// Bytes reads the store's bytes.
func (b *Game) Bytes() []byte {
	b.T.Helper()
	raw, err := storetest.Bytes(b.Dir)
	Must(b.T, err)
	return raw
}

// EditStore changes the store behind its back.
func EditStore(t testing.TB, dir string, f func(*store.Tx) error) {
	t.Helper()
	Must(t, storetest.Edit(dir, f))
}

// each goes through all values of the store, with the bucket of each: its name, behind that of the bucket around it.
func (b *Game) each(do func(path string, k, v []byte)) {
	b.T.Helper()
	var list func(bucket *store.Bucket, path string) error
	list = func(bucket *store.Bucket, path string) error {
		return bucket.ForEach(func(k, v []byte) error {
			if inner := bucket.Bucket(k); v == nil && inner != nil {
				return list(inner, fmt.Sprintf("%s/%x", path, k))
			}
			do(path, k, v)
			return nil
		})
	}
	Must(b.T, b.View(func(tx *store.Tx) error {
		return tx.ForEach(func(name []byte, bucket *store.Bucket) error { return list(bucket, string(name)) })
	}))
}

// Canaries returns where words are in a world's folder: by bucket, and by file. A canary is a word that occurs in one
// thing only that a player writes or is sent. Where the word is found, that thing is.
func (b *Game) Canaries(words ...string) map[string][]string {
	b.T.Helper()
	where := map[string][]string{}
	search := func(place string, raw []byte) {
		for _, w := range storetest.Sings(raw, words...) {
			if !slices.Contains(where[w], place) {
				where[w] = append(where[w], place)
			}
		}
	}
	b.each(func(path string, k, v []byte) {
		bucket, _, _ := strings.Cut(path, "/")
		search(bucket, k)
		search(bucket, v)
	})
	Must(b.T, filepath.WalkDir(b.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(b.Dir, path)
		search(name, raw)
		return err
	}))
	return where
}

// Dump lists everything in a store, but the numbers that changes draw.
func (b *Game) Dump() string {
	b.T.Helper()
	var out strings.Builder
	b.each(func(path string, k, v []byte) {
		if !storetest.IsDrawn(path, k) {
			fmt.Fprintf(&out, "%s/%x %x\n", path, k, v)
		}
	})
	return out.String()
}

// Holding returns where in the store any of these words are, and the bytes that have them.
func (b *Game) Holding(words ...string) (where []string, raw [][]byte) {
	b.T.Helper()
	b.each(func(path string, _, v []byte) {
		plain, err := store.Unpack(v)
		if err != nil {
			plain = v
		}
		if slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(plain, []byte(w)) }) {
			bucket, _, _ := strings.Cut(path, "/")
			where, raw = append(where, bucket), append(raw, bytes.Clone(v))
		}
	})
	return slices.Compact(where), raw
}

// Hides checks that the store has none of these passwords.
func (b *Game) Hides(secrets ...string) {
	b.T.Helper()
	if where, raw := b.Holding(secrets...); len(where) > 0 {
		b.T.Errorf("%v hold one of %q: %q", where, secrets, raw)
	}
}

// Salts counts the letters whose secret could still be made.
func (b *Game) Salts() (n int) {
	Must(b.T, b.View(func(tx *store.Tx) error {
		return tx.Bucket([]byte("outbox")).ForEach(func(k, _ []byte) error {
			e, _ := store.GetJSON[outbox.Message](tx.Bucket([]byte("outbox")), k)
			if e.Secret != nil && len(e.Secret.Salt) > 0 {
				n++
			}
			return nil
		})
	}))
	return n
}

// Used is how many bytes of the store's file are in use.
func Used(b *Game) int64 {
	b.T.Helper()
	size, err := storetest.Used(b.Dir)
	Must(b.T, err)
	return size
}

// CopiesSize is how many bytes all files among the backups have.
func CopiesSize(b *Game) (size int64) {
	b.T.Helper()
	names, err := os.ReadDir(filepath.Join(b.Dir, BackupsName))
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	Must(b.T, err)
	for _, n := range names {
		info, err := n.Info()
		Must(b.T, err)
		size += info.Size()
	}
	return size
}
