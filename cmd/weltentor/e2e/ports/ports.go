// Package ports gives servers of tests ports to listen on, which stay theirs while the servers are down: a port from
// the system could go to another test meanwhile. Only tests import it.
package ports

import (
	"fmt"
	"math/rand/v2"
	"net"
	"runtime"
	"strconv"
	"testing"
)

// Below last, the system gives no port to a client that connects or to a server that asks for any port. Otherwise
// somebody could get the port of a server that is down between a kill and its restart.
const (
	first = 12000
	last  = 32000
)

// Free returns a port of the loopback address on which nobody listens. No other test gets it while this one runs, in
// any process.
func Free(t testing.TB) int {
	t.Helper()
	for range 1000 {
		port := first + rand.IntN(last-first)
		if kept, err := reserve(port); err == nil {
			t.Cleanup(kept)
			return port
		}
	}
	t.Fatalf("no port from %d to %d is free", first, last)
	return 0
}

// Address returns such a port with the loopback address.
func Address(t testing.TB) string {
	t.Helper()
	return "127.0.0.1:" + strconv.Itoa(Free(t))
}

// reserve reserves a port by a name that only one process can have, and that ends with the process.
func reserve(port int) (end func(), err error) {
	end = func() {}
	if runtime.GOOS == "linux" { // where such names are not files
		name, err := net.Listen("unix", fmt.Sprintf("@weltentor-port-%d", port))
		if err != nil {
			return nil, err
		}
		end = func() { name.Close() }
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err == nil {
		err = l.Close()
	}
	if err != nil {
		end()
		return nil, err
	}
	return end, nil
}
