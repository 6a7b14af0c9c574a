package stage

import (
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// Zone is a DNS server on the loopback address that knows some TXT records.
type Zone struct {
	Addr   string
	mu     sync.Mutex
	txt    map[string][]string // by name, in small letters
	Down   atomic.Bool         // it answers that it failed
	Silent atomic.Bool         // it does not answer
	Dead   string              // a domain, with its final dot, that gives no answers; set before the first question
	Asks   atomic.Int32
}

// Set replaces the TXT records of a name. Without any, the name does not exist.
func (z *Zone) Set(name string, txt ...string) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.txt[strings.ToLower(name)+"."] = txt
}

// NewZone starts a server that ends with the test.
func NewZone(t *testing.T, listen, name, txt string) *Zone {
	t.Helper()
	c, err := net.ListenPacket("udp", listen)
	Must(t, err)
	z := &Zone{Addr: c.LocalAddr().String(), txt: map[string][]string{}}
	z.Set(name, txt)
	t.Cleanup(func() { c.Close() })
	go func() {
		buf := make([]byte, 4096)
		for {
			n, from, err := c.ReadFrom(buf)
			if err != nil {
				return
			}
			if answer := z.answer(buf[:n]); answer != nil {
				c.WriteTo(answer, from)
			}
		}
	}()
	return z
}

// answer returns the records, "no such name", or the failure of a server that is down.
func (z *Zone) answer(query []byte) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil
	}
	z.Asks.Add(1)
	if z.Silent.Load() {
		return nil
	}
	q := m.Questions[0]
	z.mu.Lock()
	known := z.txt[strings.ToLower(q.Name.String())]
	z.mu.Unlock()
	m.Header = dnsmessage.Header{ID: m.ID, Response: true, Authoritative: true, RecursionDesired: true,
		RecursionAvailable: true}
	m.Answers, m.Authorities, m.Additionals = nil, nil, nil
	switch {
	case z.Down.Load() || z.Dead != "" && strings.HasSuffix(q.Name.String(), z.Dead):
		m.RCode = dnsmessage.RCodeServerFailure
	case len(known) == 0:
		m.RCode = dnsmessage.RCodeNameError
	case q.Type == dnsmessage.TypeTXT:
		for _, rest := range known {
			var parts []string
			for rest != "" {
				n := min(len(rest), 255)
				parts, rest = append(parts, rest[:n]), rest[n:]
			}
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name,
				Type: q.Type, Class: q.Class, TTL: 60}, Body: &dnsmessage.TXTResource{TXT: parts}})
		}
	}
	out, err := m.Pack()
	if err != nil {
		return nil
	}
	return out
}
