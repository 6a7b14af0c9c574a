package turn_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/page/engine"
	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/outbox"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// Anna wishes for her reports as data and for her table; both come by mail and fit their schemas. The commands
// write the same. Bob gets neither.
func TestTableByMail(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	anna := d.Players[0].Identity
	d.Writes("anna@demo.test", "wishes", anna+"\n$S\nDaten ja\nTisch ja\n$E\n")
	d.Says("the receipt", d.One(stage.Anna).Body,
		"Mit jedem Bericht kommen ab jetzt seine Daten, für Programme (JSON).",
		"Mit jedem Bericht kommen ab jetzt die Daten für Euren Tisch (JSON).")
	d.Now = d.Now.AddDate(0, 0, 15)
	d.Cron()
	for _, letter := range d.Fresh(stage.Bob) {
		if len(letter.Files) > 0 && (letter.Files["REPORT.json"] != "" || letter.Files["TABLE.json"] != "") {
			t.Errorf("Bob has %q", letter.Subject)
		}
	}
	reports := 0
	for _, letter := range d.Fresh(stage.Anna) {
		data, has := letter.Files["ERGEBNIS.json"]
		if !has {
			continue
		}
		reports++
		laid := letter.Files["TISCH.json"]
		for name, file := range map[string]string{"report.schema.json": data, "table.schema.json": laid} {
			if err := clitest.Fits(clitest.Schema(t, name), []byte(file)); err != nil {
				t.Errorf("%v\n%.1000s", err, file)
			}
		}
		if strings.Contains(laid, strings.Fields(anna)[2]) {
			t.Error("her password is on the table")
		}
		if out := d.Done("report", d.Dir, "1", "--json"); out != data {
			t.Errorf("the command prints\n%.500s\nthe letter had\n%.500s", out, data)
		}
		file := filepath.Join(t.TempDir(), "TISCH.json")
		d.Done("page", d.Dir, "1", "-o", file)
		if raw, err := os.ReadFile(file); err != nil || string(raw) != laid {
			t.Errorf("the command writes\n%.500s\nthe letter had\n%.500s\n%v", raw, laid, err)
		}
		opens(t, []byte(laid))
	}
	if reports != 1 {
		t.Errorf("%d reports have data", reports)
	}
	d.Done("verify", d.Dir)
}

// opens checks that the rulebook opens a table, and checks orders on it.
func opens(t *testing.T, laid []byte) {
	t.Helper()
	var g game.Table
	if err := json.Unmarshal(laid, &g); err != nil {
		t.Fatal(err)
	}
	for _, rb := range worlds.Rulebooks() {
		if rb.Name() != g.Rulebook {
			continue
		}
		known, err := rb.OpenKnown(g.Known, []byte(g.Tables))
		if err != nil {
			t.Fatal(err)
		}
		if asked := known.Asked(); asked.Turn != g.Turn || g.Turn != g.Facts.Turn+1 || known.Template(g.Realm) == "" {
			t.Errorf("it is turn %d of the known, %d of the table, %d of the report", asked.Turn, g.Turn, g.Facts.Turn)
		}
		return
	}
	t.Errorf("no game %q", g.Rulebook)
}

// The word brings the page as a ZIP, in a letter of its own; a program that was built without pages says so.
func TestPageByMail(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Writes("anna@demo.test", "TISCH", "")
	letter := d.One(stage.Anna)
	if version := pages.Version(worlds.Rulebooks()[0].Name()); version == "" {
		clitest.MayLackPages(t)
		d.Says("the answer", letter.Body, "Das Programm der Spielleitung hat keine Seite: Es wurde ohne sie gebaut.")
		return
	}
	html, _, _ := pages.Page(worlds.Rulebooks()[0].Name())
	packed := letter.Files["TISCH.ZIP"]
	files, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
	if err != nil || len(letter.Files) != 1 || len(files.File) != 1 || files.File[0].Name != "TISCH.HTML" {
		t.Fatalf("%q has %d files, %v", letter.Subject, len(letter.Files), err)
	}
	in, err := files.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	laid := filepath.Join(t.TempDir(), "TISCH.json")
	d.Done("page", d.Dir, "1", "-o", laid)
	data, err := os.ReadFile(laid)
	if err != nil {
		t.Fatal(err)
	}
	if page, err := io.ReadAll(in); err != nil || !bytes.Equal(page, outbox.Holding(html, data)) {
		t.Errorf("the page has %d bytes, not %d and %d: %v", len(page), len(html), len(data), err)
	}
	d.Writes("anna@demo.test", "TISCH", "")
	again := d.One(stage.Anna)
	d.Says("the second answer", again.Body, "Die Seite ging vor weniger als einem Tag an Euch; ")
	if again.Files["TISCH.json"] != string(data) {
		t.Errorf("with it comes %.200s", again.Files["TISCH.json"])
	}
}

