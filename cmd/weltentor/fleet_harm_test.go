//go:build fleet

package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"weltentor/cmd/weltentor/fleet/charter"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/engine/suite"
	"weltentor/cmd/weltentor/fleet/nats"
	"weltentor/cmd/weltentor/fleet/postgres/server"
	"weltentor/mailer/mailertest"
)

// harm is something that befalls a fleet for a while.
type harm struct {
	name  string
	long  time.Duration
	begin func() (of string)
	end   func()
}

// seedVar gives the seed that harm befalls a fleet by; it is told at the beginning.
const seedVar = "FLEET_SEED"

// befalls lets harm befall the fleet, each kind once in an order of chance, or with KILLS=full many times, while
// mails come and turns are due; then it must become calm, go on, end in order, and hold what it is to hold.
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
	for range rounds {
		f.round(dice, harms)
		f.calm()
		f.eventually("all hosts are well", f.well)
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
		if code := s.halt(syscall.SIGTERM); code != exitDone {
			f.Errorf("%s: exit %d", s.name, code)
		}
		if strings.Contains(s.words(), "panic") || strings.Contains(s.words(), "stands still") {
			f.Errorf("%s", s.words())
		}
	}
}

// well tells whether each host is at work, and has all there is where it keeps a part of the truth.
func (f *flotilla) well() bool {
	v := f.view()
	for _, s := range f.ships {
		if code, _, _ := s.scrape("/metrics"); code != http.StatusOK || v.Hosts[s.name].State != "well" {
			return false
		}
	}
	return !f.timed || f.whole()
}

