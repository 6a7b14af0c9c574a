package imap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	stdmime "mime"
	"mime/quotedprintable"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Stamp is a generation of a world: a number that it increments before it sends, and a word that nobody else has
// drawn. Two stores of one world may have the same number, but their words differ.
type Stamp struct {
	Generation uint64 // 0: the world has never sent, or only in an older version
	Token      string
}

// field is the stamp in the header of a mark, and "" if there is none.
func (s Stamp) field() string {
	if s == (Stamp{}) {
		return ""
	}
	return fmt.Sprintf("%d %s", s.Generation, mime.OneLine(s.Token))
}

// id gives marks different Message-IDs. QUIRK: Gmail keeps the first of two mails that have the same one.
func (s Stamp) id() string {
	if s == (Stamp{}) {
		return ""
	}
	return "." + strconv.FormatUint(s.Generation, 10)
}

// stampOf reads the field; anything else is the stamp of an older version.
func stampOf(field string) Stamp {
	number, token, _ := strings.Cut(strings.TrimSpace(field), " ")
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return Stamp{}
	}
	return Stamp{n, strings.TrimSpace(token)}
}

// OvertakenError says that the same world has sent from elsewhere: the store is a copy, or an old backup.
type OvertakenError struct {
	Folder string
	Stamp  // of the mark in the folder
}

// Error names the folder and the generation.
func (e *OvertakenError) Error() string {
	return fmt.Sprintf("the mark in folder %q has generation %d: this world has sent from elsewhere", e.Folder,
		e.Generation)
}

// overtaken looks for a mark of this world that this store has not put there: one with a later generation, or with the
// same one and another word. The mark stays as it is.
func (p *Poll) overtaken(marks []seenMark) error {
	own := p.c.Mark.Stamp
	var newest *OvertakenError
	for _, m := range marks {
		if !p.own(m) || m.read || !sameInbox(m.inbox, p.c.Inbox) {
			continue
		}
		if m.stamp.Generation > own.Generation || m.stamp.Generation == own.Generation && m.stamp.Token != own.Token {
			if newest == nil || m.stamp.Generation > newest.Generation {
				newest = &OvertakenError{p.c.Processed, m.stamp}
			}
		}
	}
	if newest == nil {
		return nil
	}
	return newest
}

// Renew puts the mark into the folder again, with its stamp. It looks first, as a poll does, unless a poll has just
// done so over the same line. If the world must not send, it returns a *SharedError or an *OvertakenError, otherwise the
// server's error. The caller must have stored the stamp before. The mark before it stays for a while: Finish or a poll
// removes it. So several own marks are there, and the newest counts. If Renew is killed, the next poll finds what it has
// left. A mark that is marked as deleted counts as removed.
func Renew(ctx context.Context, c Config) (known MarkKnown, err error) {
	err = visit(ctx, c, func(p *Poll) error {
		err := p.renew(ctx)
		known = p.count.Mark
		return err
	})
	return known, err
}

func (p *Poll) renew(ctx context.Context) error {
	if p.c.Line.isSure(p.c.Mark.Known) {
		p.count.Mark = p.c.Mark.Known
	} else if err := p.makeSure(ctx); err != nil {
		return err
	}
	known := &p.count.Mark
	if p.renewed || known.Mute || known.Mine == 0 {
		return nil
	}
	old := imap.UID(known.Mine)
	put, at, err := p.putMark(ctx)
	switch {
	case err != nil || !put:
		return err
	case at.UID == 0 || !p.m.Caps().Has(imap.CapUIDPlus): // the server does not say where the mark is
		known.Mine, known.Generation = 0, p.c.Mark.Generation // the next poll looks
		_, err = p.withdraw(ctx, []imap.UID{old})
		return err
	case at.UIDValidity == known.Validity && uint32(at.UID) == known.Next:
		known.follow(at.UID, p.c.Mark.Stamp, p.c.Mark.At)
		return nil
	}
	return p.claim(ctx, nil) // others have put something there meanwhile
}

