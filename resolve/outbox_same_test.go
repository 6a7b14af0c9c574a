package resolve

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

func TestALetterIsTheSameEveryTime(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Old", Computer: game.PC, Lang: "de"}, "old@example.org", worldtest.Day0)
	must(t, err)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	seen := map[string]bool{}
	for {
		first, err := b.Next(worldtest.Friday)
		must(t, err)
		if first == nil {
			break
		}
		// Later changes of settings do not change a letter that waits.
		b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Name, s.Address, s.Zone = "Other", "other@example.com", time.UTC })
		again, err := b.Next(worldtest.Friday.Add(time.Hour))
		must(t, err)
		if !bytes.Equal(first.Raw, again.Raw) || first.MessageID != again.MessageID || first.From != again.From {
			t.Errorf("first\n%s\nthen\n%s", first.Raw, again.Raw)
		}
		if seen[first.MessageID] || !strings.HasSuffix(first.MessageID, "@example.org>") {
			t.Errorf("Message-ID %s", first.MessageID)
		}
		seen[first.MessageID] = true
		if receipt := strings.Contains(first.MessageID, "receipt"); receipt != (first.From == "") {
			t.Errorf("%s is sent from %q", first.MessageID, first.From)
		}
		if first.To == "old@example.org" && !bytes.Contains(first.Raw, []byte("CP437")) {
			t.Errorf("charset of a PC: %s", first.Raw)
		}
		must(t, b.Record(first.ID, outbox.Attempt{At: worldtest.Friday, Result: outbox.Delivered}))
		b.Reopen(worldtest.Tiny{})
	}
	if len(seen) != 3 {
		t.Errorf("%d letters", len(seen))
	}
}

// A player who wants attachments zipped gets the report that way, and others as it is.
func TestZipIsAsTheRealmWishes(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 0)
	for _, player := range []string{"Zipper", "Plain"} {
		_, _, err := players.AddRealm(b.World, game.Joining{Name: player, Player: player, Lang: "de"}, player+"@example.org", worldtest.Day0)
		must(t, err)
	}
	for range 2 {
		o, err := b.Next(worldtest.Friday)
		must(t, err)
		var d outbox.Draft
		must(t, json.Unmarshal(o.Raw, &d))
		want := ""
		if o.To == "Zipper@example.org" {
			want = "ERGEBNIS.ZIP"
		}
		if d.Zip != want || len(d.Files) == 0 {
			t.Errorf("to %s: a ZIP %q of %d files", o.To, d.Zip, len(d.Files))
		}
		must(t, b.Record(o.ID, outbox.Attempt{At: worldtest.Friday, Result: outbox.Delivered}))
	}
}
