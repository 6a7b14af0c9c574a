package order_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"weltentor/worlds/thoramar/founding"
)

// fiveHundred are 500 lines of one kind: a good one, and wrong ones of each sort.
var fiveHundred = []struct{ name, line string }{
	{"good", "K.M %d 1200000000000 E+\n"},
	{"kind", "R.X %d 1000000000000 E+\n"},
	{"command", "K.M %d 1200000000000 Q+\n"},
	{"digits", "K.M %d 1278900000000 E+\n"},
	{"word", "Kavallerie %d nach Norden\n"},
	{"short", "K.M %d\n"},
}

func linesLike(line string) string {
	var b strings.Builder
	b.WriteString("$A\n")
	for i := range 500 {
		fmt.Fprintf(&b, line, i+1)
	}
	return b.String()
}

// A wrong line costs at most ten times a good one, in memory, and at most 10 KB: it is looked for in other sections
// only where it looks like theirs.
func TestAWrongLineCostsLittle(t *testing.T) {
	l := founding.Rules().Language()
	good := uint64(0)
	for _, c := range fiveHundred {
		text := linesLike(c.line)
		l.Parse(text) // what is made once is there
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		l.Parse(text)
		runtime.ReadMemStats(&after)
		cost := after.TotalAlloc - before.TotalAlloc
		if c.name == "good" {
			good = cost
		}
		if cost > 10*good || cost > 500*10_000 {
			t.Errorf("500 lines %q take %d bytes, good ones %d", c.name, cost, good)
		}
	}
}

func BenchmarkLines(b *testing.B) {
	l := founding.Rules().Language()
	for _, c := range fiveHundred {
		text := linesLike(c.line)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				l.Parse(text)
			}
		})
	}
}
