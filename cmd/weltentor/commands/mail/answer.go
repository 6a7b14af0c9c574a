package mail

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/questions"
)

// AnswerCmd answers a letter from a player.
type AnswerCmd struct {
	Dir    string `arg:""`
	Number uint64 `arg:""`
	File   string `required:"" placeholder:"FILE"`
	JSON   bool   `name:"json"`
}

// Run queues the answer in the player's conversation. Running it again with the same answer does nothing.
func (k *AnswerCmd) Run(c *call.Call) error {
	text, err := c.OrderText(k.File)
	if err != nil {
		return err
	}
	w, done, err := folder.Write(c, k.Dir)
	if err != nil {
		return err
	}
	defer done()
	to, err := questions.Answer(w.World, k.Number, text, c.Now())
	number := phrase.Num("number", int64(k.Number))
	switch {
	case err != nil:
		return w.Wrong(err)
	case k.JSON:
		return c.JSON().Encode(struct {
			Number uint64 `json:"number"`
			To     string `json:"to,omitempty"`
		}{k.Number, to})
	case to == "":
		c.Voice.Say("answered-already", number)
	default:
		c.Voice.Say("answered", number, phrase.Str("mail", to))
	}
	return nil
}
