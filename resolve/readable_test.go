package resolve

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"mime/quotedprintable"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/received"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/worldtest"
)

// encodings returns ways to hide a text in a letter, by name.
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

// Nothing that is passed on or stored of a letter without orders has a password in it, however the letter is encoded.
// This holds for the game master's letter and for the store, even after decoding.
func TestEncodedPasswords(t *testing.T) {
	t.Parallel()
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
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Sent("", worldtest.Day0)
		for _, say := range []string{"%s",
			"Guten Tag,\nmein Passwort ist %s, und damit kommt immer nur eine Fehlermeldung.\nWas tue ich denn " +
				"falsch?\nGrüße von Kim\n"} {
			for name, body := range encodings(fmt.Sprintf(say, "k7mw-x3pq-hhd42")) {
				b.ClockAt = b.ClockAt.Add(time.Hour)
				for range limits.Questions.Most() {
					if where == "one too many" {
						b.Ask(func(*letter.Letter) {})
					}
				}
				_, out := b.Ask(func(l *letter.Letter) { put(l, body) })
				for to, letters := range out {
					for _, d := range letters {
						if hid := hides(d.Subject + "\n" + d.Text); hid != "" {
							t.Errorf("%s in %s, to %s: %s\n%s\n%s", name, where, to, hid, d.Subject, d.Text)
						}
					}
				}
			}
		}
		must(t, b.View(func(tx *store.Tx) error {
			return tx.Bucket([]byte("letters")).ForEach(func(k, _ []byte) error {
				rec, _ := received.Get(tx, k)
				if hid := hides(rec.Subject + "\n" + rec.Text); hid != "" {
					t.Errorf("stored of %s: %s\n%s\n%s", where, hid, rec.Subject, rec.Text)
				}
				return nil
			})
		}))
	}
}

// tag is a tag of HTML.
var tag = regexp.MustCompile(`</?[a-z]+>`)

// hides searches for the password of TestEncodedPasswords as somebody would who knows these encodings.
func hides(text string) string {
	const password = "k7mwx3pqhhd42"
	squeeze := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", " ", "", "\n", "", "\r", "", "\x00", "", ">", "", "\u200b",
			"").Replace(s))
	}
	printable := regexp.MustCompile("=[0-9A-F]{2}|=\n").ReplaceAllStringFunc(text, func(s string) string {
		octet, _ := hex.DecodeString(strings.TrimSpace(s[1:]))
		return string(octet)
	})
	for _, view := range []string{text, printable, html.UnescapeString(tag.ReplaceAllString(text, ""))} {
		if strings.Contains(squeeze(view), password) {
			return view
		}
	}
	whole := strings.NewReplacer("\n", "", " ", "", ">", "", "-", "+", "_", "/").Replace(text)
	for _, run := range regexp.MustCompile("[0-9A-Za-z+/]+").FindAllString(whole, -1) {
		for from := range min(4, len(run)) { // base64 that begins anywhere
			raw, _ := base64.RawStdEncoding.DecodeString(run[from : from+(len(run)-from)/4*4])
			if strings.Contains(squeeze(string(raw)), password) {
				return run
			}
		}
	}
	return ""
}

// hides finds the password in every encoding of a letter.
func TestHidesFindsPasswords(t *testing.T) {
	t.Parallel()
	for name, text := range encodings("Mein Passwort ist k7mw-x3pq-hhd42, sagte er.") {
		if hides(text) == "" && !strings.Contains(name, "twice") && !strings.Contains(name, "kind") {
			t.Errorf("%s: not in\n%s", name, text)
		}
	}
}

// A ruler is not base64, however long it is: the text beside it is passed on as it was written.
func TestRulersStay(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{"/", "+", "-", "_", "=", "A", "+-", "-_", "/+", "/-_"} {
		for _, n := range []int{16, 41, 76, 200} {
			ruler := strings.Repeat(sign, n)
			for _, text := range []string{ruler + "\nMay I dig here?\n" + ruler + "\n", "Dear all, " + ruler + " yours\n"} {
				if got := secrets.Readable(text); got != text {
					t.Errorf("%d of %q: %q", n, sign, got)
				}
			}
		}
	}
}

// A player whose question is not passed on is told which limit was reached.
func TestWhichLimitIsMet(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 5)
	b.Sent("", worldtest.Day0)
	asks := func(realm int) string {
		l := b.Letter(realm, fmt.Sprintf("Is number %d of my questions too many for you?\n", b.Mails))
		b.Accept(l)
		for _, d := range b.Sent("", b.ClockAt) {
			if d.To == fmt.Sprintf("r%d@example.org", realm) {
				return d.Text
			}
		}
		return ""
	}
	for range limits.Questions.Most() {
		asks(2)
	}
	worldtest.Has(t, asks(2), "in an hour at most 5 questions of yours are passed on.")
	for hour := range 2 {
		b.ClockAt = worldtest.Day0.Add(time.Duration(hour+3) * time.Hour)
		for range limits.Questions.Most() {
			asks(2)
		}
	}
	b.ClockAt = worldtest.Day0.Add(6 * time.Hour)
	worldtest.Has(t, asks(2), "in a day at most 15 questions of yours are passed on whose sender is not proven.")
}
