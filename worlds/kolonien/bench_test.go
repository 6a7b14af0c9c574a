package kolonien

import (
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// A receipt takes time in proportion to the lines of a sheet, also of those that are refused: ns/line
// is the same for four times as many.
func BenchmarkCheckLines(b *testing.B) {
	w, err := Rules().Found(game.Founding{Seed: game.Seed{3}})
	if err != nil {
		b.Fatal(err)
	}
	if w, _, err = w.Join(game.Joining{Name: "Nord", Player: "Anna", Lang: phrase.De}, game.Seed{4}); err != nil {
		b.Fatal(err)
	}
	for _, lines := range []int{4750, 19000} {
		b.Run(strconv.Itoa(lines), func(b *testing.B) {
			text := "$A\n" + strings.Repeat("Cortez 9\n", lines)
			for b.Loop() {
				w.Check(game.Sheet{Realm: 1, Turn: 1, Text: text})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*lines), "ns/line")
		})
	}
}
