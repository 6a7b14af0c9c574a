package engine

import (
	"encoding/base64"
	"os"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
)

// BenchmarkProve plays a public file again, of twelve realms on the rules' own map, or the FILE that is named; and it
// draws a scene of it.
func BenchmarkProve(b *testing.B) {
	rb := worlds.Rulebooks()[0]
	file, err := os.ReadFile(os.Getenv("FILE"))
	if err != nil {
		_, file = over(b, rb, 12, 6)
	}
	var e *Engine
	b.Run("verdict", func(b *testing.B) {
		for b.Loop() {
			e = New(rb)
			p, err := e.Prove(base64.StdEncoding.EncodeToString(file), phrase.En)
			for err == nil && p.More {
				p, err = e.ProveOn(func() bool { return true })
			}
			if worldtest.Must(b, err); p.False != nil {
				b.Fatal(p.False)
			}
		}
	})
	b.Run("scene", func(b *testing.B) {
		for b.Loop() {
			e.Answer("scene", []string{"1"}, nil)
		}
	})
}
