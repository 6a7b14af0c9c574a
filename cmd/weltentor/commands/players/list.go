package players

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/show"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/roster"
)

// realmListCmd lists the realms.
type realmListCmd struct {
	folder.Reads
	JSON bool `name:"json"`
}

// realmListJSON is the answer of `realm list --json`.
type realmListJSON struct {
	Realms  []roster.RealmRow     `json:"realms"`
	Signups []roster.ApplicantRow `json:"signups"`
}

// Run prints one line per realm: number, name, player, language, addresses.
func (k *realmListCmd) Run(c *call.Call, w *folder.Opened) error {
	s, err := gamemaster.StatusOf(w.World, c.Now())
	if err != nil {
		return err
	}
	if k.JSON {
		out := realmListJSON{Realms: []roster.RealmRow{}, Signups: []roster.ApplicantRow{}}
		for _, r := range s.Realms {
			out.Realms = append(out.Realms, r.RealmRow)
		}
		out.Signups = append(out.Signups, s.Signups...)
		return c.JSON().Encode(out)
	}
	t := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, r := range s.Realms {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s", r.Number, terminal.OneCell(r.Name), terminal.OneCell(r.Player), r.Lang,
			strings.Join(r.Mail, " "))
		if r.Fallen {
			fmt.Fprint(t, "\t"+c.Voice.Book.T("fallen"))
		}
		for _, state := range show.Silence(c, r.RealmRow, s.Turn) {
			fmt.Fprint(t, "\t"+state)
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	show.SaySignups(c, s.Signups, w.Zone())
	return nil
}
