//go:build fleet

package fleet_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Who only asked is forgotten by a world of a fleet too, even if nothing else is due in it: the game is paused.
func TestTheFleetForgetsStrangers(t *testing.T) {
	const tove = "tove@demo.test"
	c := newConvoy(t, "north").embark()
	c.done("pause", "north", "--yes")
	needs(t, c.post.Deliver(c.box("north"), fmt.Appendf(nil, "From: %s\r\nTo: game+north@demo.test\r\nSubject: A place\r\n"+
		"Date: %s\r\nMessage-ID: <tove@demo.test>\r\n\r\nIs there a place free?\r\n", tove, c.now().Format(time.RFC1123Z))))
	knows := func() bool { return strings.Contains(c.done("log", "north"), tove) }
	c.start("one")
	c.eventually("the question is taken", knows)
	c.jump(29 * 24 * time.Hour)
	c.quiet(1)
	if !knows() {
		t.Error("forgotten too early")
	}
	c.jump(2 * 24 * time.Hour)
	c.eventually("who asked is forgotten", func() bool { return !knows() })
	c.stop()
}
