package stage

import (
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// Zone is a DNS server on the loopback address that knows one TXT record.
type Zone struct {
	Addr string
	name string
	txt  string
	Down atomic.Bool
	Dead string // a domain, with its final dot, that gives no answers; set before the first question
	Asks atomic.Int32
}

// NewZone starts a server that ends with the test.
func NewZone(t *testing.T, listen, name, txt string) *Zone {
	t.Helper()
	c, err := net.ListenPacket("udp", listen)
	if err != nil {
		t.Fatal(err)
	}
	z := &Zone{Addr: c.LocalAddr().String(), name: name, txt: txt}
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

// answer returns the record, "no such name", or the failure of a server that is down.
func (z *Zone) answer(query []byte) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil
	}
	z.Asks.Add(1)
	q := m.Questions[0]
	m.Header = dnsmessage.Header{ID: m.ID, Response: true, Authoritative: true, RecursionDesired: true,
		RecursionAvailable: true}
	m.Answers, m.Authorities, m.Additionals = nil, nil, nil
	switch {
	case z.Down.Load() || z.Dead != "" && strings.HasSuffix(q.Name.String(), z.Dead):
		m.RCode = dnsmessage.RCodeServerFailure
	case !strings.EqualFold(q.Name.String(), z.name+"."):
		m.RCode = dnsmessage.RCodeNameError
	case q.Type == dnsmessage.TypeTXT:
		var parts []string
		for rest := z.txt; rest != ""; {
			n := min(len(rest), 255)
			parts, rest = append(parts, rest[:n]), rest[n:]
		}
		m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class,
			TTL: 60}, Body: &dnsmessage.TXTResource{TXT: parts}}}
	}
	out, err := m.Pack()
	if err != nil {
		return nil
	}
	return out
}
