package turn

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/turns"
)

// PublishCmd writes the public file of a game that is over: whoever has it can play the game again.
type PublishCmd struct {
	folder.Reads
	Output    string `short:"o" required:"" placeholder:"FILE"`
	Guessable bool
}

// Run writes the file whole or not at all.
func (k *PublishCmd) Run(c *call.Call, w *folder.Opened) error {
	gone := w.Watched("work-verify")
	file, err := turns.Publish(w.World, k.Guessable)
	gone()
	if err != nil {
		return err
	}
	if err := replace(k.Output, ".publish-*", 0o644, file); err != nil {
		return err
	}
	c.Voice.Say("published", phrase.Str("file", k.Output), phrase.Num("kb", (len(file)+1023)/1024))
	return nil
}
