//go:build fleet && servers

package postgres

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/postgres/server"
)

// TestMembers: each server in the address is shown as it is: the one that takes changes, its standby, and one that is
// not there.
func TestMembers(t *testing.T) {
	s := server.Start(t)
	url := strings.Replace(s.URL(), s.Address, s.Address+","+s.Address+",127.0.0.1:1", 1)
	e, err := Open(t.Context(), Settings{URL: url, Password: server.Password})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	states := func() string {
		t.Helper()
		members, err := e.Members(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, m := range members {
			if there := m.State != engine.Away; there != strings.HasPrefix(m.Version, "PostgreSQL 1") ||
				there != (m.Why == "") || strings.Contains(m.Why, server.Password) {
				t.Errorf("%+v", m)
			}
			said = append(said, fmt.Sprint(m.Name, " ", m.State))
		}
		return strings.Join(said, ", ")
	}
	if got, want := states(), s.Address+" leader, 127.0.0.1:1 away"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	e.pool.Reset()
	s.Kill()
	if got, want := states(), s.Address+" away, 127.0.0.1:1 away"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if err := os.WriteFile(filepath.Join(s.Data, "standby.signal"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Up(t)
	if got, want := states(), s.Address+" standby, 127.0.0.1:1 away"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
