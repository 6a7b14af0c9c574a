package tables

import (
	"bytes"

	"weltentor/orders/phrase"
)

// Limits for a TOML text of an operator. The decoder calls itself for each bracket within another and has no limit of
// its own: a text of three megabytes of brackets ends the process.
const (
	LongestText = 1 << 20 // bytes
	DeepestText = 32      // brackets one in another, or parts of a key
)

// Bounded refuses a TOML text that must not reach the decoder.
func Bounded(text []byte) error {
	if len(text) > LongestText {
		return Bad("", "long", phrase.Num("n", LongestText>>10))
	}
	depth, parts, line := 0, 0, 1
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '\n':
			line, parts = line+1, 0
		case '[', '{':
			depth, parts = depth+1, 0
		case ']', '}':
			depth, parts = max(depth-1, 0), 0
		case '=', ',':
			parts = 0
		case '.':
			parts++
		case '#':
			at = until(text, at, "\n") - 1
		case '"', '\'':
			end := quoted(text, at)
			line += bytes.Count(text[at:end], []byte("\n"))
			at = end - 1
		}
		if depth > DeepestText || parts >= DeepestText {
			return Bad("", "deep", phrase.Num("line", line), phrase.Num("n", DeepestText))
		}
	}
	return nil
}

// quoted is where a quoted text that begins at a place ends. If it is not closed, it ends with its line, and the
// decoder stops there.
func quoted(text []byte, at int) int {
	quote := text[at]
	three := bytes.Repeat(text[at:at+1], 3)
	long := bytes.HasPrefix(text[at:], three)
	from := at + 1
	if long {
		from = at + 3
	}
	for i := from; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote == '"':
			i++
		case long && bytes.HasPrefix(text[i:], three):
			end := i + 3
			for n := 0; n < 2 && end < len(text) && text[end] == quote; n++ { // of the text itself
				end++
			}
			return end
		case !long && c == '\n':
			return i
		case !long && c == quote:
			return i + 1
		}
	}
	return len(text)
}

// until is where a mark comes next, or the end.
func until(text []byte, at int, mark string) int {
	if n := bytes.Index(text[at:], []byte(mark)); n >= 0 {
		return at + n
	}
	return len(text)
}
