package roster

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// ProperMail accepts only bare addresses that every mail server and program understands. An address that would break a
// header or an envelope, or would have to be quoted there, is kept out of the store. Sizes are those of RFC 5321. The
// error is ErrAddress.
func ProperMail(mail string) error {
	local, domain, at := strings.Cut(mail, "@")
	if !at || len(local) > 64 || len(mail) > 254 || !dotted(local, "!#$%&'*+-/=?^_`{|}~") || !dotted(domain, "-") {
		return wording.Fault(faults.ErrAddress, "address-form", phrase.Str("mail", wording.Cut(mail)))
	}
	_, domain, _ = strings.Cut(address.Wire(mail), "@")
	for label := range strings.SplitSeq(domain, ".") {
		if !ascii(label) || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return wording.Fault(faults.ErrAddress, "address-form", phrase.Str("mail", wording.Cut(mail)))
		}
	}
	return nil
}

// dotted reports whether s consists of letters, digits and the given characters, in parts with single dots between
// them. Letters of all scripts pass.
func dotted(s, others string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || strings.ContainsFunc(part, func(r rune) bool {
			if r < utf8.RuneSelf {
				return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' ||
					strings.ContainsRune(others, r))
			}
			return r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		}) {
			return false
		}
	}
	return true
}

// ascii reports whether a part of a domain is in ASCII, as mail servers know it. A domain without such a form has no
// server.
func ascii(label string) bool {
	return !strings.ContainsFunc(label, func(r rune) bool { return r >= utf8.RuneSelf })
}

// DistinctMail returns the list with each address once, at its first place, as it travels.
func DistinctMail(mail []string) (out []string) {
	for _, m := range mail {
		if !Has(out, m) {
			out = append(out, address.Wire(m))
		}
	}
	return out
}

// SameAddress compares two addresses as people write them, and as mail servers do.
func SameAddress(a, b string) bool { return address.Same(a, b) }

// Has reports whether an address is in a list, as SameAddress compares them.
func Has(list []string, mail string) bool {
	for _, m := range list {
		if SameAddress(m, mail) {
			return true
		}
	}
	return false
}
