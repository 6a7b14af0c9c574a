package main

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
	"weltentor/resolve/outbox"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// A newcomer's first hour, in every game, in a world as `new` founds it: the password by mail, report 0 with the map,
// if the game has one, and a line about the page, the page for one word with the realm in it, the map for another, and
// orders. Nothing is passed on by hand.
func TestFirstHour(t *testing.T) {
	t.Parallel()
	const anna = "anna@demo.test"
	mapped := conformance.Having(t, worlds.Rulebooks(), "map", func(rb game.Rulebook) bool {
		return clitest.Fresh(t, rb).Chart(0, "de") != nil
	})
	for _, rb := range worlds.Rulebooks() {
		t.Run(rb.Name(), func(t *testing.T) {
			t.Parallel()
			kind := settings.Kind("Friday 20:00")
			n := &newcomers{stage.NewPlay(t, clitest.InProcess(rb), "", kind, func(p *stage.Play) stage.Office {
				return stage.NewEmbedded(t, func() time.Time { return p.Now }, anna)
			}, "--rulebook", rb.Name())}
			out := n.Done("realm", "add", n.Dir, "--name", "Moorland", "--player", "Anna", "--mail", anna,
				"--player-lang", "en")
			if strings.Contains(out, "$I") || !strings.Contains(out, anna) {
				t.Errorf("the game master reads %q", out)
			}
			n.Players = []stage.Player{{Address: anna}}
			n.Cron()
			first := n.Fresh(1)
			if len(first) != 1 {
				t.Fatalf("the first letters are %v", first)
			}
			report := first[0]
			var realm int
			var password string
			_, line, _ := strings.Cut(report.Body, "$I ")
			if _, err := fmt.Sscanf(line, "%d %s", &realm, &password); err != nil || realm != 1 {
				t.Fatalf("%v in\n%s", err, report.Body)
			}
			n.Players[0].Identity = "$I 1 " + password
			hasMap := slices.Contains(mapped, rb)
			if strings.HasPrefix(report.Files["MAP.PNG"], "\x89PNG") != hasMap || report.Files["TABLE.json"] != "" {
				t.Errorf("with report 0 come %d bytes of map:\n%s", len(report.Files["MAP.PNG"]), report.Body)
			}
			if hasMap {
				n.post(1, "MAP", "")
				n.Cron()
				if l := n.One(1); l.Files["MAP.PNG"] != report.Files["MAP.PNG"] {
					t.Errorf("another map:\n%s", l.Body)
				}
			}
			n.Mail(1, "$E\n")
			n.Cron()
			n.One(1)
			html, _, built := pages.Page(rb.Name())
			if !built {
				clitest.MayLackPages(t)
				return
			}
			n.Says("report 0", report.Body, "TABLE brings a page for your browser that opens on your map")
			n.post(1, "TABLE", "")
			n.Cron()
			packed := n.One(1).Files["TABLE.ZIP"]
			files, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
			if err != nil || len(packed) > mostMailed || len(files.File) != 1 {
				t.Fatalf("%d bytes: %v", len(packed), err)
			}
			in, err := files.File[0].Open()
			if err != nil {
				t.Fatal(err)
			}
			page, err := io.ReadAll(in)
			if err != nil {
				t.Fatal(err)
			}
			head, rest, _ := strings.Cut(string(page), outbox.DataPlace)
			data, tail, _ := strings.Cut(rest, "</script>")
			if head+outbox.DataPlace+"</script>"+tail != string(html) {
				t.Error("around the data is another page")
			}
			var g game.Table
			if err := json.Unmarshal([]byte(data), &g); err != nil || g.Realm != 1 || g.Turn != 1 || g.Facts.Turn != 0 {
				t.Fatalf("the page is of realm %d, turn %d: %v", g.Realm, g.Turn, err)
			}
			if _, err := rb.OpenKnown(g.Known, []byte(g.Tables)); err != nil || strings.Contains(data, password) {
				t.Errorf("the rules do not open it, or it has the password: %v", err)
			}
			n.Done("verify", n.Dir)
		})
	}
}

// mostMailed is how many bytes a page may have in its letter, before it is encoded: servers take 10 MB or more, and some
// count what base64 makes of it.
const mostMailed = 4 << 20
