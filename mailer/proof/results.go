package proof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/authres"
)

// Results are what the server that received a letter found out about it, in the words of RFC 8601, 2.7. "" stands for
// what it does not say.
type Results struct {
	SPF, DKIM, DMARC string
	Mailer           string // the domain that SPF is about; "" if it is not said
	Signer           string // the domain of the signature that DKIM is about; "" if it is not said
}

// resultWords are the words for a result. A word that is not among them says nothing.
var resultWords = []authres.ResultValue{authres.ResultNone, authres.ResultPass, authres.ResultFail,
	authres.ResultPolicy, authres.ResultNeutral, authres.ResultTempError, authres.ResultPermError,
	authres.ResultHardFail, authres.ResultSoftFail}

// ResultsOf reads them from the header of a letter as it lies in the mailbox of its recipient. The receiving server
// writes above all that the sender wrote, and other servers on the way write below it. So the topmost field counts, and
// others with its name on them. This trusts a letter of our own alone: whose it is, Vouched finds out.
func ResultsOf(header []byte, from string) (r Results) {
	fields, _, ok := strictFields(header)
	if !ok {
		return r
	}
	_, domain, _ := strings.Cut(from, "@")
	domain, _ = dnsName(domain)
	server, begun := "", false
	for _, f := range fields {
		if authored[f.name] {
			break
		}
		if f.name != "authentication-results" {
			continue
		}
		v, ok := plainResults(f.value())
		if first, _, _ := strings.Cut(v, ";"); strings.Contains(first, "=") {
			v = ";" + v // QUIRK: Microsoft's servers leave out their name
		}
		id, results, err := authres.Parse(v)
		if !ok || err != nil {
			break // it may be the receiving server's own, and what follows it is not
		}
		if begun && !strings.EqualFold(id, server) {
			continue
		}
		server, begun = id, true
		for _, result := range results {
			r.take(result, domain)
		}
	}
	return r
}

// take takes in one result. Of several signatures the one counts that helps most: one that holds, of the sender's own
// organization. Of everything else the first counts.
func (r *Results) take(result authres.Result, domain string) {
	word := func(v authres.ResultValue) string {
		if !slices.Contains(resultWords, v) {
			return ""
		}
		return string(v)
	}
	switch result := result.(type) {
	case *authres.SPFResult:
		if r.SPF == "" {
			r.SPF, r.Mailer = word(result.Value), named(result.From)
		}
	case *authres.DMARCResult:
		if r.DMARC == "" {
			r.DMARC = word(result.Value)
		}
	case *authres.DKIMResult:
		signer := cmp.Or(named(result.Domain), named(result.Identifier))
		worth := func(word, signer string) (n int) {
			if word == authres.ResultPass {
				n = 2
			}
			if Organization(signer) == Organization(domain) {
				n++
			}
			return n
		}
		if now := word(result.Value); r.DKIM == "" || worth(now, signer) > worth(r.DKIM, r.Signer) {
			r.DKIM, r.Signer = now, signer
		}
	}
}

// named is the domain of an address, or of a domain alone. It is "" if there is none.
func named(address string) string {
	domain, ok := dnsName(address[strings.LastIndexByte(address, '@')+1:])
	if !ok || !strings.Contains(domain, ".") {
		return ""
	}
	return domain
}
