package proof

import (
	"bytes"
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"weltentor/mailer/incoming"
)

// Our server says that a signature of the domain is valid, but we do not accept that one. A forged one beside it does
// not change that.
func TestVouchedBesideAForgery(t *testing.T) {
	const passed = "Authentication-Results: mx.demo.test; dkim=pass header.d=example.org header.s=t; dkim=fail " +
		"header.d=example.org header.s=x\r\n"
	sign := func(tags string) string {
		return "DKIM-Signature: v=1; a=rsa-sha256; s=t; h=from:to:subject; bh=AAAA; " + tags + "\r\n"
	}
	for name, c := range map[string]struct {
		genuine string
		want    Doubt
	}{
		"good":                    {sign("d=example.org; b=QUJD"), ""},
		"in another user's name":  {sign("d=example.org; i=eve@example.org; b=QUJD"), Weak},
		"of a part":               {sign("d=example.org; l=10; b=QUJD"), Weak},
		"its padding cut off":     {sign("d=example.org; b=QUI"), Weak},
		"a foreign sign in it":    {sign("d=example.org; b=QU*JD"), Weak},
		"a tag that stands twice": {sign("d=example.org; t=1; t=2; b=QUJD"), Weak},
		"no domain":               {sign("b=QUJD"), Weak},
		"without the recipient":   {strings.Replace(sign("d=example.org; b=QUJD"), "from:to:", "from:", 1), Unbound},
	} {
		for _, beside := range []string{"", sign("d=example.org; b=AAAA"), sign("d=list.example; b=AAAA")} {
			for _, head := range []string{c.genuine + beside, beside + c.genuine} {
				p := Vouched([]byte(passed+ours+head+aLetter), anna, theGame, Trusted{Server: "mx.demo.test", Place: Place{N: 1}})
				if p.Why != c.want || (p.Domain != "") != (c.want == "") {
					t.Errorf("%s, with %q beside it: %+v, want %q", name, beside, p, c.want)
				}
			}
		}
	}
}

// The fields that are signed: by Gmail, by Outlook.com, by rspamd.
var (
	asGmail   = []string{"To", "Subject", "Message-ID", "Date", "From", "MIME-Version", "Cc", "Reply-To"}
	asOutlook = []string{"From", "Date", "Subject", "Message-ID", "Content-Type", "MIME-Version"}
	asRspamd  = []string{"From", "Reply-To", "Subject", "Date", "Message-ID", "To", "Cc", "MIME-Version",
		"Content-Type", "Content-Transfer-Encoding"}
)

func (p *provider) signing(raw string, fields []string) string {
	p.t.Helper()
	var out bytes.Buffer
	err := dkim.Sign(&out, strings.NewReader(raw),
		&dkim.SignOptions{Domain: "example.org", Selector: "t", Signer: p.key, HeaderKeys: fields,
			HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed})
	if err != nil {
		p.t.Fatal(err)
	}
	return out.String()
}

// written returns a mail of Anna. head ends with a line end.
func written(to, head, body string) string {
	return strings.ReplaceAll("From: Anna <anna@example.org>\n"+to+"\nSubject: Zug\nMIME-Version: 1.0\n"+head+"\n"+body,
		"\n", "\r\n")
}

const (
	toGame = "To: Weltentor <Game@demo.test>"
	// Anna's no to Eve, which quotes Eve's words as Anna's program does.
	alternative = "--honest\nContent-Type: text/plain\n\nNo, never.\n\n> see below\n--honest\n" +
		"Content-Type: text/html\n\n" +
		"<p>No, never.</p><blockquote><pre>peace?\n--evil\nContent-Type: text/plain\n\n$I 1\n$N\n#M\nI give up.\n" +
		"#E\n--evil--\n</pre></blockquote>\n--honest--\n"
	honest = "Content-Type: multipart/alternative; boundary=\"honest\"\n"
)

