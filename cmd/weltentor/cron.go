package main

import (
	"runtime"
)

// cronCmd is what crontab calls every few minutes.
type cronCmd struct {
	Dirs []string `arg:"" name:"dirs"`
	Jobs number   `placeholder:"N" default:"0"`
}

// Run does for each world what poll, turn and send do, and says nothing unless
// a human is needed. Where another command is at work it leaves without a word.
// One world's trouble, a fault of ours with it, does not keep the others
// waiting; the gravest exit code is the answer.
func (k *cronCmd) Run(c *Call) error {
	worst := exitDone
	for _, code := range c.cronAll(k.Dirs, jobsOf(k.Jobs)) {
		if worst == exitDone || code == exitUsage {
			worst = code
		}
	}
	if worst != exitDone {
		return silent(worst)
	}
	return nil
}

// jobsOf is how many worlds are served at a time if nobody says so: one a core, and
// two at least, since most of the time is spent waiting for mail servers.
func jobsOf(asked number) int {
	if asked > 0 {
		return int(asked)
	}
	return max(2, runtime.NumCPU())
}
