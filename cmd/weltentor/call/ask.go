package call

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
)

// Agrees asks the person at the terminal a question, see Answered. It returns false if nobody is there, or the answer
// is not yes.
func (c *Call) Agrees(question string, args ...phrase.Arg) bool {
	answer, _ := c.Answered(question, args...)
	return slices.Contains([]string{"ja", "j", "yes", "y"}, answer)
}

// Sure asks a question at the terminal, unless yes says that the command line has answered it. CODE-ask is the question,
// and CODE-unsure the error if the answer is not yes: it says what to add to the command.
func (c *Call) Sure(yes bool, code string, args ...phrase.Arg) error {
	if yes || c.Agrees(code+"-ask", args...) {
		return nil
	}
	return complaint.Usage(code+"-unsure", args...)
}

// NeedsWhy complains by a code if the game master gave no reason.
func (c *Call) NeedsWhy(code string) error {
	if strings.TrimSpace(c.Why) == "" {
		return complaint.Usage(code)
	}
	return nil
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

// Typed asks the person at the terminal for a text, which a line with only a dot ends; false: nobody is there.
func (c *Call) Typed(question string, args ...phrase.Arg) (text string, asked bool) {
	if !c.Seen || !terminal.Typing(c.In) {
		return "", false
	}
	fmt.Fprintln(c.Voice.Out, c.Voice.text(question, args...))
	for keys := terminal.At(c.Ctx, c.In); ; {
		line, err := keys.Line()
		if err != nil || strings.TrimSpace(line) == "." {
			return text, err == nil
		}
		text += line
	}
}
