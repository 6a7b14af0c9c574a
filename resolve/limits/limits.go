// Package limits owns the limits on what letters can make a game do, with their counters by hour, day and week. From is
// easily forged. So nobody's letters may fill a mailbox or the disk, or use up what is meant for a player's own
// letters. All limits are one table, rows, which the page for game masters lists. A counter for an address has only its
// hash.
package limits

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/store"
	"weltentor/resolve/verdict"
)

// Limit is a limit on what letters can make a game do. From is easily forged, so most letters may have been written by
// anybody, in anybody's name. Such letters must not fill a mailbox, the game master's or another's, nor the disk. They
// must not use up what is meant for a player's own letters.
type Limit int

// The limits. docs/gm-reference.en.md explains each of them.
const (
	Receipts          Limit = iota // answers to orders whose sender is proven, by password or signature
	Replies                        // answers to unproven letters: without an `$I` line, questions
	Services                       // answers of self-service
	ReportsAgain                   // of these, reports and the rules
	Alarms                         // letters about a wrong password or a missing proof
	Throttles                      // letters about passwords that were not tried
	Guesses                        // wrong passwords; beyond them, those from the same address are not tried
	LinkGuesses                    // wrong passwords in letters from the page; beyond them, none by a link is tried
	DoorCodes                      // letters with a code for the page that asks for it
	Answers                        // replies, services, alarms, whichever realms they are about
	AnswersADay                    // the same, to unproven letters
	WordsADay                      // beyond these, answers to one word in unproven letters
	Verdicts                       // letters to the sender of orders from an address that is not the realm's
	VerdictsOfOne                  // the same, to all such addresses
	Questions                      // questions passed on to the game master
	AllQuestions                   // the same
	QuestionsADay                  // of these, unproven ones
	AllQuestionsADay               // the same
	LettersAtOnce                  // mails to the game master with messages from sheets; further ones go with the turn
	Press                          // messages of a sheet to other players, passed on before the turn
	PressADay                      // the same
	PressReaders                   // letters with them
	AllPressADay                   // the same
	MasterMail                     // letters to the game master that unproven letters cause
	MasterCodes                    // letters that ask the game master to confirm an answer
	MasterWords                    // other answers to letters from the game master's address
	MasterAbsent                   // the same, to those that look automatic
	MasterSame                     // the same, to one text; further ones look automatic
	Tokens                         // letters that ask for an answer: a new password, a pause
	TokensADay                     // the same
	Tries                          // answers to sign-ups that are filled in wrong
	Invitation                     // letters to somebody unknown who wants to play
	Invitations                    // the same, to all of them who are unproven
	InvitationsOfOne               // of these, to one domain
	InvitationsProven              // the same, to those with a signature
	TurnedAway                     // letters to somebody unknown who does not sign up
	TurnedAwayToAll                // the same, to all of them
	Offers                         // letters that ask an address to be a substitute, or new
	OffersToAll                    // the same, to all of them
	RulesOut                       // the rules, to somebody unknown
	RulesOutToAll                  // the same, to all of them
	Practices                      // practice games
	PracticeWords                  // answers to those who practise, besides reports
	PracticeSize                   // bytes of a practice game on the disk
	Crossed                        // letters about a contradiction with another realm's sheet
	Bounces                        // letters about bounces, one by one
	Undelivered                    // letters about letters that were refused or given up, one by one
	MailsAside                     // letters about mails that were set aside, one by one
	FailuresSpoken                 // lines of cron about letters refused or given up
	TroublesAgain                  // times that cron may repeat a report on the same day
	WaitingMost                    // places on the waiting list
	MostAddresses                  // registered addresses
	Unpacked                       // bytes in packed files that are searched for a password
	Stored                         // bytes of texts and files that are stored
	Unproven                       // bytes that are stored of unproven letters, and of what they caused
	AllUnproven                    // the same
	Logged                         // unproven letters with a logbook entry of their own
	AheadTurns                     // later turns for which orders are stored

	limitsEnd
)

