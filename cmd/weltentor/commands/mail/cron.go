package mail

import (
	"cmp"
	"path/filepath"
	"runtime"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/notify"
	"weltentor/cmd/weltentor/settings"
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
	worst := complaint.ExitDone
	// Usually one world per core, but at least two, since most of the time is spent waiting for mail servers.
	jobs := cmp.Or(int(k.Jobs), max(2, runtime.NumCPU()))
	for _, code := range mailing.CronAll(c, k.Dirs, jobs, tell) {
		if worst == complaint.ExitDone || code == complaint.ExitUsage {
			worst = code
		}
	}
	if worst != complaint.ExitDone {
		return complaint.Silent(worst)
	}
	return nil
}

// RunCmd is cron as a service: it waits for mail and deadlines by itself.
type RunCmd struct {
	Dirs []string `arg:"" name:"dirs"`
	told
}

// told is the flag that names the file which says who is told of what.
type told struct {
	Notify string `placeholder:"FILE"`
}

// settings reads that file, which may name secrets and programs. Without the flag it returns nil.
func (t told) settings(c *call.Call) (*notify.Settings, error) {
	if t.Notify == "" {
		return nil, nil
	}
	raw, err := c.ReadAll(t.Notify)
	if err == nil {
		err = settings.ClosedToOthers(t.Notify)
	}
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(filepath.Dir(t.Notify))
	if err != nil {
		return nil, err
	}
	s, err := notify.Parse(raw, dir)
	if err != nil {
		return nil, complaint.InFile(t.Notify, err)
	}
	return s, nil
}

// Run serves the worlds until it is told to end.
func (k *RunCmd) Run(c *call.Call) error {
	tell, err := k.told.settings(c)
	if err != nil {
		return err
	}
	return mailing.Run(c, k.Dirs, tell, mailing.Rests{Look: 5 * time.Minute, Again: time.Minute})
}
