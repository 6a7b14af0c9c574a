//go:build fleet

package fleet_test

import (
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/mailer/mailertest"
)

// harm is something that befalls a fleet for a while.
type harm struct {
	name  string
	long  time.Duration
	begin func() (of string, end func())
}

// seedVar is the seed of the faults that happen to a fleet. It is printed at the beginning.
const seedVar = "FLEET_SEED"

// befalls makes faults happen to the fleet while mails come and turns are due: each kind once in random order, or with
// KILLS=full many times, in every second round two at a time. Then the fleet must become calm, go on, end in order,
// and have lost nothing.
func (f *flotilla) befalls(harms []harm) {
	f.Helper()
	seed := time.Now().UnixNano()
	if given := os.Getenv(seedVar); given != "" {
		var err error
		if seed, err = strconv.ParseInt(given, 10, 64); err != nil {
			f.Fatal(err)
		}
	}
	f.Logf("%s=%d", seedVar, seed)
	dice := rand.New(rand.NewPCG(uint64(seed), 0))
	rounds := 1
	if os.Getenv("KILLS") == "full" {
		rounds = 8
	}
	f.settle()
	for n := range rounds {
		f.two = n%2 == 1
		f.round(dice, harms)
		f.calm()
		f.recovers()
	}
	before := f.view()
	f.jump(25 * time.Hour)
	f.eventually("another turn of each world", func() bool {
		for name, w := range f.view().Worlds {
			if w.Turn <= before.Worlds[name].Turn {
				return false
			}
		}
		return true
	})
	f.calm()
	f.holds()
	for _, s := range f.ships {
		if code := s.halt(syscall.SIGTERM); code != complaint.ExitDone {
			f.Errorf("%s: exit %d", s.name, code)
		}
		if strings.Contains(s.words(), "panic") || strings.Contains(s.words(), "stands still") {
			f.Errorf("%s", s.words())
		}
	}
}

// recovers waits until all hosts are well.
func (f *flotilla) recovers() {
	f.Helper()
	for end := time.Now().Add(3 * time.Minute); !f.well(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			f.Fatalf("not all hosts are well: %+v", f.view().Hosts)
		}
	}
}

// well reports whether each host is at work.
func (f *flotilla) well() bool {
	v := f.view()
	for _, s := range f.ships {
		if code, _, _ := s.scrape("/metrics"); code != http.StatusOK || v.Hosts[s.name].State != "well" {
			return false
		}
	}
	return true
}

// round is each kind of harm once, which lasts, if two are to befall the fleet at a time, until another has begun. A
// few turns are due in each: letters are not kept back for days.
func (f *flotilla) round(dice *rand.Rand, harms []harm) {
	f.Helper()
	began, before := time.Now(), func() {}
	for i, at := range dice.Perm(len(harms)) {
		h := harms[at]
		f.some(dice)
		time.Sleep(time.Duration(dice.Int64N(int64(time.Second))))
		if i%3 == 1 {
			f.jump(25 * time.Hour)
		}
		of, end := h.begin()
		f.Logf("%4.1f s: %s %s, for %v", time.Since(began).Seconds(), h.name, of, h.long)
		f.some(dice)
		time.Sleep(h.long/2 + time.Duration(dice.Int64N(int64(time.Second))))
		before()
		time.Sleep(h.long - h.long/2)
		if before = end; !f.two {
			end()
			before = func() {}
		}
	}
	before()
}

// some mails come.
func (f *flotilla) some(dice *rand.Rand) {
	f.Helper()
	for range 1 + dice.IntN(2) {
		f.convoy.mail(f.worlds[dice.IntN(len(f.worlds))], 1+dice.IntN(2))
	}
}

// any takes another host each time.
func (f *flotilla) any() func() *ship {
	next := 0
	return func() *ship { next++; return f.ships[next%len(f.ships)] }
}

