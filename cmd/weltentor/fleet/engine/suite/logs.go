package suite

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// fence: an append is accepted only behind the last entry.
func fence(t testing.TB, at Place) {
	e, log := at.Open(t, Opening{}), space("fence")
	wrong := func(prev uint64) {
		t.Helper()
		_, err := e.Append(within(t), log, prev, []byte("wrong"), nil)
		is(t, fmt.Sprintf("append behind %d", prev), err, engine.ErrFenced)
	}
	wrong(1)
	wrong(math.MaxUint64)
	wrong(math.MaxInt64)
	one := add(t, e, log, 0, "one")
	wrong(0)
	wrong(one + 1)
	two := add(t, e, log, one, "two")
	wrong(0)
	wrong(one)
	wrong(two + 1)
	wrong(math.MaxUint64)
	wrong(math.MaxInt64)
	if two <= one {
		t.Errorf("number %d after %d", two, one)
	}
	inOrder(t, "after the fence", all(t, e, log, 1), []uint64{one, two})
	if h := last(t, e, log); h.Number != two {
		t.Errorf("head %d, want %d", h.Number, two)
	}
}

// fenceAtOnce: of appends behind the same entry exactly one wins, and its content is there.
func fenceAtOnce(t testing.TB, at Place) {
	const hosts, rounds = 8, 12
	engines := make([]engine.Engine, hosts)
	for i := range engines {
		engines[i] = at.Open(t, Opening{})
	}
	log, prev := space("at-once"), uint64(0)
	var want []uint64
	for round := range rounds {
		numbers := make([]uint64, hosts)
		errs := atOnce(hosts, func(i int) (err error) {
			numbers[i], err = engines[i].Append(within(t), log, prev, []byte(fmt.Sprint(i)), []byte{byte(i)})
			return err
		})
		winner := oneWins(t, fmt.Sprintf("round %d", round), errs, engine.ErrFenced)
		h := last(t, engines[round%hosts], log)
		if h.Number != numbers[winner] || string(h.Head) != fmt.Sprint(winner) {
			t.Fatalf("round %d: %d has won with number %d, and the head is %d of %s", round, winner, numbers[winner],
				h.Number, h.Head)
		}
		prev = h.Number
		want = append(want, prev)
	}
	inOrder(t, "after all rounds", all(t, engines[0], log, 1), want)
}

// numbers: numbers start at 1 and grow within a log, whatever happens in other logs.
func numbers(t testing.TB, at Place) {
	e, one, other := at.Open(t, Opening{}), space("numbers"), space("numbers")
	var prev [2]uint64
	for i := range 6 {
		for j, log := range []string{one, other} {
			n := add(t, e, log, prev[j], fmt.Sprint(i))
			if n <= prev[j] {
				t.Fatalf("number %d after %d", n, prev[j])
			}
			prev[j] = n
		}
	}
	if h, err := e.Head(within(t), space("nothing")); err != nil || h.Number != 0 || !h.At.IsZero() || h.Head != nil {
		t.Errorf("the head of a log that is not there: %+v, %v", h, err)
	}
}

// content: content comes back byte for byte, and the engine does not keep the caller's memory.
func content(t testing.TB, at Place) {
	e, log := at.Open(t, Opening{}), space("content")
	head, data := every(), append(every(), sized(1000, log)...)
	n, err := e.Append(within(t), log, 0, head, data)
	must(t, err)
	clear(head)
	clear(data)
	empty, err := e.Append(within(t), log, n, nil, nil)
	must(t, err)
	entries := all(t, e, log, 1)
	inOrder(t, "both", entries, []uint64{n, empty})
	if t.Failed() {
		return
	}
	same(t, "head", entries[0].Head, every())
	same(t, "data", entries[0].Data, append(every(), sized(1000, log)...))
	same(t, "empty head", entries[1].Head, nil)
	same(t, "empty data", entries[1].Data, nil)
	for _, entry := range entries {
		if entry.Log != log {
			t.Errorf("the log of an entry is %q, want %q", entry.Log, log)
		}
	}
}

