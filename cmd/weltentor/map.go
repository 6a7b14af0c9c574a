package main

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
	"weltentor/resolve/picture"
	"weltentor/resolve/store"
)

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
func (k *mapCmd) Run(c *Call) error {
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
	return replace(k.Output, ".map-*", 0o600, out.Bytes())
}
