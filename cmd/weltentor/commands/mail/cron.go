package mail

import (
	"runtime"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/mailing"
)

// CronCmd is the command that a crontab calls every few minutes.
type CronCmd struct {
	Dirs []string    `arg:"" name:"dirs"`
	Jobs call.Number `placeholder:"N" default:"0"`
	told
}

// Run does what poll, turn and send do, for each world. It prints nothing unless a person is needed. If another
// command is at work, it exits silently. Trouble in one world, even a fault of the program, does not delay the others.
// The exit code is the gravest of all.
func (k *CronCmd) Run(c *call.Call) error {
	tell, err := k.told.settings(c)
	if err != nil {
		return err
	}
	worst := fault.ExitDone
	for _, code := range mailing.CronAll(c, k.Dirs, jobsOf(k.Jobs), tell) {
		if worst == fault.ExitDone || code == fault.ExitUsage {
			worst = code
		}
	}
	if worst != fault.ExitDone {
		return fault.Silent(worst)
	}
	return nil
}

// jobsOf is how many worlds are served at a time if nothing else is asked: one per core, but at least two, since most
// of the time is spent waiting for mail servers.
func jobsOf(asked call.Number) int {
	if asked > 0 {
		return int(asked)
	}
	return max(2, runtime.NumCPU())
}
