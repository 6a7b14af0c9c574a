package engine

import (
	"hash/fnv"
	"strconv"

	"weltentor/mailer/plain"
	"weltentor/orders"
	"weltentor/resolve/mask"
	"weltentor/worlds/game"
)

// sent compares a text with the orders in force. sent: the letter would leave them as they are. changed: there are
// some, and it would not. If there are none, or if the letter would not be looked at for this turn, neither is true.
// Spaces, comments, bad lines and the order of sections do not matter, nor whether the text repeats what letters that only
// speak have added: that stays in any case.
func (e *Engine) sent(c *Checked, text string) {
	t := &e.laid.table
	text = plain.Text(text)
	clean := mask.Scrub(text, e.parsed(text).Identity)
	c.Digest = strconv.FormatUint(e.digest(clean), 36)
	if t.Orders == "" || c.Refused != "" || c.For != 0 {
		return
	}
	stays := func(inForce string) bool {
		now := game.Sheet{Realm: t.Realm, Turn: t.Turn, Text: inForce}
		next := e.laid.known.Merge(now, game.Sheet{Realm: t.Realm, Turn: t.Turn, Text: clean})
		return inForce != "" && e.digest(next.Text) == e.digest(inForce)
	}
	c.Sent = stays(t.Orders) || stays(orders.Ordered(t.Orders, t.Spoken))
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
