package suite

import (
	"context"
	"fmt"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// hostileNames: bad names are refused before anything is written or asked.
func hostileNames(t testing.TB, at Place) {
	e, ctx, ok := at.Open(t, Opening{}), within(t), space("hostile")
	refused := func(what, name string, err error) {
		t.Helper()
		is(t, fmt.Sprintf("%s of the name %.40q", what, name), err, engine.ErrRefused)
	}
	notPrefix := []string{"/", "/a", ok + "//b", "A", "ä", "a b", "a.b", "a*", "a>", "a_b", "a%", "$a", "..", "a/../b",
		"a'; drop table entries; --", "a\x00b", "a\n", "a\xff", `a\b`, "a:b", "a=b", ok + "/" + long(engine.MaxName)}
	for _, name := range append([]string{"", ok + "/", "a/"}, notPrefix...) {
		_, err := e.Append(ctx, name, 0, []byte("h"), []byte("d"))
		refused("append", name, err)
		_, err = e.Head(ctx, name)
		refused("head", name, err)
		for _, err = range e.Read(ctx, name, 0) {
			break
		}
		refused("read", name, err)
		refused("trim", name, e.Trim(ctx, name, 1))
		refused("drop", name, e.Drop(ctx, name))
		refused("put part", name, e.PutPart(ctx, name, sumOf(nil), nil))
		_, err = e.Part(ctx, name, sumOf(nil))
		refused("part", name, err)
		refused("keep parts", name, e.KeepParts(ctx, name, nil))
		_, err = e.Take(ctx, name, "one", ages)
		refused("take", name, err)
		_, _, err = e.Get(ctx, name)
		refused("get", name, err)
		_, err = e.Put(ctx, name, []byte("v"), 0)
		refused("put", name, err)
	}
	for _, prefix := range notPrefix {
		var err error
		for _, err = range e.Heads(ctx, prefix) {
			break
		}
		refused("heads", prefix, err)
		_, err = e.Holders(ctx, prefix)
		refused("holders", prefix, err)
		_, err = e.All(ctx, prefix)
		refused("all", prefix, err)
	}
	for _, holder := range []string{"", long(engine.MaxName + 1), "a\x00b", "a\xff"} {
		_, err := e.Take(ctx, ok, holder, ages)
		is(t, fmt.Sprintf("a lease for the holder %.40q", holder), err, engine.ErrRefused)
	}
	for _, sum := range []string{"", "x", sumOf(nil)[:62], sumOf(nil) + "00", "../" + sumOf(nil)[3:],
		"E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"} {
		is(t, fmt.Sprintf("a part put under the sum %q", sum), e.PutPart(ctx, ok, sum, nil), engine.ErrRefused)
		_, err := e.Part(ctx, ok, sum)
		is(t, fmt.Sprintf("a part of the sum %q", sum), err, engine.ErrRefused)
	}
	untouched(t, e, ok)
	// The longest name allowed is accepted, and so is each letter allowed.
	log := ok + "/abcdefghijklmnopqrstuvwxyz-0123456789/-/0/"
	log += long(engine.MaxName - len(log))
	n := add(t, e, log, 0, "long")
	put(t, e, log, []byte("v"), 0)
	taken(t, e, log, long(engine.MaxName), ages)
	if h := topmost(t, e, ok)[log]; h.Number != n {
		t.Errorf("the head of the longest name is %d, want %d", h.Number, n)
	}
}

// untouched checks that nothing exists with a prefix.
func untouched(t testing.TB, e engine.Engine, prefix string) {
	t.Helper()
	if got := topmost(t, e, prefix); len(got) != 0 {
		t.Errorf("logs that were refused are there: %v", got)
	}
	heldBy(t, e, prefix, map[string]string{})
	if values, err := e.All(within(t), prefix); err != nil || len(values) != 0 {
		t.Errorf("values that were refused are there: %d, %v", len(values), err)
	}
}

// hostileSizes: what is too large is refused before anything is written, and the largest sizes allowed are stored.
func hostileSizes(t testing.TB, at Place) {
	e, ctx, log := at.Open(t, Opening{}), within(t), space("sizes")
	_, err := e.Append(ctx, log, 0, sized(engine.MaxHead+1, log), nil)
	is(t, "a head that is too large", err, engine.ErrRefused)
	_, err = e.Append(ctx, log, 0, nil, sized(engine.MaxData+1, log))
	is(t, "data that is too large", err, engine.ErrRefused)
	_, err = e.Put(ctx, log, sized(engine.MaxData+1, log), 0)
	is(t, "a value that is too large", err, engine.ErrRefused)
	large := sized(engine.MaxPart+1, log)
	is(t, "a part that is too large", e.PutPart(ctx, log, sumOf(large), large), engine.ErrRefused)
	_, err = e.Part(ctx, log, sumOf(large))
	is(t, "a part that was refused", err, engine.ErrNone)
	other := []byte("another content")
	is(t, "a part under another's sum", e.PutPart(ctx, log, sumOf([]byte("content")), other), engine.ErrRefused)
	_, err = e.Part(ctx, log, sumOf([]byte("content")))
	is(t, "a part that was refused", err, engine.ErrNone)
	untouched(t, e, log)
	n, err := e.Append(ctx, log, 0, sized(engine.MaxHead, log), sized(engine.MaxData, log))
	must(t, err)
	if h := last(t, e, log); h.Number != n || len(h.Data) != 0 {
		t.Errorf("the head is %d with %d bytes of data, want %d with none", h.Number, len(h.Data), n)
	}
	for _, entry := range all(t, e, log, 0) {
		same(t, "the largest head", entry.Head, sized(engine.MaxHead, log))
		same(t, "the largest data", entry.Data, sized(engine.MaxData, log))
	}
}

// ended: if the context is over, nothing is done, and the error says so.
func ended(t testing.TB, at Place) {
	e, log := at.Open(t, Opening{}), space("ended")
	ctx, end := context.WithCancel(context.Background())
	end()
	_, err := e.Append(ctx, log, 0, []byte("h"), nil)
	tellsNothing(t, "append", err)
	_, err = e.Head(ctx, log)
	tellsNothing(t, "head", err)
	for _, err = range e.Read(ctx, log, 0) {
		tellsNothing(t, "read", err)
	}
	for _, err = range e.Heads(ctx, log) {
		tellsNothing(t, "heads", err)
	}
	_, err = e.Put(ctx, log, []byte("v"), 0)
	tellsNothing(t, "put", err)
	_, err = e.Take(ctx, log, "one", ages)
	tellsNothing(t, "take", err)
	tellsNothing(t, "put part", e.PutPart(ctx, log, sumOf(nil), nil))
	add(t, e, log, last(t, e, log).Number, "afterwards")
}

// closed: a closed engine says so, and does not wait.
func closed(t testing.TB, at Place) {
	e, log := at.Open(t, Opening{}), space("closed")
	n := add(t, e, log, 0, "before")
	must(t, e.Close())
	ctx, end := context.WithTimeout(context.Background(), patience)
	defer end()
	begun := time.Now()
	_, err := e.Append(ctx, log, n, []byte("h"), nil)
	tellsNothing(t, "append to a closed engine", err)
	_, err = e.Head(ctx, log)
	tellsNothing(t, "head of a closed engine", err)
	if ctx.Err() != nil {
		t.Errorf("a closed engine has waited for %v", time.Since(begun))
	}
	if h := last(t, at.Open(t, Opening{}), log); h.Number != n {
		t.Errorf("after closing the head is %d, want %d", h.Number, n)
	}
}
