package players

import (
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/resolve/master"
)

// realmExportCmd shows what is kept about a realm's player, for that player.
type realmExportCmd struct {
	Dir    string      `arg:""`
	Realm  call.Number `arg:""`
	Former bool
	JSON   bool `name:"json"`
}

// Run prints it as text in the player's language, or as JSON.
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
