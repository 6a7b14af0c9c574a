package proof

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"weltentor/mailer/pattern"
)

// TXTRecord is a TXT record of the DNS: its name without a final dot, and its text in one piece.
type TXTRecord struct{ Name, Text string }

// What may be wrong with a record.
var (
	ErrAbsent  = errors.New("there is no such record")
	ErrSeveral = errors.New("there are several such records, so none of them counts")
	ErrSilent  = errors.New("DNS gives no answer") // it may be known at another time
	ErrKey     = errors.New("the record has another key")
)

// TermError is a part of a record that cannot be read. Whoever keeps the domain has written it.
type TermError struct{ Term string }

func (e *TermError) Error() string { return fmt.Sprintf("%q cannot be read", e.Term) }

// txtOf returns the TXT records of a name, none if it does not exist. Every other error is an ErrSilent.
func txtOf(ctx context.Context, lookup LookupTXT, name string) ([]string, error) {
	txt, err := lookup(ctx, name+".") // the final dot turns off the search list
	var e *net.DNSError
	switch {
	case err == nil:
		return txt, nil
	case errors.As(err, &e) && e.IsNotFound:
		return nil, nil
	}
	return nil, fmt.Errorf("%w: %w", ErrSilent, err)
}

// FindSPF looks up what a domain says about the servers that send for it (RFC 7208, 4.4 to 4.6).
func FindSPF(ctx context.Context, lookup LookupTXT, domain string) (TXTRecord, error) {
	r := TXTRecord{Name: domain}
	txt, err := txtOf(ctx, lookup, domain)
	if err != nil {
		return r, err
	}
	txt = slices.DeleteFunc(txt, func(s string) bool {
		version, _, _ := strings.Cut(s, " ")
		return !strings.EqualFold(version, "v=spf1")
	})
	switch {
	case len(txt) == 0:
		return r, ErrAbsent
	case len(txt) > 1:
		return r, ErrSeveral
	}
	r.Text = txt[0]
	for _, term := range strings.Fields(r.Text)[1:] {
		if !goodTerm(term) {
			return r, &TermError{term}
		}
	}
	return r, nil
}

// modifier is the name of a modifier, such as redirect (RFC 7208, 4.6.1).
var modifier = pattern.Lazy(`^[A-Za-z][A-Za-z0-9_.-]*$`)

// goodTerm reports whether a term of an SPF record has a form that servers read.
func goodTerm(term string) bool {
	if strings.ContainsFunc(term, func(r rune) bool { return r < '!' || r > '~' }) {
		return false
	}
	if name, _, is := strings.Cut(term, "="); is && modifier().MatchString(name) {
		return true
	}
	if strings.IndexByte("+-~?", term[0]) >= 0 {
		term = term[1:]
	}
	name, arg := term, ""
	if i := strings.IndexAny(term, ":/"); i >= 0 {
		name, arg = term[:i], term[i:]
	}
	value, named := strings.CutPrefix(arg, ":")
	switch strings.ToLower(name) {
	case "all":
		return arg == ""
	case "a", "mx", "ptr":
		return arg == "" || len(arg) > 1
	case "include", "exists":
		return named && value != ""
	case "ip4", "ip6":
		ip, err := netip.ParseAddr(value)
		if strings.Contains(value, "/") {
			var block netip.Prefix
			block, err = netip.ParsePrefix(value)
			ip = block.Addr()
		}
		return named && err == nil && ip.Is4() == strings.EqualFold(name, "ip4")
	}
	return false
}

// included is a name that a record may include, in small letters. Such names often begin with an underscore. Names that
// depend on the letter (with macros, RFC 7208, 7) are not followed.
var included = pattern.Lazy(`^[a-z0-9_-]+(\.[a-z0-9_-]+)*$`)

// mostSPF is how many other records a server looks up for one of SPF (RFC 7208, 4.6.4).
const mostSPF = 10

// Includes reports whether an SPF record includes that of another domain, or one that includes it.
func Includes(ctx context.Context, lookup LookupTXT, spf TXTRecord, other string) (bool, error) {
	seen, next := []string{spf.Name}, []TXTRecord{spf}
	for len(next) > 0 {
		r := next[0]
		next = next[1:]
		for _, term := range strings.Fields(r.Text) {
			lower := strings.TrimLeft(strings.ToLower(term), "+")
			name, is := strings.CutPrefix(lower, "include:")
			if !is {
				name, is = strings.CutPrefix(lower, "redirect=")
			}
			name = strings.TrimSuffix(name, ".")
			switch {
			case !is || !included().MatchString(name) || len(name) > 253 || slices.Contains(seen, name):
				continue
			case name == other:
				return true, nil
			case len(seen) > mostSPF:
				return false, nil
			}
			seen = append(seen, name)
			within, err := FindSPF(ctx, lookup, name)
			if errors.Is(err, ErrSilent) {
				return false, err
			}
			next = append(next, within)
		}
	}
	return false, nil
}

