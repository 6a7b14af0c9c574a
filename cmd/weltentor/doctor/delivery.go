package doctor

import (
	"cmp"
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"weltentor/mailer/proof"
	"weltentor/orders/phrase"
)

// Sender is a provider whose server sends a game's letters. The zero value is one that is not known.
type Sender struct {
	Name string
	SPF  string // the domain whose SPF record names its servers; "": not known
}

// dnsTime is how long all questions to the DNS may take together. A question that is lost is asked again after five
// seconds.
const dnsTime = 8 * time.Second

// published is what the DNS says about mail from the game's domain.
type published struct {
	dkim   *Finding // nil: letters are not signed by us
	spf    Finding
	dmarc  Finding
	unsure bool   // spf does not know whether the record names the server that sends
	text   string // of the SPF record
}

// published asks the DNS, for everything at once: one server that is silent must not hide what another says.
func (m Mail) published(ctx context.Context, raw []byte) (p published) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(m.Pace.DNS, dnsTime))
	defer cancel()
	var all sync.WaitGroup
	if m.Signer != nil {
		p.dkim = new(Finding)
		all.Go(func() { *p.dkim = m.signature(ctx, raw) })
	}
	all.Go(func() { p.spf, p.text, p.unsure = m.spf(ctx) })
	all.Go(func() { p.dmarc = m.dmarc(ctx) })
	all.Wait()
	return p
}

// record are the arguments of a sentence about a record that somebody must set.
func record(r proof.TXTRecord, more ...phrase.Arg) []phrase.Arg {
	return append([]phrase.Arg{phrase.Str("name", r.Name), phrase.Str("value", r.Text)}, more...)
}

// silent is the finding that the DNS did not answer.
func silent(check, name string) Finding {
	return unknown(check, "record-silent", nil, phrase.Str("name", name))
}

// owned is the finding about a record of a provider's domain: the game master can set none there. It returns false if
// the domain is not a provider's.
func (m Mail) owned(check, name string, err error) (Finding, bool) {
	args := []phrase.Arg{phrase.Str("domain", m.domain()), phrase.Str("owner", m.Owner)}
	switch {
	case m.Owner == "":
		return Finding{}, false
	case err == nil:
		return wellAs(check, "record-owned", args...), true
	case errors.Is(err, proof.ErrSilent):
		return silent(check, name), true
	}
	return beware(check, "record-owned-bad", args...), true
}

// signature checks the record of our signature, and whether the letter's signature holds by it.
func (m Mail) signature(ctx context.Context, raw []byte) Finding {
	right := m.Signer.Record()
	args := record(right)
	err := m.Signer.Published(ctx, m.Lookup)
	switch {
	case m.Owner != "": // the settings allow no other's domain
		return beware("dkim", "dkim-owned", phrase.Str("domain", m.Signer.Domain()), phrase.Str("owner", m.Owner))
	case errors.Is(err, proof.ErrSilent):
		return silent("dkim", right.Name)
	case errors.Is(err, proof.ErrAbsent):
		return beware("dkim", "dkim-absent", args...)
	case errors.Is(err, proof.ErrSeveral):
		return beware("dkim", "dkim-several", args...)
	case errors.Is(err, proof.ErrKey):
		return beware("dkim", "dkim-other-key", args...)
	case err != nil:
		return beware("dkim", "dkim-unread", record(right, term(err))...)
	}
	p := proof.NewProver(m.Lookup).Prove(ctx, raw, m.Address, m.Address)
	org := proof.Organization(m.domain())
	switch {
	case p.Domain != "", p.Why == proof.Unaligned && proof.Organization(m.Signer.Domain()) == org:
		return well("dkim") // a domain below the address's counts for DMARC, too (RFC 7489, 3.1.1)
	case p.Later:
		return silent("dkim", right.Name)
	}
	return beware("dkim", "dkim-unproven", record(right, phrase.Str("why", m.Say(string(p.Why))))...)
}

// spf checks the domain's SPF record. Whether it names the server that sends is known for some providers only. Where it
// is not, unsure is true.
func (m Mail) spf(ctx context.Context) (f Finding, text string, unsure bool) {
	domain := m.domain()
	host, _, _ := net.SplitHostPort(m.SMTP.Addr)
	r, err := proof.FindSPF(ctx, m.Lookup, domain)
	if f, is := m.owned("spf", domain, err); is {
		return f, r.Text, false
	}
	args := []phrase.Arg{phrase.Str("domain", domain), phrase.Str("host", host), phrase.Str("sender", m.Sender.Name)}
	switch {
	case errors.Is(err, proof.ErrSilent):
		return silent("spf", domain), "", false
	case errors.Is(err, proof.ErrSeveral):
		return beware("spf", "spf-several", args...), "", false
	case errors.Is(err, proof.ErrAbsent) && m.Sender.SPF != "":
		r.Text = proof.Including("v=spf1", m.Sender.SPF)
		return beware("spf", "spf-absent", record(r, args...)...), "", false
	case errors.Is(err, proof.ErrAbsent) && net.ParseIP(host) == nil &&
		proof.Organization(host) == proof.Organization(domain):
		r.Text = "v=spf1 a:" + host + " ~all"
		return beware("spf", "spf-absent-own", record(r, args...)...), "", false
	case errors.Is(err, proof.ErrAbsent):
		return beware("spf", "spf-absent-ask", args...), "", false
	case err != nil:
		return beware("spf", "spf-unread", append(args, term(err))...), "", false
	case m.Sender.SPF == "":
		return well("spf"), r.Text, true
	}
	within, err := proof.Includes(ctx, m.Lookup, r, m.Sender.SPF)
	switch {
	case err != nil:
		return silent("spf", domain), r.Text, false
	case !within:
		r.Text = proof.Including(r.Text, m.Sender.SPF)
		return beware("spf", "spf-without", record(r, args...)...), r.Text, false
	}
	return well("spf"), r.Text, false
}

