package proof

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
)

const (
	anna    = "anna@example.org"
	theGame = "game@demo.test"
	signed  = "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=t; h=from:to:subject;\r\n bh=AAAA; b=QUJD\r\n"
	aLetter = "From: Anna <anna@example.org>\r\nTo: game@demo.test\r\nSubject: Zug\r\n\r\n$I 1\r\n$A\r\n"
	pass    = "Authentication-Results: mx.demo.test; dkim=pass header.d=example.org header.s=t\r\n"
	forged  = pass
	ours    = "Received: from mx.example.org by mx.demo.test with ESMTP id 1;\r\n\tMon, 2 Mar 2026 12:00:00 +0000\r\n"
	theirs  = "Received: from laptop by mx.example.org with ESMTPSA id 2; Mon, 2 Mar 2026 11:59:59 +0000\r\n"
	local   = "Return-Path: <anna@example.org>\r\nDelivered-To: game@demo.test\r\n" +
		"Received: from localhost by demo with LMTP id 3; Mon, 2 Mar 2026 12:00:01 +0000\r\n"
)

// Our own server's field counts in its place. Anywhere else it may be the sender's.
func TestVouchedByPlace(t *testing.T) {
	above, below := Place{N: 1}, Place{Below: true, N: 1}
	for _, c := range []struct {
		name  string
		place Place
		head  string
		want  Doubt // "" proven
	}{
		{"above our Received", above, pass + ours + theirs + signed, ""},
		{"two fields of ours", above, "Authentication-Results: mx.demo.test; spf=fail smtp.mailfrom=x@y.example\r\n" +
			pass + ours + signed, ""},
		{"forged below our Received", above, ours + forged + signed, Unread},
		{"forged, with a Received of his own", above, ours + forged + theirs + signed, Unread},
		{"forged below all Received", above, ours + theirs + signed + forged, Unread},
		{"forged below our own, which says no", above,
			"Authentication-Results: mx.demo.test; dkim=fail header.d=example.org\r\n" + ours + forged + signed,
			Broken},
		{"no Received of ours at all", above, forged + signed, Unread},
		{"ours by name, in another field", above,
			strings.Replace(pass, "Authentication-Results", "X-Other", 1) + ours + signed, Unread},
		{"not as many of ours as should be", Place{N: 2}, ours + forged + signed, Unread},
		{"behind a delivery of our own", Place{N: 2}, local + pass + ours + theirs + signed, ""},
		{"behind a delivery, forged below", Place{N: 2}, local + ours + forged + theirs + signed, Unread},
		{"between our own, but one is asked for", above, local + pass + ours + signed, Unread},

		{"right below ours", below, ours + pass + theirs + signed, ""},
		{"right below, forged after it", below,
			ours + "Authentication-Results: mx.demo.test; dkim=fail header.d=example.org\r\n" + forged + signed,
			Broken},
		{"below the sender's Received", below, ours + theirs + forged + signed, Unread},
		{"below what the sender writes", below, ours + signed + forged, Unread},
		{"ours cannot be read, forged after it", below, ours +
			"Authentication-Results: mx.demo.test; spf=pass (a \"b) c\r\n" + forged + signed, Unread},
		{"below our second", Place{Below: true, N: 2}, local + ours + pass + theirs + signed, ""},
		{"below our second, asked for the first", below, local + ours + pass + theirs + signed, Unread},
		{"below our first, asked for the second", Place{Below: true, N: 2},
			ours + "X-A: b\r\n" + signed + pass, Unread},
		{"below, and nothing of ours", below, ours + theirs + signed, Unread},
		{"of another server, then ours", below,
			ours + "Authentication-Results: mx.other.test; dkim=fail header.d=example.org\r\n" + pass + signed, ""},
		{"as Gmail has it", Place{Below: true, N: 2}, "Delivered-To: game@demo.test\r\n" + ours +
			"X-Received: by 2002:a05 with SMTP id 4\r\nARC-Seal: i=1; a=rsa-sha256\r\n" + ours +
			"Received-SPF: pass (demo.test: domain of anna@example.org)\r\nAuthentication-Results: mx.demo.test;\r\n" +
			"       dkim=pass header.i=@example.org header.s=t header.b=QUJD;\r\n" +
			"       spf=pass (demo.test: domain of anna@example.org designates 1.2.3.4 as permitted sender) " +
			"smtp.mailfrom=anna@example.org\r\n" + signed, ""},
	} {
		p := Vouched([]byte(c.head+aLetter), anna, theGame, Trusted{Server: "mx.demo.test", Place: c.place})
		if p.Why != c.want || (p.Domain == "example.org") != (c.want == "") {
			t.Errorf("%s: %+v, want %q", c.name, p, c.want)
		}
	}
}

