// Package commands has the commands of `weltentor fleet`. It is the only part of the command line that differs between
// builds: without the build tag `fleet` it says that this program has none (plain.go). What the commands say is in
// texts/, and what they do with one world is in package worker.
package commands

import (
	"cmp"
	"errors"
	"path/filepath"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/orders/phrase"
)

// Cmd is `weltentor fleet`.
type Cmd struct {
	Run      runCmd      `cmd:""`
	Status   statusCmd   `cmd:""`
	Add      addCmd      `cmd:""`
	Remove   removeCmd   `cmd:""`
	Upgrade  upgradeCmd  `cmd:""`
	Settings settingsCmd `cmd:""`
	Drain    drainCmd    `cmd:""`
	Verify   verifyCmd   `cmd:""`
	Export   exportCmd   `cmd:""`
	Adopt    adoptCmd    `cmd:""`
}

// fleetFile is the file with the fleet's settings if nothing else is said, and fleetVar the variable that names
// another.
const (
	fleetVar  = "WELTENTOR_FLEET"
	fleetFile = "fleet.toml"
)

// file is the path of the fleet's settings.
func file(c *call.Call) string { return cmp.Or(c.Fleet, c.Env(fleetVar), fleetFile) }

// runCmd runs a host.
type runCmd struct{}

// awaitTime is how often a host tries to reach a database that does not answer.
const awaitTime = 5 * time.Second

// Run works until it is told to end, or drained. It waits for a database that does not answer when it begins.
func (k runCmd) Run(c *call.Call) error {
	for waits := false; ; waits = true {
		err := onTables(c, k)
		var said *complaint.Complaint
		if !errors.As(err, &said) || said.Exit != complaint.ExitLater {
			return err
		}
		if c.Ctx.Err() != nil {
			return nil
		}
		if !waits {
			c.Voice.Warn("fleet-awaits", phrase.Str("why", said.Say(c.Voice.Book)))
		}
		select {
		case <-c.Ctx.Done():
			return nil
		case <-time.After(awaitTime):
		}
	}
}

// addCmd gives the world of an ordinary folder to the fleet.
type addCmd struct {
	Dir string `arg:""`
	As  string `placeholder:"WORLD"`
	Yes bool
}

// Run copies all of the world, and then enters it. After a kill it can be run again.
func (k *addCmd) Run(c *call.Call) error { return onTables(c, k) }

// exportCmd turns a world of the fleet into an ordinary folder.
type exportCmd struct {
	World string `arg:""`
	Dir   string `arg:""`
}

// Run makes a folder beside the wanted one, renames it and removes the world. A mark in the folder prevents the game from
// going on there before that. After a kill it can be run again; if it fails, the hosts go on.
func (k *exportCmd) Run(c *call.Call) error {
	k.Dir = filepath.Clean(k.Dir)
	return onTables(c, k)
}

// removeCmd removes a world from the fleet.
type removeCmd struct {
	World string `arg:""`
	Yes   bool
}

// Run drops a world with all of its records.
func (k *removeCmd) Run(c *call.Call) error { return onTables(c, k) }

// upgradeCmd raises the version of a world's rules.
type upgradeCmd struct {
	World string `arg:""`
}

// Run makes this program's version of the rules resolve the world's next turn.
func (k *upgradeCmd) Run(c *call.Call) error { return onTables(c, k) }

// settingsCmd shows a world's settings, or replaces them.
type settingsCmd struct {
	World string `arg:""`
	File  string `arg:"" optional:""`
}

// Run prints the world.toml, or replaces it with a file.
func (k *settingsCmd) Run(c *call.Call) error { return onTables(c, k) }

// drainCmd makes a host end its work, or begin again.
type drainCmd struct {
	Host string `arg:""`
	Back bool
}

// Run asks the host to finish what it has begun, and to take no new work until it is asked back.
func (k *drainCmd) Run(c *call.Call) error { return onTables(c, k) }

// verifyCmd replays the worlds of the fleet.
type verifyCmd struct {
	Worlds []string `arg:"" optional:""`
	JSON   bool     `name:"json"`
}

// Run replays each world. The exit code is 1 if anything is wrong.
func (k *verifyCmd) Run(c *call.Call) error { return onTables(c, k) }

// statusCmd shows the fleet.
type statusCmd struct {
	JSON bool `name:"json"`
}

// Run shows hosts and worlds, and what waits for what. Trouble with mailboxes comes first. The exit code is 1 if anything
// needs a person, and 2 if a world must not go on.
func (k *statusCmd) Run(c *call.Call) error { return onTables(c, k) }

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
	if err := c.Sure(k.Yes, "fleet-adopt"); err != nil {
		return err
	}
	return k.over(c, conf)
}
