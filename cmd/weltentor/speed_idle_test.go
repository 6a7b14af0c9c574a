package main

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// BenchmarkIdle measures a call of cron for small worlds with nothing to do. Each has a mailbox of its own on the
// embedded server, which is part of this process. The processor time shows what a call costs on a shared machine. It
// should grow in proportion to the worlds.
func BenchmarkIdle(b *testing.B) {
	for _, worlds := range []int{1, 10, 100, 200, 1000} {
		b.Run(fmt.Sprint(worlds, "_worlds"), func(b *testing.B) { idle(b, worlds) })
	}
}

func idle(b *testing.B, number int) {
	s := stage.NewEmbedded(b, time.Now)
	var all *stage.Probe
	args, books := []string{"cron"}, worlds.Rulebooks()
	for n := range number {
		p := stage.NewProbe(b, time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), clitest.InProcess(books...))
		p.Dir = filepath.Join(b.TempDir(), fmt.Sprint("w", n))
		if err := players.Found(p.Dir, books[0], game.Founding{Seed: game.Seed{byte(n)}, Width: 20, Height: 16},
			p.Now); err != nil {
			b.Fatal(err)
		}
		box := fmt.Sprintf("game%d@demo.test", n)
		if err := s.Server.AddUser(box, stage.Password); err != nil {
			b.Fatal(err)
		}
		p.Write(settings.File, string(settings.Fresh(texts.Book(phrase.En), nil)))
		p.Settle(stage.GameAddress, "", s.Settings(),
			map[string]string{"deadline": `"Friday 20:00"`, "imap.user": settings.Quoted(box)})
		args, all = append(args, p.Dir), &p
	}
	pass := func() {
		if code, out, errs := all.Run(args...); code != complaint.ExitDone || out+errs != "" {
			b.Fatal(code, out, errs)
		}
	}
	pass() // the first one notes that the mail servers have answered
	begun := clitest.CPUTime()
	for b.Loop() {
		pass()
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/pass")
	b.ReportMetric((clitest.CPUTime()-begun).Seconds()*1000/float64(b.N)/float64(number), "cpu-ms/world")
}
