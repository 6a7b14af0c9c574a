package stage

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
)

// Letter is a letter as its reader sees it.
type Letter struct {
	ID, Subject, Answers string
	Body                 string
	Files                map[string]string
}

// OpenLetter reads a letter: its head, the text that a person sees, the attachments.
func OpenLetter(t testing.TB, raw []byte) Letter {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	Must(t, err)
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	Must(t, err)
	l := Letter{ID: m.Header.Get("Message-ID"), Subject: subject, Answers: m.Header.Get("In-Reply-To"),
		Files: map[string]string{}}
	l.part(t, m.Header.Get("Content-Type"), m.Header.Get("Content-Transfer-Encoding"),
		m.Header.Get("Content-Disposition"), m.Body)
	return l
}

func (l *Letter) part(t testing.TB, contentType, encoding, disposition string, body io.Reader) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatalf("content type %q: %v", contentType, err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		for r := multipart.NewReader(body, params["boundary"]); ; {
			p, err := r.NextRawPart()
			if err == io.EOF {
				return
			}
			Must(t, err)
			l.part(t, p.Header.Get("Content-Type"), p.Header.Get("Content-Transfer-Encoding"),
				p.Header.Get("Content-Disposition"), p)
		}
	}
	switch strings.ToLower(encoding) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	data, err := io.ReadAll(body)
	Must(t, err)
	if _, d, err := mime.ParseMediaType(disposition); err == nil && d["filename"] != "" {
		l.Files[d["filename"]] = string(data)
		return
	}
	l.Body += strings.ReplaceAll(string(data), "\r\n", "\n")
}
