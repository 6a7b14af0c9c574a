package founding

import (
	_ "embed"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

//go:embed providers.toml
var providersFile string

// Provider is a provider of mailboxes.
type Provider struct {
	Name    string   `toml:"name"`
	Domains []string `toml:"domains"` // of its addresses; none: customers bring their own
	IMAP    string   `toml:"imap"`    // host:port
	SMTP    string   `toml:"smtp"`
	PerHour int      `toml:"per_hour"` // letters an hour that it takes for certain; 0: no limit is known
	SPF     string   `toml:"spf"`      // the domain whose SPF record names its servers; "": not known, or not for others
	Note    string   `toml:"note"`     // "allow", "app", "token": what must be done there first
}

// providers are the known providers, in the order in which they are offered.
var providers = sync.OnceValue(func() []Provider {
	var file struct {
		Provider []Provider `toml:"provider"`
	}
	if _, err := toml.Decode(providersFile, &file); err != nil {
		panic(err) // it is embedded
	}
	return file.Provider
})

// providerOf returns the number of the provider of an address. It is len(providers()), the game master's own server,
// if no provider has that domain.
func providerOf(address string) int {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	at := slices.IndexFunc(providers(), func(p Provider) bool { return slices.Contains(p.Domains, domain) })
	if at < 0 {
		return len(providers())
	}
	return at
}

// OwnerOf returns the provider to which the domain of an address belongs. Its DNS is out of its users' hands.
func OwnerOf(address string) (Provider, bool) {
	i := providerOf(address)
	if i == len(providers()) {
		return Provider{}, false
	}
	return providers()[i], true
}

// SenderAt returns the provider whose server takes letters at a host.
func SenderAt(host string) (Provider, bool) {
	for _, p := range providers() {
		if at, _, _ := net.SplitHostPort(p.SMTP); strings.EqualFold(at, host) {
			return p, true
		}
	}
	return Provider{}, false
}

// Server is a mail server, and how the connection is secured.
type Server struct {
	Host string
	Port int
	TLS  string // as the setting has it
}

// serverAt reads host:port, or a host with the usual port.
func serverAt(text string, port int) (Server, error) {
	host, at, err := net.SplitHostPort(text)
	if err != nil {
		host, at = text, strconv.Itoa(port)
	}
	n, err := strconv.Atoi(at)
	if err != nil || n < 1 || n > 65535 || host == "" || strings.ContainsAny(host, " /@") {
		return Server{}, fmt.Errorf("%q", text)
	}
	s := Server{Host: host, Port: n, TLS: "tls"}
	if n == 143 || n == 587 || n == 25 {
		s.TLS = "starttls"
	}
	return s, nil
}
