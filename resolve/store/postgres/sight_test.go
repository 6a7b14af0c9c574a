//go:build fleet

package postgres

import (
	"errors"
	"path/filepath"
	"testing"

	"weltentor/resolve/store/faults"
)

// Two connections look at the same database. What another one sees between the look and the comparison is no reason to
// take the look for an older state; what was seen before the look is.
func TestOthersMaySeeMoreMeanwhile(t *testing.T) {
	w, err := NewWitness(filepath.Join(t.TempDir(), "seen"))
	if err != nil {
		t.Fatal(err)
	}
	first := sight{System: 7, Timeline: 1, Log: 1000, Tables: 5}
	later := sight{System: 7, Timeline: 2, Log: 1616, Tables: 5}
	if err := w.compare(w.now(), first); err != nil {
		t.Fatal(err)
	}
	w.saw(first)

	was := w.now() // the slow one looks now, and sees first
	if err := w.compare(w.now(), later); err != nil {
		t.Fatal(err)
	}
	w.saw(later)
	if err := w.compare(was, first); err != nil {
		t.Errorf("a slow look at the same database: %v", err)
	}
	if now := w.now(); now.Log != later.Log || now.Timeline != later.Timeline {
		t.Errorf("after the slow look %+v is remembered, want %+v", now, later)
	}
	if err := w.compare(w.now(), first); !errors.Is(err, faults.ErrOlder) {
		t.Errorf("a database that went back: %v", err)
	}

	// Somebody adopts what is there: also a slow one takes it, whichever of the two comes first.
	adopted := first
	adopted.Adopted = []string{"a"}
	was = w.now()
	for range 2 {
		if err := w.compare(was, adopted); err != nil {
			t.Errorf("adopted: %v", err)
		}
	}
	if now := w.now(); now.Timeline != 1 || now.Log != 0 {
		t.Errorf("after the adoption %+v is remembered", now)
	}

	// A slow one has looked at what was there before, and says so after another one is adopted.
	was = w.now()
	another := sight{System: 8, Timeline: 1, Log: 10, Tables: 6, Adopted: []string{"a", "b"}}
	if err := errors.Join(w.compare(w.now(), another), w.compare(was, adopted)); err != nil {
		t.Errorf("a slow look at what was there before: %v", err)
	}
	if err := w.compare(w.now(), another); err != nil {
		t.Errorf("after the slow look: %v", err)
	}
}
