package main

import (
	"fmt"

	"weltentor/resolve/master"
)

// realmExportCmd gives what is kept of a realm's player, for the player.
type realmExportCmd struct {
	Dir    string `arg:""`
	Realm  number `arg:""`
	Former bool
	JSON   bool `name:"json"`
}

// Run prints it, as a text in the player's language or for programs.
func (k *realmExportCmd) Run(c *Call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	p := master.PlayerOf(w.World, int(k.Realm))
	p.Former = k.Former
	d, err := p.Data()
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		return c.encode(d)
	}
	_, err = fmt.Fprint(c.out, d.Print(w.zone()))
	return err
}
