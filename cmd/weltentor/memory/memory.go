// Package memory bounds how much memory a command takes before it collects what it no longer needs. The program calls
// it once when it starts. If GOMEMLIMIT or GOGC is set, that counts.
package memory

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Bounds of the memory that the runtime takes, in bytes. The store's pages, which the kernel
// lends, are not in it.
const (
	// usual is what a turn of 800 realms stays below without more work for the collector.
	usual = 320 << 20
	// lifted is how much of a usual bound may be in use after a collection. Of more, too little
	// would be left: the collector would run all the time.
	lifted = usual * 2 / 3
	none   = math.MaxInt64
)

// Bound sets the bound of this process by what there is: nine tenths of what the container or the service
// may have, if that has a limit, and the usual bound, until more than that is needed.
func Bound(lookup func(string) (string, bool)) {
	if _, set := lookup("GOMEMLIMIT"); set {
		return
	}
	most := allowed(memlimit.FromCgroup())
	if _, set := lookup("GOGC"); set || most <= usual {
		if most < none {
			debug.SetMemoryLimit(most)
		}
		return
	}
	debug.SetMemoryLimit(usual)
	watch(most)
}

// allowed is the bound within a limit of the container or the service. What cannot be read, or is not there, is
// no limit.
func allowed(limit uint64, err error) int64 {
	if err != nil || limit == 0 || limit >= none {
		return none
	}
	return int64(limit/10*9 + limit%10*9/10)
}

// sentinel is collected with the next collection.
type sentinel struct{ most *int64 }

// watch looks after each collection whether the usual bound still fits, and lifts it for good
// if it does not.
func watch(most int64) {
	runtime.SetFinalizer(&sentinel{&most}, func(s *sentinel) {
		if live := inUse(); live > lifted {
			debug.SetMemoryLimit(*s.most)
			return
		}
		watch(*s.most)
	})
}

// inUse is what the last collection has left.
func inUse() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return math.MaxUint64
	}
	return live[0].Value.Uint64()
}
