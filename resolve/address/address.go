// Package address compares mail addresses: two go in, and whether they are the same comes out. A domain with letters
// beyond ASCII has two forms, `müller.example` and `xn--mller-kva.example`. People write the first and mail servers
// the second, and both are the same domain. Whatever looks up a sender or a reader calls it.
package address

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Wire is an address as every mail server accepts it: with its domain in ASCII. An address whose domain has no such
// form stays as it is. So does the part before the @, which only its own server interprets.
func Wire(mail string) string {
	at := strings.LastIndexByte(mail, '@')
	if strings.IndexFunc(mail[at+1:], func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
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
	if domain, err := idna.Lookup.ToUnicode(mail[at:]); err == nil {
		forms = append(forms, mail[:at]+domain)
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// Same reports whether two addresses are the same, as people write them.
func Same(a, b string) bool { return Folded(a) == Folded(b) }

// Local reports whether a domain has no dot, as in ann@localhost: only the machine's own mail server can deliver to
// it.
func Local(mail string) bool {
	_, domain, at := strings.Cut(Wire(mail), "@")
	return at && !strings.Contains(strings.TrimSuffix(domain, "."), ".")
}