// makeSure looks at the folder with the mark, as a poll does.
func (p *Poll) makeSure(ctx context.Context) error {
	var seen *imap.StatusData
	err := p.m.do(ctx, func() (err error) {
		seen, err = p.m.standing(p.c.Processed)()
		return err
	})
	if err != nil && !wire.Refused(err) {
		return err
	}
	if err != nil {
		seen = nil
	}
	return p.claim(ctx, seen)
}

// withdraw deletes own marks, and returns how many mails are fewer then. Without UIDPLUS they stay, marked as deleted,
// which counts as removed.
func (p *Poll) withdraw(ctx context.Context, uids []imap.UID) (fewer uint32, err error) {
	if len(uids) == 0 {
		return 0, nil
	}
	err = p.m.do(ctx, func() error {
		if _, err := p.m.opening(p.c.Processed, false)(); err != nil {
			return err
		}
		return p.m.remove(imap.UIDSetNum(uids...))
	})
	if wire.SaidNo(err) {
		return 0, nil // then they stay, and the first of them counts
	}
	if err == nil && p.m.Caps().Has(imap.CapUIDPlus) {
		fewer = uint32(len(uids))
	}
	return fewer, err
}

// putMark appends the own mark. It returns false if the server accepts none, such as for an account that is full: the
// game goes on without it. Many servers say which UID the mark has; 0: this one did not.
func (p *Poll) putMark(ctx context.Context) (put bool, at imap.AppendData, err error) {
	at, err = p.append(ctx, p.c.Mark.message(p.c.Inbox), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}})
	if wire.SaidNo(err) {
		return false, at, nil
	}
	if err != nil {
		return false, at, fmt.Errorf("mark in %q: %w", p.c.Processed, err)
	}
	if p.count.Mark.Full != "" { // a little may fit into a mailbox that is nearly full
		p.count.Mark.Full, _ = p.room(ctx)
	}
	return true, at, nil
}

// append puts a mail of ours into the folder with the mark.
func (p *Poll) append(ctx context.Context, raw []byte, as *imap.AppendOptions) (at imap.AppendData, err error) {
	err = p.m.do(ctx, func() error {
		cmd := p.m.Append(p.c.Processed, int64(len(raw)), as)
		_, werr := cmd.Write(raw)
		cerr := cmd.Close()
		did, err := cmd.Wait()
		if err == nil && did != nil {
			at = *did
		}
		return errors.Join(err, werr, cerr)
	})
	p.refused(err)
	return at, err
}

// encodeWords is a text as the header of a mail has it.
func encodeWords(s string) string { return stdmime.QEncoding.Encode("utf-8", mime.OneLine(s)) }

// message returns the mark as a mail.
func (m Mark) message(inbox string) []byte {
	var b bytes.Buffer
	for _, f := range [][2]string{
		{"From", m.Address}, {"To", m.Address}, {"Subject", encodeWords(m.Subject)},
		{"Date", m.At.UTC().Format(time.RFC1123Z)},
		{"Message-ID", fmt.Sprintf("<mark.%s.%d%s@weltentor.invalid>", m.World, m.At.Unix(), m.Stamp.id())},
		{"Auto-Submitted", "auto-generated"},
		{markWorld, m.World}, {markName, encodeWords(m.Name)}, {markInbox, encodeWords(inbox)},
		{markStamp, m.Stamp.field()}, {markShare, strings.Join(m.Shared, ", ")},
		{"MIME-Version", "1.0"}, {"Content-Type", "text/plain; charset=utf-8"},
		{"Content-Transfer-Encoding", "quoted-printable"},
	} {
		if f[1] != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", f[0], f[1])
		}
	}
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(mime.Crlf(m.Text)))
	_ = w.Close()
	return b.Bytes()
}
