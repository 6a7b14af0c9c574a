package mime

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	utf16 "golang.org/x/text/encoding/unicode"

	"weltentor/mailer/plain"
)

// Charset names a charset for reports.
type Charset string

// The charsets of players' computers.
const (
	UTF8   Charset = "UTF-8"      // LF
	CP437  Charset = "CP437"      // CRLF
	Latin1 Charset = "ISO-8859-1" // LF
)

// Decoded is a text, and how its octets were read.
type Decoded struct {
	Text    string // UTF-8 with LF, and plain twins for typographic characters
	Charset string
	Notes   []Note
}

// DecodeText reads a file of unknown charset. hint decides if its octets do not ("CP437", "ISO-8859-1" or ""). It
// never fails.
func DecodeText(raw []byte, hint string) Decoded {
	text, charset, notes := Decode(raw, "", hint)
	return Decoded{Text: plain.Text(text), Charset: charset, Notes: notes}
}

// Decode reads octets with a declared charset ("" if none). First come byte order marks, then UTF-8 if it is valid,
// then what was declared unless the octets contradict it, then what the umlauts show.
func Decode(raw []byte, declared, hint string) (text, charset string, notes []Note) {
	if text, charset, ok := DecodeUTF16(raw, declared); ok {
		return text, charset, nil
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if isUTF7(declared) && IsASCII(raw) {
		return decodeUTF7(string(raw)), "UTF-7", nil
	}
	enc, canonical, known := lookup(declared)
	unlike := known && enc != nil && !ascii8bit(canonical)
	if unlike && (IsASCII(raw) || !utf8.Valid(raw)) { // such as KOI8-R or ISO-2022-JP: there is nothing to guess against
		return decodeWith(enc, raw), canonical, nil
	}
	if declared != "" && !known {
		notes = append(notes, Note{Code: CharsetUnknown, Word: Word(declared)})
	}
	if enc != nil && IsASCII(raw) {
		return string(raw), canonical, notes // as good as any, and the sender's own name for it
	}
	if utf8.Valid(raw) {
		// QUIRK: mail programs that declare ISO-8859-1 and send UTF-8, because an attachment goes out as it is on the
		// disk.
		if enc != nil {
			notes = append(notes, Note{Code: CharsetWrong, Word: canonical})
		}
		return string(raw), "UTF-8", notes
	}
	if hasUTF8Line(raw) {
		// QUIRK: list servers put a Latin-1 footer under a UTF-8 body.
		return decodeLines(raw, hint), "UTF-8", append(notes, Note{Code: CharsetMixed})
	}
	guess, sure := guessCharset(raw, hint)
	if enc != nil && (!sure || sameFamily(guess, canonical)) {
		return decodeWith(enc, raw), canonical, notes
	}
	if known && canonical != "" {
		// QUIRK: files of DOS editors sent as ISO-8859-1, windows-1252 or UTF-8, which is the mail program's own
		// charset and not the file's.
		notes = append(notes, Note{Code: CharsetWrong, Word: canonical})
	}
	enc, _, _ = lookup(guess)
	return decodeWith(enc, raw), guess, append(notes, Note{Code: CharsetGuessed, Word: guess})
}

// aliases are names seen in the wild that the registers do not know. An empty name means that the sender does not know
// either.
var aliases = map[string]string{
	"latin-1": "iso-8859-1", "latin1": "iso-8859-1", "ansi": "windows-1252", "cp-1252": "windows-1252",
	"cp1252": "windows-1252", "x-ansi": "windows-1252", "iso8859-1": "iso-8859-1", "iso-8859-1-windows": "windows-1252",
	"iso_8859-1": "iso-8859-1", "8859-1": "iso-8859-1", "latin-9": "iso-8859-15",
	"utf8": "utf-8", "utf_8": "utf-8", "utf8mb4": "utf-8", "unicode-1-1-utf-8": "utf-8", "x-utf-8": "utf-8",
	"cp437": "ibm437", "437": "ibm437", "cp-437": "ibm437", "dos": "ibm437", "pc8": "ibm437",
	"850": "ibm850", "cp850": "ibm850", "cp-850": "ibm850", "cp858": "ibm00858", "858": "ibm00858",
	"unknown-8bit": "", "x-unknown": "", "unknown": "", "default": "", "none": "", "8bit": "",
	"ascii": "us-ascii", "ansi_x3.4-1968": "us-ascii", "usascii": "us-ascii", "x-us-ascii": "us-ascii",
}

// lookup finds a charset by any of its names. Known without an encoding means UTF-8, ASCII or none declared: then the
// octets decide.
func lookup(name string) (enc encoding.Encoding, canonical string, known bool) {
	name = bare(name)
	if a, ok := aliases[name]; ok {
		name = a
	}
	switch name {
	case "":
		return nil, "", true
	case "utf-8":
		return nil, "UTF-8", true
	case "us-ascii":
		return nil, "US-ASCII", true
	case "utf-16", "utf-16le", "utf-16be":
		return nil, "UTF-16", true // the octets decide, see DecodeUTF16
	case "iso-8859-1":
		// QUIRK: what is called ISO-8859-1 has „…“ and € in it, as the web found out
		return charmap.Windows1252, "ISO-8859-1", true
	case "windows-1252":
		return charmap.Windows1252, "windows-1252", true
	case "ibm437":
		return charmap.CodePage437, "CP437", true
	case "ibm850":
		return charmap.CodePage850, "CP850", true
	case "ibm00858":
		return charmap.CodePage858, "CP858", true
	}
	if e, err := htmlindex.Get(name); err == nil && e != nil {
		if n, err := htmlindex.Name(e); err == nil {
			return e, n, true
		}
	}
	if e, err := ianaindex.MIME.Encoding(name); err == nil && e != nil {
		return e, name, true
	}
	return nil, "", false
}

// isUTF7 recognizes the names of a charset that no register of ours decodes.
func isUTF7(name string) bool {
	return slices.Contains([]string{"utf-7", "utf7", "x-utf-7", "unicode-1-1-utf-7", "csunicode11utf7",
		"x-unicode-2-0-utf-7"}, bare(name))
}

// bare is the name of a charset without quotes, in small letters.
func bare(name string) string { return strings.ToLower(strings.Trim(strings.TrimSpace(name), `'"`)) }

// ascii8bit reports whether a charset is one of those between which the octets of a text decide.
func ascii8bit(canonical string) bool {
	return slices.Contains([]string{"ISO-8859-1", "windows-1252", "iso-8859-15", "CP437", "CP850", "CP858"}, canonical)
}

func sameFamily(a, b string) bool { return isDOS(a) == isDOS(b) }

func isDOS(charset string) bool { return strings.HasPrefix(charset, "CP") }

// DecodeUTF16 reads UTF-16 by its mark, by declaration, or by its many zeros.
func DecodeUTF16(raw []byte, declared string) (string, string, bool) {
	var order utf16.Endianness
	name := ""
	low := strings.ToLower(declared)
	switch {
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}):
		order, name = utf16.LittleEndian, "UTF-16LE"
	case bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		order, name = utf16.BigEndian, "UTF-16BE"
	default:
		// QUIRK: Notepad's "Unicode" sent without its mark, or declared as UTF-8.
		even, odd := 0, 0
		head := raw[:min(len(raw), 4096)]
		for i, b := range head {
			if b == 0 && i%2 == 0 {
				even++
			} else if b == 0 {
				odd++
			}
		}
		switch half := len(head) / 2; {
		case half >= 2 && odd*4 > half*2 && even*10 < half:
			order, name = utf16.LittleEndian, "UTF-16LE"
		case half >= 2 && even*4 > half*2 && odd*10 < half:
			order, name = utf16.BigEndian, "UTF-16BE"
		case strings.HasPrefix(low, "utf-16le") && bytes.IndexByte(raw, 0) >= 0:
			order, name = utf16.LittleEndian, "UTF-16LE"
		case strings.HasPrefix(low, "utf-16") && bytes.IndexByte(raw, 0) >= 0:
			order, name = utf16.BigEndian, "UTF-16BE"
		default:
			return "", "", false
		}
	}
	return decodeWith(utf16.UTF16(order, utf16.UseBOM), raw), name, true
}

