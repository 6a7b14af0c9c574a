package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// reportCmd prints a stored report.
type reportCmd struct {
	Dir   string  `arg:""`
	Realm number  `arg:""`
	Turn  *number `arg:"" optional:""`
}

// Run prints the report as it is stored: UTF-8, LF.
func (k *reportCmd) Run(c *call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	r, err := w.Report(int(k.Realm), orNewest(k.Turn))
	if errors.Is(err, resolve.ErrReport) {
		return &complaint{Exit: exitNo, What: phrase.P("no-report", phrase.Str("dir", k.Dir)), Cause: err}
	}
	if err != nil {
		return w.wrong(err)
	}
	_, err = c.raw.Write(r.Text)
	return err
}

// newest asks for the newest report there is.
const newest = -1

// orNewest is the turn that was named, else the newest.
func orNewest(named *number) int {
	if named == nil {
		return newest
	}
	return int(*named)
}

// verifyCmd replays a world.
type verifyCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// verifyJSON is the answer of `verify --json`.
type verifyJSON struct {
	resolve.Verification
	Cure string `json:"cure,omitempty"` // which copy to restore, where the store itself is damaged
}

// Run replays the turns of the present rules and checks the chain of the older
// ones; anything wrong makes the answer no.
func (k *verifyCmd) Run(c *call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	gone := w.watched("work-verify")
	v, err := w.Verify()
	gone()
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		out := verifyJSON{Verification: v}
		if v.Cure.Code != "" {
			out.Cure = c.machineWords().Say(v.Cure)
		}
		if err := c.encode(out); err != nil || len(v.Wrong) == 0 {
			return err
		}
		return silent(exitNo)
	}
	c.sayChecks(v.Turns, "verify")
	c.sayChecks(v.Undone, "verify-undone")
	if len(v.Turns)+len(v.Wrong) == 0 {
		c.voice.say("verify-none")
	}
	for _, line := range v.Wrong {
		fmt.Fprintln(c.out, line)
	}
	if v.Cure.Code != "" {
		fmt.Fprintln(c.out, c.machineWords().Say(v.Cure))
	}
	if len(v.Wrong) > 0 {
		return no("verify-wrong", phrase.Str("dir", k.Dir), phrase.Num("wrong", len(v.Wrong)))
	}
	return nil
}

// sayChecks tells of turns that were verified.
func (c *call) sayChecks(turns []resolve.TurnCheck, code string) {
	for _, t := range turns {
		how := code + "-replayed"
		if !t.Replayed {
			how = code + "-chained"
		}
		c.voice.say(how, phrase.Num("turn", t.Turn), phrase.Num("rules", t.Rules), phrase.Str("hash", t.Hash))
	}
}

// backupCmd copies the store.
type backupCmd struct {
	Dir  string `arg:""`
	File string `arg:""`
}

// Run writes a whole copy, closed to others; the game goes on meanwhile.
func (k *backupCmd) Run(c *call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	gone := w.watched("work-backup")
	err = w.BackupFile(k.File)
	gone()
	if errors.Is(err, resolve.ErrExists) {
		return usage("file-exists", phrase.Str("file", k.File))
	}
	if errors.Is(err, resolve.ErrFull) {
		return c.storeError(filepath.Dir(k.File), err)
	}
	if err != nil {
		return w.wrong(err)
	}
	c.voice.say("backed-up", phrase.Str("file", k.File))
	return nil
}
