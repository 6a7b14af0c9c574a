// Package reading reads mails between the mailbox and the store, several at a time, and hands them on in the order in
// which they came (Row). Letter turns what the mailer has read into what the store needs. It is the seam between both:
// the mailer knows no game, and the store no MIME.
package reading

import (
	"cmp"
	"crypto/sha256"
	"strings"

	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/worlds/game"
)

// Options makes the mailer find the text that has orders of this game.
func Options(language *orders.Language, own string) incoming.ReadOptions {
	opens := func(line string) bool {
		for _, s := range language.Sections {
			if s.Line == nil {
				continue
			}
			order := line
			if s.Raw == nil || !s.Raw(line) {
				order, _, _ = strings.Cut(line, ";")
			}
			if o, _ := s.Line(order); o != nil {
				return true
			}
		}
		return false
	}
	identity := func(line string) bool { return language.Parse(line).Identity != nil }
	return incoming.ReadOptions{Own: own, Score: language.Score, Opens: opens, Follow: language.Follow, Ours: language.Ours,
		Identity: identity, Mark: letter.FormMark, Advert: letter.Advert, Forwards: letter.Forwards}
}

// Letter turns a mail into what the store needs.
func Letter(f imap.Fetched, r incoming.Reading) letter.Letter {
	l := letter.Letter{
		Hash: sha256.Sum256(f.Raw), UIDValidity: f.UIDValidity, UID: f.UID,
		MessageID: r.MessageID, InReplyTo: r.InReplyTo, References: cmp.Or(r.References, r.InReplyTo), From: r.From, FromName: r.FromName,
		Subject: r.Subject, Sent: r.Date,
		Texts: letter.Texts{Text: r.Text, Beside: r.Beside, Below: r.Below, Quoted: r.Quoted, Footer: r.Footer, Form: r.Filled},
		Part:  r.Part, Charset: r.Charset, Others: r.Others, MayAnswer: r.NoAnswer == "", Bulk: r.Bulk != "", Machine: r.Machine, Marked: r.Marked,
		Automatic: r.Automatic != "", Absence: r.Absence, Arrived: f.Arrived,
	}
	if f.TooBig {
		// All other remarks are about the parts that were left on the server.
		r.Notes, l.Notes = nil, []phrase.Phrase{phrase.P(letter.TooBigNote, phrase.Num("n", f.Size))}
	}
	for _, n := range r.Notes {
		l.Notes = append(l.Notes, Note(n))
	}
	if b := r.Bounce; b != nil {
		l.Bounce = &letter.Bounce{IDs: b.IDs, To: b.To, Words: b.Words, Delayed: b.Delayed}
	}
	for _, a := range r.Files {
		l.Files = append(l.Files, game.File{Name: a.Name, Type: a.Type, Data: a.Data})
	}
	return l
}

// Note turns a remark of the mailer into a phrase of the store.
func Note(n mime.Note) phrase.Phrase {
	code := "note." + string(n.Code)
	switch {
	case n.Code == mime.ZipRefused:
		code = "note.zip-" + n.Word
	case n.Code == mime.NotText && (n.Word == "office" || n.Word == "opendocument"):
		code += "-office"
	case n.Code == mime.NotText && n.Word == "binary":
		code += "-binary"
	}
	return phrase.P(code, phrase.Str("word", n.Word), phrase.Num("n", n.N), phrase.Str("part", n.Part))
}
