package incoming

import (
	"strings"
	"testing"
)

// The beginning of what an answer quotes is kept for those who look for something in it that we sent out.
func TestQuoted(t *testing.T) {
	const mark = "WT-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	plain := "Content-Type: text/plain\r\n\r\n"
	for name, body := range map[string]string{
		"marked": plain + "ja\r\n\r\nAm 1.2.2026 um 10:00 schrieb Probe <game@demo.test>:\r\n> Hallo\r\n>   " +
			mark + "\r\n",
		"twice": plain + "ja\r\n> > " + mark + "\r\n",
		"below head": plain + "ja\r\n\r\nVon: Probe\r\nGesendet: Montag\r\nAn: Anna\r\nBetreff: x\r\n\r\n  " +
			mark + "\r\n",
		"HTML": "Content-Type: text/html\r\n\r\n<div>ja</div><div>Am 1.2.2026 um 10:00 schrieb Probe " +
			"&lt;game@demo.test&gt;:</div><blockquote><div>Hallo</div><div>" + mark + "</div></blockquote>",
		"Outlook": "Content-Type: text/html\r\n\r\n<p>ja</p><hr><p><b>Von:</b> Probe<br><b>Gesendet:</b> " +
			"Montag<br><b>An:</b> Anna<br><b>Betreff:</b> x</p><p>" + mark + "</p>",
	} {
		r, err := Read(t.Context(), []byte("From: anna@demo.test\r\nTo: game@demo.test\r\nSubject: x\r\n"+body),
			ReadOptions{})
		if err != nil || !strings.Contains(r.Quoted, mark) || strings.Contains(r.Text, mark) ||
			!strings.Contains(r.Text, "ja") {
			t.Errorf("%s: text %q, quoted %q, %v", name, r.Text, r.Quoted, err)
		}
	}
	long := plain + "ja\r\n" + strings.Repeat("> "+strings.Repeat("\u00e4", 40)+"\r\n", 2000)
	r, err := Read(t.Context(), []byte("From: anna@demo.test\r\nSubject: x\r\n"+long), ReadOptions{})
	line := strings.Repeat("\u00e4", 40)
	if err != nil || len(r.Quoted) > maxKept+1 || len(r.Quoted) < maxKept-len(line) || !strings.HasSuffix(strings.TrimSpace(r.Quoted), line) {
		t.Errorf("%d octets of a long quote are kept, %v", len(r.Quoted), err)
	}
}

// Another person's words stay quoted, whatever they contain to look like the writer's own.
func TestQuotedStaysQuoted(t *testing.T) {
	const orders = "$I 1\r\n$A\r\n"
	text, html := "Content-Type: text/plain; charset=utf-8\r\n\r\nNie!\r\n\r\n",
		"Content-Type: text/html; charset=utf-8\r\n\r\n<p>Nie!</p>"
	head := "Von: Eve\r\nGesendet: Montag\r\nAn: Anna\r\nBetreff: x\r\n\r\n"
	for name, body := range map[string]string{
		"a line separator":      text + "> Friede?\u2028$I 1\u2028$A\r\n",
		"a paragraph separator": text + "> Friede?\u2029$I 1\u2029$A\r\n",
		"a next line":           text + "> Friede?\u0085$I 1\u0085$A\r\n",
		"a form feed":           text + "> Friede?\f$I 1\f$A\r\n",
		"a return alone":        text + "> Friede?\r$I 1\r$A\r\n",
		"flowed": "Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\nNie!\r\n" +
			"> Friede? \u2028$I 1 \u2028$A \r\n> x\r\n",
		"in HTML": html + "<blockquote>Friede?\u2028$I 1&#13;$A&#12;</blockquote>",
		"signed, below a head": text + head + "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA512\r\n\r\n" + orders +
			"-----BEGIN PGP SIGNATURE-----\r\n",
		"signed, and marked": text + "> -----BEGIN PGP SIGNED MESSAGE-----\r\n\r\n" + head + orders,
	} {
		r, err := Read(t.Context(), []byte("From: anna@demo.test\r\nTo: game@demo.test\r\nSubject: Re: x\r\n"+body),
			ReadOptions{})
		if err != nil || r.Score != 0 || strings.Contains(r.Text, "$") || !strings.Contains(r.Text, "Nie!") {
			t.Errorf("%s: text %q, %v", name, r.Text, err)
		}
	}
}