// storedAt: the time of an entry is the engine's, and the same wherever it is read.
func storedAt(t testing.TB, at Place) {
	e, log := at.Open(t, Opening{}), space("stored")
	before, err := e.Now(within(t))
	must(t, err)
	numbers := filled(t, e, log, 3)
	after, err := e.Now(within(t))
	must(t, err)
	earlier := before
	for _, entry := range all(t, e, log, 1) {
		if entry.At.Before(earlier) || entry.At.After(after) {
			t.Errorf("entry %d is of %v, want from %v to %v", entry.Number, entry.At, earlier, after)
		}
		earlier = entry.At
	}
	if h := last(t, e, log); h.Number != numbers[2] || !h.At.Equal(earlier) {
		t.Errorf("the head is %d of %v, want %d of %v", h.Number, h.At, numbers[2], earlier)
	}
	if h := topmost(t, e, log)[log]; !h.At.Equal(earlier) {
		t.Errorf("among the heads it is of %v, want %v", h.At, earlier)
	}
}

// read: Read yields the entries from a number on, in order, with data.
func read(t testing.TB, at Place) {
	e, log := at.Open(t, Opening{}), space("read")
	inOrder(t, "of nothing", all(t, e, log, 0), nil)
	n := filled(t, e, log, 130)
	for _, from := range []int{0, 1, 64, 129} {
		inOrder(t, fmt.Sprintf("from entry %d", from), all(t, e, log, n[from]), n[from:])
	}
	inOrder(t, "from 0", all(t, e, log, 0), n)
	inOrder(t, "from behind the last", all(t, e, log, n[129]+1), nil)
	inOrder(t, "from the end of numbers", all(t, e, log, math.MaxUint64), nil)
	for i, entry := range all(t, e, log, 0) {
		same(t, "head", entry.Head, []byte(fmt.Sprintf("head %d", i)))
		same(t, "data", entry.Data, []byte(fmt.Sprintf("data %d", i)))
	}
	inOrder(t, "of a log whose name begins so", all(t, e, log+"/more", 0), nil)
	for entry, err := range e.Read(within(t), log, 0) { // stopping early does no harm
		if must(t, err); entry.Number == n[3] {
			break
		}
	}
	add(t, e, log, n[129], "130")
}

// readWhileWriting: entries added after a Read began are left to the next.
func readWhileWriting(t testing.TB, at Place) {
	e, other, log := at.Open(t, Opening{}), at.Open(t, Opening{}), space("writing")
	n := filled(t, e, log, 40)
	prev := n[39]
	var entries []engine.Entry
	for entry, err := range e.Read(within(t), log, 0) {
		must(t, err)
		entries = append(entries, entry)
		prev = add(t, other, log, prev, "more")
	}
	inOrder(t, "while others write", entries, n)
	if got := len(all(t, e, log, 0)); got != 80 {
		t.Errorf("afterwards %d entries, want 80", got)
	}
}

// heads: Heads yields the last entry of each log with a prefix, without data.
func heads(t testing.TB, at Place) {
	e, under := at.Open(t, Opening{}), space("heads")
	if got := topmost(t, e, under); len(got) != 0 {
		t.Errorf("heads of nothing: %v", got)
	}
	names := []string{under, under + "/a", under + "/a/b", under + "/ab", under + "-c/d"}
	want := map[string]uint64{}
	for i, name := range names {
		want[name] = filled(t, e, name, i+1)[i]
	}
	for prefix, those := range map[string][]string{
		under: names, under + "/": names[1:4], under + "/a": names[1:4], under + "/a/": names[2:3],
		under + "/ab": names[3:4], under + "-": names[4:], under + "/b": nil,
	} {
		got := topmost(t, e, prefix)
		if len(got) != len(those) {
			t.Errorf("heads of %q: %d, want %q", prefix, len(got), those)
		}
		for _, name := range those {
			h := got[name]
			if h.Number != want[name] || len(h.Data) != 0 || h.At.IsZero() {
				t.Errorf("head of %s: number %d, %d bytes of data, at %v; want number %d and no data", name, h.Number,
					len(h.Data), h.At, want[name])
			}
			same(t, "head of "+name, h.Head, last(t, e, name).Head)
		}
	}
	if got := topmost(t, e, ""); len(got) < len(names) || got[under].Number != want[under] {
		t.Errorf("heads of all: %d", len(got))
	}
	for _, err := range e.Heads(within(t), under) { // stopping early does no harm
		must(t, err)
		break
	}
}

