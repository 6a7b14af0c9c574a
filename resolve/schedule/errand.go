package schedule

import (
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
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Errand is a request of the game master about a turn that a code has confirmed. The package that reads letters is
// below the one that resolves turns. So the request is stored, and carried out before the next turn is looked at.
type Errand struct {
	Bidding    correspondence.Bidding `json:"bidding"`
	To         string                 `json:"to"`       // the game master's address
	InReplyTo  string                 `json:"reply_to"` // with References, of the letter that confirmed it
	References string                 `json:"references"`
	At         time.Time              `json:"at"`
}

const errands store.Slot[[]Errand] = "errands"

// Errands lists what is to be carried out, in the order in which it was confirmed.
func Errands(tx *store.Tx) (list []Errand) {
	list, _ = errands.Get(tx)
	return list
}

// Put adds an errand to the list.
func (e Errand) Put(tx *store.Tx) {
	errands.Put(tx, append(Errands(tx), e))
}

// EndErrand takes the first errand off the list.
func EndErrand(tx *store.Tx) {
	if list := Errands(tx); len(list) > 1 {
		errands.Put(tx, slices.Delete(list, 0, 1))
	} else {
		errands.Remove(tx)
	}
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

// Undo is a turn that is to be taken back, and why.
type Undo struct {
	Turn int    `json:"turn"`
	Why  string `json:"why"`
}

// Redo is a turn that was taken back, and is to be resolved again.
type Redo struct {
	Turn int `json:"turn"`
}

// Release is a held turn whose letters are to leave, and since when it is held.
type Release struct {
	Turn int       `json:"turn"`
	At   time.Time `json:"at"`
}

// Look is a realm whose orders or report the game master wants to see.
type Look struct {
	Realm int `json:"realm"`
}

// Spread tells the other game masters what one of them has had done: at once if a turn or a realm was taken back,
// otherwise in the letter of the day. said is what the one who bade it was told, and names are the realms it mentions.
func Spread(d world.Session, by string, verb letter.Service, said string, names ...int) {
	others := d.World.ToMaster.But(by)
	if len(others.Mails) == 0 {
		return
	}
	args := []phrase.Arg{phrase.Str("mail", by), phrase.Key("word", "bid-word."+string(verb)),
		phrase.Str("what", strings.TrimSpace(said)), phrase.Str("world", d.World.Settings.Name)}
	switch verb {
	case letter.BidUndo, letter.BidRedo, letter.BidFree:
		text := wording.Words(d.World.Settings.Lang).Say(phrase.P("bid-other", args...)) + "\n"
		others.Say(d.Tx, phrase.P("subject.bid-other", args...), outbox.Notice{At: d.At, Turn: store.Turn(d.Tx),
			Names: names, Text: text})
	default:
		d.World.ToMaster.Gather(d.Tx, phrase.P(outbox.Deed, args...), d.At, names...)
	}
}
