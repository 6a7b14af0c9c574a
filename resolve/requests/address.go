package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// move is a player's new address.
type move struct {
	Mail string `json:"mail"`
}

// address answers ADDRESS: it asks the player to confirm.
func (r request) address() (*question, error) {
	more := []phrase.Phrase{phrase.P("address-means")}
	if address.Local(r.Mail) {
		more = append(more, phrase.P("substitute-local", phrase.Str("mail", r.Mail)))
	}
	return &question{args: move{r.Mail}, subject: "subject.address-ask",
		first: phrase.P("address-ask", phrase.Str("mail", r.Mail)), more: more}, nil
}

// noAddress says why an address cannot become the player's now. The phrase has no code if it can.
func (r request) noAddress(mail string) phrase.Phrase {
	switch {
	case mail == "" || address.Proper(mail) != nil:
		return phrase.P("address-how", phrase.Str("mail", r.rec.Mail[0]))
	case address.Contains(r.rec.Mail, mail) || r.World.Reserved(mail) || sender.IsMaster(r.World.Setup, mail):
		return phrase.P("address-who", phrase.Str("mail", mail))
	case r.rec.OldAddress(r.At) != "":
		return phrase.P("address-again", r.When(r.book, r.rec.Moved.Until))
	}
	return phrase.Phrase{}
}

// offerAddress asks the new address; the old one has agreed.
func (r request) offerAddress(to move) error {
	asked, err := players.OfferAddress(r.Session, r.here, to.Mail)
	if err != nil {
		return err
	}
	code := "address-asked"
	if !asked {
		code = "substitute-later"
	}
	r.tell("address", phrase.P(code, phrase.Str("mail", to.Mail)))
	return nil
}

// moves makes an address the player's when its code has come back.
func moves(s sender.Sender, t correspondence.Token, _ nothing) (*world.Ending, error) {
	r, may := ofPlayer(s, t.Realm, letter.Moves)
	if !may {
		return s.Served(0, false), nil
	}
	if r.noAddress(t.Mail).Code != "" { // another one was faster
		r.toStranger(t.Mail, "address-late")
		return s.Served(0, true), nil
	}
	if err := players.MoveTo(s.Session, r.here, t.Mail); err != nil {
		return nil, err
	}
	r.movedMaster("address-master", t.Mail)
	return s.Served(0, true), nil
}

// movesBack takes a move back when the old address has sent its code.
func movesBack(s sender.Sender, _ []byte, t correspondence.Token) (*world.Ending, error) {
	r, may := ofPlayer(s, t.Realm, letter.Moves)
	if !may {
		return s.Served(0, false), nil
	}
	back, err := players.MoveBack(s.Session, t.Realm)
	if err != nil || back == nil {
		return s.Served(0, false), err
	}
	if err := (schedule.Closer{Session: s.Session, By: logbook.Player}).Recount(); err != nil {
		return nil, err
	}
	r.to = t.Mail
	page, secret := r.page(phrase.P("address-back", phrase.Str("mail", back.Gone))), &back.Password
	if page.Line(""); s.World.Settings.AuthInForce() != world.ByDKIM {
		page.Say("password-new")
		page.Line("")
		notices.SayPassword(r.World.Setup, page, r.here.Number)
		page.Line("")
	} else {
		secret = nil
	}
	for _, p := range back.Undone {
		page.Line(r.book.Say(p))
	}
	page.Say("address-back-look")
	r.send("subject.address-back", page, secret)
	r.toStranger(back.Gone, "address-gone")
	r.movedMaster("address-master-back", t.Mail)
	return s.Served(0, true), nil
}

// notMoved tells the address that did not agree, and the player, that nothing has changed.
func notMoved(s sender.Sender, t correspondence.Token) error {
	r, may := ofPlayer(s, t.Realm, letter.Moves)
	if !may {
		return nil
	}
	r.toStranger(t.Mail, "address-refused")
	r.to, r.from.Letter.From = r.rec.Mail[0], "" // the letter to the player is not an answer to this one
	r.tell("address", phrase.P("address-declined", phrase.Str("mail", t.Mail)))
	return nil
}

// staysOpen answers an old address that has sent its code with other words than YES. The code stays valid: whoever is
// surprised by the letter writes something first. That goes to the game master.
func staysOpen(s sender.Sender, t correspondence.Token) *world.Ending {
	r, may := ofPlayer(s, t.Realm, letter.Moves)
	if !may {
		return s.Served(0, false)
	}
	end := PassFormer(s)
	if end == nil {
		end = s.Served(0, false)
	}
	end.Answered = r.toLost()
	return end
}

// fromLost answers somebody whose address was replaced a short while ago: what they write, a reply to one of our
// letters, a code that comes too late. It goes to the game master, as what those write whose realm was taken. It
// returns nil for anybody else, and for what is no such letter.
func fromLost(s sender.Sender) *world.Ending {
	realm, _, lost := s.World.People.LetGo(s.Tx, s.Letter.From, s.At)
	if !lost {
		return nil
	}
	if rec, _ := roster.Get(s.Tx, realm); rec.Vacant() {
		return nil
	}
	end := PassFormer(s)
	if end == nil && len(s.Codes) == 0 && !(s.Ours != nil && s.Ours.Realm == realm) {
		return nil
	}
	if end == nil {
		end = s.Served(0, false)
	}
	r, may := ofPlayer(s, realm, letter.Moves)
	end.Answered = may && !s.Letter.Automatic && s.Letter.MayAnswer && r.toLost()
	return end
}

// toLost tells the sender, whose address was replaced, how to take that back, or that it is too late. It reports
// whether that was within the limits.
func (r request) toLost() bool {
	mail, code := r.from.Letter.From, "address-back-late"
	if address.Same(r.rec.OldAddress(r.At), mail) {
		code = "address-back-how"
	}
	may := r.from.MayAnswer(limits.Services, string(letter.Moves), r.here.Number, mail)
	if may {
		r.toStranger(mail, code)
	}
	return may
}

// toStranger writes a sentence to an address that is not, or no longer, the realm's.
func (r request) toStranger(mail, code string) {
	say := &wording.Text{Book: r.book}
	say.Say(code, phrase.Str("world", r.World.Settings.Name), phrase.Num("realm", r.here.Number),
		phrase.Str("name", r.here.Name))
	notices.ToNewcomer{To: roster.ApplicantRow{Mail: mail}, Subject: "subject." + code, Text: say, Realm: r.here.Number,
		Stranger: true}.Queue(r.Session)
}

// movedMaster tells the game master of a player's address, and which other realms are played from it.
func (r request) movedMaster(code, mail string) {
	others := r.playsToo(mail)
	if others != "" {
		code += "-plays"
	}
	r.tellsMaster("subject.address-master", code, phrase.Str("mail", mail), phrase.Str("realms", others))
}
