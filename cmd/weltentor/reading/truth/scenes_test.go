package truth_test

import (
	"fmt"
)

// scene is a kind of scenario.
type scene struct {
	row  int
	play func(*play)
}

// scenes are played in turn.
var scenes = []scene{
	{1, lastMessage}, {2, aboveOldOrders}, {3, changedSubject}, {4, letterBesideOrders}, {5, shortWords},
	{6, forwardedCode}, {7, hiddenYes}, {8, lateOrders}, {9, lateWords}, {10, twoRealms}, {11, yeses}, {12, machineWords},
	{13, forms}, {14, filesBeside}, {0, plainReply}, {0, plainQuestion}, {0, plainOrders},
	{1, lastLetter}, {2, aboveOldOrders}, {3, changedSubject}, {7, hiddenWords}, {8, lateOrders}, {0, forwardsToMaster},
	{1, lastMessage}, {2, aboveOldOrders},
	{6, forwardedCode}, {11, noYeses}, {2, wordsAboveOldOrders}, {0, answersMaster}, {1, lastMessage}, {11, typedSubject},
	{0, headLeftOnTop}, {5, shortWordsToMaster}, {4, letterToNobody}, {0, forwardedOrders}, {0, anothersLetter},
	{0, lateReply}, {0, anothersHeadOnTop}, {11, alteredYes},
	{0, twoReaders}, {0, afterwards}, {0, twoReaders},
}

// writes has a realm write to another one, with its `$I` line, and returns the letter as its reader gets it.
func (p *play) writes(from, to int) letterOut {
	p.t.Helper()
	say, _ := p.say(player(from), player(to))
	d := p.letter(player(from), fmt.Sprintf("LETTER %d", to), p.identity(from)+"\n"+say)
	d.sign = ""
	for _, l := range p.looks(p.post(d.bytes())).all {
		if l.to == player(to) {
			return l
		}
	}
	p.t.Fatalf("a letter did not leave:\n%s", p.story.String())
	return letterOut{}
}

// orders has a realm send orders that count.
func (p *play) orders(realm int) *draft { return p.ordersAnd(realm, "") }

// ordersAnd does so with something below them.
func (p *play) ordersAnd(realm int, more string) *draft {
	p.t.Helper()
	lines, force := p.digs()
	d := p.letter(player(realm), "Zug", p.identity(realm)+"\n"+lines+more+"\n$E")
	p.looks(p.post(d.bytes()))
	p.force[realm] = force
	return d
}

// maybeOrders does so half the time, so that there is something in force.
func (p *play) maybeOrders(realm int) {
	if p.one(2) {
		p.orders(realm)
	}
}

// private is a letter of ours that only its reader may see: a report or a receipt.
func (p *play) private(realm int) letterOut {
	if l, is := p.receipts[realm]; is && p.one(2) {
		return l
	}
	return p.reports[realm]
}
