package suite

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// ages is longer than any test, for a lease that does not end in it.
const ages = time.Hour

// taken takes a lease that must be free.
func taken(t testing.TB, e engine.Leases, name, holder string, ttl time.Duration) engine.Lease {
	t.Helper()
	l, err := e.Take(within(t), name, holder, ttl)
	if err != nil {
		t.Fatalf("%s takes %s: %v", holder, name, err)
	}
	return l
}

// heldBy compares the holders of leases with a prefix.
func heldBy(t testing.TB, e engine.Leases, prefix string, want map[string]string) {
	t.Helper()
	got, err := e.Holders(within(t), prefix)
	must(t, err)
	if len(got) != len(want) || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("holders of %q: %v, want %v", prefix, got, want)
	}
}

// leases: leases are taken, refused, given back and shown.
func leases(t testing.TB, at Place) {
	e, other, name := at.Open(t, Opening{}), at.Open(t, Opening{}), space("lease")
	heldBy(t, e, name, map[string]string{})
	one := taken(t, e, name, "Host one: pid 1", ages)
	_, err := other.Take(within(t), name, "two", ages)
	is(t, "another takes it", err, engine.ErrTaken)
	_, err = e.Take(within(t), name, "two", ages)
	is(t, "another takes it by the same engine", err, engine.ErrTaken)
	taken(t, other, name+"/beside", "two", ages)
	heldBy(t, other, name, map[string]string{name: "Host one: pid 1", name + "/beside": "two"})
	heldBy(t, e, name+"/", map[string]string{name + "/beside": "two"})
	again := taken(t, e, name, "Host one: pid 1", ages) // the holder may take it again
	must(t, again.Renew(within(t), ages))
	must(t, again.Release(within(t)))
	heldBy(t, e, name, map[string]string{name + "/beside": "two"})
	two := taken(t, other, name, "two", ages)
	is(t, "renewed by who gave it back", again.Renew(within(t), ages), engine.ErrLost)
	givenBack(t, again)
	givenBack(t, one)
	heldBy(t, e, name, map[string]string{name: "two", name + "/beside": "two"})
	must(t, two.Renew(within(t), ages))
	must(t, two.Release(within(t)))
	givenBack(t, two)
	for _, ttl := range []time.Duration{0, -time.Second} {
		_, err := e.Take(within(t), name, "one", ttl)
		is(t, fmt.Sprintf("a lease for %v", ttl), err, engine.ErrRefused)
	}
	heldBy(t, e, name, map[string]string{name + "/beside": "two"})
}

// givenBack: giving back a lease that one no longer has does no harm, and may be an error.
func givenBack(t testing.TB, l engine.Lease) {
	t.Helper()
	if err := l.Release(within(t)); err != nil && !errors.Is(err, engine.ErrLost) {
		t.Errorf("given back though it was lost: %v", err)
	}
}

// leasesAtOnce: of many who take a lease at once, one gets it.
func leasesAtOnce(t testing.TB, at Place) {
	const hosts = 6
	name := space("race")
	engines := make([]engine.Engine, hosts)
	for i := range engines {
		engines[i] = at.Open(t, Opening{})
	}
	for round := range 5 {
		held := make([]engine.Lease, hosts)
		errs := atOnce(hosts, func(i int) (err error) {
			held[i], err = engines[i].Take(within(t), name, fmt.Sprint("host ", i), ages)
			return err
		})
		winner := oneWins(t, fmt.Sprintf("round %d", round), errs, engine.ErrTaken)
		heldBy(t, engines[round], name, map[string]string{name: fmt.Sprint("host ", winner)})
		must(t, held[winner].Release(within(t)))
	}
}

// leasesRenewed: a renewed lease does not end when it would have without. A machine that hangs may lose the lease
// before it renews it, so the test tries again.
func leasesRenewed(t testing.TB, at Place) {
	const ttl = 2 * time.Second
	e, name := at.Open(t, Opening{}), space("renewed")
	for range 10 {
		l := taken(t, e, name, "one", ttl)
		err := l.Renew(within(t), ages)
		if errors.Is(err, engine.ErrLost) {
			continue
		}
		must(t, err)
		end, err := e.Now(within(t))
		must(t, err)
		end = end.Add(ttl + ttl/2)
		eventually(t, "the lease's first time is over", func() bool {
			now, err := e.Now(within(t))
			must(t, err)
			return now.After(end)
		})
		_, err = e.Take(within(t), name, "two", ages)
		is(t, "another takes what was renewed", err, engine.ErrTaken)
		heldBy(t, e, name, map[string]string{name: "one"})
		must(t, l.Renew(within(t), ages))
		must(t, l.Release(within(t)))
		return
	}
	t.Fatal("ten times a lease was lost before it could be renewed")
}

// leasesLost: whoever does not renew a lease loses it, and can do no harm to the next holder.
func leasesLost(t testing.TB, at Place) {
	e, other, name := at.Open(t, Opening{}), at.Open(t, Opening{}), space("lost")
	free, first := name+"/free", name+"/first"
	alone := taken(t, e, free, "one", time.Second)
	l := taken(t, e, first, "one", time.Second)
	var two engine.Lease
	eventually(t, "another takes what was not renewed", func() (yes bool) {
		var err error
		if two, err = other.Take(within(t), first, "two", ages); err != nil {
			is(t, "taken too early", err, engine.ErrTaken)
		}
		return err == nil
	})
	is(t, "renewed after another took it", l.Renew(within(t), ages), engine.ErrLost)
	givenBack(t, l)
	heldBy(t, e, first, map[string]string{first: "two"})
	must(t, two.Renew(within(t), ages))
	eventually(t, "nobody holds what was not renewed", func() bool {
		holders, err := e.Holders(within(t), free)
		must(t, err)
		return len(holders) == 0
	})
	is(t, "renewed after it ended", alone.Renew(within(t), ages), engine.ErrLost)
	heldBy(t, e, free, map[string]string{})
}
