package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// undoCmd takes the last turn back.
type undoCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// redoCmd resolves again a turn that was taken back.
type redoCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// undoJSON is the answer of `undo --json` and `turn --discard --json`.
type undoJSON struct {
	Turn      int                 `json:"turn"` // that awaits orders again
	Discarded bool                `json:"discarded,omitempty"`
	Deadline  time.Time           `json:"deadline,omitzero"`
	Withdrawn int                 `json:"withdrawn"`
	Out       []resolve.OutboxRow `json:"out"` // reports that have left, or perhaps have
	Ahead     []int               `json:"ahead,omitempty"`
	Handed    []int               `json:"handed,omitempty"`
	Joined    []int               `json:"joined,omitempty"`
	Dropped   []string            `json:"dropped,omitempty"` // changes by hand that could not be made again
	Stands    []int               `json:"stands,omitempty"`  // realms whose substitution goes on
}

// Run takes the turn back, and says what came of it.
func (k *undoCmd) Run(c *call) error {
	return c.takeBack(k.Dir, k.JSON, func(w *opened) (resolve.TakenBack, error) {
		return resolve.ByHand(w.World).Undo(c.why, c.now())
	})
}

// discard takes back a turn that is held.
func (k *turnCmd) discard(c *call) error {
	return c.takeBack(k.Dir, k.JSON, func(w *opened) (resolve.TakenBack, error) {
		return resolve.ByHand(w.World).Discard(c.why, c.now())
	})
}

// takeBack names every report that has left: its reader has what does not hold any more.
func (c *call) takeBack(dir string, asJSON bool, undo func(*opened) (resolve.TakenBack, error)) error {
	if strings.TrimSpace(c.why) == "" {
		return usage("undo-why")
	}
	w, done, err := c.write(dir)
	if err != nil {
		return err
	}
	defer done()
	did, err := undo(w)
	if err != nil {
		return w.wrong(err)
	}
	if !did.Deadline.IsZero() {
		did.Deadline = did.Deadline.In(w.zone())
	}
	if asJSON {
		out := undoJSON(did)
		out.Out = append([]resolve.OutboxRow{}, did.Out...)
		return c.encode(out)
	}
	say := func(code string, args ...phrase.Arg) {
		c.voice.say(code, append(args, phrase.Num("turn", did.Turn), phrase.Num("next", did.Turn+1),
			phrase.Str("dir", dir))...)
	}
	say("undone")
	if !did.Deadline.IsZero() {
		say("undone-deadline", phrase.Str("time", when(did.Deadline, w.zone())))
	}
	if did.Withdrawn > 0 {
		say("undone-withdrawn", phrase.Num("letters", did.Withdrawn))
	}
	for _, o := range did.Out {
		code := "undone-sent"
		if o.State != resolve.Sent {
			code = "undone-unclear"
		}
		say(code, phrase.Num("letter", int64(o.ID)), phrase.Num("realm", o.Realm), phrase.Str("to", o.To),
			phrase.Str("subject", o.Subject))
	}
	for _, named := range []struct {
		code   string
		realms []int
	}{{"undone-ahead", did.Ahead}, {"undone-handed", did.Handed}, {"undone-joined", did.Joined},
		{"undone-stands", did.Stands}} {
		if len(named.realms) > 0 {
			say(named.code, phrase.Num("n", len(named.realms)), phrase.Str("realms", numbers(named.realms)))
		}
	}
	for _, change := range did.Dropped {
		say("undone-dropped", phrase.Str("change", change))
	}
	return nil
}

// numbers lists realms in a line, each once.
func numbers(realms []int) string {
	realms = slices.Clone(realms)
	slices.SortFunc(realms, cmp.Compare[int])
	var words []string
	for _, n := range slices.Compact(realms) {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, ", ")
}

// Run resolves the turn, and says so if equal orders may end otherwise than the first time.
func (k *redoCmd) Run(c *call) error {
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	gone := w.watched("work-turn")
	did, changed, err := resolve.ByHand(w.World).Redo(c.now())
	gone()
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		return c.encode(struct {
			turnJSON
			Changed bool `json:"changed"` // rules or numbers are others than the first time
		}{turnJSON{Resolved: did.Resolved, Turn: did.Turn, Reports: did.Reports, Hash: did.Hash,
			Waits: did.Waits}, changed})
	}
	c.voice.say("redone", phrase.Num("turn", did.Turn), phrase.Num("reports", did.Reports))
	if changed {
		c.voice.say("redone-changed")
	}
	return nil
}

// release lets the letters of the turn that is held go.
func (k *turnCmd) release(w *opened) error {
	turn, reports, err := resolve.ByHand(w.World).Release(w.call.now())
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		return w.call.encode(turnJSON{Turn: turn, Reports: reports, Released: true})
	}
	w.call.voice.say("released-turn", phrase.Num("turn", turn), phrase.Num("reports", reports))
	return nil
}
