package resolve

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// intake is a letter being taken, inside its transaction.
type intake struct {
	w      *World
	l      Letter
	at     time.Time
	master bool   // entered by the game master's hand
	own    bool   // comes from an address registered for its realm
	proven string // the domain whose signature proved the sender, where that was asked

	file *orders.File // nil of a machine's mail
	text string       // scrubbed; the turn reads this and so does the check

	tokens []string // that the letter brings back, perhaps
	form   *filled  // a form of ours in what it quotes; nil if there is none

	tx *store.Tx
	c  current
	a  Acceptance

	crossed []phrase.Phrase // what the letter's sheet contradicts others in
	agreed  []phrase.Phrase // what else it and those of others tell of the same
	later   bool            // the deadline was moved, for another's answer

	earlier sheetRecord // that the letter replaces
	fresh   game.Sheet  // that is in force now
	keptAt  time.Time   // when the one came that stays in force; zero if there is none

	stood sheetRecord // of the realm whose letter is refused

	went   []went    // messages of the sheet, or of a refused letter, to the game master
	beside beside    // what became of what the letter says beside orders
	wentAt time.Time // when that was passed on

	inPart map[int]bool // lines with an error of which the rest is in force
	ready  readiness    // of the turn, after the letter
	pause  pause        // of the world
	aside  string       // the sender's address where it is not registered: told the verdict and no more
}

// judge finds out whose letter it is and whether its orders may count.
func (in *intake) judge() error {
	if in.file == nil {
		in.a.Fate = Machine
		if in.l.Bounce != nil {
			return in.bounced()
		}
		return nil
	}
	known := in.known()
	in.useUp()
	if known {
		in.a.Fate, in.text = Known, ""
		return nil
	}
	own, err := in.registered()
	if err != nil {
		return err
	}
	if !in.fromMaster() {
		return in.judgeOf(own)
	}
	if heard, err := in.hear(own); heard || err != nil {
		return err
	}
	if err := in.judgeOf(own); err != nil {
		return err
	}
	return in.unheard(own)
}

// judgeOf is judge for a letter from an address of these realms, or of none.
func (in *intake) judgeOf(own []int) error {
	if in.l.Marked != "" {
		if done, err := in.marked(own); done || err != nil {
			return err
		}
	}
	rest := in.takeForm(own)
	if in.file.Identity == nil {
		if served, err := in.serve(own); served || err != nil {
			return err
		}
	}
	id := in.file.Identity
	if id == nil {
		return in.withoutIdentity(own)
	}
	rec, found, err := getJSON[realmRecord](in.tx.Bucket(realmsBucket), u32(id.Realm))
	if err != nil {
		return err
	}
	in.own = slices.Contains(own, id.Realm)
	if trusted, err := in.authenticate(id.Realm, rec, found && !rec.vacant(), own); !trusted || err != nil {
		return err
	}
	if err := in.askMaster(rec, cmp.Or(rest, in.words())); err != nil {
		return err
	}
	return in.orders(rec, id.Turn)
}

// byHand is judge for the game master.
func (in *intake) byHand(number int) error {
	rec, found, err := getJSON[realmRecord](in.tx.Bucket(realmsBucket), u32(number))
	switch id := in.file.Identity; {
	case err != nil:
		return err
	case number == 0:
		rec = realmRecord{}
		if in.w.s.Master != "" {
			rec.Mail = []string{in.w.s.Master}
		}
	case !found:
		return fmt.Errorf("%w: %d", ErrRealm, number)
	case id != nil && id.Realm != number:
		return fault(nil, "other-realm", phrase.Num("realm", id.Realm), phrase.Num("own", number))
	}
	in.a.Realm = number
	turn := 0
	if in.file.Identity != nil {
		turn = in.file.Identity.Turn
	}
	return in.orders(rec, turn)
}

// Study reads a letter's orders ahead of Accept, which else does it itself. It
// looks at nothing but the rulebook, so that it may run beside other calls: all
// parsing of the letter is done while the one before it is committed. So is the
// hash of its password, where no limit stands before that: if it comes from an
// address of the realm, and nothing but the password is asked for.
func (w *World) Study(l *Letter) {
	s := &studied{}
	s.fault = guarded(func() { s.read(l, w.rb.Language()) })
	if s.fault == nil && s.file != nil && s.file.Identity != nil && w.s.auth() == ByPassword {
		id := s.file.Identity
		if rec, own := l.Sender.realms[id.Realm]; own && id.Password != "" {
			s.guess = w.people.try(id.Realm, rec, id.Password)
		}
	}
	l.studied, l.Lines = s, nil
}

// sheet is the letter's sheet, with its orders if it is the text that was studied.
func (in *intake) sheet(files []game.File) game.Sheet {
	s := game.Sheet{Realm: in.a.Realm, Turn: in.c.turn, Text: in.text, Files: files}
	if found := in.l.studied; found.clean != nil && found.text == in.text {
		s = s.Read(in.w.rb.Language(), found.clean)
	}
	return s
}
