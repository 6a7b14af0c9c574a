package folder

import (
	"slices"
	"time"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/docs"
	"weltentor/mailer/mime"
	"weltentor/mailer/smtp"
	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/world"
)

// ForStore turns valid settings into those of the store.
func ForStore(s *settings.Settings) world.Settings {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		panic(err)
	}
	d, err := settings.ParseDeadline(s.Deadline)
	if err != nil {
		panic(err)
	}
	steps, _ := deadlines.ReadSteps(s.Missed)
	shown, _, _ := public.ReadParts(s.Public)
	practice, table := s.Practice, s.Table
	if s.Fleet != "" { // its hosts have no folder that a web server could show
		practice, table = 0, ""
	}
	most, _ := settings.Bytes(s.Copies)
	return world.Settings{
		Name: s.Name, Address: s.Address, Aliases: s.IMAP.Aliases, Zone: zone, Deadline: d, Early: s.Early,
		EarlyWait: time.Duration(s.Wait) * time.Minute,
		Missed:    steps, Press: world.Press(s.Press), Auth: world.Auth(s.Auth),
		Reminder: time.Duration(s.Reminder) * time.Hour, Grace: time.Duration(s.Grace) * time.Hour,
		MoreTime: time.Duration(s.More) * time.Hour, ClosingVote: s.Vote, Public: shown, Map: public.Map(s.Map), BotsHidden: s.HideBots,
		Practice: practice, Observers: s.Observe, Signup: s.Signup.Open, Places: s.Signup.Places,
		Masters: s.GM.Mail, MasterProof: s.GM.Auth == "proof", Singly: !s.GM.Digest,
		Lang: phrase.Lang(s.GM.Lang), Tables: s.Tables, Render: render, Say: saying, Book: book,
		Rule: rule, Hints: hints, Manual: manual, Program: call.Release, Home: call.Home, Page: page, PublicURL: s.PublicURL, TableURL: table,
		PageSends: s.Sends && table != "",
		Picture:   slices.Contains(s.With, "picture"), Table: slices.Contains(s.With, "table"),
		PerHour: s.SMTP.PerHour, ZipAbove: s.ZipAbove << 10, CopiesMost: most,
		UnreadAlarm: time.Duration(s.IMAP.Alarm) * time.Hour,
	}
}

// saying puts a phrase that this program recorded into the language of another reader.
func saying(lang phrase.Lang, p phrase.Phrase) string { return texts.Book(lang).Say(p) }

// book returns what lays out a rulebook's rules, nil if it has none. The store gets them by it, since it knows no rulebook
// by name.
func book(rulebook string, lang phrase.Lang) func() string {
	if docs.Book(rulebook, string(lang)) == "" {
		return nil
	}
	return func() string { return docs.Text(rulebook, string(lang)) }
}

// rule returns one of them by its number.
func rule(rulebook string, lang phrase.Lang, number string) string {
	return docs.Rule(rulebook, string(lang), number)
}

// hints are the numbers of those that may answer a question.
func hints(rulebook string, lang phrase.Lang, question string) []string {
	return docs.Hints(rulebook, string(lang), question)
}

// manual returns all that players of a game should know about writing and sending orders.
func manual(rulebook string, lang phrase.Lang) func() string {
	return docs.Manual(rulebook, string(lang))
}

// page returns the page of a rulebook, which `make build` puts into the program.
func page(rulebook string) (version string, html func() []byte) {
	return pages.Version(rulebook), func() []byte {
		html, _, _ := pages.Page(rulebook)
		return html
	}
}

// render makes the bytes of a letter. The store knows no mail formats, so it gets them from the mailer by this
// function.
func render(d outbox.Draft) ([]byte, error) {
	out := smtp.Draft{
		From: d.From, FromName: d.FromName, To: d.To, ToName: d.ToName, ReplyTo: d.ReplyTo,
		Subject: d.Subject, Date: d.Date,
		MessageID: d.MessageID, InReplyTo: d.InReplyTo, References: []string{d.References}, Answer: d.Answer,
		Text: d.Text, Charset: mime.Charset(d.Charset), Zip: d.Zip, Receipt: d.Receipt,
	}
	if e := d.Event; e != nil {
		out.Event = &smtp.Event{UID: e.UID, At: e.At, Sequence: e.Sequence, Off: e.Off, Lang: string(e.Lang),
			File: e.File, Summary: e.Summary, Text: e.Text}
	}
	for _, f := range d.Files {
		out.Files = append(out.Files, mime.Attachment{Name: f.Name, Type: f.Type,
			Charset: mime.Charset(f.Charset), Data: f.Data})
	}
	return smtp.Render(out)
}
