package mailer

import (
	"strings"
	"testing"
)

// What an answer quotes is kept for who looks for something sent out with the
// letter answered, and only its beginning.
func TestQuoted(t *testing.T) {
	const mark = "WT-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	plain := "Content-Type: text/plain\r\n\r\n"
	for name, body := range map[string]string{
		"marked":     plain + "ja\r\n\r\nAm 1.2.2026 um 10:00 schrieb Probe <game@demo.test>:\r\n> Hallo\r\n>   " + mark + "\r\n",
		"twice":      plain + "ja\r\n> > " + mark + "\r\n",
		"below head": plain + "ja\r\n\r\nVon: Probe\r\nGesendet: Montag\r\nAn: Anna\r\nBetreff: x\r\n\r\n  " + mark + "\r\n",
		"HTML":       "Content-Type: text/html\r\n\r\n<div>ja</div><div>Am 1.2.2026 um 10:00 schrieb Probe &lt;game@demo.test&gt;:</div><blockquote><div>Hallo</div><div>" + mark + "</div></blockquote>",
		"Outlook":    "Content-Type: text/html\r\n\r\n<p>ja</p><hr><p><b>Von:</b> Probe<br><b>Gesendet:</b> Montag<br><b>An:</b> Anna<br><b>Betreff:</b> x</p><p>" + mark + "</p>",
	} {
		r, err := Read(t.Context(), []byte("From: anna@demo.test\r\nTo: game@demo.test\r\nSubject: x\r\n"+body), ReadOptions{})
		if err != nil || !strings.Contains(r.Quoted, mark) || strings.Contains(r.Text, mark) || !strings.Contains(r.Text, "ja") {
			t.Errorf("%s: text %q, quoted %q, %v", name, r.Text, r.Quoted, err)
		}
	}
	long := plain + "ja\r\n" + strings.Repeat("> "+strings.Repeat("\u00e4", 40)+"\r\n", 2000)
	r, err := Read(t.Context(), []byte("From: anna@demo.test\r\nSubject: x\r\n"+long), ReadOptions{})
	if err != nil || len(r.Quoted) > maxQuoted+1 || len(r.Quoted) < maxQuoted-2 {
		t.Errorf("%d octets of a long quote are kept, %v", len(r.Quoted), err)
	}
}
