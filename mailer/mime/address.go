package mime

import (
	"mime"
	"net/mail"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"weltentor/mailer/pattern"
	"weltentor/mailer/plain"
)

// Addressed is what the head of a mail says about whom it is for. Addresses are in lower case, in the order of the
// mail, each once.
type Addressed struct {
	Delivered []string // for whom the last server accepted it; only these cannot be written by a sender
	To        []string // of To and Cc
	Subject   string   // its beginning, as Folded returns it
}

// How many addresses of each kind are looked at, and octets of a subject. Programs send less.
const (
	MostAddressed = 500
	mostSubject   = 2000
)

// AddressedTo reads the head of a mail; no more of the mail need be given. It fails if the head is larger than Read
// accepts.
//
// Each server writes Received above what came to it. So whatever is above the topmost one was written by the last
// server when it put the mail into the mailbox. A sender writes below it, whatever the names of the fields. A mail
// without any Received came from no server: it has no Delivered.
func AddressedTo(raw []byte) (a Addressed, err error) {
	h, _, _, err := SplitMail(raw)
	if err != nil {
		return a, err
	}
	var top []string
	for f := h.Fields(); f.Next(); {
		switch key := strings.ToLower(f.Key()); key {
		case "received":
			if a.Delivered == nil {
				a.Delivered = append([]string{}, top...)
			}
		// QUIRK: Exim and some large providers write Envelope-To.
		case "delivered-to", "x-original-to", "envelope-to":
			if a.Delivered == nil {
				top = gather(top, LenientAddress().FindAllString(f.Value(), MostAddressed))
			}
		case "to", "cc":
			a.To = gather(a.To, recipients(f.Value()))
		}
	}
	a.Subject = Folded(Field(h, "Subject"))
	a.Subject = a.Subject[:min(len(a.Subject), mostSubject)]
	return a, nil
}

// pointed is an address as it is written after a name.
var pointed = pattern.Lazy(`<[^<>]*>`)

// recipients are the addresses of a list without the names before them: a name may look like an address, and others
// chose it.
func recipients(v string) (out []string) {
	if list, err := StrictAddresses(v); err == nil {
		for _, a := range list {
			out = append(out, a.Address)
		}
		return out
	}
	// QUIRK: names with commas or umlauts and no quotes.
	if in := pointed().FindAllString(v, MostAddressed); len(in) > 0 {
		v = strings.Join(in, " ")
	}
	return LenientAddress().FindAllString(v, MostAddressed)
}

// longestDomain is how many octets of a domain are put in ASCII, which takes the square of its length. In ASCII it has 253
// at most (RFC 1035), and each of these stands for one letter of four octets or fewer.
const longestDomain = 4 * 253

// DomainWire is a domain as every mail server accepts it: in ASCII, as in DNS. ok is false if it has no such form.
func DomainWire(domain string) (wire string, ok bool) {
	if len(domain) > longestDomain {
		return domain, false
	}
	wire, err := idna.Lookup.ToASCII(domain)
	return wire, err == nil
}

// Wire is an address as every mail server accepts it, see DomainWire. A domain without such a form stays as it is. So does
// what is before the @, where only a server that knows SMTPUTF8 accepts other letters.
func Wire(address string) string {
	at := strings.LastIndexByte(address, '@')
	if IsASCII([]byte(address[at+1:])) {
		return address
	}
	if domain, ok := DomainWire(address[at+1:]); ok {
		return address[:at+1] + domain
	}
	return address
}

// OneAddress reports whether two addresses are the same, in whichever form their domains are written. Only ASCII
// letters are lowered, since the domains are in ASCII then: in a mailbox's name neither "ſ" is "s" nor the Kelvin sign
// "k". A dot at the end of the domain does not matter.
func OneAddress(a, b string) bool { return folded(a) == folded(b) }

func folded(address string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, strings.TrimSuffix(Wire(address), "."))
}

// gather adds addresses to a list that has each once.
func gather(list, more []string) []string {
	for _, a := range more {
		a = strings.ToLower(a)
		if len(list) < MostAddressed && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// Folded is a text in a form in which similar texts are equal: in small letters, with one blank between words and
// plain twins for typographic signs.
func Folded(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(plain.Text(s)), " "))
}

// StrictAddresses reads a list of addresses to its end, or not at all.
func StrictAddresses(v string) ([]*mail.Address, error) {
	p := mail.AddressParser{WordDecoder: &mime.WordDecoder{CharsetReader: readLabel}}
	return p.ParseList(v)
}

// PlainAddress reports whether an address can stand between brackets in a command.
func PlainAddress(a string) bool {
	at := strings.LastIndexByte(a, '@')
	return at > 0 && at < len(a)-1 && len(a) <= 254 && !strings.ContainsFunc(a, func(r rune) bool {
		return r <= ' ' || r == 0x7f || r == '<' || r == '>' || r == 0xfffd
	})
}
