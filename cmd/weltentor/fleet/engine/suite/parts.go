package suite

import (
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// partThere reports whether a part is there, and fails if its content is different.
func partThere(t testing.TB, e engine.Parts, log string, content []byte) bool {
	t.Helper()
	got, err := e.Part(within(t), log, sumOf(content))
	if err == nil {
		same(t, "a part of "+log, got, content)
		return true
	}
	is(t, "a part of "+log, err, engine.ErrNone)
	return false
}

// parts: parts come back byte for byte; putting one twice is the same as putting it once.
func parts(t testing.TB, at Place) {
	e, other, log := at.Open(t, Opening{}), at.Open(t, Opening{}), space("parts")
	for _, content := range [][]byte{every(), {}, []byte("x"), sized(3<<20, log), sized(engine.MaxPart, log)} {
		if partThere(t, e, log, content) {
			t.Errorf("a part of %d bytes is there before it is put", len(content))
		}
		kept := append([]byte(nil), content...)
		for _, by := range []engine.Engine{e, e, other} {
			must(t, by.PutPart(within(t), log, sumOf(content), kept))
		}
		clear(kept)
		for _, by := range []engine.Engine{e, other} {
			if !partThere(t, by, log, content) {
				t.Errorf("a part of %d bytes is not there", len(content))
			}
		}
		if partThere(t, e, log+"/beside", content) {
			t.Error("a part of one log is there in another")
		}
	}
	content := []byte("put at once into " + log)
	for _, err := range atOnce(6, func(i int) error {
		return []engine.Engine{e, other}[i%2].PutPart(within(t), log, sumOf(content), content)
	}) {
		must(t, err)
	}
	if !partThere(t, e, log, content) {
		t.Error("a part that six have put at once is not there")
	}
}

// keepParts: KeepParts drops parts that are not named and older than an hour.
func keepParts(t testing.TB, at Place) {
	e, later, log := at.Open(t, Opening{}), at.Open(t, Opening{Later: engine.Grace + 10*time.Minute}), space("keep")
	named, unnamed, fresh := []byte("named"), []byte("unnamed"), []byte("fresh")
	only := map[string]bool{sumOf(named): true, sumOf([]byte("never put")): true, sumOf(unnamed): false}
	for _, content := range [][]byte{named, unnamed} {
		must(t, e.PutPart(within(t), log, sumOf(content), content))
		must(t, e.PutPart(within(t), log+"/beside", sumOf(content), content))
	}
	must(t, e.KeepParts(within(t), log, only))
	if !partThere(t, e, log, named) || !partThere(t, e, log, unnamed) {
		t.Error("a part younger than an hour was dropped")
	}
	must(t, later.PutPart(within(t), log, sumOf(fresh), fresh))
	for range 2 {
		must(t, later.KeepParts(within(t), log, only))
		if !partThere(t, e, log, named) {
			t.Error("a part that is named was dropped")
		}
		if partThere(t, e, log, unnamed) {
			t.Error("a part older than an hour that is not named is still there")
		}
		if !partThere(t, e, log, fresh) {
			t.Error("a part put a moment ago was dropped")
		}
		if !partThere(t, e, log+"/beside", named) || !partThere(t, e, log+"/beside", unnamed) {
			t.Error("a part of another log was dropped")
		}
	}
	must(t, e.PutPart(within(t), log, sumOf(unnamed), unnamed))
	if !partThere(t, e, log, unnamed) {
		t.Error("a part that was dropped cannot be put again")
	}
	must(t, at.Open(t, Opening{Later: 4 * engine.Grace}).KeepParts(within(t), log, nil))
	for _, content := range [][]byte{named, unnamed, fresh} {
		if partThere(t, e, log, content) {
			t.Errorf("the part %q is there, and no part was to be kept", content)
		}
	}
}

// keepPartsYoungAgain: a part that is put once more is young again, since another entry may need it.
func keepPartsYoungAgain(t testing.TB, at Place) {
	e, log, content := at.Open(t, Opening{}), space("young"), []byte("twice")
	must(t, e.PutPart(within(t), log, sumOf(content), content))
	must(t, at.Open(t, Opening{Later: 2 * engine.Grace}).PutPart(within(t), log, sumOf(content), content))
	must(t, at.Open(t, Opening{Later: 2*engine.Grace + 30*time.Minute}).KeepParts(within(t), log, nil))
	if !partThere(t, e, log, content) {
		t.Error("a part that was put once more half an hour ago was dropped")
	}
	must(t, at.Open(t, Opening{Later: 3*engine.Grace + 10*time.Minute}).KeepParts(within(t), log, nil))
	if partThere(t, e, log, content) {
		t.Error("a part that was put once more over an hour ago is still there")
	}
}