// decodeWith never fails: what the charset does not have becomes U+FFFD.
func decodeWith(enc encoding.Encoding, raw []byte) string {
	out, _ := enc.NewDecoder().Bytes(raw)
	return string(out)
}

// decodeLines reads each line as UTF-8 if it is valid, otherwise by its umlauts.
func decodeLines(raw []byte, hint string) string {
	var b strings.Builder
	for line := range bytes.Lines(raw) {
		if utf8.Valid(line) {
			b.Write(line)
			continue
		}
		guess, _ := guessCharset(line, hint)
		enc, _, _ := lookup(guess)
		b.WriteString(decodeWith(enc, line))
	}
	return b.String()
}

// hasUTF8Line reports whether a line with octets outside ASCII is valid UTF-8.
func hasUTF8Line(raw []byte) bool {
	for line := range bytes.Lines(raw) {
		if !IsASCII(line) && utf8.Valid(line) {
			return true
		}
	}
	return false
}

// IsASCII reports whether all octets are ASCII.
func IsASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// readLabel is for encoded words in headers; an unknown charset is guessed.
func readLabel(label string, r io.Reader) (io.Reader, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	text, _, _ := Decode(raw, label, "")
	return strings.NewReader(text), nil
}

// Word shortens a name from a mail to what may be shown.
func Word(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60])
	}
	return s
}

