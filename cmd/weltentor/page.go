package main

import (
	"errors"

	"weltentor/cmd/table/pages"
	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
	"weltentor/resolve/store"
)

// pageCmd writes the page of a game, or what a realm's page is laid with, into a file.
type pageCmd struct {
	Dir      string  `arg:"" optional:""`
	Realm    number  `arg:"" optional:""`
	Turn     *number `arg:"" optional:""`
	Rulebook string  `placeholder:"NAME"`
	Output   string  `short:"o" required:"" placeholder:"FILE"`
}

// Run writes a page that everybody may read, or data that only the game master can, as the world is his.
func (k *pageCmd) Run(c *Call) error {
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
		return replace(k.Output, ".page-*", 0o644, html)
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
	return replace(k.Output, ".page-*", 0o600, data)
}
