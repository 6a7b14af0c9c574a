package engine

import (
	"hash/fnv"
	"strconv"

	"weltentor/mailer/plain"
	"weltentor/resolve/mask"
	"weltentor/worlds/game"
)

// sent compares a text with the orders in force. sent: the letter would leave them as they are. changed: there are
// some, and it would not. If there are none, or if the letter would not be looked at for this turn, neither is true.
// Spaces, comments, bad lines and the order of sections do not matter.
func (e *Engine) sent(c *Checked, text string) {
	t := &e.laid.table
	text = plain.Text(text)
	clean := mask.Scrub(text, e.parsed(text).Identity)
	c.Digest = strconv.FormatUint(e.digest(clean), 36)
	if t.Orders == "" || c.Refused != "" || c.For != 0 {
		return
	}
	now := game.Sheet{Realm: t.Realm, Turn: t.Turn, Text: t.Orders}
	next := e.laid.known.Merge(now, game.Sheet{Realm: t.Realm, Turn: t.Turn, Text: clean})
	c.Sent = e.digest(next.Text) == e.digest(t.Orders)
	c.Changed = !c.Sent
}

// digest is the same for texts of the same orders.
func (e *Engine) digest(text string) uint64 {
	file := e.parsed(text)
	file.Identity = nil
	sum := fnv.New64a()
	sum.Write(e.rules.Language().Print(nil, file))
	return sum.Sum64()
}
