package mime

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

// decodeUTF7 decodes UTF-7 (RFC 2152): ASCII, and between `+` and `-` UTF-16 in base64 without padding; `+-` is a
// plus. QUIRK: old Outlook Express and Exchange write it. It is never guessed, only declared: to everybody else such a
// text is ASCII. Anything that is not a code stays as it is.
func decodeUTF7(text string) string {
	var b strings.Builder
	for {
		plain, rest, shifted := strings.Cut(text, "+")
		b.WriteString(plain)
		if !shifted {
			return b.String()
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return r >= 0x80 || r == '=' || !base64Sign(byte(r)) })
		if end < 0 {
			end = len(rest)
		}
		code := rest[:end]
		text = strings.TrimPrefix(rest[end:], "-")
		units, ok := utf16Units(code)
		switch {
		case code == "":
			b.WriteByte('+')
			if !strings.HasPrefix(rest, "-") { // a plus that nobody encoded
				text = rest
			}
		case !ok:
			b.WriteString("+" + code)
			text = rest[end:]
		default:
			b.WriteString(string(utf16.Decode(units)))
		}
	}
}

// utf16Units decodes base64 to the numbers of UTF-16. ok is false if there are none.
func utf16Units(code string) (units []uint16, ok bool) {
	octets, err := base64.RawStdEncoding.DecodeString(code)
	if err != nil || len(octets)%2 == 1 {
		return nil, false
	}
	for ; len(octets) > 0; octets = octets[2:] {
		units = append(units, uint16(octets[0])<<8|uint16(octets[1]))
	}
	return units, true
}
