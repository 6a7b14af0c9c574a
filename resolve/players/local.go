package players

import (
	"fmt"
	"io"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/roster"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// LocalRealm is a realm without an address: somebody plays it at the machine that runs the game, or the machine itself.
type LocalRealm struct {
	game.Joining
	Bot *game.Manner // how the machine plays it; nil: somebody enters its orders
}

// AddLocal adds realms without addresses, all of them or none, and returns their numbers. They have no password, and no
// letters leave for them. The error is ErrName for names that no realm or player can have, or what the rules say if they
// refuse a realm.
func AddLocal(w *world.World, list []LocalRealm, now time.Time) (numbers []int, err error) {
	err = enrolNow(w, now, func(e *Enrolment) error {
		for _, l := range list {
			n, err := e.addLocal(l)
			if err != nil {
				return err
			}
			numbers = append(numbers, n)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("adding a realm: %w", err)
	}
	return numbers, nil
}

// addLocal adds one of them.
func (e *Enrolment) addLocal(l LocalRealm) (number int, err error) {
	for _, name := range []string{l.Name, l.Player} {
		if _, err := roster.EnteredName(name); name != "" && err != nil {
			return 0, err
		}
	}
	if number, err = e.Add(l.Joining, roster.RealmRecord{Bot: l.Bot}, "", notices.Newcomer{}); err != nil || l.Bot == nil {
		return number, err
	}
	_, err = e.World.Note(e.Tx, logbook.Entry{At: e.At, Realm: number, What: phrase.P("log.bot",
		phrase.Str("style", l.Bot.Style), phrase.Str("strength", string(l.Bot.Strength)))})
	return number, err
}

// realms are names for realms that nobody has named. They are invented, and none is of a game.
var realms = [...]string{"Fenmark", "Graumark", "Arrak", "Salzküste", "Hohenfurt", "Thalwin", "Eschland", "Morwen",
	"Varnholm", "Quellmark", "Ostrand", "Nebelau", "Kaltwasser", "Rabenstein", "Sundmark", "Firnland", "Weidenau",
	"Torwald", "Heidmark", "Altmoor"}

// FreeNames returns those that no realm of a world has.
func FreeNames(rows []roster.RealmRow) []string {
	return slices.DeleteFunc(slices.Clone(realms[:]), func(name string) bool {
		return slices.ContainsFunc(rows, func(r roster.RealmRow) bool { return r.Name == name })
	})
}

// Practised are the first of them: a practice world has these realms, or the first of these if its game wants fewer. The
// pages name players' realms so.
const Practised = 4

// MostBots is how many realms of a new world the machine can play.
const MostBots = len(realms) - Practised

// Seats are realms for a new world, from the name of a number on: the machine plays them in its styles, one after the
// other. n is at most MostBots.
func Seats(bot game.Bot, first, n int, strength game.Strength, lang phrase.Lang) (seats []LocalRealm) {
	styles := bot.Styles()
	for i := range n {
		name := realms[(first+i)%len(realms)]
		seats = append(seats, LocalRealm{Bot: &game.Manner{Style: styles[i%len(styles)].Code, Strength: strength},
			Joining: game.Joining{Name: name, Player: wording.Words(lang).T("bot-player"), Lang: lang, Computer: game.UTF8}})
	}
	return seats
}

// A practice world has the realm of one person, and others that the machine plays.
const (
	Practiser     = 1 // the number of that realm
	PracticeTurns = 6 // there is a lesson for each
)

// FoundPractice founds a world for practice, with no realms yet: see SeatPractice, which is then called with the same
// language. The machine plays the game. random is for its seed: seeds are tried until the world suits the lessons of
// whoever practises.
func FoundPractice(dir string, rb game.Rulebook, tables []byte, lang phrase.Lang, random io.Reader, now time.Time,
	files ...game.File) error {
	f, _ := rb.Bot().Practice(tables)
	for range game.PracticeTries {
		if _, err := io.ReadFull(random, f.Seed[:]); err != nil {
			return fmt.Errorf("founding: %w", err)
		}
		if suits(rb, f, lang) {
			break
		}
	}
	return Found(dir, rb, f, now, files...)
}

// suits reports whether the world of a founding suits the lessons once all have joined. They join as SeatPractice adds
// them, with the same seed, so that the world which is played is the one that was tried.
func suits(rb game.Rulebook, f game.Founding, lang phrase.Lang) bool {
	w, _, _, err := found(rb, f, time.Time{})
	for _, seat := range practiceSeats(rb, "", lang) {
		if err != nil {
			return true // Found or SeatPractice says what is wrong
		}
		w, _, err = w.Join(seat.Joining, f.Seed)
	}
	return err != nil || rb.Bot().Trains(w, Practiser)
}

// SeatPractice adds the realms of a practice world. The machine plays each but the first in a style of its own. The error
// is ErrEdit if it cannot, or not with this strength.
func SeatPractice(w *world.World, strength string, lang phrase.Lang, now time.Time) error {
	manner, err := Manner(w, "", strength)
	if err != nil {
		return err
	}
	_, err = AddLocal(w, practiceSeats(w.Rules, manner.Strength, lang), now)
	return err
}

// practiceSeats are the realms of a practice world: that of whoever practises, and those that the machine plays.
func practiceSeats(rb game.Rulebook, strength game.Strength, lang phrase.Lang) []LocalRealm {
	you := LocalRealm{Joining: game.Joining{Name: realms[Practiser-1], Player: wording.Words(lang).T("practice-you"),
		Lang: lang, Computer: game.UTF8}}
	return append([]LocalRealm{you}, Seats(rb.Bot(), Practiser, Opponents(rb), strength, lang)...)
}

// Opponents is how many realms of a practice world the machine plays.
func Opponents(rb game.Rulebook) int {
	_, n := rb.Bot().Practice(nil)
	return n - 1
}
