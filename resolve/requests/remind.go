package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/roster"
)

// Players say how many hours before the deadline they are reminded, or that they want no reminders. Whoever could do
// that in another's name would have turns missed, so it needs what a wish for more time needs.

// early is how many hours before the deadline a player wants to be reminded; 0: never.
type early struct {
	Hours int `json:"hours"`
}

// remind answers REMIND: with what is set now, or it asks the player to confirm.
func (r request) remind() (*question, error) {
	why := r.noReminder()
	switch {
	case why.Code != "":
		r.tell("remind", why)
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
	if r.Number, r.Given = e.Hours, true; r.noReminder().Code != "" || r.Number > r.remindMost() {
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
