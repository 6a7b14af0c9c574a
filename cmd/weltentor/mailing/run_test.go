package mailing

import (
	"net"
	"path/filepath"
	"testing"
	"time"

	"weltentor/cmd/weltentor/call"
)

// systemd hears no sign of life of a service in which a mailbox hangs.
func TestWatchdog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	hears := func(within time.Duration) string {
		var b [100]byte
		socket.SetReadDeadline(time.Now().Add(within))
		n, _ := socket.Read(b[:])
		return string(b[:n])
	}
	env := map[string]string{"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "10000"}
	s := &service{call: &call.Call{Ctx: t.Context(), Env: func(name string) string { return env[name] }}}
	hangs, works, ended := &stay{service: s}, &stay{service: s}, make(chan struct{})
	works.lasts(time.Hour)
	go s.supervised([]*stay{works, hangs}, ended)
	defer close(ended)
	if got := hears(time.Minute); got != "READY=1" {
		t.Fatalf("it says %q", got)
	}
	if got := hears(300 * time.Millisecond); got != "" {
		t.Errorf("a mailbox hangs, and it says %q", got)
	}
	hangs.lasts(time.Hour)
	if got := hears(time.Minute); got != "WATCHDOG=1" {
		t.Errorf("it says %q", got)
	}
}
