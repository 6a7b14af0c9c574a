package doctor

import (
	"context"
	"net"
	"strings"
	"testing"

	"weltentor/mailer/proof"
	"weltentor/mailer/smtp"
)

// Which record an own domain needs depends on whose server sends. Where that is not known, none is invented.
func TestSPFByTheSender(t *testing.T) {
	known := Sender{"Fastmail", "spf.messagingengine.com"}
	const other = "_spf.club.example"
	for name, c := range map[string]struct {
		host   string
		sender Sender
		txt    string // "": none
		state  State
		code   string
		value  string // to be set
	}{
		"a known provider":           {"smtp.fastmail.com", known, "v=spf1 include:spf.messagingengine.com ?all", Well, "", ""},
		"by way of another":          {"smtp.fastmail.com", known, "v=spf1 include:" + other + " -all", Well, "", ""},
		"a known one is not in it":   {"smtp.fastmail.com", known, "v=spf1 mx -all", Beware, "spf-without", "v=spf1 mx include:spf.messagingengine.com -all"},
		"a known one, no record":     {"smtp.fastmail.com", known, "", Beware, "spf-absent", "v=spf1 include:spf.messagingengine.com ~all"},
		"an unknown one, no record":  {"smtp.post.example", Sender{Name: "Post"}, "", Beware, "spf-absent-ask", ""},
		"a number, no record":        {"192.0.2.1", Sender{}, "", Beware, "spf-absent-ask", ""},
		"an own one, no record":      {"mail.club.example", Sender{}, "", Beware, "spf-absent-own", "v=spf1 a:mail.club.example ~all"},
		"an unknown one, and record": {"smtp.post.example", Sender{}, "v=spf1 mx -all", Unknown, "spf-unsure", "v=spf1 mx -all"},
	} {
		m := Mail{Address: "game@club.example", Sender: c.sender, SMTP: smtp.Config{Addr: c.host + ":465"},
			Lookup: func(_ context.Context, name string) ([]string, error) {
				txt := map[string]string{"club.example.": c.txt, other + ".": "v=spf1 include:spf.messagingengine.com -all"}[name]
				if txt == "" {
					return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
				}
				return []string{txt}, nil
			}}
		f, text, unsure := m.spf(t.Context())
		if unsure {
			f = m.sure(proof.Results{}, text)
		}
		value := ""
		for _, arg := range f.What.Args {
			if arg.Name == "value" {
				value = arg.S
			}
		}
		if f.State != c.state || f.What.Code != c.code || value != c.value {
			t.Errorf("%s: %s %s %q, want %s %s %q", name, f.State, f.What.Code, value, c.state, c.code, c.value)
		}
	}
}

// What strangers write cannot reach the terminal as it is.
func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"v=spf1 ü -all":           "v=spf1 ü -all",
		"\x1b[31mred\x07\n\u202e": "?[31mred???",
		strings.Repeat("x", 101):  strings.Repeat("x", 100) + "…",
	} {
		if got := shown(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
