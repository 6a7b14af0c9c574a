package turn

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/spreadsheet"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/worlds/game"
)

// ReportCmd prints a stored report.
type ReportCmd struct {
	folder.Reads
	Realm call.Number  `arg:""`
	Turn  *call.Number `arg:"" optional:""`
	Full  bool         `name:"full"`
	JSON  bool         `name:"json"`
	CSV   tallied      `name:"csv" placeholder:"armies|fields"`
}

// tallied is the part of a report that is printed as a table.
type tallied string

// UnmarshalText refuses other parts. It is called by kong.
func (t *tallied) UnmarshalText(text []byte) error {
	if !slices.Contains(spreadsheet.Kinds, string(text)) {
		return complaint.Usage("not-a-table", phrase.Str("value", string(text)),
			phrase.Str("list", strings.Join(spreadsheet.Kinds, ", ")))
	}
	*t = tallied(text)
	return nil
}

// Check refuses two forms of a report at once.
func (k *ReportCmd) Check(*call.Call) error {
	if k.JSON && k.CSV != "" || k.Full && (k.JSON || k.CSV != "") {
		return complaint.Usage("report-one")
	}
	return nil
}

// Run prints the report as it is stored: UTF-8, LF. It can also print it in full where the player reads short ones, as
// data, byte for byte as in a letter's file, or as a table made from these.
func (k *ReportCmd) Run(c *call.Call, w *folder.Opened) (err error) {
	var text []byte
	none := "no-report"
	if k.JSON || k.CSV != "" {
		text, err = turns.Facts(w.World, int(k.Realm), call.OrNewest(k.Turn))
		none = "no-report-data"
	} else {
		read := turns.Report
		if k.Full {
			read = turns.Full
		}
		var r game.Report
		r, err = read(w.World, int(k.Realm), call.OrNewest(k.Turn))
		text = r.Text
	}
	if errors.Is(err, faults.ErrReport) {
		return &complaint.Complaint{Exit: complaint.ExitNo, What: phrase.P(none, phrase.Str("dir", k.Dir)), Cause: err}
	}
	if err != nil {
		return err
	}
	if k.CSV != "" {
		var facts game.Facts
		if err := json.Unmarshal(text, &facts); err != nil {
			return fmt.Errorf("the report as data: %w", err)
		}
		return spreadsheet.Write(c.Raw, string(k.CSV), facts)
	}
	_, err = c.Raw.Write(text)
	return err
}
