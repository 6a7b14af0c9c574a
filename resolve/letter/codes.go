package letter

import (
	"crypto/sha256"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/lazy"
	"weltentor/resolve/limits"
	"weltentor/resolve/secrets"
)

// PassedNumber is the number of the letter that a subject answers, or 0 if it has none. What follows our number is the
// player's own subject.
func PassedNumber(subject string) uint64 {
	for _, mark := range []*regexp.Regexp{numberInTag(), numberAlone()} {
		if m := mark.FindStringSubmatch(subject); m != nil {
			n, _ := strconv.ParseUint(m[1], 10, 64)
			return n
		}
	}
	return 0
}

var (
	numberInTag = lazy.Pattern(`#([0-9]{1,9})\]`)
	numberAlone = lazy.Pattern(`#([0-9]{1,9})\b`)
)

// A token is mailed to a registered address and comes back with the answer, so its sender can read that mailbox. The
// store has its hash, what it allows, and for whom. It can be used once, and within a week.
const (
	TokenLasts  = 7 * limits.Day
	tokensTried = 8 // how many of those in one letter are tried
)

// tokensIn finds what may be tokens in a letter: in its subject, its text, and what it quotes, in this order, each
// once.
func tokensIn(texts ...string) (found []string) {
	for _, text := range texts {
		for at := 0; at < len(text) && len(found) < tokensTried; at++ {
			if text[at]|0x20 != 'w' { // as they all begin; most bytes of a large letter end here
				continue
			}
			n := secrets.Token(text[at:])
			if n == 0 {
				continue
			}
			if t := strings.ToUpper(text[at : at+n]); !slices.Contains(found, t) {
				found = append(found, t)
			}
			at += n - 1
		}
	}
	return found
}

// TokenKey is the key under which a token is stored: its SHA-256.
func TokenKey(token string) []byte {
	key := sha256.Sum256([]byte(token))
	return key[:]
}

// wordLine is a line with the game master's password, which proves who wrote the letter: `GM PASSWORD
// abcd-efgh-ijklm`.
var wordLine = lazy.Pattern(`(?im)^[ \t]*(?:gm|sl)[ \t]+(?:password|passwort|kennwort)[ \t]*:?[ \t]+(\S+)[ \t]*\r?$`)

// MasterWord returns the game master's password in a letter, or "" if there is none.
func (t *Texts) MasterWord() string {
	if m := wordLine().FindStringSubmatch(t.Text); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// WithoutMasterWord returns a text with empty lines in place of such lines.
func WithoutMasterWord(text string) string { return wordLine().ReplaceAllString(text, "") }
