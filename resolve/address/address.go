// Package address decides when two mail addresses are the same (Same) and which may be stored at all (Proper). A domain
// with letters beyond ASCII has two forms: people write `müller.example`, mail servers write `xn--mller-kva.example`.
// Both are the same domain here. Letters are not folded beyond ASCII: to a provider, ſara and sara are two people.
package address

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// longestDomain is how many bytes of a domain are put in ASCII, which takes the square of its length. In ASCII it has 253
// at most (RFC 1035), and each of these stands for one letter of four bytes or fewer.
const longestDomain = 4 * 253

// Wire is an address as every mail server accepts it: with its domain in ASCII. An address whose domain has no such
// form stays as it is. So does the part before the @, which only its own server interprets.
func Wire(mail string) string {
	at := strings.LastIndexByte(mail, '@')
	if domain := mail[at+1:]; len(domain) > longestDomain || strings.IndexFunc(domain, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return mail
	}
	domain, err := idna.Lookup.ToASCII(mail[at+1:])
	if err != nil {
		return mail
	}
	return mail[:at+1] + domain
}

// Folded is the common form of addresses that are the same. Only ASCII letters are lowered, since the domain is in
// ASCII then. No letter counts as another: to a mail provider ſara and sara are two people, and so are those with the
// Kelvin sign and k. A dot at the end of the domain is ignored.
func Folded(mail string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, strings.TrimSuffix(Wire(strings.TrimSpace(mail)), "."))
}

// Forms returns the ways to write an address: as it is, with its domain in ASCII, and with its domain in letters of
// its script.
func Forms(mail string) []string {
	forms := []string{mail, Wire(mail)}
	at := strings.LastIndexByte(mail, '@') + 1
	if domain := mail[at:]; len(domain) <= longestDomain {
		if domain, err := idna.Lookup.ToUnicode(domain); err == nil {
			forms = append(forms, mail[:at]+domain)
		}
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// Finder returns an expression that finds addresses in a text, in all their forms. Longer ones come first, so that no
// end of one is left. Its @ may have blanks around it, or be written as in a link. It is nil if there are none.
func Finder(mail []string) *regexp.Regexp {
	var forms []string
	for _, m := range mail {
		for _, form := range Forms(m) {
			forms = append(forms, strings.ReplaceAll(regexp.QuoteMeta(form), "@", `(?:\s*@\s*|%40)`))
		}
	}
	if len(forms) == 0 {
		return nil
	}
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	return regexp.MustCompile(`(?i)` + strings.Join(forms, "|"))
}

// Same reports whether two addresses are the same, as people write them.
func Same(a, b string) bool { return Folded(a) == Folded(b) }

// Local reports whether a domain has no dot, as in ann@localhost: only the machine's own mail server can deliver to
// it.
func Local(mail string) bool {
	_, domain, at := strings.Cut(Wire(mail), "@")
	return at && !strings.Contains(strings.TrimSuffix(domain, "."), ".")
}

// Proper accepts only bare addresses that every mail server and program understands. An address that would break a
// header or an envelope, or would have to be quoted there, is kept out of the store. Sizes are those of RFC 5321. The
// error is ErrAddress.
func Proper(mail string) error {
	local, domain, at := strings.Cut(mail, "@")
	if !at || len(local) > 64 || len(mail) > 254 || !dotted(local, "!#$%&'*+-/=?^_`{|}~") || !dotted(domain, "-") {
		return wording.Fault(faults.ErrAddress, "address-form", phrase.Str("mail", wording.Cut(mail)))
	}
	_, domain, _ = strings.Cut(Wire(mail), "@")
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

// Distinct returns the list with each address once, at its first place, as it travels.
func Distinct(mail []string) (out []string) {
	for _, m := range mail {
		if !Contains(out, m) {
			out = append(out, Wire(m))
		}
	}
	return out
}

// Contains reports whether an address is in a list, as Same compares them.
func Contains(list []string, mail string) bool {
	return slices.ContainsFunc(list, func(m string) bool { return Same(m, mail) })
}