// Including returns an SPF record that includes that of another domain too: before its end, which says what becomes of
// all others.
func Including(spf, other string) string {
	terms := strings.Fields(spf)
	end := slices.IndexFunc(terms, func(term string) bool {
		term = strings.ToLower(term)
		return strings.TrimLeft(term, "+-~?") == "all" || strings.HasPrefix(term, "redirect=")
	})
	if end < 0 {
		return strings.Join(append(terms, "include:"+other, "~all"), " ")
	}
	return strings.Join(slices.Insert(terms, end, "include:"+other), " ")
}

// FindDMARC looks up what a domain asks of those who get its mail, or else what its organization asks (RFC 7489,
// 6.6.3).
func FindDMARC(ctx context.Context, lookup LookupTXT, domain string) (TXTRecord, error) {
	r := TXTRecord{Name: "_dmarc." + domain}
	for _, of := range slices.Compact([]string{domain, Organization(domain)}) {
		txt, err := txtOf(ctx, lookup, "_dmarc."+of)
		if err != nil {
			return r, err
		}
		txt = slices.DeleteFunc(txt, func(s string) bool {
			name, value, _ := strings.Cut(s, "=")
			version, _, _ := strings.Cut(value, ";")
			return strings.TrimSpace(name) != "v" || strings.TrimSpace(version) != "DMARC1"
		})
		switch {
		case len(txt) == 0:
			continue
		case len(txt) > 1:
			return TXTRecord{Name: "_dmarc." + of}, ErrSeveral
		}
		r = TXTRecord{Name: "_dmarc." + of, Text: txt[0]}
		policy := tagsOf(r.Text)["p"]
		if !slices.Contains([]string{"none", "quarantine", "reject"}, strings.ToLower(policy)) {
			return r, &TermError{"p=" + policy}
		}
		return r, nil
	}
	return r, ErrAbsent
}

// Organization is the domain that somebody registered, above a domain or itself (RFC 7489, 3.2).
func Organization(domain string) string {
	if org, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return org
	}
	return domain
}

// Domain is the domain in whose name the signer signs.
func (s *Signer) Domain() string { return s.domain }

// Record is the record that proves the signatures (RFC 6376, 3.6.1; RFC 8463 for Ed25519).
func (s *Signer) Record() TXTRecord {
	kind, public := "rsa", []byte(nil)
	switch key := s.key.Public().(type) {
	case ed25519.PublicKey:
		kind, public = "ed25519", key
	case *rsa.PublicKey:
		public, _ = x509.MarshalPKIXPublicKey(key) // which every key of RSA has
	}
	return TXTRecord{Name: s.selector + "._domainkey." + s.domain,
		Text: "v=DKIM1; k=" + kind + "; p=" + base64.StdEncoding.EncodeToString(public)}
}

// Published looks up whether the record of the signer's key is in the DNS.
func (s *Signer) Published(ctx context.Context, lookup LookupTXT) error {
	txt, err := txtOf(ctx, lookup, s.Record().Name)
	switch {
	case err != nil:
		return err
	case len(txt) == 0:
		return ErrAbsent
	case len(txt) > 1:
		return ErrSeveral // which of them counts is undefined (RFC 6376, 3.6.2.2)
	}
	tags := tagsOf(txt[0])
	if version, said := tags["v"]; said && version != "DKIM1" {
		return &TermError{"v=" + version}
	}
	raw, err := base64.StdEncoding.DecodeString(tags["p"])
	if err != nil {
		return &TermError{"p=" + tags["p"]}
	}
	if !s.has(strings.ToLower(tags["k"]), raw) {
		return ErrKey
	}
	return nil
}

// has reports whether a key from a record is the signer's.
func (s *Signer) has(kind string, raw []byte) bool {
	switch mine := s.key.Public().(type) {
	case ed25519.PublicKey:
		return kind == "ed25519" && bytes.Equal(mine, raw)
	case *rsa.PublicKey:
		var key crypto.PublicKey
		key, err := x509.ParsePKIXPublicKey(raw)
		if err != nil { // either form is good (RFC 8017, A.1.1; RFC 6376, erratum 3017)
			key, err = x509.ParsePKCS1PublicKey(raw)
		}
		return err == nil && (kind == "" || kind == "rsa") && mine.Equal(key)
	}
	return false
}
