package truth_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"mime"
	"mime/quotedprintable"
	"strings"
	"time"
)

// place is where a player types, as seen from what their mail program quotes.
type place int

const (
	onTop     place = iota // above the quote, as most programs want it
	atBottom               // below the quote
	inline                 // between the lines of the quote
	deleted                // above the line of the quote, whose text was deleted
	headOnTop              // below the line of the quote, whose text was deleted
	forwarded              // above a mail that is forwarded in the text
	asMail                 // beside a mail that is attached as message/rfc822
	asFile                 // beside a mail that is attached as a file, .eml
	nothing                // there is no quote
)

var placeNames = []string{"top", "bottom", "inline", "deleted", "head on top", "forwarded",
	"message/rfc822", ".eml", "none"}

// form is how a mail is built.
type form int

const (
	plainText form = iota
	htmlOnly       // in one of the containers
	both           // an alternative in which both halves mark the quote in their way
	htmlMarks      // an alternative in which only HTML marks the quote
)

var formNames = []string{"plain", "html", "alternative", "alternative marked in html only"}

// quote is what a mail has of an earlier one.
type quote struct {
	of     earlier
	style  style
	marked bool // with "> " in plain text
	bare   bool // without the style's head
	narrow bool // with long lines wrapped
}

// earlier is the mail that is quoted.
type earlier struct {
	name, from, to, subject, id, text string
	date                              time.Time
}

// draft is a mail that a player writes.
type draft struct {
	from, name, subject string
	id, replyTo, refs   string
	date                time.Time
	extra               []string // further lines of its header
	own                 string   // what is typed
	sign                string   // below it, by the program
	hidden              string   // in the HTML, unseen
	veil                string   // the style that hides it
	answers             bool     // its quote says something by itself
	rule                string   // the selector of the page's rule with that style; "": its element has it
	place               place
	form                form
	container           int
	coding              string // of its text: 8bit, base64, quoted-printable
	quote               *quote
	files               []file
	footer              string   // below all, by a list
	raw                 string   // the body of its page, instead of all that
	more                []string // what is typed below pictures; a page if it begins with a tag
}

type file struct {
	name, kind string
	data       []byte
}

// signatures are what programs, phones, lists and offices put below a mail.
var signatures = []string{
	"",
	"-- \nMit Gruss aus dem Sueden\nKontor Nordlicht, Hafenstr. 4",
	"Sent from my iPhone",
	"Von meinem Samsung Galaxy Smartphone gesendet.",
	"Get Outlook for Android<https://aka.ms/AAb9ysg>",
	"-- \nDiese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nwww.avast.com",
	"Gesendet mit der mobilen Mail App",
}

// plain is the mail's plain text.
func (d *draft) plain(marked bool) string {
	own := d.own
	if d.sign != "" && d.place != atBottom && d.place != inline {
		own += "\n\n" + d.sign
	}
	q := d.quote
	if q == nil || d.place == asMail || d.place == asFile || d.place == nothing {
		return own
	}
	head := ""
	if !q.bare {
		head = q.style.text(q.of) + "\n"
	}
	text := strings.TrimRight(q.of.text, "\n")
	if q.narrow {
		if text = narrow(text); !q.style.block {
			head = narrow(head)
		}
	}
	if marked {
		text = q.style.mark(text)
	}
	between := ""
	if q.style.block || !marked {
		between = "\n"
	}
	switch d.place {
	case atBottom:
		return head + between + text + "\n\n" + own
	case inline:
		lines := strings.Split(text, "\n")
		n := len(lines) / 2
		return head + between + strings.Join(lines[:n], "\n") + "\n\n" + own + "\n\n" + strings.Join(lines[n:], "\n")
	case deleted:
		return own + "\n\n" + head
	case headOnTop:
		return head + "\n" + own
	}
	return own + "\n\n" + head + between + text
}

