package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/spreadsheet"
	"weltentor/orders/phrase"
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
func (k *reportCmd) Run(c *Call) error {
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
