package call

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
)

// Agrees asks the person at the terminal a question, see Answered. It returns false if nobody is there, or the answer
// is not yes.
func (c *Call) Agrees(question string, args ...phrase.Arg) bool {
	answer, _ := c.Answered(question, args...)
	return slices.Contains([]string{"ja", "j", "yes", "y"}, answer)
}

// Answered asks the person at the terminal, and returns the answer in lower case; false: nobody is there, or answers.
// The world stays locked meanwhile, so what was said before still holds when the answer comes.
func (c *Call) Answered(question string, args ...phrase.Arg) (answer string, asked bool) {
	if !c.Seen || !terminal.Typing(c.In) {
		return "", false
	}
	fmt.Fprint(c.Voice.Out, c.Voice.text(question, args...)+" ")
	line, err := terminal.At(c.Ctx, c.In).Line()
	if err != nil {
		fmt.Fprintln(c.Voice.Out)
		return "", false
	}
	return strings.ToLower(strings.TrimSpace(line)), true
}