// usual is what befalls the hosts themselves.
func (f *flotilla) usual() []harm {
	any := f.any()
	on := func(name string, long time.Duration, begin, end func(*ship)) harm {
		return harm{name, long, func() (string, func()) {
			s := any()
			begin(s)
			return s.name, func() { end(s) }
		}}
	}
	stops, goes := func(s *ship) { s.signal(syscall.SIGSTOP) }, func(s *ship) { s.signal(syscall.SIGCONT) }
	harms := []harm{
		on("killed", 3*time.Second, (*ship).dies, (*ship).sail),
		{"two killed", 3 * time.Second, func() (string, func()) {
			one, other := any(), any()
			one.dies()
			other.dies()
			return one.name + " and " + other.name, func() { one.sail(); other.sail() }
		}},
		on("ended", time.Second, func(s *ship) {
			if code := s.halt(syscall.SIGTERM); code != complaint.ExitDone && !(f.two && (code == complaint.ExitLater || code == -1)) {
				f.Errorf("%s: exit %d", s.name, code) // one that has not begun yet may have another
			}
		}, (*ship).sail),
		on("stopped", 4*time.Second, stops, goes),
		on("stopped beyond its lease", 16*time.Second, stops, goes),
		on("an hour ahead", 5*time.Second, func(s *ship) { s.off(time.Hour) }, func(s *ship) { s.off(0) }),
		on("an hour behind", 5*time.Second, func(s *ship) { s.off(-time.Hour) }, func(s *ship) { s.off(0) }),
		{"no mail server", 4 * time.Second, func() (string, func()) {
			f.postal(true)
			return "", func() { f.postal(false) }
		}},
		{"a yes that is lost", time.Second, func() (string, func()) {
			f.post.Fail(mailertest.Fault{Stage: "dot", Taken: true, Times: 2})
			return "", func() {}
		}},
	}
	last := f.ships[len(f.ships)-1]
	if last.disk != nil {
		harms = append(harms,
			harm{"full disk", 6 * time.Second, func() (string, func()) {
				last.disk.Fill()
				return last.name, last.disk.Free
			}},
			harm{"killed on a full disk", 4 * time.Second, func() (string, func()) {
				last.disk.Fill()
				last.dies()
				last.sail()
				return last.name, last.disk.Free
			}})
	}
	return harms
}

// postal lets nothing through to the mail servers and back, or again.
func (f *flotilla) postal(still bool) {
	for _, wire := range f.mail {
		wire.Still(still)
		wire.Cut()
	}
}

// dies is a host whose machine is gone for a while.
func (s *ship) dies() { s.halt(syscall.SIGKILL) }

// overOneDatabase is a fleet over PostgreSQL, with a wire to it from each host.
func overOneDatabase(t *testing.T) (f *flotilla, disk *stage.Disk) {
	t.Helper()
	f = afloat(t)
	dir, err := os.MkdirTemp("", "weltentor-database-") // not t.TempDir: the server's user must be able to enter it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	data := ""
	if disk = stage.NewDisk(t, dir, 160<<20, 0o777); disk != nil {
		data = filepath.Join(disk.Dir, "data")
	}
	db := server.Made(t, data)
	db.Up(t)
	f.ships[2].shrink()
	f.overDatabase(db)
	return f, disk
}

func TestAFleetIsHarmed(t *testing.T) {
	f, disk := overOneDatabase(t)
	any, full := f.any(), false
	up := func() {
		if !full { // else it is started when there is room again
			f.db.Up(t)
		}
	}
	harms := append(f.usual(),
		harm{"cut off", 6 * time.Second, func() (string, func()) {
			s := any()
			s.wire.Still(true)
			return s.name, func() { s.wire.Still(false) }
		}},
		harm{"an answer lost", time.Second, func() (string, func()) {
			s := any()
			s.wire.LoseNext()
			return s.name, func() {}
		}},
		harm{"the database killed", 3 * time.Second, func() (string, func()) {
			f.db.Kill()
			return "", up
		}})
	if disk != nil {
		harms = append(harms, harm{"the database's disk full", 4 * time.Second, func() (string, func()) {
			disk.Fill()
			full = true
			return "", func() { full = false; disk.Free(); up() }
		}})
	}
	f.befalls(harms)
}
