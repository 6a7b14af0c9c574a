package land_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/tables"
)

// BenchmarkFound makes a world of the usual size.
func BenchmarkFound(b *testing.B) {
	for b.Loop() {
		if _, err := land.Found(tables.StandardTables(), game.Founding{Seed: game.Seed{7}}); err != nil {
			b.Fatal(err)
		}
	}
}
