package incoming

import (
	"bytes"
	"context"
	"iter"
	"strings"

	"weltentor/mailer/pattern"
)

// The limits on what reading one mail may cost, whatever is in it, since anybody may write to a game. No player's
// orders come near these limits.
const (
	maxText   = 2 << 20 // octets of text that are read, in all parts together
	maxLines  = 20_000  // lines that are read of one text
	maxScored = 2_500   // lines that are scored, in all texts together
	maxEach   = 500     // lines that are scored of one text: enough to distinguish orders from others
	maxOpens  = 300     // lines that are tried as the beginning of an order
	maxZips   = 1
	// octets that are looked at to find lines of one alternative in another; a person's letter needs a thousandth
	maxCompared = 1 << 28
	// selectors that are read of all pages, with what they name, and names and properties that are looked at for elements
	maxTried = 1 << 21
)

// budget is what is left of that.
type budget struct {
	ctx                 context.Context
	Text, scored, opens int
	zips, compared      int
	tried               int
	identified          bool // only a text with an `$I` line can be anybody's orders
}

func newBudget(ctx context.Context) budget {
	return budget{ctx: ctx, Text: maxText, scored: maxScored, opens: maxOpens, zips: maxZips, compared: maxCompared, tried: maxTried}
}

// over reports that the time for this mail, or for all, is up.
func (b *budget) over() bool { return b.ctx.Err() != nil }

// blanks are what `\s` stands for in a pattern.
const blanks = "\t\n\f\r "

// identities yields the lines of a text that may say who writes. They begin with `$i`, with blanks and line ends
// before it and between the two signs.
func identities(text string) iter.Seq[string] {
	return func(yield func(line string) bool) {
		for at := 0; ; {
			dollar := strings.IndexByte(text[at:], '$')
			if dollar < 0 {
				return
			}
			above := text[:at+dollar]
			at += dollar + 1
			i := len(text) - len(strings.TrimLeft(text[at:], blanks))
			before := strings.TrimRight(above, blanks)
			if i == len(text) || text[i]|0x20 != 'i' || before != "" && !strings.Contains(above[len(before):], "\n") {
				continue
			}
			line, _, _ := strings.Cut(text[strings.LastIndexByte(text[:i], '\n')+1:], "\n")
			if !yield(line) {
				return
			}
		}
	}
}

// mayIdentify reports whether a text has such a line.
func mayIdentify(text string) bool {
	for range identities(text) {
		return true
	}
	return false
}

// numbered is a line that says who writes in the way of most games.
var numbered = pattern.Lazy(`^\s*\$\s*[iI]\pL*[\s:(]+\d{1,4}(\s|$)`)

// maxIdentities is how many lines of one text are tried for the line that says whose its orders are.
const maxIdentities = 20

// identity returns the first line of a text that says whose its orders are, or "" if there is none.
func (w *walker) identity(text string) string {
	tried := 0
	for line := range identities(text) {
		if w.o.Identity(line) {
			return line
		}
		if tried++; tried == maxIdentities {
			return ""
		}
	}
	return ""
}

// score counts the orders at the beginning of a text. Without a known sender or an `$I` line a text is nobody's
// orders, and is not looked at.
func (w *walker) score(text string) int {
	if w.over() || w.identified && !mayIdentify(text) {
		return 0
	}
	head, lines := firstLines(text, min(maxEach, w.scored))
	w.scored -= lines
	if head == "" {
		return 0
	}
	return w.o.Score(head)
}

// opensOrder asks whether a line starts an order. A text that asks too often was not wrapped by a program: its lines
// are left as they are.
func (w *walker) opensOrder(line string) bool {
	if w.opens--; w.opens < 0 {
		return true
	}
	return w.o.Opens(line)
}

// afford returns as much of a text's octets as may still be read, in whole lines if it has lines.
func (w *walker) afford(data []byte) (head []byte, whole bool) {
	head = data[:len(data)-len(afterLines(data, maxLines))]
	if len(head) > w.Text {
		head = head[:w.Text]
		if end := bytes.LastIndexByte(head, '\n'); end >= 0 {
			head = head[:end+1]
		}
	}
	if len(head)%2 == 1 && len(head) < len(data) && bytes.IndexByte(head, 0) >= 0 {
		head = data[:len(head)+1] // UTF-16
	}
	w.Text = max(0, w.Text-len(head))
	return head, len(head) == len(data)
}

// afterLines returns what follows the first n lines.
func afterLines(data []byte, n int) []byte {
	for ; n > 0; n-- {
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			return nil
		}
		data = data[end+1:]
	}
	return data
}

// firstLines returns the first n lines, and how many there are.
func firstLines(text string, n int) (head string, lines int) {
	rest := text
	for lines < n && rest != "" {
		lines++
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			return text, lines
		}
		rest = rest[end+1:]
	}
	return text[:len(text)-len(rest)], lines
}
