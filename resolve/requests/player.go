package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/world"
)

// password answers PASSWORD: it asks the player to confirm.
func (request) password() (*question, error) {
	return &question{subject: "subject.password-ask", first: phrase.P("password-ask")}, nil
}

// newPassword puts a new password in force and mails it. Other open requests for one become void.
func (r request) newPassword(nothing) error {
	sealed, err := secrets.Seal(r.World.Random(), secrets.AsPassword)
	if err != nil {
		return err
	}
	if _, err := r.rec.Renew(sealed.Stream(r.Tx)); err != nil {
		return err
	}
	roster.Put(r.Tx, r.here.Number, r.rec)
	r.voidCodes()
	t := r.page(phrase.P("password-new"))
	t.Line("")
	notices.SayPassword(r.World.Setup, t, r.here.Number)
	t.Line("")
	t.Say("password-keep")
	if notices.ByLink(r.World.Setup) {
		t.Say("password-links")
	}
	r.send("subject.password-new", t, &sealed)
	return nil
}

// voidCodes makes the other open codes of the realm for the same request void.
func (r request) voidCodes() {
	correspondence.DropTokens(r.Tx, r.here.Number,
		func(t correspondence.Token) bool { return t.For == r.Service && t.Used.IsZero() })
}

// away is for how many turns a player is away, beginning with the one that awaits orders; 0: they are back.
type away struct {
	Turns int `json:"turns"`
}

// pause answers PAUSE: it asks the player to confirm.
func (r request) pause() (*question, error) {
	switch {
	case r.Current.World.Asked().Over || r.here.Fallen:
		r.tell("pause", phrase.P("pause-out"))
	case !r.Given || r.Number > world.LongestPause:
		r.tell("pause", phrase.P("pause-how", phrase.Num("most", world.LongestPause)))
	case r.Number == 0:
		return &question{args: away{}, subject: "subject.pause-end-ask", first: phrase.P("pause-end-ask")}, nil
	default:
		return &question{args: away{r.Number}, subject: "subject.pause-ask", first: phrase.P("pause-ask",
			phrase.Num("n", r.Number), phrase.Num("until", r.Current.Turn+r.Number-1))}, nil
	}
	return nil, nil
}

// absent records for how many turns the player is away.
func (r request) absent(a away) error {
	until := 0
	if a.Turns > 0 {
		until = r.Current.Turn + a.Turns - 1
	}
	_, err := roster.ChangeRealm(r.Tx, r.here.Number, func(rec *roster.RealmRecord) {
		rec.AbsentUntil, rec.Idle = until, false
	})
	if err != nil {
		return err
	}
	if until == 0 {
		r.tell("pause", phrase.P("pause-ended"))
		return nil
	}
	t := r.page(phrase.P("pause-begun", phrase.Num("n", a.Turns), phrase.Num("until", until)))
	t.Say("pause-means")
	r.send("subject.pause", t, nil)
	return nil
}

// Players say how many hours before the deadline they are reminded, or that they want no reminders. Whoever could do
// that in another's name would have turns missed, so it needs what a wish for more time needs.

// early is how many hours before the deadline a player wants to be reminded; 0: never.
type early struct {
	Hours int `json:"hours"`
}

// remind answers REMIND: with what is set now, or it asks the player to confirm.
func (r request) remind() (*question, error) {
	switch {
	case !r.Given || r.Number > r.remindMost():
		r.remindsNow("remind-how", phrase.Num("most", r.remindMost()))
	case r.Number == r.remindHours():
		r.remindsNow("remind-same")
	case r.Number == 0:
		return &question{args: early{}, subject: "subject.remind-ask", first: phrase.P("remind-off-ask")}, nil
	default:
		return &question{args: early{r.Number}, subject: "subject.remind-ask",
			first: phrase.P("remind-ask", phrase.Num("n", r.Number))}, nil
	}
	return nil, nil
}

// noReminder says why no reminders can come. The phrase has no code if they can.
func (r request) noReminder() phrase.Phrase {
	switch {
	case r.Current.World.Asked().Over:
		return phrase.P("game-over")
	case r.here.Fallen:
		return phrase.P("remind-out")
	}
	return phrase.Phrase{}
}

// remindMost is how many hours before the deadline a reminder may come: there is always that much time.
func (r request) remindMost() int { return int(r.World.Settings.Deadline.Least().Hours()) }

// remindHours is how many hours before the deadline the player is reminded now; 0: never.
func (r request) remindHours() int { return int(r.World.Pace().ReminderOf(r.rec).Hours()) }

// remindsNow answers with a sentence, and with what is set now.
func (r request) remindsNow(first string, args ...phrase.Arg) {
	t := r.page(phrase.P("remind-now", phrase.Num("n", r.remindHours())))
	t.Say(first, args...)
	r.send("subject.remind", t, nil)
}

// reminded sets when the player is reminded; the sender is proven. Other open codes for it become void.
func (r request) reminded(e early) error {
	if r.Number, r.Given = e.Hours, true; r.Number > r.remindMost() {
		_, err := r.remind() // says why not
		return err
	}
	change := func(rec *roster.RealmRecord) {
		if rec.Remind = r.Number; r.Number == 0 {
			rec.Remind = roster.NoReminder
		}
	}
	if _, err := roster.ChangeRealm(r.Tx, r.here.Number, change); err != nil {
		return err
	}
	r.voidCodes()
	t := r.page(phrase.P("remind-set", phrase.Num("n", r.Number)))
	t.Say("remind-change")
	r.send("subject.remind", t, nil)
	return nil
}

// Players who want to go give their realm back with a word. Whatever proves the letter, they are sent a code first:
// this cannot be taken back by the player.

// leave answers LEAVE: it asks the player to confirm.
func (r request) leave() (*question, error) {
	return &question{subject: "subject.leave-ask", first: phrase.P("leave-ask"),
		more: []phrase.Phrase{phrase.P("leave-means")}}, nil
}

// noLeave says why a realm cannot be given back now. The phrase has no code if it can.
func (r request) noLeave() phrase.Phrase {
	switch {
	case r.Current.World.Asked().Over:
		return phrase.P("game-over")
	case r.here.Fallen:
		return phrase.P("leave-out")
	case r.rec.OldAddress(r.At) != "": // whoever has moved an address by stealth must not give the realm away
		return phrase.P("leave-moved", r.When(r.book, r.rec.Moved.Until))
	}
	return phrase.Phrase{}
}

// left gives the realm back when the code has come. The farewell is the answer, and the game master is told.
func (r request) left(nothing) error {
	to, err := players.Leave(r.Session, r.here.Number)
	if err != nil {
		return err
	}
	code := "left-master"
	if to.ID == 0 {
		code = "left-master-nobody"
	}
	r.tellsMaster("subject.left-master", code, phrase.Str("player", to.Player))
	return nil
}