// dmarc checks the domain's DMARC record, or its organization's.
func (m Mail) dmarc(ctx context.Context) Finding {
	r, err := proof.FindDMARC(ctx, m.Lookup, m.domain())
	if f, is := m.owned("dmarc", r.Name, err); is {
		return f
	}
	right := proof.TXTRecord{Name: r.Name, Text: "v=DMARC1; p=none"}
	switch {
	case err == nil:
		return well("dmarc")
	case errors.Is(err, proof.ErrSilent):
		return silent("dmarc", r.Name)
	case errors.Is(err, proof.ErrSeveral):
		return beware("dmarc", "dmarc-several", record(right)...)
	case errors.Is(err, proof.ErrAbsent):
		return beware("dmarc", "dmarc-absent", record(right)...)
	}
	return beware("dmarc", "dmarc-unread", record(right, term(err))...)
}

// longest is how much of a record is shown, in letters.
const longest = 100

// term is what cannot be read of a record. A stranger may have written it.
func term(err error) phrase.Arg {
	if e, is := errors.AsType[*proof.TermError](err); is {
		return phrase.Str("term", shown(e.Term))
	}
	return phrase.Str("term", "")
}

// shown makes what the DNS says fit to be printed.
func shown(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}

// delivery reports on the records and on what the receiving server says about the letter that came back. If none did,
// because is the check that failed.
func (m Mail) delivery(p published, back *returned, because string, tell func(Finding)) {
	var r proof.Results
	if back != nil {
		r = proof.ResultsOf(back.head, m.Address)
	}
	if p.dkim == nil {
		p.dkim = foreign(r)
	}
	tell(*p.dkim)
	if p.unsure {
		p.spf = m.sure(r, p.text)
	}
	tell(p.spf)
	tell(p.dmarc)
	if back == nil {
		tell(skipped("results", because))
	} else {
		tell(results(r))
	}
}

// failures are the results that count against a letter. "none" is not among them: a letter inside one provider may not
// have been looked at (RFC 8601, 2.7).
var failures = []string{"fail", "hardfail", "softfail", "neutral", "policy", "permerror"}

// foreign is the finding about the signature of a provider: ours is not on the letter.
func foreign(r proof.Results) *Finding {
	f := unknown("dkim", "dkim-foreign-unknown", nil, result("result", r.DKIM))
	switch {
	case r.DKIM == "pass" && r.Signer != "":
		f = wellAs("dkim", "dkim-foreign-by", phrase.Str("signer", r.Signer), result("result", r.DKIM))
	case r.DKIM == "pass":
		f = wellAs("dkim", "dkim-foreign", result("result", r.DKIM))
	case slices.Contains(failures, r.DKIM):
		f = beware("dkim", "dkim-foreign-bad", result("result", r.DKIM))
	}
	return &f
}

// sure is the finding about an SPF record of which only a recipient knows whether it names the server that sends.
func (m Mail) sure(r proof.Results, text string) Finding {
	host, _, _ := net.SplitHostPort(m.SMTP.Addr)
	args := []phrase.Arg{phrase.Str("domain", m.domain()), phrase.Str("value", shown(text)), phrase.Str("host", host),
		result("result", r.SPF)}
	switch ours := r.Mailer == "" || r.Mailer == m.domain(); {
	case ours && r.SPF == "pass":
		return well("spf")
	case ours && slices.Contains(failures, r.SPF):
		return beware("spf", "spf-fails", args...)
	}
	return unknown("spf", "spf-unsure", nil, args...)
}

// results is the finding about what the receiving server says.
func results(r proof.Results) Finding {
	args := []phrase.Arg{result("spf", r.SPF), result("dkim", r.DKIM), result("dmarc", r.DMARC)}
	all := []string{r.SPF, r.DKIM, r.DMARC}
	switch {
	case slices.ContainsFunc(all, func(s string) bool { return slices.Contains(failures, s) }):
		return beware("results", "results-bad", args...)
	case slices.Contains(all, "pass"):
		return wellAs("results", "results-said", args...)
	case r == proof.Results{}:
		return unknown("results", "results-none", nil)
	}
	return unknown("results", "results-unknown", nil, args...)
}

// result is a result in the words of RFC 8601, or the key of what stands in its place.
func result(name, word string) phrase.Arg {
	if word == "" {
		return phrase.Key(name, "doctor.result-unknown")
	}
	return phrase.Str(name, word)
}
