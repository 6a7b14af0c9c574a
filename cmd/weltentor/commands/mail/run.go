package mail

import (
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/mailing"
)

// RunCmd is cron as a service: it waits for mail and deadlines by itself.
type RunCmd struct {
	Dirs []string `arg:"" name:"dirs"`
}

// Run serves the worlds until it is told to end.
func (k *RunCmd) Run(c *call.Call) error {
	return mailing.Run(c, k.Dirs, mailing.Rests{Look: 5 * time.Minute, Again: time.Minute})
}
