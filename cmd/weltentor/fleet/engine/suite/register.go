package suite

import (
	"fmt"
	"testing"

	"weltentor/cmd/weltentor/fleet/engine"
)

// holds compares a value of the register, nil for none, and returns its revision.
func holds(t testing.TB, e engine.Register, key string, want []byte) uint64 {
	t.Helper()
	got, revision, err := e.Get(within(t), key)
	must(t, err)
	if (revision == 0) != (want == nil) {
		t.Errorf("%s has revision %d, want the value %.60q", key, revision, want)
	}
	same(t, key, got, want)
	return revision
}

// put stores a value.
func put(t testing.TB, e engine.Register, key string, value []byte, prev uint64) uint64 {
	t.Helper()
	revision, err := e.Put(within(t), key, value, prev)
	if err != nil {
		t.Fatalf("put %s over %d: %v", key, prev, err)
	}
	return revision
}

// register: values are kept by key.
func register(t testing.TB, at Place) {
	e, other, key := at.Open(t, Opening{}), at.Open(t, Opening{}), space("register")
	holds(t, e, key, nil)
	value := every()
	one := put(t, e, key, value, 0)
	clear(value)
	if got := holds(t, other, key, every()); got != one {
		t.Errorf("revision %d, want %d", got, one)
	}
	put(t, other, key+"/a", sized(engine.MaxData, key), 0)
	put(t, e, key+"/ab", []byte{}, 0)
	put(t, e, key+"-c", []byte("c"), 0)
	holds(t, e, key+"/a", sized(engine.MaxData, key))
	holds(t, e, key+"/ab", []byte{})
	for prefix, want := range map[string][]string{
		key: {key, key + "/a", key + "/ab", key + "-c"}, key + "/": {key + "/a", key + "/ab"},
		key + "/ab": {key + "/ab"}, key + "/b": nil,
	} {
		got, err := e.All(within(t), prefix)
		must(t, err)
		if len(got) != len(want) {
			t.Errorf("all of %q: %d values, want %q", prefix, len(got), want)
		}
		for _, k := range want {
			if _, there := got[k]; !there {
				t.Errorf("all of %q have no %s", prefix, k)
			}
		}
	}
	values, err := e.All(within(t), key)
	must(t, err)
	same(t, "among all", values[key], every())
	same(t, "among all", values[key+"/a"], sized(engine.MaxData, key))
}

// registerRevisions: a value is replaced only by a caller that knows its revision.
func registerRevisions(t testing.TB, at Place) {
	e, key := at.Open(t, Opening{}), space("revisions")
	wrong := func(value []byte, prev uint64) {
		t.Helper()
		_, err := e.Put(within(t), key, value, prev)
		is(t, fmt.Sprintf("put %q over %d", value, prev), err, engine.ErrFenced)
	}
	wrong([]byte("x"), 7)
	one := put(t, e, key, []byte("one"), 0)
	wrong([]byte("x"), 0)
	wrong([]byte("x"), one+1)
	wrong(nil, 0)
	wrong(nil, one+1)
	two := put(t, e, key, []byte("two"), one)
	wrong([]byte("x"), one)
	wrong([]byte("x"), 1<<63)
	wrong(nil, one)
	if one == 0 || two <= one {
		t.Errorf("revision %d after %d", two, one)
	}
	if got := holds(t, e, key, []byte("two")); got != two {
		t.Errorf("revision %d, want %d", got, two)
	}
	put(t, e, key, nil, two)
	holds(t, e, key, nil)
	if values, err := e.All(within(t), key); err != nil || len(values) != 0 {
		t.Errorf("all after it was removed: %q, %v", values, err)
	}
	wrong([]byte("x"), two)
	three := put(t, e, key, []byte("three"), 0)
	if three <= two {
		t.Errorf("revision %d after %d and a removal", three, two)
	}
	wrong([]byte("x"), two)
	wrong([]byte("x"), one)
	holds(t, e, key, []byte("three"))
}

// registerAtOnce: of values put over the same revision, one wins.
func registerAtOnce(t testing.TB, at Place) {
	const hosts, rounds = 6, 8
	key, prev := space("register-race"), uint64(0)
	engines := make([]engine.Engine, hosts)
	for i := range engines {
		engines[i] = at.Open(t, Opening{})
	}
	for round := range rounds {
		revisions := make([]uint64, hosts)
		errs := atOnce(hosts, func(i int) (err error) {
			revisions[i], err = engines[i].Put(within(t), key, []byte(fmt.Sprint(i)), prev)
			return err
		})
		winner := oneWins(t, fmt.Sprintf("round %d", round), errs, engine.ErrFenced)
		prev = holds(t, engines[round%hosts], key, []byte(fmt.Sprint(winner)))
		if prev != revisions[winner] {
			t.Errorf("round %d: revision %d, and the winner was told %d", round, prev, revisions[winner])
		}
		if round%3 == 2 {
			put(t, engines[0], key, nil, prev)
			prev = 0
		}
	}
}

// registerAcross: what one host has put, another reads at once.
func registerAcross(t testing.TB, at Place) {
	engines := []engine.Engine{at.Open(t, Opening{}), at.Open(t, Opening{}), at.Open(t, Opening{})}
	key, prev := space("across"), uint64(0)
	for i := range 60 {
		value := []byte(fmt.Sprint(i))
		prev = put(t, engines[i%3], key, value, prev)
		if got := holds(t, engines[(i+1)%3], key, value); got != prev {
			t.Fatalf("round %d: revision %d, want %d", i, got, prev)
		}
	}
}
