package resolve

import (
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// encodings are ways in which a text may stand in a letter so that nobody sees what it
// says, by name.
func encodings(text string) map[string]string {
	lines := func(s string) (out string) {
		for ; s != ""; s = s[min(76, len(s)):] {
			out += s[:min(76, len(s))] + "\n"
		}
		return out
	}
	b64 := func(raw []byte) string { return lines(base64.StdEncoding.EncodeToString(raw)) }
	var little, big []byte
	for _, u := range utf16.Encode([]rune(text)) {
		little, big = append(little, byte(u), byte(u>>8)), append(big, byte(u>>8), byte(u))
	}
	var qp strings.Builder
	w := quotedprintable.NewWriter(&qp)
	fmt.Fprint(w, text)
	w.Close()
	octets, entities := "", ""
	for _, c := range []byte(text) {
		octets += fmt.Sprintf("=%02X", c)
		entities += fmt.Sprintf("&#%d;", c)
	}
	return map[string]string{
		"base64": b64([]byte(text)),
		"base64, quoted": "> " + strings.ReplaceAll(strings.TrimSpace(b64([]byte(text))), "\n", "\n> ") +
			"\n",
		"base64 twice":         b64([]byte(b64([]byte(text)))),
		"base64 in a sentence": "Es lautet " + base64.StdEncoding.EncodeToString([]byte(text)) + ", ja?\n",
		"base64 for URLs":      "Siehe x/" + base64.URLEncoding.EncodeToString([]byte(text)) + "\n",
		"base64 below a head": "--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" +
			b64([]byte(text)) + "--x--\n",
		"UTF-16 in base64":             b64(append([]byte{0xff, 0xfe}, little...)),
		"UTF-16 of the other kind":     b64(big),
		"UTF-16 with its NULs":         string(little),
		"quoted-printable":             qp.String(),
		"quoted-printable, each":       octets,
		"quoted-printable, cut":        text[:len(text)/2] + "=\n" + text[len(text)/2:],
		"entities":                     entities,
		"tags":                         "<p>" + text[:len(text)/2] + "<b></b>" + text[len(text)/2:] + "</p>",
		"characters that are not seen": strings.Join(strings.Split(text, ""), "\u200b"),
	}
}

// Whatever is passed on or kept of a letter without orders has no password in it, however
// the letter is encoded: not the game master's letter, not the store, not decoded either.
func TestEncodedPasswords(t *testing.T) {
	for where, put := range map[string]func(l *letter.Letter, s string){
		"body": func(l *letter.Letter, s string) { l.Subject, l.Text = "Frage", s },
		"subject": func(l *letter.Letter, s string) {
			l.Subject, l.Text = "Frage "+wording.OneLine(s), "Was ist damit, bitte schön?\n"
		},
		"a broken word": func(l *letter.Letter, s string) {
			l.Subject, l.Text = "=?klingon?B?"+wording.OneLine(s)+"?=", "Was ist das?\n"
		},
		"beside a word": func(l *letter.Letter, s string) {
			l.Subject, l.Text = "HILFE",
				"Was ist damit, bitte schön?\n"+s
		},
		"without `$I`": func(l *letter.Letter, s string) { l.Subject, l.Text = "Zug", "$A\ndig 1\n;\n"+s },
		"one too many": func(l *letter.Letter, s string) { l.Subject, l.Text = "Frage", s+"?" },
	} {
		b := sit(t, tiny{}, 1)
		b.sent("", day0)
		for _, say := range []string{"%s",
			"Guten Tag,\nmein Passwort ist %s, und damit kommt immer nur eine Fehlermeldung.\nWas tue ich denn " +
				"falsch?\nGrüße von Kim\n"} {
			for name, body := range encodings(fmt.Sprintf(say, "k7mw-x3pq-hhd42")) {
				b.clockAt = b.clockAt.Add(time.Hour)
				for range limits.Questions.Most() {
					if where == "one too many" {
						b.ask(func(*letter.Letter) {})
					}
				}
				_, out := b.ask(func(l *letter.Letter) { put(l, body) })
				for to, letters := range out {
					for _, d := range letters {
						if hid := hides(d.Subject + "\n" + d.Text); hid != "" {
							t.Errorf("%s in %s, to %s: %s\n%s\n%s", name, where, to, hid, d.Subject, d.Text)
						}
					}
				}
			}
		}
		must(t, b.view(func(tx *store.Tx) error {
			return tx.Bucket(store.LettersBucket).ForEach(func(k, _ []byte) error {
				rec, _, err := store.GetPacked[letterRecord](tx.Bucket(store.LettersBucket), k)
				if hid := hides(rec.Subject + "\n" + rec.Text); hid != "" {
					t.Errorf("stored of %s: %s\n%s\n%s", where, hid, rec.Subject, rec.Text)
				}
				return err
			})
		}))
	}
}

// hides looks for the password of TestEncodedPasswords the way somebody would who knows
// of the encodings.
func hides(text string) string {
	const password = "k7mwx3pqhhd42"
	squeeze := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", " ", "", "\n", "", "\r", "", "\x00", "", ">", "", "\u200b",
			"").Replace(s))
	}
	undone := secrecy.UnquotedPrintable(text)
	for _, view := range []string{text, undone, secrecy.PlainHTML(text)} {
		if strings.Contains(squeeze(view), password) {
			return view
		}
	}
	whole := strings.NewReplacer("\n", "", " ", "", ">", "", "-", "+", "_", "/").Replace(text)
	for run := range strings.FieldsFuncSeq(whole,
		func(r rune) bool { return r > 'z' || !secrecy.Alphanumeric(r) && r != '+' && r != '/' }) {
		for from := range min(4, len(run)) { // base64 that begins anywhere
			raw, _ := base64.RawStdEncoding.DecodeString(run[from : from+(len(run)-from)/4*4])
			if strings.Contains(squeeze(string(raw)), password) {
				return run
			}
		}
	}
	return ""
}

