//go:build fleet

package players_test

import (
	"bytes"
	"testing"

	"weltentor/resolve/players"
	"weltentor/resolve/storetest"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// A world that is founded in a database is the one that is founded in a folder and then moved.
func TestFoundedInADatabase(t *testing.T) {
	if storetest.Elsewhere == nil {
		return // only the rooms' tests on rows have a database
	}
	b := worldtest.Found(t, worldtest.Tiny{}, 0)
	dir := t.TempDir()
	must(t, players.FoundBy(storetest.Creates(dir), worldtest.Tiny{}, game.Founding{Seed: game.Seed{7}}, worldtest.Day0))
	is, err := storetest.Bytes(dir)
	must(t, err)
	if was := b.Bytes(); !bytes.Equal(was, is) || len(is) < 500 {
		t.Errorf("\n%s\nbecame\n%s", was, is)
	}
}
