package letter

import (
	"strings"
)

// wordLine is a line with the game master's password, which proves who wrote the letter: `GM PASSWORD
// abcd-efgh-ijklm`.
var wordLine = lazily(`(?im)^[ \t]*(?:gm|sl)[ \t]+(?:password|passwort|kennwort)[ \t]*:?[ \t]+(\S+)[ \t]*\r?$`)

// MasterWord returns the game master's password in a text, or "" if there is none.
func MasterWord(text string) string {
	if m := wordLine().FindStringSubmatch(text); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// WithoutMasterWord returns a text with empty lines in place of such lines.
func WithoutMasterWord(text string) string { return wordLine().ReplaceAllString(text, "") }