// LimitRow is a limit as the game master's page lists it.
type LimitRow struct {
	Name string // of its counter
	Most int
	Per  time.Duration // an hour, a day or a week; zero: no period
	Of   string        // for whom it is counted
}

// Day and Week are the longer periods of limits.
const (
	Day  = 24 * time.Hour
	Week = 7 * Day
)

var rows = [limitsEnd]LimitRow{
	Receipts:          {"receipts", 20, time.Hour, "realm"},
	Replies:           {"replies", 8, time.Hour, "realm"},
	Services:          {"services", 8, time.Hour, "realm, word"},
	ReportsAgain:      {"reports-again", 4, time.Hour, "realm, word"}, // they may be large
	Alarms:            {"alarms", 3, time.Hour, "realm"},
	Throttles:         {"throttles", 1, time.Hour, "realm"},
	Guesses:           {"guesses", 30, time.Hour, "realm, address"},
	LinkGuesses:       {"link-guesses", 10, time.Hour, "realm"},
	DoorCodes:         {"door-codes", 3, Day, "address"},
	Answers:           {"answers", 60, time.Hour, "address"},
	AnswersADay:       {"answers-a-day", 60, Day, "address"},
	WordsADay:         {"words-a-day", 3, Day, "address, word"},
	Verdicts:          {"verdicts", 1, Day, "address"},
	VerdictsOfOne:     {"verdicts-of-one", 5, Day, "realm"},
	Questions:         {"questions", 5, time.Hour, "realm"},
	AllQuestions:      {"all-questions", 20, time.Hour, "world"},
	QuestionsADay:     {"questions-a-day", 15, Day, "realm"},
	AllQuestionsADay:  {"all-questions-a-day", 60, Day, "world"},
	LettersAtOnce:     {"letters-at-once", 10, time.Hour, "realm"},
	Press:             {"press", 10, time.Hour, "realm"},
	PressADay:         {"press-a-day", 30, Day, "realm"},
	PressReaders:      {"press-readers", 100, Day, "realm"},
	AllPressADay:      {"all-press-a-day", 500, Day, "world"},
	MasterMail:        {"master-mail", 30, Day, "world"},
	MasterCodes:       {"master-codes", 20, time.Hour, "word"},
	MasterWords:       {"master-words", 10, time.Hour, "word"},
	MasterAbsent:      {"master-absent", 1, Day, "word"},
	MasterSame:        {"master-same", 1, Day, "text"},
	Tokens:            {"tokens", 3, time.Hour, "realm, address, word"},
	TokensADay:        {"tokens-a-day", 6, Day, "realm, address, word"},
	Tries:             {"tries", 5, 0, "token"},
	Invitation:        {"invitation", 1, Day, "address"},
	Invitations:       {"invitations", 30, Day, "world"},
	InvitationsOfOne:  {"invitations-of-one", 10, Day, "domain"},
	InvitationsProven: {"invitations-proven", 60, Day, "world"},
	TurnedAway:        {"turned-away", 1, Week, "address"},
	TurnedAwayToAll:   {"turned-away-to-all", 30, Day, "world"},
	Offers:            {"offers", 1, Day, "address"},
	OffersToAll:       {"offers-to-all", 30, Day, "world"},
	RulesOut:          {"rules-out", 1, Day, "address"},
	RulesOutToAll:     {"rules-out-to-all", 10, Day, "world"},
	Practices:         {"practices", 3, Day, "address"},
	PracticeWords:     {"practice-words", 20, time.Hour, "address"},
	PracticeSize:      {"practice-size", 8 << 20, 0, "practice game"},
	Crossed:           {"crossed", 10, time.Hour, "realm"},
	Bounces:           {"bounces", 5, Day, "world"},
	Undelivered:       {"undelivered", 5, Day, "world"},
	MailsAside:        {"put-aside", 5, Day, "world"},
	FailuresSpoken:    {"failures-spoken", 5, Day, "world"},
	TroublesAgain:     {"troubles-again", 5, Day, "world"},
	WaitingMost:       {"waiting-list", 200, 0, "world"},
	MostAddresses:     {"addresses", 10, 0, "realm"},
	Unpacked:          {"unpacked", 4 << 20, 0, "letter"},
	Stored:            {"stored", 8 << 20, 0, "realm, turn"},
	Unproven:          {"unproven", 1 << 20, 0, "realm"},
	AllUnproven:       {"all-unproven", 4 << 20, 0, "world"},
	Logged:            {"logged", 50, Day, "world"},
	AheadTurns:        {"turns-ahead", verdict.AheadTurns, 0, "realm"},
}

