// Package ports gives servers of tests ports to listen on, which stay theirs while the servers are down. Only tests
// import it.
package ports

import (
	"fmt"
	"math/rand/v2"
	"net"
	"runtime"
	"strconv"
	"testing"
)

// Below last, the system gives no port to who connects somewhere or listens to any: else, while a server is down
// that is killed and started again, its port would be somebody's.
const (
	first = 12000
	last  = 32000
)

// Free is a port of the loopback address that nobody listens to, and that no other test is given while this one
// runs, whatever process it is in.
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

// Address is such a port with the loopback address.
func Address(t testing.TB) string {
	t.Helper()
	return "127.0.0.1:" + strconv.Itoa(Free(t))
}

// reserve keeps a port by a name that one process has at a time, and that ends with it.
func reserve(port int) (end func(), err error) {
	end = func() {}
	if runtime.GOOS == "linux" { // where such names are no files
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
