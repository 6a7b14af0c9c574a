package mime

import (
	"bytes"
	"regexp"

	"github.com/emersion/go-message"
)

// MaxMail is the largest mail that is read, in octets.
const MaxMail = 5 << 20

var mailField = regexp.MustCompile(`(?im)^(from|to|subject|date|message-id|received|return-path|mime-version` +
	`|content-type|delivered-to):`)

// leading are lines before a header that do not belong to it. QUIRK: blank ones, and those of an mbox file.
var leading = regexp.MustCompile(`^(\s*\n|>?From [^\n]*\n\s*\n)+`)

// SplitMail separates header and body of a whole mail. QUIRK: blank lines or a byte order mark before the header; CR
// alone as line end; no header at all.
func SplitMail(raw []byte) (h message.Header, body []byte, dropped int, err error) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if !bytes.Contains(raw, []byte("\n")) {
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	trimmed := raw[len(leading.Find(raw)):]
	if !mailField.Match(head(trimmed)) {
		return h, raw, 0, nil
	}
	return SplitHeader(trimmed)
}

// How deep parts may be nested, and how many parts of a mail are read.
const (
	MaxDepth = 20
	MaxParts = 200
)
