package mime

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"
)

// DecodeTransfer undoes the Content-Transfer-Encoding and never loses what can be read: the library's readers give up
// at the first bad octet.
func DecodeTransfer(body []byte, encoding string) ([]byte, []Note) {
	// QUIRK: `8Bit (x)`, `"base64"`, `quoted-printable;`.
	name := strings.Trim(FirstWord(encoding), " \t\"'")
	switch name {
	case "quoted-printable", "quotedprintable":
		return DecodeQP(body), nil
	case "base64", "base-64":
		out, whole := DecodeBase64(body)
		if !whole {
			return out, []Note{{Code: EncodingBroken}}
		}
		return out, nil
	}
	if text, ok := Undeclared(body); ok {
		return text, []Note{{Code: EncodingGuessed}}
	}
	if slices.Contains([]string{"", "7bit", "8bit", "binary", "7-bit", "8-bit"}, name) {
		return body, nil
	}
	return body, []Note{{Code: EncodingUnknown, Word: Word(name)}}
}

// leastBase64 is how many characters a text must have to be taken for base64: a word in capitals has the same letters.
const leastBase64 = 40

// Undeclared decodes a text that is base64 from its first line to its last without declaring it. QUIRK: gateways that
// lose the field. What such a mail says, perhaps a password, would pass every reader unseen.
func Undeclared(body []byte) (text []byte, ok bool) {
	signs := len(bytes.Join(bytes.Fields(body[:min(len(body), 1<<10)]), nil))
	if signs < leastBase64 {
		return nil, false
	}
	text, whole := DecodeBase64(body)
	if !whole || !utf8.Valid(text) || !bytes.ContainsAny(text, " \n") {
		return nil, false
	}
	return text, !bytes.ContainsFunc(text, func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r\f", r) })
}

// DecodeQP decodes quoted-printable. Anything that is not a code stays as it is. QUIRK: "=" typed by hand in a text
// that was never encoded.
func DecodeQP(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for line := range bytes.Lines(body) {
		text := bytes.TrimRight(line, "\r\n")
		end := line[len(text):]
		text = bytes.TrimRight(text, " \t")
		// a soft line break; QUIRK: with blanks after it
		if whole, soft := bytes.CutSuffix(text, []byte("=")); soft {
			text, end = whole, nil
		}
		for i := 0; i < len(text); i++ {
			if text[i] == '=' && i+2 < len(text) {
				// QUIRK: lower case is against the rules and common
				var code [1]byte
				if _, err := hex.Decode(code[:], text[i+1:i+3]); err == nil {
					out = append(out, code[0])
					i += 2
					continue
				}
			}
			out = append(out, text[i])
		}
		out = append(out, end...)
	}
	return out
}

// DecodeBase64 decodes base64 up to the first line that is not base64. QUIRK: list servers write their footer under it
// as plain text. Several encoded texts one after the other, each with its padding, are joined.
func DecodeBase64(body []byte) (out []byte, whole bool) {
	var run []byte
	flush := func() {
		run = run[:len(run)-Btoi(len(run)%4 == 1)] // one character alone is not an octet
		part := make([]byte, base64.RawStdEncoding.DecodedLen(len(run)))
		n, _ := base64.RawStdEncoding.Decode(part, run)
		out = append(out, part[:n]...)
		run = run[:0]
	}
	for line := range bytes.Lines(body) {
		line = bytes.TrimSpace(line)
		if bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf || !base64Sign(byte(r)) }) {
			flush()
			return out, false
		}
		for _, c := range line {
			if c == '=' {
				flush()
			} else {
				run = append(run, c)
			}
		}
	}
	flush()
	return out, true
}

func base64Sign(c byte) bool {
	return letter(c) || '0' <= c && c <= '9' || c == '+' || c == '/' || c == '='
}

// Btoi is 1 for true and 0 for false.
func Btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// SplitParts splits the body of a multipart at its boundary. ended is false if the closing line is missing. Unlike a
// reader of parts it can skip a damaged one, and an inner boundary that begins like the outer one does not confuse it.
func SplitParts(body []byte, boundary string) (parts [][]byte, ended bool) {
	if boundary == "" {
		// QUIRK: a Content-Type wrapped so badly that the boundary got lost: the first line that starts with two
		// dashes is taken for it.
		for line := range bytes.Lines(body) {
			line = bytes.TrimRight(line, " \t\r\n")
			if len(line) > 4 && bytes.HasPrefix(line, []byte("--")) && line[2] != ' ' {
				boundary = string(line[2:])
				break
			}
		}
		if boundary == "" {
			return nil, false
		}
	}
	mark := []byte("--" + boundary)
	start, pos := -1, 0
	for line := range bytes.Lines(body) {
		at := pos
		pos += len(line)
		if !bytes.HasPrefix(line, mark) {
			continue
		}
		tail := string(bytes.TrimRight(line[len(mark):], " \t\r\n"))
		if tail != "" && tail != "--" {
			continue
		}
		if start >= 0 {
			parts = append(parts, trimLineEnd(body[start:max(start, at)]))
			if len(parts) > MaxParts {
				return parts, true // more than are read
			}
		}
		if tail == "--" {
			return parts, true
		}
		start = pos
	}
	if start >= 0 && start < len(body) {
		parts = append(parts, body[start:]) // QUIRK: mails cut off on the way, without the closing line
	}
	return parts, false
}

// trimLineEnd removes the line end that belongs to the boundary.
func trimLineEnd(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte("\n"))
	return bytes.TrimSuffix(b, []byte("\r"))
}