// Limits lists all of them.
func Limits() []LimitRow { return rows[:] }

// Most is the limit itself.
func (l Limit) Most() int { return rows[l].Most }

// Name is the limit's name, as the game master's manual has it.
func (l Limit) Name() string { return rows[l].Name }

// Whose says for whom a limit is counted.
type Whose string

// TheWorld counts for the whole world.
const TheWorld Whose = ""

// OfRealm counts for a realm.
func OfRealm(number int) Whose { return Whose(fmt.Sprintf(" realm %d", number)) }

// OfMail counts for an address. The counter does not reveal which.
func OfMail(mail string) Whose {
	return Whose(fmt.Sprintf(" mail %x", sha256.Sum256([]byte(address.Folded(mail)))))
}

// Counters have the number of their hour, day or week, and a name as their key. Each kind has a bucket.
var hours, days, weeks = store.Values("counters"), store.Values("days"), store.Values("weeks")

// Word is the part of it for one word: requests with one word do not use up what others have.
func (of Whose) Word(word string) Whose { return of + Whose(" word "+word) }

// Proven is the part of it for letters that are proven by a signature or a password. Anybody can write the other
// letters, in anybody's name, so they use up nothing of it.
func (of Whose) Proven() Whose { return of + " proven" }

// counter returns where a limit's counter is. Days are by UTC.
func (l Limit) counter(now time.Time, of Whose) (in store.Bytes, key []byte) {
	row := rows[l]
	in = hours
	switch row.Per {
	case Day:
		in = days
	case Week:
		in = weeks
	}
	return in, append(store.U64(uint64(now.Unix()/int64(row.Per.Seconds()))), row.Name+string(of)...)
}

// Counted returns the count of this hour, or of today.
func (l Limit) Counted(tx *store.Tx, now time.Time, of Whose) int {
	in, key := l.counter(now, of)
	if v := in.Get(tx, key); len(v) == 4 {
		return int(binary.BigEndian.Uint32(v))
	}
	return 0
}

// Count counts one more, and returns the new count. Counters of other hours, or days, are dropped.
func (l Limit) Count(tx *store.Tx, now time.Time, of Whose) int {
	in, key := l.counter(now, of)
	n := l.Counted(tx, now, of) + 1
	dropBefore(tx, in, key[:8])
	in.Put(tx, key, store.U32(n))
	return n
}

// Allow counts one more, and reports whether that is within the limit.
func (l Limit) Allow(tx *store.Tx, now time.Time, of Whose) bool {
	return l.Count(tx, now, of) <= l.Most()
}

// Room reports whether this many more would be within the limit. It counts nothing.
func (l Limit) Room(tx *store.Tx, now time.Time, of Whose, more int) bool {
	return l.Counted(tx, now, of)+more <= l.Most()
}

// CountReport counts something that is reported one by one up to the limit, then once as "more", and then no longer. tell
// says whether it is to be reported now, and more whether as "more".
func (l Limit) CountReport(tx *store.Tx, now time.Time) (tell, more bool) {
	n := l.Count(tx, now, TheWorld)
	return n <= l.Most()+1, n > l.Most()
}

// dropBefore removes counters of earlier hours or days.
func dropBefore(tx *store.Tx, in store.Bytes, period []byte) {
	var old [][]byte
	for k := range in.From(tx, nil) {
		if bytes.Equal(k[:8], period) {
			break
		}
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		in.Remove(tx, k)
	}
}
