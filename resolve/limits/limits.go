// Package limits bounds what letters can make a game do: what is asked for and by whom goes in, whether it is within
// the limit comes out, and it is counted in the store. The rooms that take letters in and answer them call it.
package limits

import (
	"time"

	"weltentor/resolve/judged"
)

// Limit is a bound on what letters can make a game do. From is easily forged, so
// most of what comes may have been written by anybody, in anybody's name: no such
// letter may fill a mailbox, the game master's or another's, nor the disk, nor use
// up what is meant for a player's own letters.
type Limit int

// The limits. What each is for stands in docs/gm-reference.en.md, in the same words as here.
const (
	Receipts          Limit = iota // answers to orders whose sender is proven, by password or signature
	Replies                        // answers to letters that nothing proves: no `$I` line, questions
	Services                       // answers of self-service
	ReportsAgain                   // of them, reports and the rules
	Alarms                         // letters that tell of a wrong password or a missing proof
	Throttles                      // letters that tell of passwords that were not tried
	Guesses                        // wrong passwords; then those from there are not tried
	Answers                        // replies, services, alarms, whichever realms they are about
	AnswersADay                    // the same, to letters whose sender nothing proves
	WordsADay                      // beyond them, answers to one word whose sender nothing proves
	Verdicts                       // letters to whoever sent orders from an address that is not the realm's
	VerdictsOfOne                  // the same, to all such addresses
	Questions                      // passed on to the game master
	AllQuestions                   // the same
	QuestionsADay                  // of them, those whose sender nothing proves
	AllQuestionsADay               // the same
	LettersAtOnce                  // mails to the game master with messages of sheets; further ones go with the turn
	Press                          // messages of a sheet to other players, passed on before the turn
	PressADay                      // the same
	PressReaders                   // letters with them
	AllPressADay                   // the same
	MasterMail                     // letters to the game master that letters cause which nothing proves
	MasterCodes                    // letters to the game master that ask for his confirmation of an answer
	MasterWords                    // other answers to letters from the game master's address
	MasterAbsent                   // the same, to those that look automatic
	MasterSame                     // the same, to one text; further ones look automatic
	Tokens                         // letters that ask for an answer: a new password, a pause
	TokensADay                     // the same
	Tries                          // answers to sign-ups that are filled in wrongly
	Invitation                     // letters to who is unknown and wants to play
	Invitations                    // the same, to all of them whose sender nothing proves
	InvitationsOfOne               // of them, to one domain
	InvitationsProven              // the same, to those whose sender a signature proves
	Offers                         // letters that ask somebody to be a substitute
	OffersToAll                    // the same, to all of them
	RulesOut                       // the rules, to who is unknown
	RulesOutToAll                  // the same, to all of them
	Crossed                        // letters that tell of another's sheet that contradicts the realm's
	Bounces                        // letters that tell of bounces, one by one
	Undelivered                    // letters that tell of letters refused or given up, one by one
	MailsAside                     // letters that tell of mails put aside, one by one
	FailuresSpoken                 // lines of cron about letters refused or given up
	TroublesAgain                  // times that cron may say again what it has said that day
	WaitingMost                    // on the waiting list
	MostAddresses                  // that are registered
	Unpacked                       // bytes in packed files that are searched for a password
	Stored                         // bytes of texts and files that are kept
	Unproven                       // bytes that are kept of letters which nothing proves, and of what came of them
	AllUnproven                    // the same
	Logged                         // letters which nothing proves that have an entry of their own in the log
	AheadTurns                     // turns to come for which orders are kept

	limitsEnd
)

// LimitRow is a limit as the game master's page lists it.
type LimitRow struct {
	Name string // its counter's
	Most int
	Per  time.Duration // an hour or a day; zero: ever
	Of   string        // whose
}

const Day = 24 * time.Hour

var rows = [limitsEnd]LimitRow{
	Receipts:          {"receipts", 20, time.Hour, "realm"},
	Replies:           {"replies", 8, time.Hour, "realm"},
	Services:          {"services", 8, time.Hour, "realm, word"},
	ReportsAgain:      {"reports-again", 4, time.Hour, "realm, word"}, // they may be large
	Alarms:            {"alarms", 3, time.Hour, "realm"},
	Throttles:         {"throttles", 1, time.Hour, "realm"},
	Guesses:           {"guesses", 30, time.Hour, "realm, address"},
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
	Offers:            {"offers", 1, Day, "address"},
	OffersToAll:       {"offers-to-all", 30, Day, "world"},
	RulesOut:          {"rules-out", 1, Day, "address"},
	RulesOutToAll:     {"rules-out-to-all", 10, Day, "world"},
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
	Logged:            {"logged", 200, Day, "world"},
	AheadTurns:        {"turns-ahead", judged.AheadTurns, 0, "realm"},
}

// Limits lists all of them.
func Limits() []LimitRow { return rows[:] }

func (l Limit) Most() int { return rows[l].Most }

// Name is the limit's, as the game master's page has it.
func (l Limit) Name() string { return rows[l].Name }
