package resolve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders/phrase"
)

// properMail takes bare addresses that every mail server and program
// understands: what would break a header or an envelope, or would have to be
// quoted there, stays out of the store. Sizes are those of RFC 5321.
func properMail(mail string) error {
	local, domain, at := strings.Cut(mail, "@")
	if !at || len(local) > 64 || len(mail) > 254 || !dotted(local, "!#$%&'*+-/=?^_`{|}~") || !dotted(domain, "-") {
		return fault(ErrAddress, "address-form", phrase.Str("mail", cut(mail)))
	}
	for label := range strings.SplitSeq(domain, ".") {
		if len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return fault(ErrAddress, "address-form", phrase.Str("mail", cut(mail)))
		}
	}
	return nil
}

// dotted tells whether s is parts of letters, digits and the characters given,
// with single dots between them. Letters of all scripts pass.
func dotted(s, others string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || strings.ContainsFunc(part, func(r rune) bool {
			if r < utf8.RuneSelf {
				return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(others, r))
			}
			return r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		}) {
			return false
		}
	}
	return true
}

// gameAddress is the address letters are sent from.
func (o *Office) gameAddress() (string, error) {
	if o.Address == "" {
		return "", fault(ErrAddress, "address-game", phrase.Str("file", settingsName))
	}
	return o.Address, properMail(o.Address)
}