// narrow wraps the lines of a text, as programs do with what they quote.
func narrow(text string) string {
	const columns = 72
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		for {
			at := -1
			if len(line) > columns {
				at = strings.LastIndex(line[:columns], " ")
			}
			if at <= 0 || strings.TrimSpace(line[:at]) == "" {
				break
			}
			lines, line = append(lines, line[:at]), line[at+1:]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// mark puts "> " in front of each line.
func mark(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		switch {
		case l == "":
			lines[i] = ">"
		case strings.HasPrefix(l, ">"):
			lines[i] = ">" + l
		default:
			lines[i] = "> " + l
		}
	}
	return strings.Join(lines, "\n")
}

// containers are the ways in which programs put a quote into HTML: before its head, between head and text, behind it.
// Those whose last field is true mark what is quoted, also if something is typed below it.
var containers = []struct {
	name, before, between, after string
	marks                        bool
}{
	{"cite", "<div>", `</div><blockquote type="cite">`, "</blockquote>", true},
	{"gmail", `<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">`,
		`<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;` +
			`border-left:1px solid rgb(204,204,204);padding-left:1ex">`,
		"</blockquote></div>", true},
	{"rply", `<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">`,
		`<div>&nbsp;</div></div><div class="elementToProof">`, "</div>", false},
	{"mso", `<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">`,
		`</p></div><p class="MsoNormal">&nbsp;</p><div>`, "</div>", false},
	{"yahoo", `<div id="ydp5e1yahoo_quoted_0133" class="ydp5eyahoo_quoted"><div style="font-size:13px"><div>`,
		"</div><div><br></div><div>", "</div></div></div>", false},
	{"name", `<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; ` +
		`border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;">`,
		`</div><div name="quoted-content">`, "</div></div>", false},
	{"moz", `<div class="moz-cite-prefix">`, `<br></div><blockquote type="cite" cite="mid:1@example.org">`,
		"</blockquote>", true},
	{"zmail", `<div class="zmail_extra" style=""><div><br>`, "</div><div>", "</div></div>", false},
	{"notes", `<br><br><font size="1" color="#5f5f5f" face="sans-serif">`, "</font><br><br><tt><font size=\"2\">",
		"</font></tt>", false},
	{"zwchr", `<hr id="zwchr"><div data-marker="__HEADERS__">`, `</div><div data-marker="__QUOTED_TEXT__">`, "</div>",
		false},
	{"proton", `<div class="protonmail_quote">`, `<br><blockquote class="protonmail_quote" type="cite">`,
		"</blockquote><br></div>", true},
	{"android", `<br><div class="mail_android_quote"><div style="line-height:1">`,
		`</div><blockquote class="gmail_quote" style="margin:0.8ex 0pt 0pt 0.8ex;border-left:1px solid #ccc">`,
		"</blockquote></div>", true},
}

// rows are the lines of a text, as HTML.
func rows(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			b.WriteString("<div><br></div>\n")
			continue
		}
		b.WriteString("<div>" + html.EscapeString(line) + "</div>\n")
	}
	return b.String()
}

// veils are ways to hide a part of a page.
var veils = []string{"display:none", "visibility:hidden", "font-size:0", "max-height:0;overflow:hidden", "opacity:0",
	"mso-hide:all;display:none", "position:absolute;left:-9999px", "color:#fff", "color:rgba(0, 0, 0, 0)",
	"height:0;overflow-y:hidden", "transform:scale(0, 0)", "margin:0 0 0 -9999px"}

// veilRules are the selectors of rules that hide a part of a page.
var veilRules = []string{"", "", ".x7", "div.x7", "#y7", "p, body .x7", "#y7.x7", "div[class=x7]", ".x7:not(p)",
	":is(#y7)", "html body > div.x7"}

// page is the mail's HTML.
func (d *draft) page() string {
	if d.raw != "" {
		return "<html><body>" + d.raw + "</body></html>\n"
	}
	own, sheet := rows(d.own), ""
	switch {
	case d.hidden == "":
	case d.rule == "":
		own = fmt.Sprintf("<div style=\"%s\">%s</div>\n", d.veil, rows(d.hidden)) + own
	default:
		own = fmt.Sprintf("<div class=\"x7\" id=\"y7\">%s</div>\n", rows(d.hidden)) + own
		sheet = fmt.Sprintf("<style>%s { %s }</style>", d.rule, d.veil)
	}
	if d.sign != "" && d.place != atBottom && d.place != inline {
		own += "<div><br></div>" + rows(d.sign)
	}
	body := own
	if q := d.quote; q != nil && d.place < asMail {
		c := containers[d.container]
		head := strings.TrimSpace(strings.ReplaceAll(rows(q.style.text(q.of)), "<div><br></div>", ""))
		if q.bare {
			head = ""
		}
		lines := strings.Split(strings.TrimRight(q.of.text, "\n"), "\n")
		whole := c.before + head + c.between + rows(strings.Join(lines, "\n")) + c.after
		switch d.place {
		case atBottom:
			body = whole + "<div><br></div>" + own
		case inline:
			n := len(lines) / 2
			body = c.before + head + c.between + rows(strings.Join(lines[:n], "\n")) + "</blockquote>" + own +
				`<blockquote type="cite">` + rows(strings.Join(lines[n:], "\n")) + c.after
		case deleted:
			body = own + "<div><br></div>" + head
		case headOnTop:
			body = head + "<div><br></div>" + own
		default:
			body = own + "<div><br></div>" + whole
		}
	}
	return "<html><head><meta charset=\"utf-8\">" + sheet + "</head><body>\n" + body + "</body></html>\n"
}

// part is a part of a mail: the lines of its header, and its body.
type part struct {
	head []string
	body []byte
}

