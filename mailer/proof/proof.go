// Package proof says whether a mail is its sender's. It takes the signature of From's own domain over all that readers
// see, or the word of a trusted mail server of ours. Otherwise it returns a Doubt. A signature that leaves out To, Cc,
// Subject or how the body is read proves nothing. If the DNS does not answer, the mail is judged later. It also makes
// the signatures of our own letters (Signer), and reads what the DNS and recipients say about them (published.go,
// results.go). Begin with Prover and Vouched.
package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"sync"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// Doubt says why nothing proves a mail's From. It is never translated.
type Doubt string

// The doubts.
const (
	Unsigned  Doubt = "unsigned"  // no DKIM signature
	Unaligned Doubt = "unaligned" // signed by a domain other than From's: Proof.Signer
	Broken    Doubt = "broken"    // the signature does not hold
	Unread    Doubt = "unread"    // the trusted server's field is missing, or not in its place
	NoKey     Doubt = "dns"       // the key could not be looked up; Proof.Later
	NoSender  Doubt = "sender"    // two readers might find two senders in the header
	Weak      Doubt = "weak"      // it signs only part of the body, or in another's name, or cannot be read
	Elsewhere Doubt = "elsewhere" // neither To nor Cc names the game
	Unbound   Doubt = "unbound"   // the signature leaves out To, Cc or Subject
	Unformed  Doubt = "form"      // the signature leaves out how the body is to be read, and that could be changed
)

// Doubts lists them, so that tests can check that a table of words is complete.
var Doubts = []Doubt{Unsigned, Unaligned, Broken, Unread, NoKey, NoSender, Weak, Elsewhere, Unbound, Unformed}

// Proof is what the DKIM signatures of a mail say about its From. The zero value proves nothing.
type Proof struct {
	Domain string     // of the signature that proves From; "" if none does
	Marks  [][32]byte // SHA-256 of every signature for From's domain, whatever head is around it
	Why    Doubt      // if none does
	Signer string     // for Unaligned: who signed
	Later  bool       // it may be known at another time
	DMARC  bool       // a trusted server says that From's domain passed DMARC: enough for an answer, not for orders
}

// maxSignatures is how many signatures of From's domain are looked at. Providers write one or two. For each name that one of
// them lists, all fields of the header are walked; they list some twenty of some hundred.
const (
	maxSignatures = 4
	maxNames      = 100
	maxFields     = 1_000
)

// claim is a mail whose sender may be proven: it has one From, in which all readers see the same address.
type claim struct {
	fields     []headerField
	body       []byte
	from       string      // domain, as DNS writes it
	signatures []signature // of that domain or of one above it
	signer     string      // another domain that signed
	signed     bool
	unreadable bool // there is a signature whose domain cannot be read

	form func() Doubt // what unformed says, found out once
}

// signature is the part of a DKIM-Signature that matters here.
type signature struct {
	at     int // index of its field
	domain string
	Mark   [32]byte
	why    Doubt // why it proves nothing, even if it holds; "" if it may
}

// claimOf reads what the header claims about a mail to the game's address. Signatures that leave out the end of the
// body (l=) prove nothing: anybody could have written that end. Nor do those in the name of another user of the domain
// (i=), nor those that do not bind the mail to the game (bound.go).
func claimOf(raw []byte, from, game string) (c claim, ok bool) {
	c.fields, c.body, ok = strictFields(raw)
	if !ok || len(c.fields) > maxFields || !oneSender(c.fields, from) {
		return c, false
	}
	c.form = sync.OnceValue(c.unformed)
	_, domain, _ := strings.Cut(from, "@")
	if c.from, ok = dnsName(domain); !ok {
		return c, false
	}
	for i, f := range c.fields {
		if f.name != "dkim-signature" {
			continue
		}
		c.signed = true
		tags := tagsOf(f.value())
		d, ok := dnsName(tags["d"])
		switch {
		case !ok:
			c.unreadable = true
			continue
		case !covers(d, c.from):
			c.signer = d
			continue
		}
		if len(c.signatures) == maxSignatures { // each costs as much as the body is long
			return c, false
		}
		octets, err := base64.StdEncoding.DecodeString(tags["b"])
		s := signature{i, d, sha256.Sum256(octets), ""}
		if _, part := tags["l"]; part || err != nil || strings.Count(tags["h"], ":") >= maxNames || another(tags["i"], from) {
			s.why = Weak
		} else {
			s.why = c.unbound(tags["h"], game)
		}
		c.signatures = append(c.signatures, s)
	}
	return c, true
}

// another reports whether an identity names a user other than the sender.
func another(identity, from string) bool {
	user, _, _ := strings.Cut(identity, "@")
	return user != "" && !strings.EqualFold(identity, from)
}

// doubt is why a mail without any signature to look at proves nothing.
func (c claim) doubt() Proof {
	switch {
	case !c.signed:
		return Proof{Why: Unsigned}
	case c.unreadable:
		return Proof{Why: Weak}
	}
	return Proof{Why: Unaligned, Signer: c.signer}
}

