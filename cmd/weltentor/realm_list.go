package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"weltentor/resolve/master"
	"weltentor/resolve/roster"
	"weltentor/resolve/signup"
)

// realmListCmd lists the realms.
type realmListCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// realmListJSON is the answer of `realm list --json`.
type realmListJSON struct {
	Realms  []roster.RealmRow `json:"realms"`
	Signups []signup.Row      `json:"signups"`
}

// Run prints a line a realm: number, name, player, language, addresses.
func (k *realmListCmd) Run(c *Call) error {
	w, err := c.open(k.Dir)
	if err != nil {
		return err
	}
	s, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		out := realmListJSON{Realms: []roster.RealmRow{}, Signups: []signup.Row{}}
		for _, r := range s.Realms {
			out.Realms = append(out.Realms, r.RealmRow)
		}
		out.Signups = append(out.Signups, s.Signups...)
		return c.encode(out)
	}
	t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, r := range s.Realms {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s", r.Number, oneCell(r.Name), oneCell(r.Player), r.Lang,
			strings.Join(r.Mail, " "))
		if r.Fallen {
			fmt.Fprint(t, "\t"+c.voice.book.T("fallen"))
		}
		for _, state := range c.silence(r.RealmRow, s.Turn) {
			fmt.Fprint(t, "\t"+state)
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	c.saySignups(s.Signups, w.zone())
	return nil
}
