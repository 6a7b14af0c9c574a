// Package memory says when the garbage collector runs (Bound): not before some memory is used anew, however little is in
// use, and as often as it must within nine tenths of what the program's container or service may have, or within a usual
// limit until more is needed. If GOMEMLIMIT or GOGC is set, that counts instead.
package memory

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Limits for the memory of the runtime, in bytes. The store's pages, which belong to the kernel, are not included.
const (
	// usual is enough for a turn of 800 realms without more work for the collector.
	usual = 300 << 20
	// lifted is how much of the usual limit may be in use after a collection. Above it too little would be left, and
	// the collector would run all the time.
	lifted = usual * 2 / 3
	none   = math.MaxInt64
	// slack may be allocated between two collections, even if less is in use. A command that reads a world would
	// otherwise spend a quarter of its time on collecting a few megabytes again and again.
	slack = 64 << 20
	// least is the heap at which Go collects first, if GOGC is 100.
	least = 4 << 20
)

// Bound sets the limit of this process, and how much may be allocated between two collections. The limit is nine tenths
// of that of the container or the service, if there is one, or the usual limit until more is needed.
func Bound(lookup func(string) (string, bool)) {
	if _, set := lookup("GOMEMLIMIT"); set {
		return
	}
	most := allowed(memlimit.FromCgroup())
	if _, set := lookup("GOGC"); set {
		debug.SetMemoryLimit(most)
		return
	}
	debug.SetMemoryLimit(min(most, usual))
	debug.SetGCPercent(percent(0))
	watch(most)
}

// percent is GOGC that leaves the slack when so much is in use.
func percent(live uint64) int { return int(100 * slack / min(max(live, least), slack)) }

// allowed returns the limit within that of the container or the service. A limit that cannot be read, or is not there,
// is none.
func allowed(limit uint64, err error) int64 {
	if err != nil || limit == 0 || limit >= none {
		return none
	}
	return int64(limit/10*9 + limit%10*9/10)
}

// sentinel is garbage, which the next collection collects.
type sentinel struct{ most *int64 }

// watch sets the slack after each collection, and lifts the usual limit for good if it is no longer enough.
func watch(most int64) {
	runtime.SetFinalizer(&sentinel{&most}, func(s *sentinel) {
		live := inUse()
		debug.SetGCPercent(percent(live))
		if live > lifted {
			debug.SetMemoryLimit(*s.most)
			return
		}
		watch(*s.most)
	})
}

// inUse is how much the last collection left.
func inUse() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return math.MaxUint64
	}
	return live[0].Value.Uint64()
}
