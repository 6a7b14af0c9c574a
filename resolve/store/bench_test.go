package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"weltentor/resolve/store/disk"
)

// weighty returns a store of about this many MB whose pages cannot be packed.
func weighty(b *testing.B, mb int) *Store {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "world")
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		err = Create(filepath.Join(dir, disk.FileName), func(tx *Tx) error {
			Put(tx.Bucket(metaBucket), []byte("schema"), U32(Schema))
			dice, value := rand.New(rand.NewPCG(1, 2)), make([]byte, 3000)
			for n := range mb << 20 / len(value) {
				for i := range value {
					value[i] = byte(dice.Uint32())
				}
				Put(tx.Bucket([]byte("letters")), U32(n), value)
			}
			return nil
		})
	}
	if err != nil {
		b.Fatal(err)
	}
	st, err := Open(dir, 0, func(*Tx) error { return nil })
	if err != nil {
		b.Fatal(err)
	}
	return st
}

// small changes five values, as taking a letter does.
func small(st *Store, n int) error {
	return st.Update(func(tx *Tx) error {
		for i := range 5 {
			Put(tx.Bucket([]byte("letters")), U32((n*977+i*131)%300), fmt.Appendf(nil, "%0800d", n))
		}
		return nil
	})
}

// BenchmarkUpdate is a small transaction, with a journal in memory and without one.
func BenchmarkUpdate(b *testing.B) {
	for _, mb := range []int{8, 80} {
		for _, linked := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d_MB/linked_%t", mb, linked), func(b *testing.B) {
				st := weighty(b, mb)
				if linked {
					if err := st.Join(&Link{Journal: &shelf{}, World: "w"}, true); err != nil {
						b.Fatal(err)
					}
				}
				n := 0
				for b.Loop() {
					if err := small(st, n); err != nil {
						b.Fatal(err)
					}
					n++
				}
			})
		}
	}
}

// BenchmarkCatchUp measures a host that catches up: with nothing new, with one small entry, with a hundred of them,
// and from nothing.
func BenchmarkCatchUp(b *testing.B) {
	for _, mb := range []int{8, 80} {
		st, j := weighty(b, mb), &shelf{}
		if err := st.Join(&Link{Journal: j, World: "w"}, true); err != nil {
			b.Fatal(err)
		}
		for n := range 100 {
			if err := small(st, n); err != nil {
				b.Fatal(err)
			}
		}
		for _, behind := range []int{0, 1, 100, 101} {
			b.Run(fmt.Sprintf("%d_MB/%d_entries", mb, behind), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					dir := filepath.Join(b.TempDir(), "w")
					if err := os.MkdirAll(dir, 0o700); err != nil {
						b.Fatal(err)
					}
					if n := len(j.rows) - behind; n > 0 {
						if _, err := CatchUp(b.Context(), dir, nil, &shelf{rows: j.rows[:n]}, "w"); err != nil {
							b.Fatal(err)
						}
					}
					b.StartTimer()
					if _, err := CatchUp(b.Context(), dir, nil, j, "w"); err != nil {
						b.Fatal(err)
					}
					b.StopTimer()
					if err := os.RemoveAll(dir); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
			})
		}
	}
}
