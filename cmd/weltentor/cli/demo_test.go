package cli

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/examples"
	"weltentor/mailer/mailertest"
	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// What would pass by itself does not end the demo: it runs cron again, as a crontab would. What does not pass ends it,
// and the demo says what it is.
func TestDemoOnABusyMachine(t *testing.T) {
	t.Parallel()
	game := examples.Find("", worlds.Rulebooks()[0].Name(), false)
	c := &call.Call{Ctx: t.Context(), Out: io.Discard, Env: func(string) string { return "" }, Books: worlds.Rulebooks(),
		Voice: call.NewVoice(phrase.En, io.Discard, io.Discard)}
	d := &demo{call: c, game: game, dir: filepath.Join(t.TempDir(), "demo")}
	if err := d.found(); err != nil {
		t.Fatal(err)
	}
	defer d.post.Close()
	busy := mailertest.Fault{Stage: "MAIL", Code: 451, Text: "too busy", Times: 1}
	d.post.Fail(busy)
	if err := d.deliver(game.Mails[0]); err != nil {
		t.Fatalf("busy once: %v", err)
	}
	d.post.Mend()
	busy.Times = 0
	d.post.Fail(busy)
	if err := d.deliver(game.Mails[1]); err == nil {
		t.Fatal("busy always: the demo goes on")
	} else if said := c.Voice.Book.Say(err.(*complaint.Complaint).What); !strings.Contains(said, "send") ||
		!strings.Contains(said, "wait for the next attempt") {
		t.Errorf("busy always: %s", said)
	}
}

// An example need not have a size: then the demo names none.
func TestDemoNamesTheSize(t *testing.T) {
	t.Parallel()
	for size, says := range map[string]string{"40x30": " is founded, 40x30 fields: ", "": " is founded: "} {
		game, out := *examples.Find("", worlds.Rulebooks()[0].Name(), false), &strings.Builder{}
		game.Size = size
		d := &demo{call: &call.Call{Ctx: t.Context(), Out: io.Discard, Env: func(string) string { return "" },
			Books: worlds.Rulebooks(), Voice: call.NewVoice(phrase.En, out, io.Discard)}, game: &game, dir: t.TempDir()}
		if err := d.found(); err != nil {
			t.Fatal(err)
		}
		d.post.Close()
		if said := game.Name + says + d.world() + "\n"; !strings.Contains(out.String(), said) {
			t.Errorf("size %q: the demo says\n%swant %q", size, out, said)
		}
	}
}
