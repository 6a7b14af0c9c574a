package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
)

// Players who want to go give their realm back with a word. Whatever proves the letter, they are sent a code first:
// this cannot be taken back by the player.

// leave answers LEAVE: it asks the player to confirm.
func (r request) leave() (*question, error) {
	if why := r.noLeave(); why.Code != "" {
		r.tell("leave", why)
		return nil, nil
	}
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
	if why := r.noLeave(); why.Code != "" {
		r.tell("leave", why)
		return nil
	}
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
