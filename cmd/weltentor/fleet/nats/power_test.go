//go:build fleet && linux

package nats

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine/powerloss"
	"weltentor/cmd/weltentor/fleet/engine/suite"
)

// powered is a fleet whose servers are on disks that drop what was not synced. They keep names
// with any sync, as ext4 and XFS do, unless they are strict.
func powered(t *testing.T, hosts int, strict bool) (*processes, []*powerloss.Mounted) {
	t.Helper()
	p := apart(t, hosts, false)
	var disks []*powerloss.Mounted
	for i := range hosts {
		m := powerloss.Mount(t)
		if !strict {
			m.Ordered()
		}
		disks = append(disks, m)
		p.configs[i].Folder = filepath.Join(m.Folder, "data")
	}
	t.Cleanup(func() { // before the disks are taken away
		for i := range p.running {
			p.kill(i)
		}
	})
	return p.run(t), disks
}

// failing is where the power of so many hosts fails at once, again and again.
func (p *processes) failing(disks []*powerloss.Mounted, cut int, dice *rand.Rand) suite.Place {
	next := 0
	return p.place(func(t testing.TB) {
		for i := range cut {
			p.kill((next + i) % len(disks))
		}
		for i := range cut {
			disks[(next+i)%len(disks)].PowerFails(t, dice)
			p.begin(t, (next+i)%len(disks))
		}
		next++
		time.Sleep(500 * time.Millisecond)
	})
}

// TestPowerLoss: the power of one, two or three hosts fails at once while clients append, three
// times. What was not synced is gone, or kept page by page as the dice fall; what was confirmed
// is there.
func TestPowerLoss(t *testing.T) {
	for _, c := range []struct {
		hosts, cut int
		dice       *rand.Rand
	}{
		{1, 1, nil}, {1, 1, rand.New(rand.NewPCG(15, 1))}, {3, 1, nil}, {3, 2, rand.New(rand.NewPCG(15, 2))},
		{3, 3, nil}, {3, 3, rand.New(rand.NewPCG(15, 3))},
	} {
		t.Run(fmt.Sprintf("%d of %d, dice %v", c.cut, c.hosts, c.dice != nil), func(t *testing.T) {
			p, disks := powered(t, c.hosts, false)
			suite.Only(t, "HistoriesKilled", p.failing(disks, c.cut, c.dice))
			for i, m := range disks {
				t.Logf("disk %d: %d syncs; %d pages and folders were dropped", i, m.Syncs(), m.Dropped())
				if m.Dropped() == 0 {
					t.Error("nothing was dropped: the power cuts did no harm")
				}
			}
		})
	}
}

// TestPowerLossOfThreeDisksThatLie: disks that say that they have synced, and have not, lose
// what was confirmed, and the test above would see it.
func TestPowerLossOfThreeDisksThatLie(t *testing.T) {
	p, disks := powered(t, 3, false)
	settled(t, p.beside(t, 0, "", 0), 3)
	for _, m := range disks {
		m.Settle()
		m.Lie()
	}
	found := suite.Broken(t, "HistoriesKilled", p.failing(disks, 3, nil))
	if len(found) == 0 {
		t.Fatal("confirmed entries are lost, and nothing was found")
	}
	t.Logf("%d findings, the first: %s", len(found), found[0])
}

// TestPowerLossOfNames is what NATS does not hold: it syncs no folder when it begins a file, so
// that on a disk which keeps a new file's name by its folder's sync alone the file is lost. When
// this test fails, NATS has become better, and docs/flow.md should say so.
func TestPowerLossOfNames(t *testing.T) {
	p, disks := powered(t, 1, true)
	found := suite.Broken(t, "HistoriesKilled", p.failing(disks, 1, nil))
	if len(found) == 0 {
		t.Fatal("nothing was lost")
	}
	t.Logf("%d findings, the first: %s", len(found), found[0])
}

// TestPowerLossWhilePaused: one server stands still while the two others confirm entries. Then
// the power of one of these fails, and the other stands still, so that the first two to meet are
// one that lacks the entries and one that had to keep them.
func TestPowerLossWhilePaused(t *testing.T) {
	p, disks := powered(t, 3, false)
	e := p.beside(t, 0, "", 0)
	settled(t, e, 3)
	leader := p.leader(t, e)
	slow, failing := (leader+1)%3, (leader+2)%3
	at := p.beside(t, leader, p.configs[leader].Hosts[leader].Clients, 0)
	w, dice := written{}, rand.New(rand.NewPCG(15, 4))
	resumed := make(chan struct{})
	p.stand(slow)
	w.write(t, at, "world/a", dice, 30)
	p.kill(failing)
	p.stand(leader)
	disks[failing].PowerFails(t, nil)
	p.begin(t, failing)
	p.walk(slow)
	go func() {
		defer close(resumed)
		time.Sleep(12 * time.Second)
		p.walk(leader)
	}()
	other := p.beside(t, slow, p.configs[slow].Hosts[slow].Clients, 0)
	if f := w.read(t, other, "world/a"); f.same != len(w) {
		t.Errorf("of %d entries, while the old leader stands still: %+v", len(w), f)
	}
	<-resumed
	settled(t, other, 3)
	for i := range 3 {
		if f := w.read(t, p.beside(t, i, p.configs[i].Hosts[i].Clients, 0), "world/a"); f.same != len(w) {
			t.Errorf("of %d entries, at host %d: %+v", len(w), i, f)
		}
	}
}
