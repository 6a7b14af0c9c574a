package resolve

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// BenchmarkAdvance resolves and commits a turn of 800 realms with reports of
// 250 KB: rendered, packed, with backup and letters. The bounds are the packing
// of 200 MB and the fsyncs.
func BenchmarkAdvance(b *testing.B) {
	w := worldtest.Found(b, worldtest.Tiny{Reports: 250_000}, 800)
	b.SetBytes(800 * 250_000)
	b.ReportAllocs()
	at := worldtest.Friday
	for b.Loop() {
		at = at.AddDate(0, 0, 7)
		w.Advance(at)
	}
	b.ReportMetric(float64(len(w.Bytes()))/1e6/float64(b.N), "MB-stored/op")
}

// BenchmarkStatus asks for the status of a world whose letters have all left, early and late in a game. It does so in
// turn, so that other work on the machine affects both alike. It reports the median.
func BenchmarkStatus(b *testing.B) {
	ages := []int{2, 200}
	worlds, times := make([]*worldtest.Game, len(ages)), make([][]float64, len(ages))
	for i, turns := range ages {
		w, at := worldtest.Found(b, worldtest.Tiny{}, 10), worldtest.Friday
		for range turns {
			w.Advance(at)
			w.Sent("", at)
			at = at.AddDate(0, 0, 7)
		}
		worlds[i] = w
	}
	runtime.GC()
	for b.Loop() {
		for i, w := range worlds {
			begun := time.Now()
			_, err := gamemaster.StatusOf(w.World, worldtest.Friday.AddDate(0, 0, 7*ages[i]))
			times[i] = append(times[i], time.Since(begun).Seconds()*1e6)
			must(b, err)
		}
	}
	for i, turns := range ages {
		slices.Sort(times[i])
		b.ReportMetric(times[i][len(times[i])/2], fmt.Sprintf("µs-after-%d", turns))
	}
}

// BenchmarkAccept takes order mails of 10 KB. The bound is the fsync of each.
func BenchmarkAccept(b *testing.B) {
	w := worldtest.Found(b, worldtest.Tiny{}, 100)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		realm := n%100 + 1
		text := fmt.Sprintf("$I %d PASSWORD\n$A\n", realm)
		for len(text) < 10_000 {
			text += "dig 3 ; as deep as we can\n"
		}
		l := w.Letter(realm, text)
		if a, err := intake.Accept(w.World, l, worldtest.Day0.Add(time.Duration(n)*time.Second)); err != nil || a.Fate != receipt.Taken {
			b.Fatal(a, err)
		}
		n++
	}
}

// BenchmarkAcceptPage is BenchmarkAccept for letters from the page: sealed, by a door, and answered sealed.
func BenchmarkAcceptPage(b *testing.B) {
	w := worldtest.OnPages(b, 100)
	var doors []notices.Key
	for realm := 1; realm <= 100; realm++ {
		doors = append(doors, w.Key(realm, letter.ByDoor, ""))
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		k := doors[n%100]
		text := fmt.Sprintf("$I %d -\n$A\n", k.Realm)
		for len(text) < 10_000 {
			text += fmt.Sprintf("dig 3 ; as deep as we can %d\n", n)
		}
		w.ClockAt = worldtest.Day0.Add(time.Duration(n) * time.Second)
		if a := w.Posts(k, "", text, false); a.Fate != receipt.Taken {
			b.Fatalf("%+v", a)
		}
		n++
	}
}

// BenchmarkSend takes reports of 100 KB out of the outbox, one after the other.
func BenchmarkSend(b *testing.B) {
	w := worldtest.Found(b, worldtest.Tiny{Reports: 100_000}, 100)
	w.Reopen(worldtest.Tiny{Reports: 100_000}, func(s *world.Settings) {
		s.Render = func(d outbox.Draft) ([]byte, error) { return append([]byte(d.Subject), d.Files[0].Data...), nil }
	})
	at := worldtest.Friday
	for b.Loop() {
		o, err := w.Next(at)
		must(b, err)
		if o == nil {
			b.StopTimer()
			at = at.AddDate(0, 0, 7)
			w.Advance(at)
			b.StartTimer()
			o, err = w.Next(at)
			must(b, err)
		}
		must(b, w.Record(o.ID, outbox.Attempt{At: at, Result: outbox.Delivered}))
	}
}