// A trusted server's word about DMARC holds for the sender's own domain, with a signature or without. It never proves
// orders.
func TestVouchedByDMARC(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field  string
		passes bool
	}{
		{"mx.demo.test; dmarc=pass header.from=example.org", true},
		{"mx.demo.test; spf=pass smtp.mailfrom=bounce@example.org; dmarc=Pass (p=NONE) header.from=Example.org", true},
		{"mx.demo.test; dmarc=fail header.from=example.org", false},
		{"mx.demo.test; dmarc=pass header.from=evil.example", false},
		{"mx.demo.test; dmarc=pass header.from=mail.example.org", false},
		{"mx.demo.test; dmarc=pass", false},
		{"mx.evil.example; dmarc=pass header.from=example.org", false},
		{"mx.demo.test; dmarc=none (a; dmarc=pass header.from=example.org)", false},
		{`mx.demo.test; spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.org "@evil.example`, false},
	} {
		for _, signatures := range []string{"", signed} {
			raw := "Authentication-Results: " + c.field + "\r\n" + ours + signatures + aLetter
			p := Vouched([]byte(raw), anna, theGame, Trusted{Server: "mx.demo.test", Place: Place{N: 1}})
			if p.DMARC != c.passes || p.Domain != "" || p.Why == "" {
				t.Errorf("%s: %+v", c.field, p)
			}
		}
	}
	raw := ours + "Authentication-Results: mx.demo.test; dmarc=pass header.from=example.org\r\n" + aLetter
	if p := Vouched([]byte(raw), anna, theGame, Trusted{Server: "mx.demo.test", Place: Place{N: 1}}); p.DMARC {
		t.Errorf("the sender's own field: %+v", p)
	}
}

