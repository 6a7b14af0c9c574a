package resolve

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// enrolled is how many realms the victim adds at once.
const enrolled = 30

// enrolMany adds a list to one new world after another.
func enrolMany(dir string) error {
	for n := 0; ; n++ {
		if err := enrol(filepath.Join(dir, fmt.Sprint("w", n))); err != nil {
			return err
		}
	}
}

// enrol founds a world and adds a list to it.
func enrol(folder string) error {
	if err := players.Found(folder, victimRules, game.Founding{}, worldtest.Day0); err != nil {
		return err
	}
	w, err := world.Open(folder, []game.Rulebook{victimRules}, worldtest.Settings())
	if err == nil {
		_, err = players.AddRealms(w, worldtest.Newcomers(1, enrolled), worldtest.Day0)
	}
	return err
}

// A list that is killed at any instant is added as a whole or not at all. The instants are within the time of three
// lists on this machine, since hashing passwords takes long under the race detector.
func TestListKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	must(t, enrol(filepath.Join(t.TempDir(), "world")))
	list := time.Since(begun)
	all, none := 0, 0
	for n := 0; n < 12 || (all == 0 || none == 0) && n < 60; n++ {
		dir := t.TempDir()
		c := start(t, dir, "enrol")
		time.Sleep(time.Duration(n+1) * list / 4)
		kill(t, c)
		worlds, err := os.ReadDir(dir)
		must(t, err)
		for _, folder := range worlds {
			if strings.HasSuffix(folder.Name(), ".founding") {
				continue
			}
			b := &worldtest.Game{T: t, Dir: filepath.Join(dir, folder.Name()), Passwords: []string{""}}
			b.Reopen(victimRules)
			rows, err := players.Realms(b.World)
			must(t, err)
			s, err := gamemaster.StatusOf(b.World, worldtest.Day0)
			must(t, err)
			switch {
			case len(rows) == enrolled && s.Outbox.Waiting == enrolled:
				all++
			case len(rows) == 0 && s.Outbox.Waiting == 0:
				none++
				_, err := players.AddRealms(b.World, worldtest.Newcomers(1, enrolled), worldtest.Day0)
				must(t, err)
			default:
				t.Errorf("%d realms and %d letters after a kill", len(rows), s.Outbox.Waiting)
			}
			if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) > 0 {
				t.Errorf("%+v, %v", v, err)
			}
		}
	}
	t.Logf("%d lists were added, %d were not", all, none)
	if all == 0 || none == 0 {
		t.Errorf("%d lists were added, %d were not", all, none)
	}
}