// The word brings the map as a picture, the same that the command draws. Nobody has to wish for it before.
func TestMapByMail(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Writes("anna@demo.test", "KARTE", "")
	letter := d.One(stage.Anna)
	d.Says("the answer", letter.Body, "KARTE.PNG ist die Karte, wie Euer Reich sie jetzt kennt.")
	file := filepath.Join(t.TempDir(), "map.png")
	d.Done("map", d.Dir, "1", "-o", file)
	drawn, err := os.ReadFile(file)
	if err != nil || letter.Files["KARTE.PNG"] != string(drawn) || !bytes.HasPrefix(drawn, []byte("\x89PNG")) {
		t.Errorf("%d bytes came, the command draws %d: %v", len(letter.Files["KARTE.PNG"]), len(drawn), err)
	}
}

// A page is a file that everybody may read, data of a realm one that only the game master can; a file is whole or as
// it was.
func TestPageCommand(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	file := filepath.Join(t.TempDir(), "file")
	d.Done("page", d.Dir, "2", "0", "-o", file)
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	opens(t, raw)
	if is, err := os.Stat(file); err != nil || is.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v, %v", is.Mode(), err)
	}
	for _, c := range []struct {
		says string
		exit int
		args []string
	}{
		{"`page` needs either", complaint.ExitUsage, []string{d.Dir, "-o", file}},
		{"`page` needs either", complaint.ExitUsage, []string{"-o", file}},
		{"`page` needs either", complaint.ExitUsage, []string{d.Dir, "1", "--rulebook", "chess", "-o", file}},
		{"there are no such data", complaint.ExitNo, []string{d.Dir, "1", "9", "-o", file}},
		{"9", complaint.ExitUsage, []string{d.Dir, "9", "-o", file}},
		{"chess", complaint.ExitUsage, []string{"--rulebook", "chess", "-o", file}},
	} {
		code, _, said := d.Run(append([]string{"page"}, c.args...)...)
		if code != c.exit || !strings.Contains(said, c.says) {
			t.Errorf("page %v: %d %s", c.args, code, said)
		}
	}
	if now, _ := os.ReadFile(file); !bytes.Equal(now, raw) {
		t.Error("a page that could not be written has changed the file")
	}
	name := worlds.Rulebooks()[0].Name()
	html, _, ok := pages.Page(name)
	file += ".html"
	code, _, said := d.Run("page", "--rulebook", name, "-o", file)
	if !ok {
		clitest.MayLackPages(t)
	}
	switch now, _ := os.ReadFile(file); {
	case ok && (code != complaint.ExitDone || !bytes.Equal(now, html)):
		t.Errorf("page: exit %d %s, %d bytes of %d", code, said, len(now), len(html))
	case !ok && (code != complaint.ExitNo || !strings.Contains(said, "built without them")):
		t.Errorf("page: exit %d %s", code, said)
	}
}

// A table of a game that was closed takes no orders, though its rules would.
func TestTableOfClosedGameTakesNothing(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	file := filepath.Join(t.TempDir(), "TISCH.json")
	for _, over := range []bool{false, true} {
		if over {
			d.Done("closing", d.Dir, "--now", "--yes", "--why", "Genug.")
		}
		d.Done("page", d.Dir, "1", "-o", file)
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		e := engine.New(worlds.Rulebooks()[0])
		opened, err := e.Open(raw)
		if err != nil || opened.Over != over || opened.Takes == over {
			t.Errorf("over %v: %+v, %v", over, opened, err)
		}
		checked, err := e.Check("$R\nK.M 2 1000 0 0\n")
		if err != nil || (checked.Refused != "") != over {
			t.Errorf("over %v: %q, %v", over, checked.Refused, err)
		}
	}
}