// What the field says, and what a sender can make it say.
func TestVouchedByField(t *testing.T) {
	for _, c := range []struct {
		field string
		want  Doubt
	}{
		{"mx.demo.test; dkim=pass header.d=example.org", ""},
		{"MX.demo.test 1; DKIM=Pass header.d=Example.ORG.", ""},
		{"mx.demo.test; dkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org", ""},
		{"mx.demo.test; dkim=pass(a comment parts words)header.d=example.org", ""},
		{"mx.demo.test; dkim=none (a; dkim=pass header.d=example.org)", Broken},
		{`mx.demo.test; spf=pass smtp.mailfrom="x; dkim=pass header.d=example.org "@evil.example; dkim=none`, Broken},
		{`mx.demo.test; spf=pass (domain of "x); dkim=pass header.d=example.org ("@evil.example) smtp.mailfrom=x; ` +
			`dkim=none`, Unread},
		{`mx.demo.test; spf=pass (domain of x\); dkim=pass header.d=example.org); dkim=none`, Unread},
		{`mx.demo.test; spf=pass smtp.mailfrom="x\"; dkim=pass header.d=example.org "; dkim=none`, Broken},
		{`mx.demo.test; spf=pass smtp.mailfrom="x\\"; dkim=pass header.d=example.org`, ""},
		{`mx.demo.test; spf=pass smtp.mailfrom="x (y" ; dkim=pass header.d=example.org`, ""},
		{`mx.demo.test; spf=pass smtp.mailfrom="x) y=z" ; dkim=pass header.d=example.org`, ""},
		{`mx.demo.test; spf=pass smtp.mailfrom="x; dkim=pass header.d=example.org`, Unread},
		{`mx.demo.test; spf=pass (x ; dkim=pass header.d=example.org`, Unread},
		{`mx.demo.test; spf=pass (x (y) z); dkim=pass header.d=example.org`, ""},
		{`mx.demo.test; spf=pass (x (y; dkim=pass header.d=example.org) z); dkim=none`, Broken},
		{`mx.demo.test; dkim=pass header.i="@example.org"`, ""},
		{"mx.demo.test; dkim=pass header.i=eve@example.org", ""}, // which signature it was, its tags say
		{"mx.demo.test; dkim=pass)( header.d=example.org", Unread},
		{"mx.demo.test; dkim=pass header.d=example.org)", Unread},
		{"mx.demo.test; nonsense; dkim=pass header.d=example.org", Broken},
		{"mx.demo.test; dkim=pass header.d=example.org; nonsense", Broken},
		{"mx.demo.test 2; dkim=pass header.d=example.org", Unread},
		{"mx.demo.test.evil.example; dkim=pass header.d=example.org", Unread},
		{"dkim=pass header.d=example.org", Unread}, // QUIRK: Microsoft names no server
		{"mx.demo.test; dkim=fail header.d=example.org; dkim=pass header.d=list.example", Broken},
		{"mx.demo.test; dkim=neutral header.d=example.org header.s=ed; dkim=pass header.d=example.org header.s=t", ""},
		{"mx.demo.test; dkim=pass header.d=mail.example.org", Broken},
		{"mx.demo.test; dkim=pass header.d=org", Broken},
		{"mx.demo.test; dmarc=pass header.from=example.org", Broken},
		{"mx.demo.test; none", Broken},
	} {
		raw := "Authentication-Results: " + c.field + "\r\n" + ours + signed + aLetter
		if p := Vouched([]byte(raw), anna, theGame, Trusted{Server: "mx.demo.test", Place: Place{N: 1}}); p.Why != c.want {
			t.Errorf("%s: %+v, want %q", c.field, p, c.want)
		}
	}
}

