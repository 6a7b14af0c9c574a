//go:build fleet

package hosts

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// What is not done after slowTime goes over to a slow place, and the next one begins in its place. If no slow place is
// free, it stays until one is.
func TestWhatLastsGoesOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quick, slow := make(places, 1), make(places, 1)
		begun := time.Now()
		after := func(want time.Duration) {
			t.Helper()
			if took := time.Since(begun); took != want {
				t.Errorf("after %s, want %s", took, want)
			}
		}
		first := quick.take(t.Context(), slow)
		after(0)
		second := quick.take(t.Context(), slow) // once the first one has gone over
		after(slowTime)
		time.AfterFunc(3*slowTime, first)
		third := quick.take(t.Context(), slow) // once the first one is done, and the second one has gone over
		after(4 * slowTime)
		second()
		third()
		synctest.Wait()
		if len(quick)+len(slow) > 0 {
			t.Errorf("%d and %d places are not given back", len(quick), len(slow))
		}
		alone := slow.take(t.Context(), nil)
		time.Sleep(3 * slowTime)
		if len(slow) != 1 {
			t.Error("a slow one has left its place")
		}
		ctx, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		if slow.take(ctx, nil) != nil {
			t.Error("two in one place")
		}
		alone()
		synctest.Wait()
		if len(slow) > 0 {
			t.Error("the slow place is not given back")
		}
	})
}
