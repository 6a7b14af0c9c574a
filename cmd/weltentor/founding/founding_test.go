package founding

import (
	"strings"
	"testing"
)

// Every provider's servers can be parsed, and use TLS.
func TestProviders(t *testing.T) {
	if len(providers()) < 10 {
		t.Fatalf("only %d providers", len(providers()))
	}
	for _, p := range providers() {
		for _, at := range []string{p.IMAP, p.SMTP} {
			s, err := serverAt(at, 0)
			if err != nil || !strings.Contains(s.Host, ".") || s.Port != 993 && s.Port != 465 && s.Port != 587 {
				t.Errorf("%s: %s is %+v, %v", p.Name, at, s, err)
			}
		}
		if p.PerHour < 0 || p.PerHour > 1000 {
			t.Errorf("%s takes %d letters an hour", p.Name, p.PerHour)
		}
		if p.Note != "" && p.Note != "allow" && p.Note != "app" && p.Note != "token" {
			t.Errorf("%s: note %s", p.Name, p.Note)
		}
	}
}

// An address shows its provider; an unknown domain means a server of one's own.
func TestProviderOf(t *testing.T) {
	for address, want := range map[string]string{
		"spiel@gmx.de": "GMX", "Spiel@Web.DE": "WEB.DE", "game@googlemail.com": "Gmail", "game@posteo.net": "Posteo",
		"game@hotmail.com": "Outlook.com",
		"game@example.org": "", "game": "", "game@notgmx.de": "",
	} {
		got := ""
		if n := providerOf(address); n < len(providers()) {
			got = providers()[n].Name
		}
		if got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// A host alone has the usual port; a usual port shows how its connection is secured.
func TestServerAt(t *testing.T) {
	for text, want := range map[string]Server{
		"imap.example.org":      {"imap.example.org", 993, "tls"},
		"mail.example.org:143":  {"mail.example.org", 143, "starttls"},
		"mail.example.org:587":  {"mail.example.org", 587, "starttls"},
		"mail.example.org:465":  {"mail.example.org", 465, "tls"},
		"127.0.0.1:7993":        {"127.0.0.1", 7993, "tls"},
		"[2001:db8::1]:993":     {"2001:db8::1", 993, "tls"},
		"imap.example.org:0":    {},
		"imap.example.org:imap": {},
		"https://example.org":   {},
		"game@example.org":      {},
		"":                      {},
	} {
		got, err := serverAt(text, 993)
		if got != want || (err != nil) != (want == Server{}) {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
}

// A provider is known by an address of its own, and by its server; an own domain is nobody's.
func TestWhoseAddressAndServer(t *testing.T) {
	for address, want := range map[string]string{"spiel@GMX.de": "GMX", "a@googlemail.com": "Gmail",
		"spiel@club.example": "", "spiel@notgmx.de": "", "": ""} {
		if p, ok := OwnerOf(address); p.Name != want || ok != (want != "") {
			t.Errorf("%s: %q", address, p.Name)
		}
	}
	for host, want := range map[string][2]string{"SMTP.Fastmail.com": {"Fastmail", "spf.messagingengine.com"},
		"smtp.gmail.com": {"Gmail", "_spf.google.com"}, "mail.gmx.net": {"GMX", ""}, "mail.club.example": {}, "": {}} {
		if p, ok := SenderAt(host); p.Name != want[0] || p.SPF != want[1] || ok != (want[0] != "") {
			t.Errorf("%s: %q, %q", host, p.Name, p.SPF)
		}
	}
}
