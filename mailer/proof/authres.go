package proof

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/emersion/go-msgauth/authres"
)

// Trusted is a mail server of ours whose Authentication-Results we believe.
type Trusted struct {
	Server string // its authserv-id, as the field begins
	Place  Place
}

// Place is where in a header the server writes its field, counted by Received
// fields from the top: those are what a sender cannot write above.
//
// Above n: above the n-th Received, and our own servers write n of them on every
// mail from outside. Nothing a sender writes can stand there.
//
// Below n: between the n-th Received and what comes next. There the sender's own
// header begins, so only the topmost field counts, and it is the server's only
// if the server writes one on every mail or takes foreign ones of its name out
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

// authored are fields of the sender's own: no server of ours writes them above
// what it has to say.
var authored = map[string]bool{
	"from": true, "to": true, "cc": true, "subject": true, "date": true, "message-id": true, "mime-version": true,
	"content-type":              true,
	"content-transfer-encoding": true, "dkim-signature": true, "reply-to": true, "sender": true, "in-reply-to": true,
	"references": true,
}

// Vouched tells what the trusted server found about a mail from a sender to the
// game's address. Fields of its name anywhere else than in its place are not its own.
//
// The server says that a signature of a domain holds, and not always which. Who
// puts a forged one beside a genuine one must not choose which of them is meant,
// so all of the sender's domain must be such that each would do.
func Vouched(raw []byte, from, game string, t Trusted) Proof {
	c, ok := claimOf(raw, from, game)
	if !ok {
		return Proof{Why: NoSender}
	}
	fields := t.own(c.fields)
	if len(fields) == 0 {
		return Proof{Why: Unread}
	}
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

// own are the values of the trusted server's fields in their place.
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
		return nil // there are not as many Received as our servers write
	}
	return values
}

// dkimResult is one dkim= of a field.
type dkimResult struct {
	domain string
	pass   bool
}

// dkimResults reads a field that plainResults made plain. Of one that cannot be
// read to its end nothing is believed.
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

// plainResults takes out comments and makes quoted words plain: the library
// splits at every ";", and OpenDKIM writes "(2048-bit key; unprotected)". Words
// of the sender's stand in this field, such as his envelope address: where a
// comment holds a quote or a backslash, or does not end, another reader might
// end it elsewhere, and the field is not ok.
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