// Octets of German letters in the DOS code pages and in Latin-1. The DOS pages 437 and 850 agree on all of them.
const (
	dosUmlauts   = "\x84\x94\x81\x8e\x99\x9a\xe1" // äöüÄÖÜß
	latinUmlauts = "\xe4\xf6\xfc\xc4\xd6\xdc\xdf" // äöüÄÖÜß
	winMarks     = "\x80\x82\x85\x91\x92\x93\x96" // €‚…‘’“– of windows-1252; Çéàæ Æôû in DOS, rare in German
)

// guessCharset distinguishes CP437 or CP850 from windows-1252 or ISO-8859-1. It counts the octets that are umlauts in
// one of them: five points with letters on both sides, three with a letter on one side, one alone. Runs of one octet
// are rulers, and groups of high octets are frames (0xC4 is the DOS pages' line). sure means that the counts differ.
// Otherwise hint decides, and without one it is windows-1252.
func guessCharset(raw []byte, hint string) (charset string, sure bool) {
	var dos, latin int
	low := false
	for i, c := range raw {
		if c < 0x80 {
			continue
		}
		low = low || c < 0xa0
		before, after := at(raw, i-1), at(raw, i+1)
		if before == c || after == c {
			continue
		}
		points := 1 + 2*Btoi(letter(before)) + 2*Btoi(letter(after))
		if points == 1 && (before >= 0x80 || after >= 0x80) {
			continue
		}
		switch {
		case strings.IndexByte(dosUmlauts, c) >= 0:
			dos += points
		case strings.IndexByte(latinUmlauts+winMarks, c) >= 0:
			latin += points
		}
	}
	latinName := "ISO-8859-1"
	if low {
		latinName = "windows-1252"
	}
	_, hinted, _ := lookup(hint)
	dosName := "CP437"
	if isDOS(hinted) {
		dosName = hinted
	}
	switch {
	case dos > latin:
		return dosName, true
	case latin > dos:
		return latinName, true
	case isDOS(hinted):
		return dosName, false
	}
	return latinName, false
}

func at(raw []byte, i int) byte {
	if i < 0 || i >= len(raw) {
		return 0
	}
	return raw[i]
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
