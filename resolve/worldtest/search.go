package worldtest

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

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

// A canary is a word that occurs in one thing only that a player writes or is sent. Where the word is found, that
// thing is.

// shapes returns the ways in which a word may be in bytes: as it is, and in base64, wherever it begins in the three
// bytes.
func shapes(word string) (all [][]byte) {
	all = [][]byte{[]byte(word)}
	for before := range 3 {
		coded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", before) + word))
		all = append(all, []byte(coded[(before*8+5)/6:(before+len(word))*8/6]))
	}
	return all
}

// sings reports whether bytes have a word in them, packed or not. It opens a packed frame wherever one begins, even in
// unused pages.
func sings(data []byte, word string) bool {
	for _, s := range shapes(word) {
		if bytes.Contains(data, s) {
			return true
		}
	}
	magic := []byte{0x28, 0xb5, 0x2f, 0xfd}
	for at := 0; ; {
		next := bytes.Index(data[at:], magic)
		if next < 0 {
			return false
		}
		at += next
		// What follows a frame need not be a frame, so it is opened as far as that works.
		if plain := unpackedAt(data[at:]); len(plain) > 0 && sings(plain, word) {
			return true
		}
		at += len(magic)
	}
}

// Canaries returns where words are in a world's folder: by bucket, and by file.
func (b *Game) Canaries(words ...string) map[string][]string {
	b.T.Helper()
	where := map[string][]string{}
	found := func(word, place string) {
		if !slices.Contains(where[word], place) {
			where[word] = append(where[word], place)
		}
	}
	var search func(path string, in *store.Bucket) error
	search = func(path string, in *store.Bucket) error {
		return in.ForEach(func(k, v []byte) error {
			if inner := in.Bucket(k); v == nil && inner != nil {
				return search(path, inner)
			}
			for _, w := range words {
				if sings(v, w) || sings(k, w) {
					found(w, path)
				}
			}
			return nil
		})
	}
	Must(b.T, b.View(func(tx *store.Tx) error {
		return tx.ForEach(func(name []byte, in *store.Bucket) error { return search(string(name), in) })
	}))
	Must(b.T, filepath.WalkDir(b.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, w := range words {
			if sings(raw, w) {
				name, _ := filepath.Rel(b.Dir, path)
				found(w, name)
			}
		}
		return err
	}))
	return where
}

// unpackedAt unpacks the packed frame with which bytes begin, if there is one. It ignores what follows.
func unpackedAt(data []byte) []byte {
	z, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
	if err != nil {
		return nil
	}
	defer z.Close()
	plain, _ := io.ReadAll(z)
	return plain
}

// Dump lists everything in a store, but the numbers that changes draw.
func (b *Game) Dump() string {
	b.T.Helper()
	var out strings.Builder
	var list func(bucket *store.Bucket, path string) error
	list = func(bucket *store.Bucket, path string) error {
		return bucket.ForEach(func(k, v []byte) error {
			if inner := bucket.Bucket(k); inner != nil {
				return list(inner, fmt.Sprintf("%s/%x", path, k))
			}
			if !storetest.IsDrawn(path, k) {
				fmt.Fprintf(&out, "%s/%x %x\n", path, k, v)
			}
			return nil
		})
	}
	Must(b.T, b.View(func(tx *store.Tx) error {
		return tx.ForEach(func(name []byte, bucket *store.Bucket) error { return list(bucket, string(name)) })
	}))
	return out.String()
}

// Holding returns where in the store any of these words are, and the bytes that have them.
func (b *Game) Holding(words ...string) (where []string, raw [][]byte) {
	b.T.Helper()
	var search func(path string, in *store.Bucket) error
	search = func(path string, in *store.Bucket) error {
		return in.ForEach(func(k, v []byte) error {
			if v == nil {
				if inner := in.Bucket(k); inner != nil {
					return search(path, inner)
				}
			}
			plain, err := store.Unpack(v)
			if err != nil {
				plain = v
			}
			if slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(plain, []byte(w)) }) {
				where, raw = append(where, path), append(raw, bytes.Clone(v))
			}
			return nil
		})
	}
	Must(b.T, b.View(func(tx *store.Tx) error {
		return tx.ForEach(func(name []byte, in *store.Bucket) error { return search(string(name), in) })
	}))
	return slices.Compact(where), raw
}

func (b *Game) SearchFor(bucket *store.Bucket, path string, secrets ...string) error {
	return bucket.ForEach(func(k, v []byte) error {
		if v == nil {
			if inner := bucket.Bucket(k); inner != nil {
				return b.SearchFor(inner, path+"/"+string(k), secrets...)
			}
		}
		raw, err := store.Unpack(v)
		if err != nil {
			raw = v
		}
		for _, s := range secrets {
			if bytes.Contains(raw, []byte(s)) {
				b.T.Errorf("%s %x holds a password: %s", path, k, raw)
			}
		}
		return nil
	})
}

// Salts counts the letters whose secret could still be made.
func (b *Game) Salts() (n int) {
	Must(b.T, b.View(func(tx *store.Tx) error {
		return tx.Bucket([]byte("outbox")).ForEach(func(k, _ []byte) error {
			e, _ := store.GetJSON[outbox.Entry](tx.Bucket([]byte("outbox")), k)
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
