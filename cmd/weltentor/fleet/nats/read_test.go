//go:build fleet

package nats

import "testing"

// A server that is behind has an older barrier first: it is nothing of what was asked for.
func TestOlderBarrier(t *testing.T) {
	e := founded(t, 1).engine(0)
	filled(t, e, "world/a", 2)
	first, err := e.barriers[logs].pass(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found, done := map[string]message{}, make(chan error)
	go func() {
		var err error
		found, err = e.listen(t.Context(), logs, roomLog+">", true, first+200)
		done <- err
	}()
	for ended := false; !ended; { // it begins to listen while they are written
		if _, err := e.barriers[logs].pass(t.Context()); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-done:
			if ended = true; err != nil {
				t.Fatal(err)
			}
		default:
		}
	}
	if _, has := found["wt.log.world.a"]; !has || len(found) != 1 {
		t.Errorf("found %v", found)
	}
}
