package mail

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/questions"
)

// AnswerCmd answers a letter from a player.
type AnswerCmd struct {
	folder.Writes
	Number uint64 `arg:""`
	File   string `required:"" placeholder:"FILE"`
	JSON   bool   `name:"json"`
	text   string
}

// Check reads the answer.
func (k *AnswerCmd) Check(c *call.Call) (err error) {
	k.text, err = c.OrderText(k.File)
	return err
}

// Run queues the answer in the player's conversation. Running it again with the same answer does nothing.
func (k *AnswerCmd) Run(c *call.Call, w *folder.Opened) error {
	to, err := questions.Answer(w.World, k.Number, k.text, c.Now())
	number := phrase.Num("number", int64(k.Number))
	switch {
	case err != nil:
		return err
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
