package schedule

import (
	"errors"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Errand is a request of the game master about a turn that a code has confirmed. The room that reads letters is below
// the one that resolves turns. So the request is stored, and carried out before the next turn is looked at.
type Errand struct {
	Bidding    correspondence.Bidding `json:"bidding"`
	To         string                 `json:"to"`       // the game master's address
	InReplyTo  string                 `json:"reply_to"` // with References, of the letter that confirmed it
	References string                 `json:"references"`
	At         time.Time              `json:"at"`
}

const errands store.Slot[[]Errand] = "errands"

// Errands lists what is to be carried out, in the order in which it was confirmed.
func Errands(tx *store.Tx) (list []Errand, err error) {
	list, _, err = errands.Get(tx)
	return list, err
}

// Put adds an errand to the list.
func (e Errand) Put(tx *store.Tx) error {
	list, err := Errands(tx)
	if err == nil {
		errands.Put(tx, append(list, e))
	}
	return err
}

// EndErrand takes the first errand off the list.
func EndErrand(tx *store.Tx) error {
	switch list, err := Errands(tx); {
	case err != nil:
		return err
	case len(list) > 1:
		errands.Put(tx, slices.Delete(list, 0, 1))
	default:
		errands.Remove(tx)
	}
	return nil
}

// HoldNext sets whether the next turn that is resolved is held.
func HoldNext(d world.Session, hold bool, by logbook.By) error {
	chronicle.HoldNext.Set(d.Tx, hold)
	what := phrase.P("log.hold-next")
	if !hold {
		what.Code = "log.hold-next-off"
	}
	_, err := d.World.Note(d.Tx, logbook.Entry{At: d.At, By: by, What: what})
	return err
}

// hindersTurn says why a request of the game master about a turn cannot be fulfilled. The phrase has no code if
// nothing hinders it.
func hindersTurn(d world.Session, o correspondence.Bidding) (why phrase.Phrase, err error) {
	held, err := chronicle.Held(d.Tx)
	if err != nil {
		return why, err
	}
	over, next := d.Current.World.Asked().Over, chronicle.HoldNext.Is(d.Tx)
	switch o.Verb {
	case letter.BidRelease:
		if held.Turn == 0 {
			why.Code = "bid-not-held"
		}
	case letter.BidPreview:
		if held.Turn == 0 && over {
			why.Code = "bid-over"
		}
	case letter.BidRedo:
		if over {
			return phrase.P("bid-over"), nil
		}
		taken, err := chronicle.UndoneOf(d.Tx, d.Current.Turn)
		if len(taken) == 0 || err != nil {
			return phrase.P("bid-not-undone", phrase.Num("turn", d.Current.Turn)), err
		}
	case letter.BidOrders, letter.BidReport:
		if _, found := d.Current.Realm(o.Realms[0]); !found {
			return phrase.P("bid-no-realm", phrase.Num("realm", o.Realms[0])), nil
		}
	case letter.BidHold:
		switch {
		case over:
			why.Code = "bid-over"
		case next:
			why.Code = "bid-holds-next"
		}
	case letter.BidNoHold:
		if !next {
			why.Code = "bid-holds-no-next"
		}
	case letter.BidUndo:
		_, unfit := world.Reason(o.Text, faults.ErrUndo)
		switch {
		case d.Current.Turn < 2:
			why.Code = "bid-no-turn"
		case unfit != nil:
			why = phrase.P("bid-why", phrase.Num("most", world.LongestWhy))
		case held.Turn != o.After:
			return hindersUndo(d, o.After)
		}
	}
	return why, nil
}

// hindersUndo says why a turn that is not held cannot be taken back by mail. The letter says nothing about changes by
// hand, so none may have been made since.
func hindersUndo(d world.Session, turn int) (why phrase.Phrase, err error) {
	l, err := ListUndo(d.World, d.Tx, turn, d.At)
	if err == nil {
		err = l.Undecided("")
	}
	if fault := (*phrase.Fault)(nil); errors.As(err, &fault) {
		return fault.What, nil
	}
	return why, err
}

// aboutTurn reports whether a request is one of those that hindersTurn knows.
func aboutTurn(v letter.Verb) bool {
	return slices.Contains([]letter.Verb{letter.BidHold, letter.BidNoHold, letter.BidRelease, letter.BidUndo,
		letter.BidPreview, letter.BidRedo, letter.BidOrders, letter.BidReport}, v)
}

// Spread tells the other game masters what one of them has had done: at once if a turn or a realm was taken back,
// otherwise in the letter of the day. said is what the one who bade it was told, and names are the realms it mentions.
func Spread(k *world.Setup, tx *store.Tx, by string, o correspondence.Bidding, said string, now time.Time,
	names ...int) {
	others := k.ToMaster.But(by)
	if len(others.Mails) == 0 {
		return
	}
	book := wording.Words(k.Settings.Lang)
	args := []phrase.Arg{phrase.Str("mail", by), phrase.Key("word", "bid-word."+string(o.Verb)),
		phrase.Str("what", strings.TrimSpace(said)), phrase.Str("world", k.Settings.Name)}
	switch o.Verb {
	case letter.BidUndo, letter.BidRedo, letter.BidFree:
		others.Tell(tx, book.Say(phrase.P("subject.bid-other", args...)), book.Say(phrase.P("bid-other", args...))+"\n",
			store.Turn(tx), now, names...)
	default:
		k.ToMaster.Gather(tx, phrase.P(outbox.Deed, args...), now, names...)
	}
}
