package letter

import (
	"regexp"
	"strings"
)

// wordLine is a line by which the game master shows that he has written a letter: `GM PASSWORD abcd-efgh-ijklm`.
var wordLine = regexp.MustCompile(`(?im)^[ \t]*(?:gm|sl)[ \t]+(?:password|passwort|kennwort)[ \t]*:?[ \t]+(\S+)[ \t]*\r?$`)

// MasterWord is the game master's password in a text; "" if there is none.
func MasterWord(text string) string {
	if m := wordLine.FindStringSubmatch(text); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// WithoutMasterWord is a text without such lines: empty ones stand in their place.
func WithoutMasterWord(text string) string { return wordLine.ReplaceAllString(text, "") }
