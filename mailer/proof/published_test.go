package proof

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
)

// zone is a DNS that knows these records. A name with the record "?" gives no answer.
func zone(asked *[]string, records map[string][]string) LookupTXT {
	return func(_ context.Context, name string) ([]string, error) {
		name, dotted := strings.CutSuffix(name, ".")
		if !dotted {
			return nil, errors.New("a search list was used for " + name)
		}
		if asked != nil {
			*asked = append(*asked, name)
		}
		txt := records[name]
		if len(txt) == 0 {
			return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
		}
		if txt[0] == "?" {
			return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
		}
		return txt, nil
	}
}

func TestFindSPF(t *testing.T) {
	for name, c := range map[string]struct {
		txt  []string
		text string
		want error
	}{
		"one": {[]string{"site=1", "v=spf1 mx -all"}, "v=spf1 mx -all", nil},
		"all kinds": {[]string{"V=SPF1 +a a:b.example a/24 mx:b.example//64 ?ip4:192.0.2.0/24 ip6:2001:db8::/32 exists:%{i}.b.example " +
			"include:c.example ptr ~all redirect=d.example exp=e.example x-y=1"}, "*", nil},
		"none":        {[]string{"v=spf10 mx", "spf1", "v=DMARC1; p=none"}, "", ErrAbsent},
		"no name":     {nil, "", ErrAbsent},
		"two":         {[]string{"v=spf1 mx -all", "v=spf1"}, "", ErrSeveral},
		"silence":     {[]string{"?"}, "", ErrSilent},
		"a slip":      {[]string{"v=spf1 inclde:a.example ~all"}, "*", &TermError{"inclde:a.example"}},
		"no number":   {[]string{"v=spf1 ip4:192.0.2.300 ~all"}, "*", &TermError{"ip4:192.0.2.300"}},
		"the other":   {[]string{"v=spf1 ip4:2001:db8::1 ~all"}, "*", &TermError{"ip4:2001:db8::1"}},
		"no argument": {[]string{"v=spf1 include: ~all"}, "*", &TermError{"include:"}},
		"joined":      {[]string{"v=spf1 mx~all"}, "*", &TermError{"mx~all"}},
		"a control":   {[]string{"v=spf1 x=\x1b[31m mx ~all"}, "*", &TermError{"x=\x1b[31m"}},
		"a letter":    {[]string{"v=spf1 a:bücher.example ~all"}, "*", &TermError{"a:bücher.example"}},
		"a sign":      {[]string{"v=spf1 - all"}, "*", &TermError{"-"}},
	} {
		if c.text == "*" {
			c.text = c.txt[0]
		}
		got, err := FindSPF(t.Context(), zone(nil, map[string][]string{"a.example": c.txt}), "a.example")
		if got.Name != "a.example" || got.Text != c.text || !same(err, c.want) {
			t.Errorf("%s: %+v, %v; want %q, %v", name, got, err, c.text, c.want)
		}
	}
}

// same reports whether an error is the one wanted.
func same(err, want error) bool {
	var a, b *TermError
	if errors.As(want, &b) {
		return errors.As(err, &a) && *a == *b
	}
	return errors.Is(err, want)
}

// A record of another domain may be included by one that is. No more are asked than a server asks.
func TestIncludes(t *testing.T) {
	records := map[string][]string{
		"a.example":      {"v=spf1 include:b.example -all"},
		"b.example":      {"v=spf1 include:a.example redirect=c.example"},
		"c.example":      {"v=spf1 include:mail.example ~all"},
		"_spf.a.example": {"v=spf1 include:a.example. -all"},
		"q.example":      {"v=spf1 include:s.example include:mail.example ~all"},
		"s.example":      {"?"},
	}
	for n := range 100 {
		records[string(rune('a'+n/10))+string(rune('a'+n%10))+".long.example"] = []string{"v=spf1 include:" +
			string(rune('a'+(n+1)/10)) + string(rune('a'+(n+1)%10)) + ".long.example ~all"}
	}
	for spf, want := range map[string]bool{
		"v=spf1 include:mail.example ~all":               true,
		"v=spf1 +include:MAIL.example ~all":              true,
		"v=spf1 include:a.example ~all":                  true,
		"v=spf1 include:_spf.a.example mx -all":          true,
		"v=spf1 redirect=b.example":                      true,
		"v=spf1 include:other.example a:mail.example":    false,
		"v=spf1 -include:mail.example mx ~all":           false,
		"v=spf1 include:%{d}.mail.example exists:x ~all": false,
		"v=spf1 include:aa.long.example ~all":            false,
	} {
		var asked []string
		got, err := Includes(t.Context(), zone(&asked, records), TXTRecord{"own.example", spf}, "mail.example")
		if got != want || err != nil || len(asked) > 10 {
			t.Errorf("%s: %t, %v after %d questions, want %t", spf, got, err, len(asked), want)
		}
	}
	_, err := Includes(t.Context(), zone(nil, records), TXTRecord{"own.example", "v=spf1 include:s.example -all"}, "mail.example")
	if !errors.Is(err, ErrSilent) {
		t.Errorf("an include that nobody answers for: %v", err)
	}
}