// trim: Trim drops the entries before a number. The last one stays, and numbers go on.
func trim(t testing.TB, at Place) {
	e, log := at.Open(t, Opening{}), space("trim")
	must(t, e.Trim(within(t), log, 5)) // the log does not exist
	n, beside := filled(t, e, log, 6), filled(t, e, log+"/beside", 3)
	for _, step := range []struct {
		before uint64
		left   []uint64
	}{
		{0, n}, {n[0], n}, {n[2], n[2:]}, {n[1], n[2:]}, {n[5], n[5:]}, {n[5] + 100, n[5:]}, {math.MaxUint64, n[5:]},
	} {
		must(t, e.Trim(within(t), log, step.before))
		inOrder(t, fmt.Sprintf("trimmed before %d", step.before), all(t, e, log, 0), step.left)
		if h := last(t, e, log); h.Number != n[5] {
			t.Errorf("trimmed before %d: the head is %d, want %d", step.before, h.Number, n[5])
		}
	}
	for _, prev := range []uint64{0, n[0], n[4]} {
		_, err := e.Append(within(t), log, prev, nil, nil)
		is(t, fmt.Sprintf("append behind %d, which is trimmed", prev), err, engine.ErrFenced)
	}
	if next := add(t, e, log, n[5], "next"); next <= n[5] {
		t.Errorf("after trimming number %d follows %d", next, n[5])
	}
	inOrder(t, "beside", all(t, e, log+"/beside", 0), beside)
}

// drop: Drop removes a log and its parts. The log can begin anew, and whoever knew the old one is fenced.
func drop(t testing.TB, at Place) {
	e, log := at.Open(t, Opening{}), space("drop")
	must(t, e.Drop(within(t), log)) // the log does not exist
	n, beside := filled(t, e, log, 4), filled(t, e, log+"/beside", 2)
	part := []byte("a part of " + log)
	must(t, e.PutPart(within(t), log, sumOf(part), part))
	must(t, e.PutPart(within(t), log+"/beside", sumOf(part), part))
	for range 2 {
		must(t, e.Drop(within(t), log))
		inOrder(t, "dropped", all(t, e, log, 0), nil)
		if h := last(t, e, log); h.Number != 0 {
			t.Errorf("dropped: the head is %d", h.Number)
		}
		if _, there := topmost(t, e, log)[log]; there {
			t.Error("dropped, and among the heads")
		}
	}
	_, err := e.Part(within(t), log, sumOf(part))
	is(t, "a part of a log that was dropped", err, engine.ErrNone)
	_, err = e.Part(within(t), log+"/beside", sumOf(part))
	must(t, err)
	inOrder(t, "beside", all(t, e, log+"/beside", 0), beside)
	_, err = e.Append(within(t), log, n[3], nil, nil)
	is(t, "append behind the last of a log that was dropped", err, engine.ErrFenced)
	anew := filled(t, e, log, 4)
	if anew[0] <= n[3] {
		t.Errorf("begun anew with number %d, before it had %v", anew[0], n)
	}
	for _, prev := range n {
		_, err := e.Append(within(t), log, prev, nil, nil)
		is(t, fmt.Sprintf("append behind %d of before the log was dropped", prev), err, engine.ErrFenced)
	}
	inOrder(t, "begun anew", all(t, e, log, 0), anew)
}

// clock: the engine's clock goes on.
func clock(t testing.TB, at Place) {
	e, other := at.Open(t, Opening{}), at.Open(t, Opening{})
	var before time.Time
	for i := range 10 {
		now, err := []engine.Engine{e, other}[i%2].Now(within(t))
		must(t, err)
		if now.IsZero() || now.Before(before) {
			t.Errorf("the clock shows %v after %v", now, before)
		}
		before = now
	}
}

// tellsNothing checks that an error leaves the outcome open: there is one, and it is not ErrFenced.
func tellsNothing(t testing.TB, what string, err error) {
	t.Helper()
	if err == nil || errors.Is(err, engine.ErrFenced) || errors.Is(err, engine.ErrRefused) {
		t.Errorf("%s: error %v, want one that tells nothing", what, err)
	}
}
