package players

import (
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/resolve/master"
)

// realmExportCmd gives what is kept of a realm's player, for the player.
type realmExportCmd struct {
	Dir    string      `arg:""`
	Realm  call.Number `arg:""`
	Former bool
	JSON   bool `name:"json"`
}

// Run prints it, as a text in the player's language or for programs.
func (k *realmExportCmd) Run(c *call.Call) error {
	w, err := folder.Look(c, k.Dir)
	if err != nil {
		return err
	}
	p := master.PlayerOf(w.World, int(k.Realm))
	p.Former = k.Former
	d, err := p.Data()
	if err != nil {
		return w.Wrong(err)
	}
	if k.JSON {
		return c.JSON().Encode(d)
	}
	_, err = fmt.Fprint(c.Out, d.Print(w.Zone()))
	return err
}
