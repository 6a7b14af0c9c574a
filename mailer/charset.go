package mailer

// Charset names a charset for reports.
type Charset string

// The charsets of players' computers.
const (
	UTF8   Charset = "UTF-8"      // LF
	CP437  Charset = "CP437"      // CRLF
	Latin1 Charset = "ISO-8859-1" // LF
)

// Decoded is a text and how its octets were read.
type Decoded struct {
	Text    string // UTF-8 with LF, plain twins for typographic characters
	Charset string
	Notes   []Note
}

// DecodeText reads a file of unknown charset; hint breaks ties where its
// octets do not tell ("CP437", "ISO-8859-1" or "").
func DecodeText(raw []byte, hint string) Decoded { return Decoded{Text: string(raw), Charset: "UTF-8"} }

// EncodeText gives a text (UTF-8, LF) in a player's charset and line ends. A
// character that does not exist there becomes a sensible substitute.
func EncodeText(text string, to Charset) []byte { return []byte(text) }
