package requests

import (
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// BeginPractice begins a practice game for an address that is proven. If one runs there, its last letter is sent again, with
// another code. It reports whether the letter is answered.
func BeginPractice(s sender.Sender, mail string, lang phrase.Lang) (answered bool, err error) {
	all := players.PracticeGames(s.Tx)
	drop := func(at int) error {
		g := all[at]
		all = slices.Delete(all, at, at+1)
		return g.Drop(s.Tx)
	}
	book := wording.Words(lang)
	at := slices.IndexFunc(all, func(g players.PracticeGame) bool { return address.Same(g.Mail, mail) })
	if at >= 0 && !all[at].Over {
		g := all[at]
		g.Tells = true
		g.Save(s.Tx)
		return true, nil
	}
	if at >= 0 {
		if err := drop(at); err != nil {
			return false, err
		}
	}
	most := s.World.Settings.Practice
	over := func(g players.PracticeGame) bool { return g.Over }
	rests := func(g players.PracticeGame) bool { return g.Rested(s.At) }
	switch {
	case !s.World.Practises():
		return tell(s, mail, book, phrase.P("practice-off")), nil
	case players.RunningPractice(slices.DeleteFunc(slices.Clone(all), rests)) >= most:
		first := slices.IndexFunc(all, func(g players.PracticeGame) bool { return !g.Over })
		return tell(s, mail, book, phrase.P("practice-full", phrase.Num("n", most), s.When(book, all[first].Until()))), nil
	case !limits.Practices.Allow(s.Tx, s.At, limits.OfMail(mail)):
		return tell(s, mail, book, phrase.P("practice-again", phrase.Num("n", limits.Practices.Most()))), nil
	}
	for len(all) >= most { // the oldest that is over makes room, or else one that rests: so many are stored, and no more
		at := slices.IndexFunc(all, over)
		if at < 0 {
			at = slices.IndexFunc(all, rests)
		}
		if err := drop(at); err != nil {
			return false, err
		}
	}
	var id [8]byte
	if _, err := io.ReadFull(s.World.Random(), id[:]); err != nil {
		return false, fmt.Errorf("beginning a practice game: %w", err)
	}
	players.PracticeGame{ID: hex.EncodeToString(id[:]), Mail: mail, Lang: lang, Since: s.At.UTC(), Tells: true}.Save(s.Tx)
	return true, nil
}

// longestPractice is how many bytes orders of a practice game may have.
const longestPractice = 64 << 10

// HearPractice ends the steps of a letter for its sender's practice game: its orders are stored for lessons. It also
// ends that of a letter whose orders may be for that game or for the real one: they are for neither. Why then says what
// is wrong if the sender has no game, and is to be answered like anybody.
func HearPractice(s sender.Sender) (end *world.Ending, why phrase.Phrase, err error) {
	p := s.Practising()
	g := p.Game
	switch {
	case s.File.Identity != nil && !p.Named:
		return refusedPractice(s, p, "practice-mixed")
	case p.Named && g.ID == "": // perhaps the code is somebody else's
		return refusedPractice(s, p, "practice-none-yours")
	case p.Named && !p.Coded && g.Over:
		return refusedPractice(s, p, "practice-over")
	case !p.Coded: // it answers a receipt, or an earlier letter
		return refusedPractice(s, p, "practice-stale")
	}
	text, beside := ordersIn(s, p)
	switch {
	case text == "":
		return refusedPractice(s, p, "practice-none")
	case len(text) > longestPractice:
		return refusedPractice(s, p, "practice-long")
	case s.World.Rules.Language().Parse(text).Identity != nil: // a second one
		return refusedPractice(s, p, "practice-mixed")
	}
	beside = g.Beside + "\n\n" + beside // the receipt of an earlier letter may have yet to show them
	g.Orders, g.Judged, g.Heard = text, false, s.At.UTC()
	g.Beside = wording.Clipped(secrets.Unknown(letter.BeyondCourtesy(beside)), letter.QuestionShown)
	s.Shown = true
	g.Save(s.Tx)
	end = s.Served(0, true)
	end.Acts = true
	return end, why, nil
}

// CopyOfLesson ends the steps of a copy of a letter whose orders were taken for a practice game. Its writer hears of it
// once in each turn of that game, if first says so, unless those orders still wait for it.
func CopyOfLesson(s sender.Sender, first func(turn int) bool) *world.Ending {
	p := s.Practising()
	text, _ := ordersIn(s, p)
	if p.Game.ID == "" || text == p.Game.Orders || !first(p.Game.Turn) {
		return s.Served(0, false)
	}
	return s.Served(0, tell(s, p.Game.Mail, wording.Words(p.Game.Lang), phrase.P("practice-copy")))
}

// ordersIn finds the orders in a letter that has the code of its sender's game. There may be no `$I` line above them.
// The orders that the last letter proposed count if they come back changed, or with a YES. beside is what the writer says
// beside them.
func ordersIn(s sender.Sender, p sender.Practising) (text, beside string) {
	if text := s.WithoutIdentity(); wording.HasSection(text) {
		return text, s.Beside()
	}
	if s.Form != nil && s.Form.Changed {
		beside = s.Typed
		s.File, s.Text = s.Form.File, s.Form.Text
		return s.WithoutIdentity(), beside
	}
	if s.Reply(p.Game.Code) != letter.Agrees {
		return "", ""
	}
	return "\n\n" + p.Game.Ready, "" // below a `$I` line and an empty one, as in the letter
}

// refusedPractice answers a letter whose orders count for nothing. Anybody can write one that lacks the code.
func refusedPractice(s sender.Sender, p sender.Practising, code string) (*world.Ending, phrase.Phrase, error) {
	if p.Game.ID == "" {
		return nil, phrase.P(code), nil
	}
	if !p.Coded && !limits.WordsADay.Allow(s.Tx, s.At, limits.OfMail(p.Game.Mail).Word("practice")) {
		return s.Served(0, false), phrase.Phrase{}, nil
	}
	return s.Served(0, tell(s, p.Game.Mail, wording.Words(p.Game.Lang), phrase.P(code))), phrase.Phrase{}, nil
}

// tell answers in one sentence, within the limit.
func tell(s sender.Sender, mail string, book *phrase.Book, what phrase.Phrase) bool {
	if !s.Letter.MayAnswer || !MayPractise(s.Session, mail) {
		return false
	}
	e := outbox.Message{NullSender: true, OutboxRow: outbox.OutboxRow{Kind: outbox.KindPractice, To: mail,
		Subject: book.Say(phrase.P("subject.practice", phrase.Str("world", s.World.Settings.Name)))}}
	d := outbox.Draft{Answer: true, Text: book.Say(what) + "\n"}
	if address.Same(mail, s.Letter.From) {
		s.Thread(&d)
	}
	outbox.Open(s.Tx).AddText(e, d, s.At)
	return true
}

// MayPractise counts one more answer to somebody who practises, and reports whether it is within the limit.
func MayPractise(d world.Session, mail string) bool {
	return limits.PracticeWords.Allow(d.Tx, d.At, limits.OfMail(mail))
}