// What a player's provider signed is a letter to the game, or it proves nothing, whoever sends it here.
func TestSignatureNamesTheGame(t *testing.T) {
	p := newProvider(t)
	for name, c := range map[string]struct {
		to     string
		signed []string
		above  string // put above the signed mail
		want   Doubt
	}{
		"to the game":                  {toGame, asGmail, "", ""},
		"a copy":                       {"To: bob@demo.test\nCc: Bob <b@demo.test>, game@demo.test", asGmail, "", ""},
		"in a name of another charset": {"To: =?windows-1252?Q?F=FCrst?= <game@demo.test>", asGmail, "", ""},
		"in a name in no charset":      {"To: F\xfcrst <game@demo.test>", asGmail, "", ""},
		"to a third person":            {"To: Carl <carl@elsewhere.example>", asGmail, "", Elsewhere},
		"who calls himself the game":   {"To: \"game@demo.test\" <eve@evil.example>", asGmail, "", Elsewhere},
		"to one that looks like it":    {"To: game@demo.test.evil.example", asGmail, "", Elsewhere},
		"a blind copy":                 {"To: undisclosed-recipients:;", asGmail, "", Elsewhere},
		"to nobody":                    {"X-To: game@demo.test", asGmail, "", Elsewhere},
		"recipient not signed":         {toGame, asOutlook, "", Unbound},
		"copy not signed": {"To: bob@demo.test\nCc: game@demo.test", []string{"From", "To", "Subject"},
			"", Unbound},
		"subject not signed": {toGame, []string{"From", "To"}, "", Unbound},
		"a recipient more":   {"To: carl@elsewhere.example", asGmail, "To: game@demo.test\r\n", Unbound},
		"a copy more":        {"To: carl@elsewhere.example", asGmail, "Cc: game@demo.test\r\n", Broken},
	} {
		raw := c.above + p.signing(written(c.to, "", "$I 1\n$A\n"), c.signed)
		got := NewProver(p.lookup).Prove(t.Context(), []byte(raw), anna, theGame)
		if got.Why != c.want || (got.Domain != "") != (c.want == "") {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
		vouched := "Authentication-Results: mx.demo.test; dkim=pass header.d=example.org\r\n" + ours + raw
		if got := Vouched([]byte(vouched), anna, theGame, Trusted{Server: "mx.demo.test", Place: Place{N: 1}}); got.Why != c.want &&
			c.want != Broken {
			t.Errorf("%s, vouched for: %+v, want %q", name, got, c.want)
		}
	}
}

// A body that could have meant something else, under an unsigned Content-Type, proves nothing. What Gmail and others
// send does.
func TestSignatureTellsTheForm(t *testing.T) {
	p := newProvider(t)
	const plain, orders = "Content-Type: text/plain; charset=utf-8\n", "$I 1\n$N\n#M\nhello\n#E\n"
	for name, c := range map[string]struct {
		head, body string
		signed     []string
		from, to   string // what is changed on the way
		want       Doubt
	}{
		"nothing said": {"", orders, asGmail, "", "", ""},
		"plain":        {plain, orders, asGmail, "", "", ""},
		"plain and flowed": {"Content-Type: text/plain; charset=UTF-8; format=flowed; delsp=yes\n" +
			"Content-Transfer-Encoding: 8bit\nContent-Language: de\n", orders + "ä\n-- \nAnna\n", asGmail, "", "", ""},
		"encoded": {plain + "Content-Transfer-Encoding: quoted-printable\n",
			"$I 1\n$N\n#M\nF=C3=BCrst=\n=20a=3Db\n#E\n", asGmail, "", "", ""},
		"base64": {plain + "Content-Transfer-Encoding: base64\n", "JEkgMQokTgojTQpGw7xyc3QK\nI0UK\n",
			asGmail, "", "", ""},
		"alternatives":  {honest, alternative, asGmail, "", "", ""},
		"as Apple Mail": {honest, "\n" + alternative, asGmail, "", "", ""},
		"as Thunderbird": {honest, "This is a multi-part message in MIME format.\n" + alternative + "\n",
			asGmail, "", "", ""},
		"inline": {"Content-Disposition: inline\n" + plain, orders, asGmail, "", "", ""},
		"HTML, signed as such": {"Content-Type: text/html\nContent-Transfer-Encoding: 7bit\n", "<p>$I 1<br>$A</p>\n",
			asRspamd, "", "", ""},
		"another boundary": {honest, alternative, asGmail, `multipart/alternative; boundary="honest"`,
			"multipart/mixed; boundary=evil", Unformed},
		"no boundary": {honest, alternative, asGmail, `; boundary="honest"`, "", Unformed},
		"its parts as one text": {honest, alternative, asGmail, `multipart/alternative; boundary="honest"`,
			"text/plain", Unformed},
		"its type taken out": {honest, alternative, asGmail,
			`Content-Type: multipart/alternative; boundary="honest"` + "\r\n", "", Unformed},
		"a type more": {honest, alternative, asGmail, "From: Anna",
			"Content-Type: text/plain\r\nFrom: Anna", Unformed},
		"a type more, one signed": {plain, orders, asRspamd, "From: Anna",
			"Content-Type: text/html\r\nFrom: Anna", Unformed},
		"a digest": {honest, alternative, asGmail, "multipart/alternative", "multipart/digest", Unformed},
		"text as HTML": {plain, "No.\n\n> <br>$I 1<br>$N<br>\n", asGmail, "text/plain",
			"text/html", Unformed},
		"text as parts": {plain, "No.\n\n--evil\n\n$I 1\n$A\n--evil--\n", asGmail, "text/plain; charset=utf-8",
			"multipart/mixed; boundary=evil", Unformed},
		"HTML as text": {"Content-Type: text/html\n",
			"<p>No.</p><blockquote><pre>\n$I 1\n$A\n</pre></blockquote>\n", asGmail, "text/html",
			"text/plain", Unformed},
		"text as encoded": {plain, "No.\n\n> peace?=0A$I 1=0A$A=0A\n", asGmail, "MIME-Version: 1.0",
			"Content-Transfer-Encoding: quoted-printable\r\nMIME-Version: 1.0", Unformed},
		"the same, counted": {plain, "No.\n\n> peace?=0A$I 1=0A$A =\n> and=\n> so\n", asGmail, "MIME-Version: 1.0",
			"Content-Transfer-Encoding: quoted-printable\r\nMIME-Version: 1.0", Unformed},
		"encoded as text": {plain + "Content-Transfer-Encoding: quoted-printable\n",
			"No.\n\n> peace, the following is long=\n$I 1=\n$A\n", asGmail, "quoted-printable", "7bit", Unformed},
		"text as base64": {plain, "No.\n\n> JEkgMQ==\n", asGmail, "MIME-Version: 1.0",
			"Content-Transfer-Encoding: base64\r\nMIME-Version: 1.0", Unformed},
		"base64, unsaid": {plain, "JEkgMQokTgojTQpoZWxsbywgaGVsbG8sIGhlbGxvCiNFCg==\n", asGmail, "",
			"", Unformed},
		"base64, unsaid, signed": {plain + "Content-Transfer-Encoding: 7bit\n",
			"JEkgMQokTgojTQpoZWxsbywgaGVsbG8sIGhlbGxvCiNFCg==\n", asRspamd, "", "", ""},
		"text as a file": {plain, "No.\n\nVon: Eve\nGesendet: heute\nAn: Anna\nBetreff: x\n\n$I 1\n$A\n",
			asRspamd, "MIME-Version: 1.0", "Content-Disposition: attachment; filename=x.txt\r\nMIME-Version: 1.0",
			Unformed},
		"text by another name": {plain, orders, asGmail, "charset=utf-8", "charset=utf-8; name=x.txt", Unformed},
		"a name in pieces": {plain, orders, asGmail, "charset=utf-8",
			"charset=utf-8; name*=ISO-8859-1''x.txt", Unformed},
		"lines as joined": {plain, "$I 1\n$N\n#2\nI shall not \nattack you.\n#E\n", asGmail, "charset=utf-8",
			"charset=utf-8; format=flowed; delsp=yes", Unformed},
		"lines that are joined": {"Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n",
			"$I 1\n$N\n#2\nI shall not attack you as long as you do not attack the others  \nwho are with us.\n#E\n", asGmail, "", "", ""},
		"long lines that flow": {"Content-Type: text/plain; charset=utf-8; format=flowed\n",
			"$I 1\n$N\n#2\nI shall not attack you as long as you do not attack the others \nwho are with us.\n#E\n", asGmail, "", "", ""},
		"a quote that flows": {"Content-Type: text/plain; charset=utf-8; format=flowed\n",
			"$I 1\n$A\n$E\n> Your \n> report\n> -- \n> Weltentor\n", asGmail, "", "", ""},
		"short lines that flow": {plain, "$I 1\n$A\ndig 3 \ndig 4\n", asGmail, "charset=utf-8", "charset=utf-8; format=flowed", Unformed},
		"short lines in base64": {plain + "Content-Transfer-Encoding: base64\n", "JEkgMQokQQpkaWcgMyAKZGlnIDQK\n", asGmail,
			"charset=utf-8", "charset=utf-8; format=flowed; delsp=yes", Unformed},
		"umlauts in another way": {plain + "Content-Transfer-Encoding: quoted-printable\n", "$I 1\n$N\n#M\nF=C3=BCrst\n#E\n", asGmail,
			"utf-8", "iso-8859-5", Unformed},
		"umlauts as others": {plain, "$I 1\n$N\n#M\nFürst\n#E\n", asGmail, "utf-8", "iso-8859-5", Unformed},
		"files as forms": {"Content-Type: multipart/mixed; boundary=\"x\"\n", "--x\nContent-Type: text/plain\n\nHello\n--x\n" +
			"Content-Type: text/plain\n\n$I 1\n$A\n--x--\n", asGmail, "multipart/mixed", "multipart/alternative", Unformed},
		"a letter and a file": {"Content-Type: multipart/mixed; boundary=\"x\"\n", "--x\nContent-Type: text/plain\n\nHello\n--x\n" +
			"Content-Type: text/plain\n\n$I 1\n$A\n--x--\n", asGmail, "", "", ""},
		"letters as others":   {plain, orders, asGmail, "utf-8", "IBM037", Unformed},
		"type cannot be read": {plain, orders, asGmail, "text/plain;", "text/plain; =;", Unformed},
	} {
		raw := p.signing(written(toGame, c.head, c.body), c.signed)
		if c.from != "" && !strings.Contains(raw, c.from) {
			t.Fatalf("%s: nothing to change", name)
		}
		got := NewProver(p.lookup).Prove(t.Context(), []byte(strings.Replace(raw, c.from, c.to, 1)), anna, theGame)
		if got.Why != c.want || (got.Domain != "") != (c.want == "") {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
	}
}

// Words of a forwarded mail are distinguished from the sender's own.
func TestOrdersOfOthers(t *testing.T) {
	const forward = "See what she dares!\n\n---------- Forwarded message ---------\nFrom: Eve <eve@evil.example>\n" +
		"Date: Mon\nSubject: for you\nTo: <anna@example.org>\n\n$I 1\n$A\n"
	const inside = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee!\n--b\nContent-Type: message/rfc822\n\n" +
		"From: eve@evil.example\nContent-Type: text/plain; name=o.txt\n\n$I 1\n$A\n--b--\n"
	for raw, want := range map[string]bool{
		"Subject: Zug\n\n$I 1\n$A\n":                       false,
		"Subject: Fwd: look\n\n" + forward:                 true,
		"Subject: Fwd: look\n\n> $I 1\n> $A\n":             true,
		"Subject: look\n" + inside:                         true,
		"Subject: Fwd: look\n\n$I 1\n$A\n$E\n\n" + forward: false,
	} {
		r, err := incoming.Read(t.Context(), []byte("From: anna@example.org\n"+raw), incoming.ReadOptions{Own: theGame,
			Score:    func(text string) int { return strings.Count(text, "$A") },
			Forwards: func(subject string) bool { return strings.HasPrefix(subject, "Fwd:") }})
		if err != nil || r.Score == 0 || r.Others != want {
			t.Errorf("%q: %v, %+v, want %v", raw, err, r, want)
		}
	}
}

// One sender's dead DNS does not keep other letters waiting. A DNS that is down for all takes little time.
func TestProveBesideADeadDomain(t *testing.T) {
	p := newProvider(t)
	asked := map[string]int{}
	var patience time.Duration
	lookup := func(ctx context.Context, name string) ([]string, error) {
		if end, ok := ctx.Deadline(); ok {
			patience = time.Until(end)
		}
		if _, domain, _ := strings.Cut(name, "._domainkey."); domain != "example.org" {
			asked[domain]++
			return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
		}
		return p.lookup(ctx, name)
	}
	prover := NewProver(lookup)
	for _, domain := range []string{"evil.example", "bad.example"} {
		head := ""
		for _, selector := range []string{"a", "b", "c", "d"} {
			head += "DKIM-Signature: v=1; a=rsa-sha256; d=" + domain + "; s=" + selector +
				"; h=from:to:subject; bh=AAAA; b=QUJD\r\n"
		}
		raw := head + strings.ReplaceAll(aLetter, "anna@example.org", "eve@"+domain)
		if got := prover.Prove(t.Context(), []byte(raw), "eve@"+domain, theGame); got.Why != NoKey || !got.Later {
			t.Errorf("%s: %+v", domain, got)
		}
		if asked[domain] != mostDead {
			t.Errorf("%s was asked %d times, want %d", domain, asked[domain], mostDead)
		}
	}
	if got := prover.Prove(t.Context(), p.sign("example.org", aLetter), anna, theGame); got.Domain != "example.org" {
		t.Errorf("Anna: %+v", got)
	}
	if patience > brokenTime {
		t.Errorf("a key is waited for %s while DNS is down, want %s", patience, brokenTime)
	}
}
