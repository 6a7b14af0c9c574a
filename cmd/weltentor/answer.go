package main

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/questions"
)

// answerCmd answers a letter of a player's.
type answerCmd struct {
	Dir    string `arg:""`
	Number uint64 `arg:""`
	File   string `required:"" placeholder:"FILE"`
	JSON   bool   `name:"json"`
}

// Run queues the answer, in the player's conversation. The same again does nothing.
func (k *answerCmd) Run(c *Call) error {
	text, err := c.orderText(k.File)
	if err != nil {
		return err
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	to, err := questions.Answer(w.World, k.Number, text, c.now())
	number := phrase.Num("number", int64(k.Number))
	switch {
	case err != nil:
		return w.wrong(err)
	case k.JSON:
		return c.encode(struct {
			Number uint64 `json:"number"`
			To     string `json:"to,omitempty"`
		}{k.Number, to})
	case to == "":
		c.voice.say("answered-already", number)
	default:
		c.voice.say("answered", number, phrase.Str("mail", to))
	}
	return nil
}
