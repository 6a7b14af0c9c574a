package resolve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"weltentor/resolve/players"
	"weltentor/resolve/practice"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// practiseAt plays the practice games of a world, once, and waits to be killed.
func practiseAt(dir, at string) error {
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return err
	}
	lock, err := disk.Lock(dir)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	s := worldtest.Settings()
	s.Practice, s.Signup = 2, true
	w, err := world.Open(dir, []game.Rulebook{worldtest.PracticeRules()}, s)
	if err != nil {
		return err
	}
	fmt.Println("locked")
	if err := practice.Play(context.Background(), w, time.Unix(seconds, 0).UTC()); err != nil {
		return err
	}
	time.Sleep(time.Minute)
	return nil
}

// Lessons may be killed at any instant.
func TestPracticeKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	for n := 1; n <= players.PracticeTurns; n++ {
		for range worldtest.Bouts(2, 20) {
			c := start(t, d.Dir, fmt.Sprint("practise ", d.ClockAt.Unix()))
			time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
			kill(t, c)
		}
		d.ReopenDrill()
		d.Plays()
		want := 2
		if n == 1 {
			want = 1
		}
		if all := d.Leaves(); len(all) != want {
			t.Fatalf("turn %d: %d letters, want %d", n, len(all), want)
		}
		if got := d.TurnOf(d.Folders()[0]); got != n {
			t.Fatalf("turn %d awaits orders, want %d", got, n)
		}
		d.Sound()
		d.Writes("Re: practice", "$I 1 "+d.Code+"\n$A\ndig 1\n")
	}
}
