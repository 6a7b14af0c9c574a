package resolve

import "time"

// Limit is a bound on what letters can make a game do. From is easily forged, so
// most of what comes may have been written by anybody, in anybody's name: no such
// letter may fill a mailbox, the game master's or another's, nor the disk, nor use
// up what is meant for a player's own letters.
type Limit int

// The limits. What each is for stands in docs/gm.md, in the same words as here.
const (
	receipts          Limit = iota // answers to orders whose sender is proven, by password or signature
	replies                        // answers to letters that nothing proves: no `$I` line, questions
	services                       // answers of self-service
	reportsAgain                   // of them, reports and the rules
	alarms                         // letters that tell of a wrong password or a missing proof
	throttles                      // letters that tell of passwords that were not tried
	guesses                        // wrong passwords; then those from there are not tried
	answers                        // replies, services, alarms, whichever realms they are about
	verdicts                       // letters to whoever sent orders from an address that is not the realm's
	verdictsOfOne                  // the same, to all such addresses
	questions                      // passed on to the game master
	allQuestions                   // the same
	lettersAtOnce                  // mails to the game master with messages of sheets; further ones go with the turn
	masterCodes                    // letters to the game master that ask for his confirmation of an answer
	masterWords                    // other answers to letters from the game master's address
	masterAbsent                   // the same, to those that look automatic
	masterSame                     // the same, to one text; further ones look automatic
	tokens                         // letters that ask for an answer: a new password, a pause
	tokensADay                     // the same
	tries                          // answers to sign-ups that are filled in wrongly
	invitation                     // letters to who is unknown and wants to play
	invitations                    // the same, to all of them whose sender nothing proves
	invitationsOfOne               // of them, to one domain
	invitationsProven              // the same, to those whose sender a signature proves
	rulesOut                       // the rules, to who is unknown
	rulesOutToAll                  // the same, to all of them
	crossed                        // letters that tell of another's sheet that contradicts the realm's
	bounces                        // letters that tell of bounces, one by one
	undelivered                    // letters that tell of letters refused or given up, one by one
	MailsAside                     // letters that tell of mails put aside, one by one
	FailuresSpoken                 // lines of cron about letters refused or given up
	waitingMost                    // on the waiting list
	mostAddresses                  // that are registered
	unpacked                       // bytes in packed files that are searched for a password
	stored                         // bytes of texts and files that are kept

	limitsEnd
)

// LimitRow is a limit as the game master's page lists it.
type LimitRow struct {
	Name string // its counter's
	Most int
	Per  time.Duration // an hour or a day; zero: ever
	Of   string        // whose
}

const day = 24 * time.Hour

var limits = [limitsEnd]LimitRow{
	receipts:          {"receipts", 20, time.Hour, "realm"},
	replies:           {"replies", 8, time.Hour, "realm"},
	services:          {"services", 8, time.Hour, "realm"},
	reportsAgain:      {"reports-again", 4, time.Hour, "realm"}, // they may be large
	alarms:            {"alarms", 3, time.Hour, "realm"},
	throttles:         {"throttles", 1, time.Hour, "realm"},
	guesses:           {"guesses", 30, time.Hour, "realm, address"},
	answers:           {"answers", 60, time.Hour, "address"},
	verdicts:          {"verdicts", 1, day, "address"},
	verdictsOfOne:     {"verdicts-of-one", 5, day, "realm"},
	questions:         {"questions", 5, time.Hour, "realm"},
	allQuestions:      {"all-questions", 20, time.Hour, "world"},
	lettersAtOnce:     {"letters-at-once", 10, time.Hour, "realm"},
	masterCodes:       {"master-codes", 20, time.Hour, "world"},
	masterWords:       {"master-words", 10, time.Hour, "world"},
	masterAbsent:      {"master-absent", 1, day, "world"},
	masterSame:        {"master-same", 1, day, "text"},
	tokens:            {"tokens", 3, time.Hour, "realm"},
	tokensADay:        {"tokens-a-day", 6, day, "realm"},
	tries:             {"tries", 5, 0, "token"},
	invitation:        {"invitation", 1, day, "address"},
	invitations:       {"invitations", 30, day, "world"},
	invitationsOfOne:  {"invitations-of-one", 10, day, "domain"},
	invitationsProven: {"invitations-proven", 60, day, "world"},
	rulesOut:          {"rules-out", 1, day, "address"},
	rulesOutToAll:     {"rules-out-to-all", 10, day, "world"},
	crossed:           {"crossed", 10, time.Hour, "realm"},
	bounces:           {"bounces", 5, day, "world"},
	undelivered:       {"undelivered", 5, day, "world"},
	MailsAside:        {"put-aside", 5, day, "world"},
	FailuresSpoken:    {"failures-spoken", 5, day, "world"},
	waitingMost:       {"waiting-list", 200, 0, "world"},
	mostAddresses:     {"addresses", 10, 0, "realm"},
	unpacked:          {"unpacked", 4 << 20, 0, "letter"},
	stored:            {"stored", 8 << 20, 0, "realm, turn"},
}

// Limits lists all of them.
func Limits() []LimitRow { return limits[:] }

func (l Limit) Most() int { return limits[l].Most }
