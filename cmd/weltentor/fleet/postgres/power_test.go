//go:build fleet && servers && linux

package postgres

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"weltentor/cmd/weltentor/fleet/engine/powerloss"
	"weltentor/cmd/weltentor/fleet/engine/suite"
	"weltentor/cmd/weltentor/fleet/postgres/server"
)

// onDisk starts a server whose database is on a disk that drops what was not synced.
func onDisk(t *testing.T) (*server.Server, *powerloss.Mounted) {
	m := powerloss.Mount(t)
	s := server.Made(t, filepath.Join(m.Folder, "data"), "-c", "min_wal_size=2MB", "-c", "max_wal_size=8MB")
	m.Settle() // initdb does not sync the parent folder
	s.Up(t)
	return s, m
}

// TestPowerLoss: the power fails while clients append, and everything confirmed is there afterwards. What was not
// synced is gone, or kept page by page, at random.
func TestPowerLoss(t *testing.T) {
	for round, dice := range []*rand.Rand{nil, rand.New(rand.NewPCG(15, 1)), rand.New(rand.NewPCG(15, 2))} {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			s, m := onDisk(t)
			place := at(s)
			place.Restart = func(t testing.TB) {
				s.Kill()
				m.PowerFails(t, dice)
				s.Up(t)
			}
			suite.Only(t, "HistoriesKilled", place)
			t.Logf("%d syncs; %d pages and folders were dropped", m.Syncs(), m.Dropped())
			if m.Dropped() == 0 {
				t.Error("nothing was dropped: the power cuts did no harm")
			}
		})
	}
}

// TestPowerLossOfADiskThatLies: a disk that claims to have synced loses confirmed entries. It shows that the test
// above would notice.
func TestPowerLossOfADiskThatLies(t *testing.T) {
	s, m := onDisk(t)
	open(t, Settings{URL: s.URL()}).Close()
	s.Restart(t)
	m.Lie()
	place := at(s)
	place.Restart = func(t testing.TB) {
		s.Kill()
		m.PowerFails(t, nil)
		s.Up(t)
	}
	found := suite.Broken(t, "HistoriesKilled", place)
	if len(found) == 0 {
		t.Error("confirmed entries are lost, and nothing was found")
	} else {
		t.Logf("%d findings, the first: %s", len(found), found[0])
	}
}
