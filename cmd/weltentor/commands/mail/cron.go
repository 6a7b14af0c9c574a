package mail

import (
	"runtime"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/mailing"
)

// CronCmd is what crontab calls every few minutes.
type CronCmd struct {
	Dirs []string    `arg:"" name:"dirs"`
	Jobs call.Number `placeholder:"N" default:"0"`
}

// Run does for each world what poll, turn and send do, and says nothing unless
// a human is needed. Where another command is at work it leaves without a word.
// One world's trouble, a fault of ours with it, does not keep the others
// waiting; the gravest exit code is the answer.
func (k *CronCmd) Run(c *call.Call) error {
	worst := fault.ExitDone
	for _, code := range mailing.CronAll(c, k.Dirs, jobsOf(k.Jobs)) {
		if worst == fault.ExitDone || code == fault.ExitUsage {
			worst = code
		}
	}
	if worst != fault.ExitDone {
		return fault.Silent(worst)
	}
	return nil
}

// jobsOf is how many worlds are served at a time if nobody says so: one a core, and
// two at least, since most of the time is spent waiting for mail servers.
func jobsOf(asked call.Number) int {
	if asked > 0 {
		return int(asked)
	}
	return max(2, runtime.NumCPU())
}