// Signatures and senders that prove nothing, although our server says pass.
func TestVouchedByHeader(t *testing.T) {
	sign := func(tags string) string {
		return "DKIM-Signature: v=1; a=rsa-sha256; s=t; h=from:to; bh=AAAA; " + tags + "\r\n"
	}
	for _, c := range []struct {
		name, head, from string
		want             Doubt
	}{
		{"honest", sign("d=example.org; b=QUJD") + "From: Anna <anna@example.org>\r\n", anna, ""},
		{"bare", sign("d=example.org; b=QUJD") + "From: Anna@Example.org\r\n", anna, ""},
		{"a name behind it", sign("d=example.org; b=QUJD") +
			"From: Anna@example.org (Anna Ernst-M. =?utf-8?q?=C3=A4?=)\r\n", anna, ""},
		{"a name behind a tab", sign("d=example.org; b=QUJD") + "From: anna@example.org\t(Anna)\r\n", anna, ""},
		{"an address behind it", sign("d=example.org; b=QUJD") + "From: anna@example.org (eve@evil.example)\r\n",
			anna, NoSender},
		{"angles behind it", sign("d=example.org; b=QUJD") + "From: anna@example.org (<eve>)\r\n", anna, NoSender},
		{"brackets behind it", sign("d=example.org; b=QUJD") + "From: anna@example.org (a (b) c)\r\n", anna, NoSender},
		{"a backslash behind it", sign("d=example.org; b=QUJD") + "From: anna@example.org (a \\) c)\r\n",
			anna, NoSender},
		{"a comma behind it", sign("d=example.org; b=QUJD") + "From: anna@example.org (a, b)\r\n", anna, NoSender},
		{"two names behind it", sign("d=example.org; b=QUJD") + "From: anna@example.org (a) (b)\r\n", anna, NoSender},
		{"more behind the name", sign("d=example.org; b=QUJD") + "From: anna@example.org (a) x\r\n", anna, NoSender},
		{"a name before it", sign("d=example.org; b=QUJD") + "From: (Anna) anna@example.org\r\n", anna, NoSender},
		{"no blank before it", sign("d=example.org; b=QUJD") + "From: anna@example.org(Anna)\r\n", anna, NoSender},
		{"another's longer name", sign("d=example.org; b=QUJD") + "From: eve.anna@example.org (Anna)\r\n",
			anna, NoSender},
		{"in the user's name", sign("d=example.org; i=anna@example.org; b=QUJD") + "From: anna@example.org\r\n",
			anna, ""},
		{"in another user's name", sign("d=example.org; i=eve@example.org; b=QUJD") + "From: anna@example.org\r\n",
			anna, Weak},
		{"no signature", "From: anna@example.org\r\n", anna, Unsigned},
		{"of another domain", sign("d=evil.example; b=QUJD") + "From: anna@example.org\r\n", anna, Unaligned},
		{"of a domain below", sign("d=students.example.org; b=QUJD") + "From: anna@example.org\r\n", anna, Unaligned},
		{"of the domain above", sign("d=example.org; b=QUJD") + "From: anna@math.example.org\r\n",
			"anna@math.example.org", ""},
		{"only looks like it", sign("d=badexample.org; b=QUJD") + "From: anna@example.org\r\n", anna, Unaligned},
		{"not the whole body", sign("d=example.org; l=10; b=QUJD") + "From: anna@example.org\r\n", anna, Weak},
		{"two domains in one", sign("d=evil.example; d=example.org; b=QUJD") + "From: anna@example.org\r\n",
			anna, Weak},
		{"a second From above", "From: anna@example.org\r\n" + sign("d=example.org; b=QUJD") +
			"From: eve@example.org\r\n", anna, NoSender},
		{"a second From below", sign("d=example.org; b=QUJD") + "From: eve@example.org\r\nFROM: anna@example.org\r\n",
			anna, NoSender},
		{"two in one", sign("d=example.org; b=QUJD") + "From: eve@example.org, anna@example.org\r\n", anna, NoSender},
		{"the same twice", sign("d=example.org; b=QUJD") + "From: anna@example.org, <anna@example.org>\r\n",
			anna, NoSender},
		{"another bare one first", sign("d=example.org; b=QUJD") + "From: eve@example.org, Anna <anna@example.org>\r\n",
			anna, NoSender},
		{"an address as the name", sign("d=example.org; b=QUJD") + "From: \"<eve@example.org>\" <anna@example.org>\r\n",
			anna, NoSender},
		{"a bare address as the name", sign("d=example.org; b=QUJD") + "From: eve@example.org <anna@example.org>\r\n",
			anna, NoSender},
		{"more behind it", sign("d=example.org; b=QUJD") + "From: <anna@example.org> (x)\r\n", anna, NoSender},
		{"blanks in it", sign("d=example.org; b=QUJD") + "From: < anna@example.org >\r\n", anna, NoSender},
		{"another than was read", sign("d=example.org; b=QUJD") + "From: eve@example.org\r\n", anna, NoSender},
		{"a group", sign("d=example.org; b=QUJD") + "From: eve: anna@example.org;\r\n", anna, NoSender},
		{"another address for a name", sign("d=example.org; b=QUJD") +
			"From: \"eve@example.org\" <anna@example.org>\r\n", anna, ""},
		{"two in angles", sign("d=example.org; b=QUJD") + "From: <eve@example.org> <anna@example.org>\r\n",
			anna, NoSender},
		{"a Kelvin sign", sign("d=example.org; b=QUJD") + "From: \u212aarl@example.org\r\n",
			"karl@example.org", NoSender},
		{"blank before the colon", sign("d=example.org; b=QUJD") +
			"From : eve@example.org\r\nFrom: anna@example.org\r\n", anna, NoSender},
		{"a line that is no field", sign("d=example.org; b=QUJD") + "nonsense\r\nFrom: anna@example.org\r\n",
			anna, NoSender},
		{"blanks for an end", sign("d=example.org; b=QUJD") +
			"From: anna@example.org\r\n \r\nFrom: eve@example.org\r\n", anna, NoSender},
		{"very many", strings.Repeat(sign("d=example.org; b=QUJD"), 5) + "From: anna@example.org\r\n", anna, NoSender},
		{"nobody", sign("d=example.org; b=QUJD") + "From: anna@example.org\r\n", "", NoSender},
	} {
		raw := pass + "Received: by us\r\n" + c.head + "To: game@demo.test\r\n\r\n$I 1\r\n"
		if p := Vouched([]byte(raw), c.from, theGame, Trusted{Server: "mx.demo.test", Place: Place{N: 1}}); p.Why != c.want {
			t.Errorf("%s: %+v, want %q", c.name, p, c.want)
		}
	}
}