// round is each kind of harm once. A few turns are due in each: letters are not kept back for days.
func (f *flotilla) round(dice *rand.Rand, harms []harm) {
	f.Helper()
	began := time.Now()
	for i, at := range dice.Perm(len(harms)) {
		h := harms[at]
		f.some(dice)
		time.Sleep(time.Duration(dice.Int64N(int64(time.Second))))
		if i%3 == 1 {
			f.jump(25 * time.Hour)
		}
		of := h.begin()
		f.Logf("%4.1f s: %s %s, for %v", time.Since(began).Seconds(), h.name, of, h.long)
		f.some(dice)
		time.Sleep(h.long + time.Duration(dice.Int64N(int64(time.Second))))
		h.end()
	}
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

// usual is what befalls the hosts whatever the journal is.
func (f *flotilla) usual() []harm {
	var one, other *ship
	any := f.any()
	pick := func() string { one = any(); return one.name }
	harms := []harm{
		{"killed", 3 * time.Second, func() string { pick(); one.dies(); return one.name }, func() { one.sail() }},
		{"two killed", 3 * time.Second, func() string {
			pick()
			other = any()
			one.dies()
			other.dies()
			return one.name + " and " + other.name
		}, func() { one.sail(); other.sail() }},
		{"ended", time.Second, func() string {
			pick()
			if code := one.halt(syscall.SIGTERM); code != exitDone {
				f.Errorf("%s: exit %d", one.name, code)
			}
			return one.name
		}, func() { one.sail() }},
		{"stopped", 4 * time.Second, func() string { pick(); one.signal(syscall.SIGSTOP); return one.name },
			func() { one.signal(syscall.SIGCONT) }},
		{"stopped beyond its lease", 16 * time.Second, func() string {
			pick()
			one.signal(syscall.SIGSTOP)
			return one.name
		}, func() { one.signal(syscall.SIGCONT) }},
		{"an hour ahead", 5 * time.Second, func() string { pick(); one.off(time.Hour); return one.name },
			func() { one.off(0) }},
		{"an hour behind", 5 * time.Second, func() string { pick(); one.off(-time.Hour); return one.name },
			func() { one.off(0) }},
		{"no mail server", 4 * time.Second, func() string {
			for _, wire := range f.mail {
				wire.Still(true)
				wire.Cut()
			}
			return ""
		}, func() {
			for _, wire := range f.mail {
				wire.Still(false)
				wire.Cut()
			}
		}},
		{"a yes that is lost", time.Second, func() string {
			f.post.Fail(mailertest.Fault{Stage: "dot", Taken: true, Times: 2})
			return ""
		}, func() {}},
	}
	last := f.ships[len(f.ships)-1]
	if last.small {
		harms = append(harms,
			harm{"full disk", 6 * time.Second, func() string { last.fill(); return last.name }, last.free},
			harm{"killed on a full disk", 4 * time.Second, func() string {
				last.fill()
				last.dies()
				last.sail()
				return last.name
			}, last.free})
	}
	return harms
}

// dies is a host whose machine is gone for a while.
func (s *ship) dies() { s.halt(syscall.SIGKILL) }

// overOneDatabase is a fleet over PostgreSQL, with a wire to it from each host.
func overOneDatabase(t *testing.T) (f *flotilla, disk string) {
	t.Helper()
	f = afloat(t, charter.OfPostgres)
	disk, err := os.MkdirTemp("", "weltentor-database-") // not t.TempDir: the server's user must be able to enter it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(disk) })
	data := filepath.Join(disk, "data")
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=160m,mode=755"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no file system to fill: %v", err)
		}
		disk, data = "", ""
	} else {
		t.Cleanup(func() { unix.Unmount(disk, unix.MNT_DETACH) })
		if err := os.Chmod(disk, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	db := server.Made(t, data)
	db.Up(t)
	f.ships[2].shrink()
	f.overDatabase(db)
	return f, disk
}

func TestAFleetIsHarmed(t *testing.T) {
	t.Parallel()
	f, disk := overOneDatabase(t)
	var one *ship
	any := f.any()
	harms := append(f.usual(),
		harm{"cut off", 6 * time.Second, func() string { one = any(); one.wire.Still(true); return one.name },
			func() { one.wire.Still(false) }},
		harm{"an answer lost", time.Second, func() string { one = any(); one.wire.LoseNext(); return one.name },
			func() {}},
		harm{"the database killed", 3 * time.Second, func() string { f.db.Kill(); return "" }, func() { f.db.Up(t) }})
	if disk != "" {
		ballast := &ship{convoy: f.convoy, dir: disk}
		harms = append(harms, harm{"the database's disk full", 4 * time.Second,
			func() string { ballast.fill(); return "" }, func() { ballast.free(); f.db.Up(t) }})
	}
	f.befalls(harms)
}

// overThreeServers is a fleet over NATS, whose servers are in the hosts' processes; between each two is a proxy,
// and no other way.
func overThreeServers(t *testing.T) *flotilla {
	t.Helper()
	f := afloat(t, charter.OfNATS)
	f.timed = true
	var hosts []nats.Host
	for _, s := range f.ships {
		hosts = append(hosts, nats.Host{Name: s.name, Routes: suite.FreeAddress(t), Clients: suite.FreeAddress(t)})
	}
	f.engine = func(*charter.Charter) (engine.Engine, error) {
		return nats.Connect(f.Context(), nats.Config{Name: "one", Hosts: hosts, Secret: secret})
	}
	f.ships[2].shrink()
	f.rig(func(i int) string {
		text := "[nats]\nfolder = \"nats\"\nsecret_file = \"db\"\n"
		for j, h := range hosts {
			switch {
			case j == i: // where it says that it is there is nobody, or the others would come past their proxies
				h.Listen, h.Routes = h.Routes, "127.0.0.1:1"
			case i >= 0:
				between := suite.NewProxy(t, h.Routes)
				f.routes[[2]int{i, j}] = between
				h.Routes = between.Address
			}
			text += fmt.Sprintf("\n[[nats.host]]\nname = %q\nroutes = %q\nclients = %q\nlisten = %q\n", h.Name,
				h.Routes, h.Clients, h.Listen)
		}
		return text
	})
	return f
}

// parted lets nothing through between a host and the others, or again.
func (f *flotilla) parted(i int, still bool) {
	for ends, between := range f.routes {
		if ends[0] == i || ends[1] == i {
			between.Still(still)
		}
	}
}

// members are NATS's servers; none as long as they do not answer.
func (f *flotilla) members() []engine.Member {
	f.Helper()
	e, err := f.engine(nil)
	if err != nil {
		return nil
	}
	defer e.Close()
	members, _ := e.(engine.Members).Members(f.Context())
	return members
}

// whole tells whether each server has all there is.
func (f *flotilla) whole() bool {
	f.Helper()
	members := f.members()
	return len(members) > 0 && !slices.ContainsFunc(members, func(m engine.Member) bool {
		return m.State != engine.Current && m.State != engine.Leader
	})
}

// leader is the host that leads the logs.
func (f *flotilla) leader() (at int) {
	f.Helper()
	f.eventually("a leader", func() bool {
		at = slices.IndexFunc(f.members(), func(m engine.Member) bool { return m.State == engine.Leader })
		return at >= 0
	})
	return at // they are told in the order of the hosts
}

func TestAFleetIsHarmedOverNATS(t *testing.T) {
	t.Parallel()
	f := overThreeServers(t)
	next, leader := 0, 0
	f.befalls(append(f.usual(),
		harm{"cut off", 6 * time.Second, func() string { next++; f.parted(next%3, true); return f.ships[next%3].name },
			func() { f.parted(next%3, false) }},
		harm{"the leader cut off", 8 * time.Second, func() string {
			leader = f.leader()
			f.parted(leader, true)
			return f.ships[leader].name
		}, func() { f.parted(leader, false) }},
		harm{"the leader killed", 3 * time.Second, func() string {
			leader = f.leader()
			f.ships[leader].dies()
			return f.ships[leader].name
		}, func() { f.ships[leader].sail() }}))
}
