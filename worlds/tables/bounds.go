package tables

import (
	"bytes"
	"maps"
	"math"
	"slices"

	"github.com/BurntSushi/toml"

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
			if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
				at += n - 1
			} else {
				at = len(text)
			}
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

// narrow refuses a TOML text with whole numbers beyond 32 bits, except for the wide keys. Where an int has only 32
// bits, the decoder would read other numbers, and worlds would differ by the machine (law 2).
func narrow(text []byte, wide []string) error {
	var all map[string]any
	if _, err := toml.Decode(string(text), &all); err != nil {
		return err
	}
	return narrowIn("", all, wide)
}

func narrowIn(key string, value any, wide []string) error {
	switch v := value.(type) {
	case int64:
		if !slices.Contains(wide, key) && (v < math.MinInt32 || v > math.MaxInt32) {
			return Bad("", "wide", phrase.Str("key", key), phrase.Num("n", v))
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if err := narrowIn(k, v[k], wide); err != nil {
				return err
			}
		}
	case []map[string]any:
		for _, e := range v {
			if err := narrowIn(key, e, wide); err != nil {
				return err
			}
		}
	case []any:
		for _, e := range v {
			if err := narrowIn(key, e, wide); err != nil {
				return err
			}
		}
	}
	return nil
}
