// Package memory limits how much memory the program uses before the garbage collector runs (Bound): nine tenths of what
// its container or service may have, or a usual limit until more is needed. If GOMEMLIMIT or GOGC is set, that counts
// instead.
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
	usual = 320 << 20
	// lifted is how much of the usual limit may be in use after a collection. Above it too little would be left, and
	// the collector would run all the time.
	lifted = usual * 2 / 3
	none   = math.MaxInt64
)

// Bound sets the limit of this process. It is nine tenths of the limit of the container or the service, if there is
// one, or the usual limit until more is needed.
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

// watch checks after each collection whether the usual limit is still enough, and lifts it for good if it is not.
func watch(most int64) {
	runtime.SetFinalizer(&sentinel{&most}, func(s *sentinel) {
		if live := inUse(); live > lifted {
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