func (d *draft) text(kind, text string) part {
	p := part{head: []string{"Content-Type: " + kind + "; charset=utf-8", "Content-Transfer-Encoding: " + d.coding}}
	text = strings.ReplaceAll(text, "\n", "\r\n")
	switch d.coding {
	case "base64":
		p.body = wrapped(base64.StdEncoding.EncodeToString([]byte(text)))
	case "quoted-printable":
		var b bytes.Buffer
		w := quotedprintable.NewWriter(&b)
		_, _ = w.Write([]byte(text))
		_ = w.Close()
		p.body = b.Bytes()
	default:
		p.body = []byte(text)
	}
	return p
}

func wrapped(code string) []byte {
	var b bytes.Buffer
	for len(code) > 76 {
		b.WriteString(code[:76] + "\r\n")
		code = code[76:]
	}
	b.WriteString(code + "\r\n")
	return b.Bytes()
}

func several(kind, boundary string, parts ...part) part {
	var b bytes.Buffer
	for _, p := range parts {
		b.WriteString("--" + boundary + "\r\n" + strings.Join(p.head, "\r\n") + "\r\n\r\n")
		b.Write(p.body)
		b.WriteString("\r\n")
	}
	b.WriteString("--" + boundary + "--\r\n")
	return part{[]string{fmt.Sprintf("Content-Type: multipart/%s; boundary=%q", kind, boundary)}, b.Bytes()}
}

// bytes is the mail as it arrives.
func (d *draft) bytes() []byte {
	marked := d.quote != nil && d.quote.marked
	var body part
	foot := ""
	if d.footer != "" {
		foot = "\n" + d.footer
	}
	page := func() part { return d.text("text/html", d.page()) }
	switch d.form {
	case htmlOnly:
		body = page()
	case both:
		body = several("alternative", "=_alt", d.text("text/plain", d.plain(marked)+foot), page())
	case htmlMarks:
		body = several("alternative", "=_alt", d.text("text/plain", d.plain(false)+foot), page())
	default:
		body = d.text("text/plain", d.plain(marked)+foot)
	}
	parts := []part{body}
	for _, text := range d.more {
		kind := "text/plain"
		if strings.HasPrefix(text, "<") {
			kind = "text/html"
		}
		parts = append(parts, part{[]string{"Content-Type: image/jpeg", "Content-Disposition: inline; filename=a.jpg"},
			[]byte("\xff\xd8\xff\x00")}, d.text(kind, text))
	}
	if q := d.quote; q != nil && (d.place == asMail || d.place == asFile) {
		mail := fmt.Appendf(nil, "From: %s <%s>\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: %s\r\nDate: %s\r\n"+
			"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s\r\n",
			q.of.name, q.of.from, q.of.to, mime.QEncoding.Encode("utf-8", q.of.subject), q.of.id, q.of.date.Format(time.RFC1123Z),
			strings.ReplaceAll(q.of.text, "\n", "\r\n"))
		if d.place == asMail {
			parts = append(parts, part{[]string{"Content-Type: message/rfc822", "Content-Disposition: attachment"}, mail})
		} else {
			parts = append(parts, part{[]string{`Content-Type: application/octet-stream; name="brief.eml"`,
				`Content-Disposition: attachment; filename="brief.eml"`, "Content-Transfer-Encoding: base64"},
				wrapped(base64.StdEncoding.EncodeToString(mail))})
		}
	}
	for _, f := range d.files {
		parts = append(parts, part{[]string{fmt.Sprintf("Content-Type: %s; name=%q", f.kind, f.name),
			fmt.Sprintf("Content-Disposition: attachment; filename=%q", f.name), "Content-Transfer-Encoding: base64"},
			wrapped(base64.StdEncoding.EncodeToString(f.data))})
	}
	if len(parts) > 1 {
		body = several("mixed", "=_mix", parts...)
	}
	from := d.from
	if d.name != "" {
		from = fmt.Sprintf("%s <%s>", mime.QEncoding.Encode("utf-8", d.name), d.from)
	}
	head := append([]string(nil), d.extra...)
	head = append(head, "From: "+from, "To: "+gameAddress, "Subject: "+mime.BEncoding.Encode("utf-8", d.subject))
	if !d.date.IsZero() {
		head = append(head, "Date: "+d.date.Format(time.RFC1123Z))
	}
	for _, h := range [][2]string{{"Message-ID", d.id}, {"In-Reply-To", d.replyTo}, {"References", d.refs}} {
		if h[1] != "" {
			head = append(head, h[0]+": "+h[1])
		}
	}
	head = append(head, "MIME-Version: 1.0")
	head = append(head, body.head...)
	return append([]byte(strings.Join(head, "\r\n")+"\r\n\r\n"), body.body...)
}
