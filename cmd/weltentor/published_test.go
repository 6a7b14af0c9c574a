package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// lying is a file in a folder for a web server.
type lying struct {
	data []byte
	at   time.Time
}

// lies reads the files of a folder and those below it.
func lies(t *testing.T, dir string) map[string]lying {
	t.Helper()
	all := map[string]lying{}
	stage.Must(t, filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)] = lying{data, info.ModTime()}
		return err
	}))
	return all
}

// isSealed reports whether a file's bytes may change with what players do: one that only a link opens.
func isSealed(name string) bool {
	return strings.HasPrefix(name, "t/") && strings.HasSuffix(name, ".bin")
}

// What a player does and what the game master does with a player shows in no file that anybody can read, unless `public`
// names it: every one is the same, byte for byte, and was not touched. Of the sealed files number and size stay. They are
// sealed anew together, at once if a link has ended or begun, and else once an hour; in between none is touched.
func TestPublishedFilesTellNothing(t *testing.T) {
	t.Parallel()
	for _, rb := range conformance.Played(t, worlds.Rulebooks(), 3) {
		t.Run(rb.Name(), func(t *testing.T) {
			t.Parallel()
			hiddenOnTheWeb(t, rb)
		})
	}
}

func hiddenOnTheWeb(t *testing.T, rb game.Rulebook) {
	www := filepath.Join(t.TempDir(), "www")
	p := stage.NewPlay(t, clitest.InProcess(worlds.Rulebooks()...), "", map[string]string{"public": `["newspaper"]`,
		"public_to": `"` + www + `"`, "table_url": `"https://demo.test/t/"`, "press": `"now"`}, stage.EmbeddedFor(t),
		"--rulebook", rb.Name())
	for n, name := range []string{"Moorland", "Fenmark", "Seeland"} {
		p.Join(name, []string{"anna@demo.test", "bob@demo.test", "cilli@demo.test"}[n], "en", game.UTF8)
	}
	p.Cron()
	p.Done("turn", p.Dir, "--force", "--yes")
	p.Done("pause", p.Dir, "--yes") // orders come, and resolve no turn
	for range 3 {
		p.Cron()
	}
	sealed := 0
	if pages.Version(rb.Name()) != "" {
		sealed = 3 * 4
	} else {
		clitest.MayLackPages(t)
	}
	was := lies(t, www)
	if n := len(slices.DeleteFunc(slices.Collect(maps.Keys(was)), func(name string) bool { return !isSealed(name) })); n != sealed {
		t.Fatalf("%d sealed files, not %d", n, sealed)
	}
	if _, there := was["index.html"]; !there {
		t.Fatal("nothing is public")
	}
	orders := func(realm int, text string) func() { return func() { p.Mail(realm, text) } }
	compares := func(what string, anew bool) {
		t.Helper()
		p.Cron()
		now := lies(t, www)
		tellNothing(t, what, was, now, anew)
		was = now
	}
	anHourLater := func(what string) {
		t.Helper()
		p.Now = p.Now.Add(time.Hour)
		compares(what+", an hour later", true)
	}
	for _, change := range []struct {
		what string
		does func()
	}{
		{"nothing", func() {}},
		{"orders", orders(1, machineWould(t, rb, p.Dir, 1))},
		{"other orders", orders(1, "; nothing\n$E\n")},
		{"another's orders", orders(2, machineWould(t, rb, p.Dir, 2))},
		{"a letter", func() { p.Send("anna@demo.test", "LETTER 2", p.Players[0].Identity+"\nHello.\n") }},
		{"orders from all", orders(3, machineWould(t, rb, p.Dir, 3))},
	} {
		change.does()
		compares(change.what, false)
	}
	anHourLater("orders from all")
	anHourLater("nothing")
	p.Done("realm", "passwd", p.Dir, "2")
	compares("a new password", true)

	// the newspaper tells that nobody plays a realm; standings do not
	toml := filepath.Join(p.Dir, "world.toml")
	text, err := os.ReadFile(toml)
	stage.Must(t, err)
	stage.Must(t, os.WriteFile(toml, bytes.Replace(text, []byte(`public = ["newspaper"]`), []byte(`public = ["standings"]`), 1), 0o600))
	p.Cron()
	was = lies(t, www)
	p.Done("realm", "free", p.Dir, "3", "--yes")
	compares("a realm for nobody", true)
}

// tellNothing compares the files of a folder. anew says that all sealed ones must have been sealed anew.
func tellNothing(t *testing.T, what string, was, now map[string]lying, anew bool) {
	t.Helper()
	sizes, gone := map[int]bool{}, 0
	for name, is := range now {
		before, there := was[name]
		switch {
		case isSealed(name):
			sizes[len(is.data)] = true
			if !there {
				gone++
			}
			if same := there && bytes.Equal(before.data, is.data) && before.at.Equal(is.at); same == anew {
				t.Errorf("%s: %s was there: %t, and is as before: %t", what, name, there, same)
			}
			if anew && there && !is.at.After(before.at) {
				t.Errorf("%s: %s is of %s, and was of %s", what, name, is.at, before.at)
			}
		case !there || !bytes.Equal(before.data, is.data):
			at := 0
			for at < min(len(before.data), len(is.data)) && before.data[at] == is.data[at] {
				at++
			}
			t.Errorf("%s: %s shows it: %.80q was %.80q", what, name, is.data[at:], before.data[min(at, len(before.data)):])
		case !before.at.Equal(is.at):
			t.Errorf("%s: %s was touched", what, name)
		}
	}
	if len(was) != len(now) || len(sizes) > 1 || gone > 1 {
		t.Errorf("%s: there were %d files and are %d, of sizes %v; %d names are new", what, len(was), len(now), sizes, gone)
	}
}
