package main

import (
	"context"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/mailer"
	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// authSettings say what makes a letter a player's.
type authSettings struct {
	Auth     string `toml:"auth"`
	Server   string `toml:"auth_server"`
	Place    string `toml:"auth_place"`
	Verify   bool   `toml:"auth_verify"`
	Resolver string `toml:"auth_resolver"`
}

// validate refuses a world that asks for a proof and says nowhere who finds it,
// or says it twice.
func (s authSettings) validate() error {
	var ways []string
	for _, a := range resolve.Auths {
		ways = append(ways, string(a))
	}
	_, place := mailer.ParsePlace(s.Place)
	switch asked := s.Auth != string(resolve.ByPassword); {
	case !slices.Contains(ways, s.Auth):
		return usage("setting-range", phrase.Str("key", "auth"), phrase.Str("value", s.Auth),
			phrase.Str("want", `"`+strings.Join(ways, `", "`)+`"`))
	case !place:
		return usage("setting-range", phrase.Str("key", "auth_place"), phrase.Str("value", s.Place),
			phrase.Str("want", `"above 1" … "above 9", "below 1" … "below 9"`))
	case strings.ContainsAny(s.Server, " ;()\"\t\n"):
		return usage("setting-auth-server", phrase.Str("value", s.Server))
	case s.Resolver != "" && !s.resolvable():
		return usage("setting-resolver", phrase.Str("value", s.Resolver))
	case asked && s.Server == "" && !s.Verify:
		return usage("setting-auth-nobody", phrase.Str("value", s.Auth))
	case s.Server != "" && s.Verify:
		return usage("setting-auth-two")
	}
	return nil
}

// resolvable tells whether the resolver is an address, alone or with a port.
func (s authSettings) resolvable() bool {
	host, port, err := net.SplitHostPort(s.Resolver)
	if err != nil {
		return net.ParseIP(s.Resolver) != nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0 && net.ParseIP(host) != nil
}

// lookup asks the resolver for TXT records; without one, the machine's.
func (s authSettings) lookup() mailer.LookupTXT {
	if s.Resolver == "" {
		return net.DefaultResolver.LookupTXT
	}
	addr := s.Resolver
	if _, _, err := net.SplitHostPort(addr); err != nil {
		addr = net.JoinHostPort(addr, "53")
	}
	r := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}}
	return func(ctx context.Context, name string) ([]string, error) {
		return r.LookupTXT(ctx, strings.TrimSuffix(name, ".")+".") // with the dot no search list is tried
	}
}

// How long a letter waits for a proof that cannot be had now: so long after it
// came, and after the deadline. The turn waits for it.
const mostHeld = 4 * time.Hour

// heldAtOnce is how many letters from one address may wait; they are fetched
// each time. Only those from registered addresses can, and whoever's keys are not
// to be had takes nobody else's place.
const heldAtOnce = 2

// prover finds out, during one run, what proves the senders of letters.
type prover struct {
	dkim     *mailer.Prover
	held     map[string]int // letters, by the address they are from
	deadline time.Time      // of the turn; zero without one
}

// proof is what proves a letter's sender, as this world finds it out.
func (w *opened) proof(ctx context.Context, raw []byte, from string) mailer.Proof {
	s := w.settings.authSettings
	if s.Verify {
		return w.prover().dkim.Prove(ctx, raw, from, w.settings.Address)
	}
	place, _ := mailer.ParsePlace(s.Place)
	return mailer.Vouched(raw, from, w.settings.Address, mailer.Trusted{Server: s.Server, Place: place})
}

func (w *opened) prover() *prover {
	if w.proving == nil {
		w.proving = &prover{dkim: mailer.NewProver(w.settings.lookup()), held: map[string]int{}}
		// a fault of the store is told by who takes the letter
		if s, err := w.Status(w.call.now()); err == nil && !s.Deadline.IsZero() {
			w.proving.deadline = s.Deadline
		}
	}
	return w.proving
}

// prove adds to a letter what proves its sender, if the world asks for that and
// it comes from a registered address. Time that is up in between is none of the
// letter's fault.
func (w *opened) prove(ctx context.Context, f mailer.Fetched, l *resolve.Letter) error {
	known, _ := w.sentBy(l.From)
	if !known && w.settings.Signup.Open && (w.settings.Server != "" || w.settings.Verify) {
		p := w.proof(ctx, f.Raw, l.From) // newcomers whose sender is proven are invited apart from others
		l.Proof = resolve.Proof{Domain: p.Domain}
		return ctx.Err()
	}
	if !known || w.settings.Auth == string(resolve.ByPassword) {
		return nil
	}
	p := w.proof(ctx, f.Raw, l.From)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	l.Proof = resolve.Proof{Domain: p.Domain, Marks: p.Marks, Why: string(p.Why), Signer: p.Signer}
	if p.Later {
		l.Proof.Later, l.Proof.Why = w.mayWait(f, l.From)
	}
	if p.Why != mailer.Unread {
		return nil
	}
	// Most likely a setting is wrong, and then nobody can play.
	words := loadBook(phrase.Lang(w.settings.GM.Lang)).Say(phrase.P("auth-unread",
		phrase.Str("server", w.settings.Server), phrase.Str("place", w.settings.Place)))
	return w.Alarm("auth unread", words, w.call.now())
}

// mayWait tells whether a letter whose proof cannot be had now may come again, and
// why not: a code of Words under proof.
func (w *opened) mayWait(f mailer.Fetched, from string) (may bool, why string) {
	p, now := w.prover(), w.call.now()
	switch {
	case now.Sub(f.Arrived) >= mostHeld:
		return false, "dns-hours"
	case !p.deadline.IsZero() && now.Sub(p.deadline) >= mostHeld:
		return false, "dns-late"
	case p.held[from] >= heldAtOnce:
		return false, "dns-more"
	}
	return true, string(mailer.NoKey)
}
