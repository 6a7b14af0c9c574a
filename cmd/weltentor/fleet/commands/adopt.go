package commands

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/config"
)

// adoptCmd lets the game go on from the database as it is now, although it may be older than what was seen.
type adoptCmd struct {
	Worlds []string `arg:"" optional:""`
	Yes    bool
}

// Run adopts the worlds that are named, or all of them and then the database. After a kill it can be run again.
func (k *adoptCmd) Run(c *call.Call) error {
	conf, err := config.Read(file(c))
	if err != nil {
		return err
	}
	if conf.Journal != config.OfRows {
		return fault.Usage("fleet-not-built")
	}
	if err := c.Sure(k.Yes, "fleet-adopt"); err != nil {
		return err
	}
	return k.over(c, conf)
}
