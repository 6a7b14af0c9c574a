package main

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// BenchmarkRealms adds realms to a new world of the first rulebook, one by one and by a list. Each gets a password and
// a report 0. One by one, four times the realms take four times the processor time. The limits are the fsyncs of each,
// the hashing of its password and the state, which is stored whole. By a list there is one transaction, and hashes and
// reports are made on all cores.
func BenchmarkRealms(b *testing.B) {
	for _, realms := range []int{200, 800} {
		for _, how := range []struct {
			name string
			add  func(b *testing.B, realms int)
		}{{"", addSingly}, {"_by_list", addByList}} {
			b.Run(fmt.Sprint(realms, how.name), func(b *testing.B) {
				begun := clitest.CPUTime()
				for b.Loop() {
					how.add(b, realms)
				}
				each := 1000 / float64(b.N) / float64(realms)
				b.ReportMetric(b.Elapsed().Seconds()*each, "ms/realm")
				b.ReportMetric((clitest.CPUTime()-begun).Seconds()*each, "cpu-ms/realm")
			})
		}
	}
}

// realmsFounding is the map that BenchmarkRealms fills.
var realmsFounding = game.Founding{Width: 400, Height: 228}

func addSingly(b *testing.B, realms int) {
	newMailroom(b, worlds.Rulebooks()[0], realms, realmsFounding, nil, "")
}

func addByList(b *testing.B, realms int) {
	m := newMailroom(b, worlds.Rulebooks()[0], 0, realmsFounding, nil, "")
	list := m.roster(realms)
	begun, cpu := time.Now(), clitest.CPUTime()
	m.Done("realm", "import", m.Dir, list)
	b.ReportMetric(time.Since(begun).Seconds(), "s/list")
	b.ReportMetric((clitest.CPUTime() - cpu).Seconds(), "cpu-s/list")
	if n := m.waiting(); n != realms {
		b.Errorf("%d letters wait for %d realms", n, realms)
	}
}

// roster writes a list of realms and returns its path.
func (m *mailroom) roster(realms int) string {
	var text strings.Builder
	lines := csv.NewWriter(&text)
	lines.Write([]string{"name", "player", "mail", "lang"})
	for r := 1; r <= realms; r++ {
		lines.Write([]string{fmt.Sprint("Reich ", r), fmt.Sprint("Spieler ", r), clitest.PlayerAddress(r),
			[]string{"de", "en"}[r%2]})
	}
	lines.Flush()
	m.Write("list.csv", text.String())
	return m.Dir + "/list.csv"
}
