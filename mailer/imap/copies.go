package imap

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"time"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Copy is a mail that a world puts into the folder for processed mails by itself, for Again: what came to it, but not
// by mail.
type Copy struct {
	World       string // as in Mark
	Address     string // of the game
	ID, Subject string // the Message-ID with <>, and what a person reads who finds it
	At          time.Time
	Data        []byte
}

// copyWorld is the field that tells a copy from mails.
const copyWorld = "X-Weltentor-Copy"

// CopyIn reads a mail as a copy of a world: its World and Data. A mail that a mail server delivered is none, see
// markHead.
func CopyIn(raw []byte) (c Copy, is bool) {
	h, body, _, err := mime.SplitHeader(raw)
	if err != nil || delivered(h) || mime.FirstWord(h.Get(copyWorld)) == "" {
		return c, false
	}
	c.World = mime.FirstWord(h.Get(copyWorld))
	c.Data, err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(body)))
	return c, err == nil
}

// message returns the copy as a mail.
func (c Copy) message() []byte {
	var b bytes.Buffer
	for _, f := range [][2]string{
		{"From", c.Address}, {"To", c.Address}, {"Subject", encodeWords(c.Subject)},
		{"Date", c.At.UTC().Format(time.RFC1123Z)}, {"Message-ID", c.ID}, {"Auto-Submitted", "auto-generated"},
		{copyWorld, c.World}, {"MIME-Version", "1.0"}, {"Content-Type", "application/octet-stream"},
		{"Content-Transfer-Encoding", "base64"},
	} {
		fmt.Fprintf(&b, "%s: %s\r\n", f[0], f[1])
	}
	text := base64.StdEncoding.EncodeToString(c.Data)
	for n := 0; n < len(text); n += 76 {
		b.WriteString("\r\n" + text[n:min(n+76, len(text))])
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// PutCopies puts copies into the folder for processed mails, in their order, and returns how many are there. Each has
// its own time there. If the server takes no more, such as for an account that is full, it takes the rest another time.
// Killed before its caller knows, it puts some there twice.
func PutCopies(ctx context.Context, c Config, copies []Copy) (put int, known MarkKnown, err error) {
	known = c.Mark.Known
	err = visit(ctx, c, func(p *Poll) error {
		p.count.Mark = c.Mark.Known
		for put < len(copies) {
			at, err := p.append(ctx, copies[put].message(), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen},
				Time: copies[put].At})
			if wire.SaidNo(err) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("copy in %q: %w", p.c.Processed, err)
			}
			put++
			p.moved(p.c.Processed, 1, imap.CopyData{UIDValidity: at.UIDValidity, DestUIDs: imap.UIDSetNum(at.UID)})
			known = p.count.Mark
		}
		return nil
	})
	return put, known, err
}
