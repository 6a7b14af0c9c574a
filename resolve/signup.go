package resolve

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// signupRecord is somebody who wants to play, as he has confirmed it.
type signupRecord struct {
	Player  string      `json:"player"`
	Name    string      `json:"name"` // of the realm
	Kind    string      `json:"kind,omitempty"`
	Culture string      `json:"culture,omitempty"`
	Lang    phrase.Lang `json:"lang"`
	Mail    string      `json:"mail"`
	At      time.Time   `json:"at,omitzero"` // confirmed

	NameAsked time.Time `json:"name_asked,omitzero"` // of one on the list: told that his realm's name is lost

	// Asked are the fields in which something was wished for that is not offered: as long
	// as the answer does not say what else, it is asked again. Only a token's have some.
	Asked []string `json:"asked,omitempty"`
}

// SignupRow is a place on the waiting list, as the game master sees it.
type SignupRow struct {
	ID      int         `json:"id"`
	Player  string      `json:"player"`
	Name    string      `json:"name"` // of the realm he would like
	Kind    string      `json:"kind,omitempty"`
	Culture string      `json:"culture,omitempty"`
	Lang    phrase.Lang `json:"lang"`
	Mail    string      `json:"mail"`
	At      time.Time   `json:"at"` // since when he waits
}

// signupsBucket: number u32 → JSON signupRecord, in the order of the list.
var signupsBucket = []byte("signups")

// Signups is the waiting list, first come first.
func (w *World) Signups() (rows []SignupRow, err error) {
	err = w.view(func(tx *store.Tx) error {
		rows, err = waitingList(tx)
		return err
	})
	return rows, err
}

func waitingList(tx *store.Tx) (rows []SignupRow, err error) {
	b := tx.Bucket(signupsBucket)
	if b == nil {
		return nil, nil
	}
	for k := range keys(b) {
		r, _, err := getJSON[signupRecord](b, k)
		if err != nil {
			return nil, err
		}
		rows = append(rows, SignupRow{int(binary.BigEndian.Uint32(k)), r.Player, r.Name, r.Kind, r.Culture, r.Lang, r.Mail, r.At})
	}
	return rows, nil
}

// wait puts somebody at the end of the list.
func (r signupRecord) wait(tx *store.Tx) (id int, err error) {
	b, err := tx.CreateBucketIfNotExists(signupsBucket)
	if err != nil {
		return 0, fmt.Errorf("storing a sign-up: %w", err)
	}
	id = int(bump(tx, "signups"))
	putJSON(b, u32(id), r)
	return id, nil
}

// places is how many realms may still be given away: those of the settings that
// nobody has who is in the game, or, where the settings name no number, as many
// as the rules take.
func (k *clerk) places(world game.World) int {
	if world.Asked().Over {
		return 0
	}
	if k.s.Places <= 0 {
		return waitingMost.Most()
	}
	left := k.s.Places
	for _, r := range world.Realms() {
		if !r.Fallen {
			left--
		}
	}
	return max(left, 0)
}

// misfits is how many of the list are passed over, because the rules do not take
// them as they would like to come, before a world counts as full.
const misfits = 3

// Seat gives the free places to the next of the waiting list, who are mailed
// their realm's number, password and first report. It may be called at any time.
func (w *World) Seat(now time.Time) (seated int, err error) {
	waits := false
	err = w.view(func(tx *store.Tx) error {
		rows, err := waitingList(tx)
		if err != nil || len(rows) == 0 {
			return err
		}
		c, err := w.now(tx)
		waits = err == nil && w.places(c.world) > 0
		return err
	})
	if err != nil || !waits {
		return 0, err
	}
	err = w.update(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if _, err := w.clock(tx, c, now); err != nil {
			return err
		}
		got, err := w.seat(tx, c, now)
		seated = len(got)
		return err
	})
	return seated, err
}

// seat is Seat within a transaction; it gives the numbers of the list that came in. Who
// is passed over since the name he wished for is another realm's by now is asked for
// another, and keeps his place.
func (w *World) seat(tx *store.Tx, c current, now time.Time) (ids []int, err error) {
	rows, err := waitingList(tx)
	if err != nil {
		return nil, err
	}
	passed := 0
	_, err = w.enrol(tx, c, now, func(e *enrolment) error {
		for left := w.places(c.world); len(rows) > 0 && left > 0 && passed < misfits; rows = rows[1:] {
			switch err := e.admit(rows[0]); {
			case err == nil:
				ids, left = append(ids, rows[0].ID), left-1
				w.tellOfSignup(tx, e.c.world, rows[0], "signup-joined", now)
				continue
			case !isNoPlace(err):
				return err
			}
			lost, err := w.askName(tx, e.c, rows[0], false, now)
			if err != nil {
				return err
			}
			if !lost {
				passed++
			}
		}
		return nil
	})
	return ids, err
}

// tellOfSignup tells the game master who has come in, or waits, without his doing.
func (k *clerk) tellOfSignup(tx *store.Tx, world game.World, r SignupRow, code string, now time.Time) {
	t, chosen := &text{book: Words(k.s.Lang)}, ""
	if said := k.chosen(world, r); len(said) > 0 {
		chosen = " (" + strings.Join(said, ", ") + ")"
	}
	t.line(t.book.Say(phrase.P(code, phrase.Str("player", r.Player), phrase.Str("mail", r.Mail), phrase.Str("name", r.Name),
		phrase.Str("chosen", chosen), phrase.Num("number", r.ID))))
	k.master.tellMaster(tx, t.book.Say(phrase.P("subject.signup-master", phrase.Str("world", k.s.Name))), t.b.String(), int(number(tx, "turn")), now)
}

// chosen is what somebody has chosen, in the game master's language.
func (k *clerk) chosen(world game.World, r SignupRow) (said []string) {
	kinds, cultures := k.offers(world)
	if r.Kind != "" {
		said = append(said, kinds.Name(r.Kind, k.s.Lang))
	}
	if r.Culture != "" {
		said = append(said, cultures.Name(r.Culture, k.s.Lang))
	}
	return said
}

// AcceptSignup gives somebody of the waiting list a realm, whatever the number of
// places; the error is the rules' where they take no more realms.
func (w *World) AcceptSignup(id int, now time.Time) error {
	return w.enrolNow(now, func(e *enrolment) error {
		row, err := signup(e.tx, id)
		if err != nil {
			return err
		}
		return e.admit(row)
	})
}

// DropSignup takes somebody off the waiting list, and tells him.
func (w *World) DropSignup(id int, now time.Time) error {
	return w.update(func(tx *store.Tx) error {
		row, err := signup(tx, id)
		if err != nil {
			return err
		}
		remove(tx.Bucket(signupsBucket), u32(id))
		t := &text{book: Words(row.Lang)}
		t.say("signup-dropped", phrase.Str("world", w.s.Name))
		w.tellSignup(tx, row, "subject.signup-dropped", t, nil, 0, now)
		return nil
	})
}

// signup finds a number of the list; 0 is the next.
func signup(tx *store.Tx, id int) (SignupRow, error) {
	rows, err := waitingList(tx)
	if err != nil {
		return SignupRow{}, err
	}
	at := slices.IndexFunc(rows, func(r SignupRow) bool { return r.ID == id })
	if id == 0 && len(rows) > 0 {
		at = 0
	}
	if at < 0 {
		return SignupRow{}, fmt.Errorf("%w: %d", ErrSignup, id)
	}
	return rows[at], nil
}
