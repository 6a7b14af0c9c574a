package turn_test

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
)

// Anna wishes for a drawn map and gets one with each report until she wishes for none; Bob gets none.
func TestDrawnMapByMail(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	anna := d.Players[0].Identity
	drawn := func(reason string, wished bool, orders string, says string) {
		t.Helper()
		if orders != "" {
			d.Writes("anna@demo.test", reason, orders)
			d.Says("the receipt", d.One(stage.Anna).Body, says)
		}
		d.Now = d.Now.AddDate(0, 0, 15)
		d.Cron()
		for _, letter := range append(d.Fresh(stage.Bob), d.Fresh(stage.Anna)...) {
			file, has := letter.Files["KARTE.PNG"]
			_, english := letter.Files["MAP.PNG"]
			isReport := letter.Files["ERGEBNIS.TXT"] != ""
			if has != (wished && isReport) || english {
				t.Errorf("%s: the letter %q has the map %v", reason, letter.Subject, has)
			}
			if !has {
				continue
			}
			img, err := png.Decode(strings.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			if b := img.Bounds(); b.Dx() < 200 || b.Dy() < 200 {
				t.Errorf("%s: the map is %v", reason, b)
			}
		}
	}
	drawn("before", false, "", "")
	drawn("wished", true, anna+" 2\n$S\nKarte Bild\n$E\n", "Mit jedem Bericht kommt ab jetzt eine gezeichnete Karte")
	drawn("still", true, "", "")
	drawn("ended", false, anna+" 4\n$S\nKarte Bild nein\n$E\n", "Mit dem Bericht kommt keine gezeichnete Karte mehr.")
	d.Done("verify", d.Dir)
}

// The command draws what a realm knows and the whole world; a file is whole or as it was.
func TestMapCommand(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	dir := t.TempDir()
	draw := func(args ...string) []byte {
		t.Helper()
		file := filepath.Join(dir, args[len(args)-1])
		d.Done(append(append([]string{"map", d.Dir}, args[:len(args)-1]...), "-o", file)...)
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	width := func(raw []byte) int {
		t.Helper()
		img, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		return img.Bounds().Dx()
	}
	whole, known := draw("world.png"), draw("1", "known.PNG")
	if width(whole) < 1600 || width(known) < 1600 {
		t.Errorf("the whole world is %d wide, what realm 1 knows %d", width(whole), width(known))
	}
	d.Now = d.Now.AddDate(0, 0, 15)
	d.Cron()
	if !bytes.Equal(draw("1", "0", "first.png"), known) {
		t.Error("the map of the beginning is another after a turn")
	}
	svg := draw("2", "known.svg")
	if err := xml.Unmarshal(svg, new(struct{})); err != nil || !bytes.Contains(svg, []byte("Fenmark, after turn 1")) {
		t.Errorf("the drawing: %v\n%.300s", err, svg)
	}
	notes := filepath.Join(dir, "notes.png")
	stage.Must(t, os.WriteFile(notes, []byte("not a picture"), 0o600))
	for _, c := range []struct {
		says string
		args []string
	}{
		{"ends in .png or .svg, not", []string{"-o", filepath.Join(dir, "map.gif")}},
		{"there is no such map", []string{"1", "7", "-o", filepath.Join(dir, "known.PNG")}},
		{"9", []string{"9", "-o", filepath.Join(dir, "known.PNG")}},
		{"notes.png exists; choose another name", []string{"-o", notes}},
		{"open " + filepath.Join(dir, "none", "map.png") + ":", []string{"-o", filepath.Join(dir, "none", "map.png")}},
	} {
		code, _, said := d.Run(append([]string{"map", d.Dir}, c.args...)...)
		if code == 0 || !strings.Contains(said, c.says) {
			t.Errorf("map %v: %d %s", c.args, code, said)
		}
	}
	if is, err := os.Stat(filepath.Join(dir, "world.png")); err != nil || is.Mode().Perm() != 0o600 {
		t.Errorf("others can read the map of the whole world: %v, %v", is.Mode(), err)
	}
	if raw, _ := os.ReadFile(notes); string(raw) != "not a picture" {
		t.Errorf("the notes are now %q", raw)
	}
	if raw, _ := os.ReadFile(filepath.Join(dir, "known.PNG")); !bytes.Equal(raw, known) {
		t.Error("a map that could not be drawn has changed the file")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".map-*")); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
}
