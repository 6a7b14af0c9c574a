package settings

import (
	"context"
	"net"
	"slices"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/proof"
	"weltentor/orders/phrase"
	"weltentor/resolve/world"
)

// Proof says what proves that a letter is from its player.
type Proof struct {
	Auth     string `toml:"auth" default:"password"`
	Server   string `toml:"auth_server"`
	Place    string `toml:"auth_place" default:"above 1"`
	Verify   bool   `toml:"auth_verify"`
	Resolver string `toml:"auth_resolver"`
}

// validate refuses settings that ask for a proof without saying who finds it, or that say so twice.
func (s Proof) validate() error {
	_, place := proof.ParsePlace(s.Place)
	switch asked := s.Auth != string(world.ByPassword); {
	case !slices.Contains(world.Auths, world.Auth(s.Auth)):
		return Outside("auth", s.Auth, Listed(world.Auths))
	case !place:
		return Outside("auth_place", s.Place, `"above 1" … "above 9", "below 1" … "below 9"`)
	case strings.ContainsAny(s.Server, " ;()\"\t\n"):
		return complaint.Usage("setting-auth-server", phrase.Str("value", s.Server))
	case s.Resolver != "" && !s.resolvable():
		return complaint.Usage("setting-resolver", phrase.Str("value", s.Resolver))
	case asked && s.Server == "" && !s.Verify:
		return complaint.Usage("setting-auth-nobody", phrase.Str("value", s.Auth))
	case s.Server != "" && s.Verify:
		return complaint.Usage("setting-auth-two")
	}
	return nil
}

// resolvable reports whether the resolver is an address, alone or with a port.
func (s Proof) resolvable() bool {
	host, port, err := net.SplitHostPort(s.Resolver)
	if err != nil {
		return net.ParseIP(s.Resolver) != nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0 && net.ParseIP(host) != nil
}

// Lookup asks the resolver for TXT records. Without one it asks that of the machine.
func (s Proof) Lookup() proof.LookupTXT {
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
		return r.LookupTXT(ctx, strings.TrimSuffix(name, ".")+".") // the final dot turns off the search list
	}
}
