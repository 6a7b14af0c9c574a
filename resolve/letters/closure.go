package letters

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// closes are the arguments that say when a game is to be closed: the turn, or, where that is 0, the time.
func Closes(k *world.Setup, book *phrase.Book, c *chronicle.Closure) []phrase.Arg {
	when := ""
	if !c.Due.IsZero() {
		when = wording.Moment(book, c.Due.In(k.Settings.Zone))
	}
	return []phrase.Arg{phrase.Num("turn", c.After), phrase.Str("when", when)}
}
