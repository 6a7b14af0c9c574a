package main

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
)

// agrees asks whoever sits at the terminal, see answered. Where nobody sits, or nobody says yes, it is no.
func (c *Call) agrees(question string, args ...phrase.Arg) bool {
	answer, _ := c.answered(question, args...)
	return slices.Contains([]string{"ja", "j", "yes", "y"}, answer)
}

// answered asks whoever sits at the terminal, and gives the answer in small letters; false: nobody sits there, or
// answers. The world stays locked meanwhile, so what was said before still holds when the answer comes.
func (c *Call) answered(question string, args ...phrase.Arg) (answer string, asked bool) {
	if !c.seen || !terminal.Typing(c.in) {
		return "", false
	}
	fmt.Fprint(c.voice.out, c.voice.text(question, args...)+" ")
	line, err := terminal.At(c.ctx, c.in).Line()
	if err != nil {
		fmt.Fprintln(c.voice.out)
		return "", false
	}
	return strings.ToLower(strings.TrimSpace(line)), true
}
