package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weltentor/cmd/table/pages"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/spreadsheet"
	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
	"weltentor/resolve/master"
	"weltentor/resolve/picture"
	"weltentor/resolve/public"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/worlds/game"
)

// reportCmd prints a stored report.
type reportCmd struct {
	Dir   string  `arg:""`
	Realm number  `arg:""`
	Turn  *number `arg:"" optional:""`
	JSON  bool    `name:"json"`
	CSV   tallied `name:"csv" placeholder:"armies|fields"`
}

// tallied is what of a report is printed as a table.
type tallied string

// UnmarshalText is called by kong.
func (t *tallied) UnmarshalText(text []byte) error {
	if !slices.Contains(spreadsheet.Kinds, string(text)) {
		return usage("not-a-table", phrase.Str("value", string(text)),
			phrase.Str("list", strings.Join(spreadsheet.Kinds, ", ")))
	}
	*t = tallied(text)
	return nil
}

// Run prints the report as it is stored: UTF-8, LF; or as data, the same bytes as a letter's file has; or a
// table of these.
func (k *reportCmd) Run(c *call) error {
	if k.JSON && k.CSV != "" {
		return usage("report-one")
	}
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	var text []byte
	if k.JSON || k.CSV != "" {
		text, err = turns.Facts(w.World, int(k.Realm), orNewest(k.Turn))
	} else {
		var r game.Report
		r, err = turns.Report(w.World, int(k.Realm), orNewest(k.Turn))
		text = r.Text
	}
	if errors.Is(err, store.ErrReport) {
		return &complaint{Exit: exitNo, What: phrase.P("no-report", phrase.Str("dir", k.Dir)), Cause: err}
	}
	if err != nil {
		return w.wrong(err)
	}
	if k.CSV != "" {
		var facts game.Facts
		if err := json.Unmarshal(text, &facts); err != nil {
			return fmt.Errorf("the report as data: %w", err)
		}
		return spreadsheet.Write(c.raw, string(k.CSV), facts)
	}
	_, err = c.raw.Write(text)
	return err
}

// drawers write a map as the end of a file's name says.
var drawers = map[string]func(picture.Sheet, io.Writer) error{".png": picture.Sheet.PNG, ".svg": picture.Sheet.SVG}

// mapCmd draws a map into a file.
type mapCmd struct {
	Dir    string  `arg:""`
	Realm  number  `arg:"" optional:""`
	Turn   *number `arg:"" optional:""`
	Output string  `short:"o" required:"" placeholder:"FILE"`
}

// Run draws what a realm knew after a turn; without a realm the whole world. The file is whole or
// as it was, and closed to others, as the world is.
func (k *mapCmd) Run(c *call) error {
	draw := drawers[strings.ToLower(filepath.Ext(k.Output))]
	if draw == nil {
		return usage("map-kind", phrase.Str("file", k.Output))
	}
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	sheet, err := letters.Drawn(w.World, int(k.Realm), orNewest(k.Turn))
	if errors.Is(err, store.ErrReport) {
		return &complaint{Exit: exitNo, What: phrase.P("no-map", phrase.Str("dir", k.Dir)), Cause: err}
	}
	if err != nil {
		return w.wrong(err)
	}
	var out bytes.Buffer
	if err := draw(sheet, &out); err != nil {
		return &complaint{Exit: exitNo, What: phrase.P("no-map", phrase.Str("dir", k.Dir)), Cause: err}
	}
	return inPlace(k.Output, ".map-*", 0o600, out.Bytes())
}

// pageCmd writes the page of a game, or what a realm's page is laid with, into a file.
type pageCmd struct {
	Dir      string  `arg:"" optional:""`
	Realm    number  `arg:"" optional:""`
	Turn     *number `arg:"" optional:""`
	Rulebook string  `placeholder:"NAME"`
	Output   string  `short:"o" required:"" placeholder:"FILE"`
}

