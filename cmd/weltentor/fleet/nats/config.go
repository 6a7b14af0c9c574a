//go:build fleet

// Package nats keeps a fleet's truth in NATS JetStream, embedded: the servers are in the
// hosts' own processes, so that three machines are all that is needed.
package nats

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// Config says what a host must know of the fleet's servers. It is the same on each host but
// for Name, Folder and the files.
type Config struct {
	Name   string // of this host, one of Hosts
	Hosts  []Host // three, or one for trying out
	Folder string // for the server's data
	Secret string // that all hosts know, from a file or the environment
	TLS    TLS    // may be left out only where all addresses are of this machine

	Log     func(level, text string) `json:"-"` // gets what the server says; nil: nobody
	Monitor string                   // address for NATS's own monitoring by HTTP; empty: none
	Clock   func() time.Time         `json:"-"` // nil: the machine's
}

// Host is one machine of the fleet. Addresses are as the other hosts reach it.
type Host struct {
	Name    string
	Routes  string // address where servers meet; not needed if there is one host
	Clients string // address for commands beside the host's process; empty: there are none
	Listen  string // where Routes is listened to, if that differs
}

// TLS names files in PEM. The certificate is this host's, for its addresses, for servers and
// for clients; the authority is the one that has signed all of them.
type TLS struct {
	Authority, Certificate, Key string
}

// shortest is the least length of a secret.
const shortest = 16

// check refuses what could not work, or not safely.
func (c Config) check() error {
	switch len(c.Hosts) {
	case 1, 3:
	case 2:
		return errors.New("NATS needs three hosts, or one for trying out: with two, the loss of either stops both")
	default:
		return fmt.Errorf("NATS needs three hosts, or one for trying out, not %d", len(c.Hosts))
	}
	if len(c.Secret) < shortest {
		return fmt.Errorf("the fleet's secret has %d characters; it needs %d", len(c.Secret), shortest)
	}
	if c.at() < 0 {
		return fmt.Errorf("the host %q is not one of the fleet's hosts", c.Name)
	}
	seen := map[string]string{}
	for _, h := range c.Hosts {
		if err := h.check(len(c.Hosts) > 1, seen); err != nil {
			return err
		}
	}
	return c.checkTLS()
}

// check refuses a host whose name or addresses are faulty, or are another's.
func (h Host) check(cluster bool, seen map[string]string) error {
	if err := engine.CheckName(h.Name); err != nil {
		return fmt.Errorf("a host's name: %w", err)
	}
	if cluster && h.Routes == "" {
		return fmt.Errorf("host %s: the address where servers meet is missing", h.Name)
	}
	for _, one := range []string{h.Name, h.Routes, h.Clients} {
		if one == "" {
			continue
		}
		if other, twice := seen[one]; twice {
			return fmt.Errorf("hosts %s and %s: both have %s", other, h.Name, one)
		}
		seen[one] = h.Name
	}
	for _, address := range []string{h.Routes, h.Clients, h.Listen} {
		if address == "" {
			continue
		}
		if _, _, err := net.SplitHostPort(address); err != nil {
			return fmt.Errorf("host %s: address %q: %w", h.Name, address, err)
		}
	}
	return nil
}

// checkTLS refuses to speak with other machines without certificates.
func (c Config) checkTLS() error {
	files := []string{c.TLS.Authority, c.TLS.Certificate, c.TLS.Key}
	given := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return f == "" })
	if len(given) != 0 && len(given) < len(files) {
		return errors.New("TLS needs three files: the authority, the certificate and its key")
	}
	for _, h := range c.Hosts {
		for _, address := range []string{h.Routes, h.Clients, h.Listen} {
			if address != "" && !loopback(address) && len(given) == 0 {
				return fmt.Errorf("host %s: %s is not of this machine only; hosts need certificates (TLS) there",
					h.Name, address)
			}
		}
	}
	for _, f := range given {
		if _, err := os.Stat(f); err != nil {
			return fmt.Errorf("TLS: %w", err)
		}
	}
	if c.Monitor != "" && !loopback(c.Monitor) {
		return fmt.Errorf("monitoring shows the fleet to all who reach it: %s must be a loopback address", c.Monitor)
	}
	return nil
}

// secure tells whether hosts show each other certificates.
func (c Config) secure() bool { return c.TLS.Certificate != "" }

// at is this host's place among the hosts.
func (c Config) at() int {
	return slices.IndexFunc(c.Hosts, func(h Host) bool { return h.Name == c.Name })
}

// replicas is how many servers keep each entry.
func (c Config) replicas() int { return len(c.Hosts) }

// password is what hosts show each other for one purpose. The secret itself is not sent.
func (c Config) password(purpose string) string {
	mac := hmac.New(sha256.New, []byte(c.Secret))
	mac.Write([]byte("weltentor fleet " + purpose))
	return hex.EncodeToString(mac.Sum(nil))
}

// loopback tells an address that only this machine reaches. A name is none: it may change.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
