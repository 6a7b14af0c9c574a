package mailer

import "time"

// Draft is a letter before it is rendered. The same draft always gives the same
// bytes.
type Draft struct {
	From, FromName string // the game
	To, ToName     string
	Subject        string
	Date           time.Time
	MessageID      string   // unique and stable, with or without <>
	InReplyTo      string   // message id as the other side wrote it; cleaned here
	References     []string // message ids or lists of them; cleaned here
	Answer         bool     // an answer to one letter (auto-replied), else auto-generated
	Text           string   // body, UTF-8 with LF
	Files          []Attachment
}

// Attachment is a file that leaves with a letter.
type Attachment struct {
	Name    string
	Type    string  // media type without parameters; "": text/plain if Charset is set, else application/octet-stream
	Charset Charset // set for a text: Data is UTF-8 with LF and is converted
	Data    []byte
}

// Render gives the octets of a letter as they are sent and stored.
func Render(d Draft) ([]byte, error) { return nil, nil }