// Run writes a page that everybody may read, or data that only the game master can, as the world is his.
func (k *pageCmd) Run(c *call) error {
	if (k.Rulebook == "") == (k.Dir == "") || k.Dir != "" && k.Realm == 0 {
		return usage("page-one")
	}
	if k.Rulebook != "" {
		rb, err := c.rulebook(k.Rulebook)
		if err != nil {
			return err
		}
		html, _, ok := pages.Page(rb.Name())
		if !ok {
			return no("page-none")
		}
		return inPlace(k.Output, ".page-*", 0o644, html)
	}
	w, err := c.open(k.Dir)
	if err != nil {
		return err
	}
	data, err := letters.Laid(w.World, int(k.Realm), orNewest(k.Turn))
	if errors.Is(err, store.ErrReport) {
		return &complaint{Exit: exitNo, What: phrase.P("no-page", phrase.Str("dir", k.Dir)), Cause: err}
	}
	if err != nil {
		return w.wrong(err)
	}
	return inPlace(k.Output, ".page-*", 0o600, data)
}

// inPlace puts a file in the place of another: at any moment it is whole or as it was. Beside it stands,
// for a moment, one that is named by the pattern. An error names the file, not that one.
func inPlace(file, pattern string, mode os.FileMode, data []byte) error {
	beside, err := os.CreateTemp(filepath.Dir(file), pattern)
	if own := (*os.PathError)(nil); errors.As(err, &own) {
		own.Path = file
	}
	if err != nil {
		return err
	}
	defer os.Remove(beside.Name())
	_, err = beside.Write(data)
	if err = cmp.Or(err, beside.Chmod(mode), beside.Close()); err != nil {
		return err
	}
	return os.Rename(beside.Name(), file)
}

// publicCmd shows what everybody may know of a world, or writes it into files for a web server.
type publicCmd struct {
	Dir    string `arg:""`
	Output string `short:"o" placeholder:"FOLDER"`
	JSON   bool   `name:"json"`
}

// Run prints the page in the game master's language, or as JSON. With a folder it writes public.de.txt,
// public.en.txt and public.json there; those that are as they were stay untouched. Where nothing is
// public it does nothing.
func (k *publicCmd) Run(c *call) error {
	if k.JSON && k.Output != "" {
		return usage("public-one")
	}
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	page, err := master.PublicOf(w.World)
	switch {
	case err != nil:
		return w.wrong(err)
	case len(page.Public) == 0:
		return no("public-nothing", phrase.Str("file", filepath.Join(k.Dir, settings.File)),
			phrase.Str("words", settings.Listed(public.Parts)))
	case k.JSON:
		return c.encode(page)
	case k.Output == "":
		_, err = c.out.Write(page.Text(c.voice.book.Lang, public.Columns))
		return err
	}
	return k.publish(page)
}

// publish writes the files.
func (k *publicCmd) publish(page public.Page) error {
	files := map[string][]byte{}
	for _, lang := range phrase.Langs {
		files["public."+string(lang)+".txt"] = page.Text(lang, public.Columns)
	}
	var raw bytes.Buffer
	e := json.NewEncoder(&raw)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(page); err != nil {
		return fmt.Errorf("what is public as JSON: %w", err)
	}
	files["public.json"] = raw.Bytes()
	if err := os.MkdirAll(k.Output, 0o755); err != nil {
		return unwritten(k.Output, err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(k.Output, name)
		if was, err := os.ReadFile(file); err == nil && bytes.Equal(was, files[name]) {
			continue
		}
		if err := inPlace(file, ".public-*", 0o644, files[name]); err != nil {
			return unwritten(file, err)
		}
	}
	return nil
}

// unwritten complains of a file that could not be written.
func unwritten(file string, err error) error {
	return &complaint{Exit: exitUsage, What: phrase.P("public-unwritten", phrase.Str("file", file)), Cause: err}
}

// newest asks for the newest report there is.
const newest = -1

// orNewest is the turn that was named, else the newest.
func orNewest(named *number) int {
	if named == nil {
		return newest
	}
	return int(*named)
}
