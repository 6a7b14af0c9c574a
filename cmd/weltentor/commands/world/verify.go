package world

import (
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/turns"
)

// VerifyCmd replays a world.
type VerifyCmd struct {
	Dir     string   `arg:"" optional:""`
	JSON    bool     `name:"json"`
	Report  []string `placeholder:"FILE"`
	Receipt []string `placeholder:"FILE"`
	Public  string   `placeholder:"FILE"`
	Seal    []string `placeholder:"TEXT" sep:"none"`
	Realm   int
	Turn    int `default:"-1"`
}

// verifyJSON is the answer of `verify --json`.
type verifyJSON struct {
	chronicle.Verification
	Cure string `json:"cure,omitempty"` // which copy to restore, if the store itself is damaged
}

// Run replays the turns of the present rules, and checks the chain of the older ones. The exit code is 1 if anything
// is wrong.
func (k *VerifyCmd) Run(c *call.Call) error {
	files, told := len(k.Report)+len(k.Receipt) > 0, k.Realm != 0 || k.Turn >= 0
	switch {
	case k.JSON && (files || k.Public != ""):
		return complaint.Usage("verify-json")
	case k.Public != "" && k.Dir == "" && !(told && len(k.Report) == 0):
		return k.verifyPublic(c)
	case told, files && k.Dir != "", !files && k.Dir == "", k.Public != "", len(k.Seal) > 0:
		return complaint.Usage("verify-one")
	case files:
		return verifyFiles(c, k.Report, k.Receipt)
	}
	w, err := folder.Look(c, k.Dir)
	if err != nil {
		return err
	}
	if hosted, err := w.Hosted(); err == nil && hosted != nil && hosted.Outdated() {
		return complaint.No("verify-outdated", phrase.Str("path", w.Settings.Engine))
	}
	gone := w.Watched("work-verify")
	v, err := turns.Verify(w.World)
	gone()
	if err != nil {
		return w.Wrong(err)
	}
	if k.JSON {
		out := verifyJSON{Verification: v}
		if v.Cure.Code != "" {
			out.Cure = c.MachineWords().Say(v.Cure)
		}
		if err := c.JSON().Encode(out); err != nil || len(v.Wrong) == 0 {
			return err
		}
		return complaint.Silent(complaint.ExitNo)
	}
	sayChecks(c, v.Turns, "verify")
	sayChecks(c, v.Undone, "verify-undone")
	if len(v.Turns)+len(v.Wrong) == 0 {
		c.Voice.Say("verify-none")
	}
	for _, line := range v.Wrong {
		fmt.Fprintln(c.Out, line)
	}
	if v.Cure.Code != "" {
		fmt.Fprintln(c.Out, c.MachineWords().Say(v.Cure))
	}
	if len(v.Wrong) > 0 {
		return complaint.No("verify-wrong", phrase.Str("dir", k.Dir), phrase.Num("wrong", len(v.Wrong)))
	}
	return nil
}

// sayChecks reports the turns that were verified.
func sayChecks(c *call.Call, turns []chronicle.TurnCheck, code string) {
	for _, t := range turns {
		how := code + "-replayed"
		if !t.Replayed {
			how = code + "-chained"
		}
		c.Voice.Say(how, phrase.Num("turn", t.Turn), phrase.Num("rules", t.Rules), phrase.Str("hash", t.Hash))
	}
}
