package ports

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
)

// A port is given once while its test runs, and again when it has ended. The system itself gives none of them away.
func TestFree(t *testing.T) {
	given := map[int]bool{}
	t.Run("one test", func(t *testing.T) {
		for range 300 {
			port := Free(t)
			if given[port] {
				t.Errorf("%d is given twice", port)
			}
			given[port] = true
			if runtime.GOOS == "linux" {
				if _, err := reserve(port); err == nil {
					t.Errorf("%d is reserved twice", port)
				}
			}
		}
	})
	for port := range given {
		end, err := reserve(port)
		if err != nil {
			t.Fatalf("when the test has ended: %v", err)
		}
		end()
		break
	}
	from, to := 49152, 65535 // if the system does not say
	if raw, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range"); err == nil {
		if _, err := fmt.Sscan(string(raw), &from, &to); err != nil {
			t.Fatal(err)
		}
	}
	for port := range given {
		if from <= port && port <= to {
			t.Fatalf("%d is of those that the system gives away, %d to %d", port, from, to)
		}
	}
}

// A port that somebody listens to is not free.
func TestTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for range 2 { // a failed attempt did not reserve it either
		if _, err := reserve(l.Addr().(*net.TCPAddr).Port); err == nil || strings.Contains(err.Error(), "@") {
			t.Errorf("%v", err)
		}
	}
}