// weakest is why some signature of the mail would prove nothing, even if it held.
func (c claim) weakest() Doubt {
	if c.unreadable {
		return Weak
	}
	for _, s := range c.signatures {
		if s.why != "" {
			return s.why
		}
	}
	return ""
}

// provenBy is the proof that a domain's signature gives, if the mail has one of it or of one above it. It uses up all
// signatures of the mail, since it is not for us to say which of them the next reader looks at. (Signatures whose
// octets cannot be read never prove anything.)
func (c claim) provenBy(domain string) (p Proof, ok bool) {
	for _, s := range c.signatures {
		ok = ok || covers(s.domain, domain)
		p.Marks = append(p.Marks, s.Mark)
	}
	p.Domain = domain
	return p, ok
}

// covers reports whether a domain speaks for the addresses of another: it is the same, or the other is below it. A
// domain below does not speak for those above, which DMARC would allow: universities and providers give such domains
// to others.
func covers(signer, from string) bool {
	return strings.Contains(signer, ".") && (signer == from || strings.HasSuffix(from, "."+signer))
}

// dnsName is a domain as DNS writes it, in lower case.
func dnsName(domain string) (string, bool) {
	name, ok := mime.DomainWire(strings.TrimSuffix(strings.TrimSpace(domain), "."))
	return name, ok && name != "" && len(name) <= 253
}

// tagsOf reads the tags of a signature, without blanks. If a tag occurs twice, the signature means nothing.
func tagsOf(v string) map[string]string {
	tags := map[string]string{}
	for tag := range strings.SplitSeq(v, ";") {
		name, value, _ := strings.Cut(tag, "=")
		name = strings.TrimSpace(name)
		if _, twice := tags[name]; twice && name != "" {
			return map[string]string{}
		}
		tags[name] = strings.Join(strings.Fields(value), "")
	}
	return tags
}

// headerField is a field as it came: octets with line ends, folded or not.
type headerField struct {
	name string // in lower case
	raw  []byte
}

// value is the field's value on one line.
func (f headerField) value() string {
	v := string(f.raw[len(f.name)+1:])
	return strings.TrimSpace(strings.NewReplacer("\r\n", "", "\n", "").Replace(v))
}

var strictName = pattern.Lazy(`^[!-9;-~]+:`)

// strictFields splits a header into its fields. ok is false if two readers may see two headers: lines that are not
// fields, lines of blanks, stray CRs. Such a mail is still read, but it proves nothing.
func strictFields(raw []byte) (fields []headerField, body []byte, ok bool) {
	for rest := raw; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			end = len(rest)
		}
		line := bytes.TrimSuffix(bytes.TrimSuffix(rest[:end], []byte("\n")), []byte("\r"))
		at := len(raw) - len(rest)
		switch {
		case at > mime.MaxHeader || bytes.ContainsAny(line, "\r\x00"):
			return nil, nil, false
		case len(line) == 0:
			return fields, rest[end:], len(fields) > 0
		case line[0] == ' ' || line[0] == '\t':
			if len(fields) == 0 || len(bytes.TrimSpace(line)) == 0 {
				return nil, nil, false
			}
			last := &fields[len(fields)-1]
			last.raw = raw[at-len(last.raw) : at+end]
		case strictName().Match(line):
			name, _, _ := bytes.Cut(line, []byte(":"))
			fields = append(fields, headerField{strings.ToLower(string(name)), rest[:end]})
		default:
			return nil, nil, false
		}
		rest = rest[end:]
	}
	return fields, nil, len(fields) > 0
}

// oneSender reports whether the header has one From field in which every reader sees the one address, written in
// ASCII. A second field above the signed one, a list, a group, an address in the place of the name: with each of
// these, one program was made to sign and another to believe.
func oneSender(fields []headerField, from string) bool {
	value, n := "", 0
	for _, f := range fields {
		if f.name == "from" {
			value, n = f.value(), n+1
		}
	}
	if n != 1 || from == "" {
		return false
	}
	list, err := mime.StrictAddresses(value)
	if err != nil || len(list) != 1 || !strings.EqualFold(list[0].Address, from) || strings.Count(value, "<") > 1 {
		return false
	}
	if strings.ContainsFunc(list[0].Address, func(r rune) bool { return r > '~' }) {
		return false
	}
	bare := strings.ToLower(value)
	return bare == from || strings.HasSuffix(bare, "<"+from+">") || commented(bare, from)
}

// nameBehind is a name after the address, as it was written before there were brackets. It has no sign by which a reader
// might find another address in it.
var nameBehind = pattern.Lazy(`^[ \t]+\([^()<>@\\",;:]*\)$`)

// commented reports whether a From is an address followed by its owner's name, as mailx and old news programs write
// it.
func commented(value, from string) bool {
	name, ok := strings.CutPrefix(value, from)
	return ok && nameBehind().MatchString(name)
}