// A signature has one mark, however its base64 is written.
func TestMarksOfOneSignature(t *testing.T) {
	mark := func(b string) [32]byte {
		c, ok := claimOf([]byte("DKIM-Signature: d=example.org; b="+b+"\r\n"+aLetter), anna, theGame)
		if !ok || len(c.signatures) != 1 {
			t.Fatalf("%q: %+v", b, c)
		}
		return c.signatures[0].Mark
	}
	if a := mark("QUJDRA=="); a != mark("QU JD\r\n RB==") || a == mark("QUJDRUY=") {
		t.Error("one signature has two marks, or two have one")
	}
}

// provider signs as a player's mail provider does, and answers for its keys.
type provider struct {
	t    *testing.T
	key  ed25519.PrivateKey
	txt  string
	fail error // of every lookup
	asks int
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &provider{t: t, key: key, txt: "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
}

func (p *provider) lookup(_ context.Context, name string) ([]string, error) {
	p.asks++
	if p.fail != nil {
		return nil, p.fail
	}
	if name != "t._domainkey.example.org" {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return []string{p.txt}, nil
}

func (p *provider) sign(domain, raw string) []byte {
	p.t.Helper()
	var out bytes.Buffer
	err := dkim.Sign(&out, strings.NewReader(raw), &dkim.SignOptions{Domain: domain, Selector: "t", Signer: p.key,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed})
	if err != nil {
		p.t.Fatal(err)
	}
	return out.Bytes()
}

func TestProve(t *testing.T) {
	p := newProvider(t)
	whole := p.sign("example.org", aLetter)
	for name, c := range map[string]struct {
		raw  []byte
		from string
		want Doubt
	}{
		"honest": {whole, anna, ""},
		"after a list": {append([]byte(ours+"DKIM-Signature: v=1; d=list.example; b=QUJD\r\n"), whole...),
			anna, ""},
		"under a bogus one": {append([]byte("DKIM-Signature: v=1; a=ed25519-sha256; d=example.org; s=t; h=from; "+
			"bh=QUJD; b=QUJD\r\n"), whole...), anna, ""},
		"other orders": {bytes.Replace(whole, []byte("$I 1"), []byte("$I 2"), 1), anna, Broken},
		"more orders":  {append(bytes.Clone(whole), "$A\r\ndig 9\r\n"...), anna, Broken},
		"another sender": {bytes.Replace(whole, []byte("Anna <anna"), []byte("Anna <eve"), 1),
			"eve@example.org", Broken},
		"a sender more":       {append([]byte("From: eve@example.org\r\n"), whole...), "eve@example.org", NoSender},
		"unsigned":            {[]byte(aLetter), anna, Unsigned},
		"signed by himself":   {p.sign("evil.example", aLetter), anna, Unaligned},
		"another's key":       {newProvider(t).sign("example.org", aLetter), anna, Broken},
		"the end cut off":     {whole[:len(whole)-4], anna, Broken},
		"no such key":         {bytes.Replace(whole, []byte("s=t;"), []byte("s=u;"), 1), anna, Broken},
		"nothing but a head":  {whole[:bytes.Index(whole, []byte("\r\n\r\n"))], anna, Broken},
		"not a mail":          {[]byte("\x00\x01"), anna, NoSender},
		"a From and no more":  {[]byte("From: anna@example.org\r\n\r\n"), anna, Unsigned},
		"nor a blank line":    {[]byte("From: anna@example.org\r\n"), anna, Unsigned},
		"on top of the head":  {append([]byte("Subject: a\r\n b\r\n"), aLetter...), anna, Unsigned},
		"line ends of a file": {bytes.ReplaceAll(whole, []byte("\r\n"), []byte("\n")), anna, ""},
	} {
		got := NewProver(p.lookup).Prove(t.Context(), c.raw, c.from, theGame)
		if got.Why != c.want || got.Later || (got.Domain == "example.org") != (c.want == "") ||
			(len(got.Marks) > 0) != (c.want == "") {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
	}
}

// A mail makes us ask only its sender's own domain, and once a run.
func TestProveAsksOnce(t *testing.T) {
	p := newProvider(t)
	prover, whole := NewProver(p.lookup), p.sign("example.org", aLetter)
	for range 3 {
		prover.Prove(t.Context(), whole, anna, theGame)
	}
	prover.Prove(t.Context(), newProvider(t).sign("evil.example", aLetter), anna, theGame)
	if p.asks != 1 {
		t.Errorf("%d lookups, want 1", p.asks)
	}
}

// A name that only we read as below the sender's domain is not asked for: the resolver may read it otherwise.
func TestProveAsksForNoOtherName(t *testing.T) {
	p := newProvider(t)
	whole := p.sign("example.org", aLetter)
	for _, domain := range []string{"example.org.", "\uff45xample.org", "example\u3002org"} {
		raw := bytes.Replace(whole, []byte("d=example.org;"), []byte("d="+domain+";"), 1)
		if got := NewProver(p.lookup).Prove(t.Context(), raw, anna, theGame); p.asks != 0 || got.Why != Broken || got.Later {
			t.Errorf("%s: %d lookups, %+v", domain, p.asks, got)
		}
	}
}

// A key that cannot be looked up now can be later. If DNS is down, it is not asked again and again.
func TestProveWithoutDNS(t *testing.T) {
	for name, fail := range map[string]error{
		"no answer":   &net.DNSError{Err: "i/o timeout", IsTimeout: true},
		"server fail": &net.DNSError{Err: "server misbehaving", IsTemporary: true},
		"odd":         errors.New("cannot unmarshal DNS message"),
	} {
		p := newProvider(t)
		p.fail = fail
		prover := NewProver(p.lookup)
		for _, selector := range []string{"t", "a", "b", "c", "d"} {
			raw := bytes.Replace(p.sign("example.org", aLetter), []byte("s=t;"), []byte("s="+selector+";"), 1)
			if got := prover.Prove(t.Context(), raw, anna, theGame); !got.Later || got.Why != NoKey ||
				got.Domain != "" {
				t.Errorf("%s: %+v", name, got)
			}
		}
		if p.asks != mostDead {
			t.Errorf("%s: %d lookups, want %d", name, p.asks, mostDead)
		}
	}
}

func TestParsePlace(t *testing.T) {
	for s, want := range map[string]bool{"above 1": true, "below 3": true, "above 0": false, "above": false,
		"beside 1": false, "above 01": false, "below 10": false, "": false} {
		if _, ok := ParsePlace(s); ok != want {
			t.Errorf("%q: %v", s, ok)
		}
	}
}

// FuzzProof: whatever a mail says, nothing panics, and only a domain of its sender proves it.
func FuzzProof(f *testing.F) {
	for _, head := range []string{pass + ours + signed, ours + pass + signed, local + pass + ours + theirs + signed,
		"From: a\r\n", " x\r\n"} {
		f.Add(head+aLetter, anna)
	}
	f.Fuzz(func(t *testing.T, raw, from string) {
		for _, place := range []Place{{N: 1}, {Below: true, N: 1}} {
			p := Vouched([]byte(raw), from, theGame, Trusted{Server: "mx.demo.test", Place: place})
			_, domain, _ := strings.Cut(from, "@")
			if p.Domain != "" && (!covers(p.Domain, strings.TrimSuffix(strings.ToLower(domain), ".")) ||
				len(p.Marks) == 0) || (p.Domain == "") == (p.Why == "") {
				t.Fatalf("%+v of %q", p, from)
			}
		}
		gone := func(context.Context, string) ([]string, error) { return nil, errors.New("gone") }
		NewProver(gone).Prove(t.Context(), []byte(raw), from, theGame)
	})
}

// Places are written and read in the same form, and nothing else is a place.
func TestPlaces(t *testing.T) {
	for word, want := range map[string]Place{"above 1": {N: 1}, "above 9": {N: 9}, "below 1": {Below: true, N: 1},
		"below 3": {Below: true, N: 3}} {
		if p, ok := ParsePlace(word); !ok || p != want || p.String() != word {
			t.Errorf("%s: %+v %v", word, p, ok)
		}
	}
	for _, word := range []string{"", "above", "above 0", "above 10", "below -1", "below 0", "beside 1", "above 01",
		"above  1", "Above 1", "above 1 2", "1 above"} {
		if p, ok := ParsePlace(word); ok {
			t.Errorf("%q is %+v", word, p)
		}
	}
}

// A mail with more signatures than anybody looks at proves nothing, and its body is not searched for each of them.
func TestManySignatures(t *testing.T) {
	field := "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=t; h=from:to:subject; bh=AA==; b=AA==\r\n"
	mail := "From: " + anna + "\r\nTo: " + theGame + "\r\nSubject: Zug\r\n\r\n$I 1\r\n"
	for n, ok := range map[int]bool{maxSignatures: true, maxSignatures + 1: false, 2_000: false} {
		c, is := claimOf([]byte(strings.Repeat(field, n)+mail), anna, theGame)
		if is != ok || len(c.signatures) > maxSignatures {
			t.Errorf("%d: %d are looked at, %v", n, len(c.signatures), is)
		}
	}
}

// Each name that a signature lists costs a walk through the header: more names or fields than any mail has prove nothing.
func TestLongHeaders(t *testing.T) {
	mail := func(names, fields int) []byte {
		return []byte("DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=t; h=from:to:subject" + strings.Repeat(":x", names) + "; bh=AA==; b=AA==\r\n" +
			"From: " + anna + "\r\nTo: " + theGame + "\r\nSubject: Zug\r\n" + strings.Repeat("X: y\r\n", fields) + "\r\n$I 1\r\n")
	}
	if c, ok := claimOf(mail(20, 200), anna, theGame); !ok || len(c.signatures) != 1 || c.signatures[0].why == Weak {
		t.Errorf("an honest header: %+v, %v", c.signatures, ok)
	}
	if c, ok := claimOf(mail(maxNames, 0), anna, theGame); !ok || len(c.signatures) != 1 || c.signatures[0].why != Weak {
		t.Errorf("many names: %+v, %v", c.signatures, ok)
	}
	if _, ok := claimOf(mail(0, maxFields), anna, theGame); ok {
		t.Error("many fields")
	}
}
