package mailer_test

import (
	"testing"

	"weltentor/mailer/mailertest"
)

// Hosts of an earlier version have put marks beside those of the worlds. A world removes that of its own hosts, and takes
// those of others for marks of their worlds.
func TestMarksOfHosts(t *testing.T) {
	for _, o := range []mailertest.Options{{}, {NoPlus: true}} {
		s := provider(t, o)
		one := sharing(s, "one")
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
		for _, world := range []string{"one", "two"} {
			put(t, s, markOf(world, "INBOX", "X-Weltentor-Shared: "+world+"@box.example",
				"X-Weltentor-Journal: "+world+" 2026-02-03T10:00:00Z 2026-02-03T11:00:00Z 3 7 ab01 cd02"))
		}
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
		wantLive(t, s, "the world has left its hosts", "1 idone INBOX", "3 idtwo INBOX")
		if got := besides(one); got != "idtwo two [two@box.example]" {
			t.Error(got)
		}
	}
}
