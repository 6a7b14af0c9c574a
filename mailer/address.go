package mailer

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"weltentor/mailer/plain"
)

// Addressed is what the head of a mail says of whom it is for. Addresses are in lower case,
// in the order of the mail, each once.
type Addressed struct {
	Delivered []string // for whom the last server took it; of these alone no sender can write any
	To        []string // of To and Cc
	Subject   string   // its beginning, as Folded gives it
}

// How many addresses of each kind are looked at, and octets of a subject. Programs send less.
const (
	mostAddressed = 500
	mostSubject   = 2000
)

// AddressedTo reads the head of a mail, of which no more need be given. It fails if there is
// more head than Read takes.
//
// Each server writes Received above what came to it. So what is above the topmost one, the last
// server wrote when it put the mail into the mailbox. A sender writes below it, whatever he calls
// his fields. A mail without any Received came from no server: who put it there vouches for nothing.
func AddressedTo(raw []byte) (a Addressed, err error) {
	h, _, _, err := splitMail(raw)
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
				top = gather(top, lenientAddress.FindAllString(f.Value(), mostAddressed))
			}
		case "to", "cc":
			a.To = gather(a.To, recipients(f.Value()))
		}
	}
	a.Subject = Folded(field(h, "Subject"))
	a.Subject = a.Subject[:min(len(a.Subject), mostSubject)]
	return a, nil
}

// pointed is an address as it stands behind a name.
var pointed = regexp.MustCompile(`<[^<>]*>`)

// recipients are the addresses of a list without the names before them: a name may look like an
// address, and others chose it.
func recipients(v string) (out []string) {
	if list, err := strictAddresses(v); err == nil {
		for _, a := range list {
			out = append(out, a.Address)
		}
		return out
	}
	// QUIRK: names with commas or umlauts and no quotes.
	if in := pointed.FindAllString(v, mostAddressed); len(in) > 0 {
		v = strings.Join(in, " ")
	}
	return lenientAddress.FindAllString(v, mostAddressed)
}

// Wire is an address as every mail server takes it: its domain in ASCII, as DNS has it. One that has no such form
// stays as it is, and so does what is before the @: only a server that knows SMTPUTF8 takes other letters there.
func Wire(address string) string {
	at := strings.LastIndexByte(address, '@')
	if isASCII([]byte(address[at+1:])) {
		return address
	}
	domain, err := idna.Lookup.ToASCII(address[at+1:])
	if err != nil {
		return address
	}
	return address[:at+1] + domain
}

// oneAddress tells whether two addresses are one, in whichever form their domains are written. Letters are lowered, not
// folded: "ſ" in a mailbox's name is not "s".
func oneAddress(a, b string) bool {
	one, two := strings.ToLower(Wire(a)), strings.ToLower(Wire(b))
	return one == two
}

// gather adds addresses to a list that has each once.
func gather(list, more []string) []string {
	for _, a := range more {
		a = strings.ToLower(a)
		if len(list) < mostAddressed && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// Folded is a text as two that look alike have it: in small letters, with one blank between words and
// plain twins for typographic signs.
func Folded(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(plain.Text(s)), " "))
}
