package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-msgauth/authres"
)

// Trusted is one of our own mail servers, whose Authentication-Results we believe.
type Trusted struct {
	Server string // its authserv-id, with which the field begins
	Place  Place
}

// Place is where in a header the server writes its field, counted by Received fields from the top. A sender cannot
// write anything above those.
//
// Above n: above the n-th Received, if our own servers write n of them on every mail from outside. Nothing that a
// sender writes can be there.
//
// Below n: between the n-th Received and what comes next. The sender's own header begins there, so only the topmost
// field counts. It is the server's only if the server writes one on every mail, or removes foreign ones with its name
// (RFC 8601, 5).
type Place struct {
	Below bool
	N     int
}

// String is what ParsePlace reads.
func (p Place) String() string {
	side := "above"
	if p.Below {
		side = "below"
	}
	return fmt.Sprintf("%s %d", side, p.N)
}

// ParsePlace reads "above 1", "below 2".
func ParsePlace(s string) (Place, bool) {
	side, n, _ := strings.Cut(s, " ")
	count, err := strconv.Atoi(n)
	p := Place{Below: side == "below", N: count}
	return p, err == nil && 1 <= count && count <= 9 && p.String() == s
}

// authored are fields of the sender's own: none of our servers writes them above its field.
var authored = map[string]bool{
	"from": true, "to": true, "cc": true, "subject": true, "date": true, "message-id": true, "mime-version": true,
	"content-type":              true,
	"content-transfer-encoding": true, "dkim-signature": true, "reply-to": true, "sender": true, "in-reply-to": true,
	"references": true,
}

// Vouched says what the trusted server found out about a mail from a sender to the game's address. Fields with its
// name anywhere but in their place are not its own.
//
// The server says that a signature of a domain holds, but not always which one. Somebody who puts a forged signature
// beside a genuine one must not choose which is meant. So each signature of the sender's domain must be good enough by
// itself.
func Vouched(raw []byte, from, game string, t Trusted) Proof {
	c, ok := claimOf(raw, from, game)
	if !ok {
		return Proof{Why: NoSender}
	}
	fields := t.own(c.fields)
	if len(fields) == 0 {
		return Proof{Why: Unread}
	}
	p := c.vouched(fields)
	p.DMARC = slices.ContainsFunc(fields, func(f string) bool { return passesDMARC(f, c.from) })
	return p
}

// vouched is what the trusted server's fields say about the signatures of the mail.
func (c claim) vouched(fields []string) Proof {
	if len(c.signatures) == 0 {
		return c.doubt()
	}
	for _, f := range fields {
		for _, r := range dkimResults(f) {
			d, ok := dnsName(r.domain)
			if !ok || !r.pass || !covers(d, c.from) {
				continue
			}
			if p, ok := c.provenBy(d); ok {
				if weak := c.weakest(); weak != "" {
					return Proof{Why: weak}
				}
				return p
			}
		}
	}
	return Proof{Why: Broken}
}

// own returns the values of the trusted server's fields in their place.
func (t Trusted) own(fields []headerField) (values []string) {
	received := 0
	for _, f := range fields {
		if f.name == "received" {
			received++
			if !t.Place.Below && received == t.Place.N {
				return values
			}
		}
		if authored[f.name] || received > t.Place.N {
			break
		}
		if f.name != "authentication-results" {
			continue
		}
		v, ok := plainResults(f.value())
		if !ok && t.Place.Below {
			return nil // it may be the server's own, and what follows it is not
		}
		id, _, _ := authres.Parse(v)
		if ok && strings.EqualFold(id, t.Server) {
			if values = append(values, v); t.Place.Below {
				return values
			}
		}
	}
	if !t.Place.Below {
		return nil // there are fewer Received than our servers write
	}
	return values
}

// dkimResult is one dkim= of a field.
type dkimResult struct {
	domain string
	pass   bool
}

// dkimResults reads a field that plainResults made plain. If the field cannot be read to its end, nothing in it is
// believed.
func dkimResults(v string) (out []dkimResult) {
	_, results, err := authres.Parse(v)
	if err != nil {
		return nil
	}
	for _, r := range results {
		d, ok := r.(*authres.DKIMResult)
		if !ok {
			continue
		}
		domain := d.Domain
		if domain == "" { // QUIRK: Gmail tells the identity alone, "header.i=@example.org"
			domain = d.Identifier[strings.LastIndexByte(d.Identifier, '@')+1:]
		}
		out = append(out, dkimResult{domain, d.Value == authres.ResultPass})
	}
	return out
}

// passesDMARC reports whether a field that plainResults made plain says so of a domain. Mail may pass without a
// signature, by the address of its envelope.
func passesDMARC(v, domain string) bool {
	_, results, err := authres.Parse(v)
	return err == nil && slices.ContainsFunc(results, func(r authres.Result) bool {
		d, is := r.(*authres.DMARCResult)
		return is && d.Value == authres.ResultPass && strings.EqualFold(d.From, domain)
	})
}

// plainResults removes comments and makes quoted words plain: the library splits at every ";", and OpenDKIM writes
// "(2048-bit key; unprotected)". Words of the sender are in this field, such as the envelope address. If a comment has
// a quote or a backslash, or does not end, another reader might end it elsewhere. Then ok is false.
func plainResults(v string) (plain string, ok bool) {
	var b strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case depth > 0 && (c == '"' || c == '\\'):
			return "", false
		case quoted && c == '\\':
			i++
			b.WriteByte('_')
		case c == '"':
			quoted = !quoted
		case quoted:
			if strings.IndexByte("; \t=()", c) >= 0 {
				c = '_'
			}
			b.WriteByte(c)
		case c == '(':
			depth++
			b.WriteByte(' ')
		case c == ')':
			if depth--; depth < 0 {
				return "", false
			}
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return strings.TrimSpace(b.String()), depth == 0 && !quoted
}