// What is decoded can be read; what hides nothing stays as it is, also where it looks
// like an encoding.
func TestReadable(t *testing.T) {
	text := "Guten Tag, was kostet denn ein Schiff mit vierzig Mann an Bord?\nUnd wie lange fährt es?\n"
	if got := secrecy.Readable(encodings(text)["base64"]); got != text+"\n" {
		t.Errorf("%q", got)
	}
	for _, same := range []string{
		text, "", "Donaudampfschifffahrtsgesellschaftskapitaensmuetze\n", strings.Repeat("Donaudampfschifffahrt", 4) +
			"\n",
		"a=20 und b=3D, 2 < 3 > 1 &amp; mehr\n", "Kosten: R.M=50 <b>fett</b>\n",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n",
		"eine lange Zeile mit Trenn-\nstrich am Ende\n",
		"http://example.org/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n",
	} {
		if got := secrecy.Readable(same); got != same {
			t.Errorf("%q became %q", same, got)
		}
	}
	if got := secrecy.Readable(strings.Repeat("x", 1<<20)); len(got) > secrecy.DecodedMost {
		t.Errorf("%d bytes", len(got))
	}
}

// Of what base64 decodes to, nineteen characters of twenty can be read, or it is no text.
func TestBase64OfText(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "\x01": false, "a": true, "ab\ncd\te": true,
		"\x01" + strings.Repeat("a", 19): true, "\x01" + strings.Repeat("a", 18): false, "\x01\x02" +
			strings.Repeat("ü", 38): true,
	} {
		said, ok := secrecy.FromBase64(base64.StdEncoding.EncodeToString([]byte(text)))
		if ok != want || ok && said != text {
			t.Errorf("%q: %q, %v", text, said, ok)
		}
	}
}

// Behind a masked `$I` line the text of a letter stays to be read, unless it may be the
// rest of the password.
func TestMaskedLineHidesNothingElse(t *testing.T) {
	for text, want := range map[string]string{
		"$I 9 ***\nHello, may I join?\nBob\n":   "$I 9 ***\nHello, may I join?\nBob\n",
		"$I 9 *** 4\n$A\ndig 4\n":               "$I 9 *** 4\n$A\ndig 4\n",
		"$I 9 ***\nx3pq-hhd42\nHello there you": "$I 9 *** ***",
	} {
		if got := secrecy.Readable(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
