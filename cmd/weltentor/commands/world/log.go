package world

import (
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/show"
	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
)

// LogCmd shows what happened to a world.
type LogCmd struct {
	folder.Reads
	Turn call.Number `placeholder:"N"`
	JSON bool        `name:"json"`
}

// Run prints the logbook, oldest first: when, by whom, what, and why.
func (k *LogCmd) Run(c *call.Call, w *folder.Opened) error {
	list, err := w.World.History(0)
	if err != nil {
		return err
	}
	shown := []logbook.Entry{}
	for _, e := range list {
		if k.Turn == 0 || e.Turn == int(k.Turn) {
			shown = append(shown, e)
		}
	}
	if k.JSON {
		return c.JSON().Encode(loggedRows(shown))
	}
	for _, e := range shown {
		fmt.Fprintln(c.Out, show.LogLine(c, e, w.Zone()))
		if e.Aside.Why != "" {
			fmt.Fprintln(c.Out, "        "+e.Aside.Why)
		}
	}
	return nil
}

// loggedRow is an entry for scripts.
type loggedRow struct {
	Number uint64         `json:"number"`
	At     time.Time      `json:"at,omitzero"`
	Turn   int            `json:"turn"`
	By     string         `json:"by"`
	Realm  int            `json:"realm,omitempty"`
	What   string         `json:"what"`
	With   map[string]any `json:"with,omitempty"`
	Aside  *logbook.Aside `json:"aside,omitempty"` // missing if it was erased, or never existed
	Sum    string         `json:"sum"`
}

func loggedRows(list []logbook.Entry) []loggedRow {
	rows := []loggedRow{}
	for _, e := range list {
		r := loggedRow{e.Number, e.At, e.Turn, string(e.By), e.Realm, strings.TrimPrefix(e.What.Code, "log."), nil,
			nil, e.Sum}
		if e.Aside != (logbook.Aside{}) {
			r.Aside = &e.Aside
		}
		for _, a := range e.What.Args {
			if r.With == nil {
				r.With = map[string]any{}
			}
			if r.With[a.Name] = a.S; a.Kind == phrase.Number {
				r.With[a.Name] = a.N
			}
		}
		rows = append(rows, r)
	}
	return rows
}