func TestIncluding(t *testing.T) {
	for spf, want := range map[string]string{
		"v=spf1":                       "v=spf1 include:mail.example ~all",
		"v=spf1 mx -all":               "v=spf1 mx include:mail.example -all",
		"v=spf1 mx redirect=b.example": "v=spf1 mx include:mail.example redirect=b.example",
		"v=spf1 mx":                    "v=spf1 mx include:mail.example ~all",
	} {
		if got := Including(spf, "mail.example"); got != want {
			t.Errorf("%s: %s, want %s", spf, got, want)
		}
	}
}

// The organization is asked if the domain says nothing, and nobody above it (RFC 7489, 6.6.3).
func TestFindDMARC(t *testing.T) {
	const good = "v=DMARC1; p=none"
	for name, c := range map[string]struct {
		records map[string][]string
		at      string
		want    error
	}{
		"its own":       {map[string][]string{"_dmarc.spiel.club.co.uk": {good}, "_dmarc.club.co.uk": {good}}, "spiel.club", nil},
		"the club's":    {map[string][]string{"_dmarc.club.co.uk": {"x", "v = DMARC1 ;p= Reject; rua=mailto:x"}}, "club", nil},
		"not the state": {map[string][]string{"_dmarc.co.uk": {good}, "_dmarc.uk": {good}}, "spiel.club", ErrAbsent},
		"two":           {map[string][]string{"_dmarc.spiel.club.co.uk": {good, good}, "_dmarc.club.co.uk": {good}}, "spiel.club", ErrSeveral},
		"no policy":     {map[string][]string{"_dmarc.club.co.uk": {"v=DMARC1; rua=mailto:x"}}, "club", &TermError{"p="}},
		"a slip":        {map[string][]string{"_dmarc.club.co.uk": {"v=DMARC1; p=nothing"}}, "club", &TermError{"p=nothing"}},
		"silence":       {map[string][]string{"_dmarc.spiel.club.co.uk": {"?"}, "_dmarc.club.co.uk": {good}}, "spiel.club", ErrSilent},
		"half silence":  {map[string][]string{"_dmarc.club.co.uk": {"?"}}, "spiel.club", ErrSilent},
	} {
		got, err := FindDMARC(t.Context(), zone(nil, c.records), "spiel.club.co.uk")
		if got.Name != "_dmarc."+c.at+".co.uk" || !same(err, c.want) {
			t.Errorf("%s: %+v, %v; want that of %s, %v", name, got, err, c.at, c.want)
		}
	}
}

// A signer's record proves its signatures, in each form that others accept. No other record does.
func TestPublished(t *testing.T) {
	signer := func(key any) *Signer {
		der, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSigner("club.example", "wt", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	big, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	_, ed2, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	one, small := signer(big), signer(ed)
	spki, _ := x509.MarshalPKIXPublicKey(&big.PublicKey)
	b64 := base64.StdEncoding.EncodeToString
	for name, c := range map[string]struct {
		of   *Signer
		txt  []string
		want error
	}{
		"RSA":                 {one, []string{"v=DKIM1; k=rsa; p=" + b64(spki)}, nil},
		"its own words":       {one, []string{one.Record().Text}, nil},
		"without a kind":      {one, []string{"p=" + b64(spki)[:100] + " " + b64(spki)[100:] + "; t=s"}, nil},
		"PKCS #1":             {one, []string{"v=DKIM1; p=" + b64(x509.MarshalPKCS1PublicKey(&big.PublicKey))}, nil},
		"Ed25519":             {small, []string{"v=DKIM1; k=ed25519; p=" + b64(ed.Public().(ed25519.PublicKey))}, nil},
		"its own small words": {small, []string{small.Record().Text}, nil},
		"another's":           {one, []string{signer(other).Record().Text}, ErrKey},
		"another's small":     {small, []string{signer(ed2).Record().Text}, ErrKey},
		"the wrong kind":      {small, []string{"v=DKIM1; p=" + b64(ed.Public().(ed25519.PublicKey))}, ErrKey},
		"revoked":             {one, []string{"v=DKIM1; p="}, ErrKey},
		"cut off":             {one, []string{"v=DKIM1; k=rsa; p=" + b64(spki)[:250]}, &TermError{"p=" + b64(spki)[:250]}},
		"another version":     {one, []string{"v=DKIM2; p=" + b64(spki)}, &TermError{"v=DKIM2"}},
		"two":                 {one, []string{one.Record().Text, one.Record().Text}, ErrSeveral},
		"none":                {one, nil, ErrAbsent},
		"silence":             {one, []string{"?"}, ErrSilent},
	} {
		var asked []string
		err := c.of.Published(t.Context(), zone(&asked, map[string][]string{"wt._domainkey.club.example": c.txt}))
		if !same(err, c.want) || !slices.Equal(asked, []string{"wt._domainkey.club.example"}) {
			t.Errorf("%s: %v after %v, want %v", name, err, asked, c.want)
		}
	}
}
