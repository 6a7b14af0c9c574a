//go:build fleet && servers

package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/postgres/server"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
)

// files are the server's files in which a world is stored.
var files = []struct{ what, oid string }{
	{"entries", `'weltentor.entries'`},
	{"data of entries", `(select reltoastrelid from pg_class where oid = 'weltentor.entries'::regclass)`},
	{"key of entries", `'weltentor.entries_pkey'`},
	{"parts", `'weltentor.parts'`},
	{"data of parts", `(select reltoastrelid from pg_class where oid = 'weltentor.parts'::regclass)`},
}

// copies of a world that catch up: each has seen as much as its name says.
var copies = []string{"all", "half", "nothing"}

// flipped is a server with a world, in whose files bits flip while it is down.
type flipped struct {
	cached
	s       *server.Server
	dice    *rand.Rand
	paths   []string // of the files
	sound   [][]byte // their content
	sums    bool     // the server keeps checksums
	half    cached
	content map[string]int // the number of the entry, by the content after it
}

// flippable makes a world of 25 entries, some of which have parts, and stops its server.
func flippable(t *testing.T, sums bool) *flipped {
	s := server.Made(t, "", "-c", "autovacuum=off")
	if sums {
		s.Checksums(t)
	}
	s.Up(t)
	f := &flipped{cached: founded(t, journalAt(t, s)), s: s, sums: sums, dice: rand.New(rand.NewPCG(15, 4))}
	f.content = map[string]int{f.text(): 0}
	for n := range 24 {
		size := []int{10, 3000, 10, engine.MaxData + 1, 10, 10, 3000, 10}[n%8]
		f.well(f.puts(fmt.Sprint(n), random(size)))
		f.content[f.text()] = n + 1
		if n == 12 {
			f.half = f.another()
			f.well(f.half.catchesUp())
		}
	}
	f.well(f.another().catchesUp()) // so that the server marks all rows as settled
	c, err := pgx.Connect(t.Context(), s.URL())
	f.well(err)
	defer c.Close(context.WithoutCancel(t.Context()))
	for _, file := range files {
		var path string
		f.well(c.QueryRow(t.Context(), `select pg_relation_filepath(`+file.oid+`::regclass)`).Scan(&path))
		f.paths = append(f.paths, filepath.Join(s.Data, path))
	}
	s.Stop()
	for _, path := range f.paths {
		raw, err := os.ReadFile(path)
		f.well(err)
		f.sound = append(f.sound, raw)
	}
	return f
}

// text is everything that was put into a copy.
func (c cached) text() string {
	c.Helper()
	var text bytes.Buffer
	st, err := store.Open(c.dir, 0, func(*store.Tx) error { return nil })
	c.well(err)
	c.well(st.View(func(tx *store.Tx) error {
		b := tx.Bucket([]byte("letters"))
		for key := range store.KeysOf(b) {
			fmt.Fprintf(&text, "%s %x\n", key, sha256.Sum256(b.Get(key)))
		}
		return nil
	}))
	return text.String()
}

// flip flips a bit in a file, mostly where something is written, and says which.
func (f *flipped) flip(file int) string {
	raw := bytes.Clone(f.sound[file])
	at := f.dice.IntN(len(raw))
	for raw[at] == 0 && f.dice.IntN(8) > 0 {
		at = f.dice.IntN(len(raw))
	}
	bit := f.dice.IntN(8)
	raw[at] ^= 1 << bit
	f.well(os.WriteFile(f.paths[file], raw, 0o600))
	return fmt.Sprintf("%s, bit %d of byte %d of page %d", files[file].what, bit, at%8192, at/8192)
}

// ends says how a copy ends that catches up: whole, older, or refused.
func (f *flipped) ends(which, flip string, j Journal) string {
	f.Helper()
	c := f.another()
	c.j = j
	if from := map[string]string{"all": f.dir, "half": f.half.dir}[which]; from != "" {
		for _, name := range []string{disk.FileName, entry.ConfirmedName} {
			raw, err := os.ReadFile(filepath.Join(from, name))
			f.well(err, os.WriteFile(filepath.Join(c.dir, name), raw, 0o600))
		}
	}
	if err := c.catchesUp(); err != nil {
		f.Logf("%s: the copy that has %s: %v", flip, which, err)
		said := err.Error()
		if !strings.Contains(said, "nordmark") || f.sums && !strings.Contains(said, "invalid page in block") {
			f.Errorf("%s: the copy that has %s: it does not say what and where: %s", flip, which, said)
		}
		return "refused"
	}
	switch n, known := f.content[c.text()]; {
	case !known:
		f.Errorf("%s: the copy that had %s is another world", flip, which)
	case n < len(f.content)-1 && (f.sums || which == "all"):
		f.Errorf("%s: the copy that had %s is as after entry %d", flip, which, n+1)
	case n < len(f.content)-1:
		f.Logf("%s: the copy that had %s is as after entry %d", flip, which, n+1)
	default:
		return "whole"
	}
	return "older"
}

// A bit flips in the files of a server that is down. With checksums it is found, with its place, and everything else
// that is read is whole. Without them the sums of entries and parts find it, and no copy is ever another world.
func TestBitFlipsOfPostgreSQL(t *testing.T) {
	for name, rounds := range map[string]int{"with checksums": 1, "without": 3} {
		t.Run(name, func(t *testing.T) {
			f, ends, refused := flippable(t, name == "with checksums"), map[string]int{}, 0
			for n := range rounds * len(files) {
				file := n % len(files)
				flip := f.flip(file)
				f.s.Up(t)
				j := journalAt(t, f.s)
				for _, which := range copies {
					end := f.ends(which, flip, j)
					ends[end+" from "+which]++
					if end == "refused" {
						refused++
					}
				}
				f.s.Stop()
				f.well(os.WriteFile(f.paths[file], f.sound[file], 0o600))
			}
			if t.Log(ends); refused < 5 {
				t.Error("hardly a bit was noticed: they flip where nothing is")
			}
		})
	}
}
