package world

import (
	"slices"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/wording"
)

// EditCmd changes a world by hand, with a verb of its rulebook.
type EditCmd struct {
	folder.Changes
	Words   []string `arg:"" optional:"" name:"verb"`
	TellWhy bool
	Verbs   bool
}

// Check refuses a change without a verb or a reason.
func (k *EditCmd) Check(c *call.Call) error {
	switch {
	case k.Verbs && len(k.Words) > 0:
		return complaint.Usage("edit-verbs-alone")
	case k.Verbs:
		return nil
	case len(k.Words) == 0:
		return complaint.Usage("edit-verb", phrase.Str("dir", k.Dir))
	}
	return c.NeedsWhy("edit-why")
}

// Open opens the world to change it, or to list its verbs.
func (k *EditCmd) Open(c *call.Call) (*folder.Opened, func(), error) {
	if k.Verbs {
		return folder.Read(c, k.Dir)
	}
	return folder.Change(c, k.Dir)
}

// Run makes the change and says who will read about it, and when; or it lists the verbs.
func (k *EditCmd) Run(c *call.Call, w *folder.Opened) error {
	if k.Verbs {
		return list(c, w)
	}
	words := slices.Clone(k.Words)
	for i, word := range words {
		words[i] = strings.Replace(word, minus, "-", 1)
	}
	told, err := gamemaster.Edit(w.World, words, c.Why, k.TellWhy, c.Now())
	if err != nil {
		return err
	}
	s, err := gamemaster.StatusOf(w.World, c.Now())
	if err != nil {
		return err
	}
	code := "edited"
	if len(told) == 0 {
		code = "edited-untold"
	}
	c.Voice.Say(code, phrase.Num("turn", s.Turn), phrase.Num("n", len(told)), phrase.Str("realms", wording.NumbersOf(told)))
	return nil
}

// list prints the verbs of a world, and what each does.
func list(c *call.Call, w *folder.Opened) error {
	verbs, err := gamemaster.Verbs(w.World)
	if err != nil {
		return err
	}
	book := w.World.Rulebook().Words(c.Voice.Book.Lang)
	var rows [][2]string
	for _, v := range verbs {
		rows = append(rows, [2]string{v.Name + " " + v.Form, book.Say(v.What)})
	}
	c.Voice.Table(c.Out, "help.verbs", rows)
	return nil
}

// VerbsOf prints the verbs of a world below the help, and nothing if no world can be read.
func VerbsOf(c *call.Call, dir string) {
	if w, err := folder.Look(c, dir); err == nil {
		_ = list(c, w)
	}
}

// minus is the sign of a negative number after WithMinus.
const minus = "−"

// WithMinus changes words such as -3/1 in the arguments of an edit: the parser takes every word that begins with a
// hyphen for a flag.
func WithMinus(args []string) []string {
	if !slices.Contains(args, "edit") {
		return args
	}
	args = slices.Clone(args)
	for i, a := range args {
		if len(a) > 1 && a[0] == '-' && a[1] >= '0' && a[1] <= '9' {
			args[i] = minus + a[1:]
		}
	}
	return args
}
