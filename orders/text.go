package orders

import (
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders/phrase"
)

// textLimit is the maximum length of one message or free text in bytes.
const textLimit = 1 << 16

// The maximum number of messages in a file, and of bytes in all of them. A message goes into the report of everybody
// who gets it. Without a limit a player could make another's report too large for mail.
const (
	messagesLimit = 50
	messagesBytes = 1 << 16
)

// messagesMany says that there are so many messages beyond these limits.
func messagesMany(n int) phrase.Phrase {
	return phrase.P("messages-many", phrase.Num("n", n), phrase.Num("limit", messagesLimit),
		phrase.Num("bytes", messagesBytes))
}

// message reads a line of a section of messages: a `#` line, or text.
func (r *reader) message(line string) {
	if !strings.HasPrefix(line, "#") {
		switch r.place {
		case inMessage:
			r.row.Kind = TextRow
			r.write(line)
		case dropping:
			r.row.Kind = Stray
		case closed:
			r.greeted(line, Position{Line: r.line, Col: Column(line, len(line)-len(trimLeft(line)))}, false)
			r.stray(line, Error, "message-outside", phrase.Str("got", Clip(trim(line))), phrase.Str("example", "#2"))
		}
		return
	}
	r.finish()
	r.told, r.greeting = false, nil
	r.from = Position{Line: r.line, Col: 1}
	r.place = addressed(line)
	switch r.place {
	case dropping:
		r.tell(1, Error, Guessed("message-header", nearRecipient(line),
			phrase.Str("got", Clip(trim(CutComment(line))))))
	case inMessage:
		r.to, _ = recipient(line)
	}
	if r.place != dropping {
		r.row.Kind, r.row.Text = ToRow, trim(CutComment(line))
	}
}

// recipient reads a `#` line: a realm's number or one of M A G E, followed only by blanks and a comment.
func recipient(line string) (to string, ok bool) {
	to = strings.ToUpper(trim(CutComment(line[1:])))
	switch to {
	case "M", "A", "G", "E":
		return to, true
	}
	n, ok := realmNumber(to)
	return strconv.Itoa(n), ok
}

// nearRecipient guesses what a malformed `#` line meant: the number in it, the game master, or the end. A word may be a
// realm's name, so it is never taken for all realms or a rumour: that would publish a private letter.
func nearRecipient(line string) []string {
	rest := trim(line[1:])
	if i := strings.IndexAny(rest, "0123456789"); i >= 0 {
		number := rest[i:]
		if end := strings.IndexFunc(number, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
			number = number[:end]
		}
		if n, ok := realmNumber(number); ok {
			return []string{"#" + strconv.Itoa(n)}
		}
		return nil
	}
	switch {
	case Among(rest, []string{"master", "gamemaster", "game master", "meister", "spielleiter", "spielleiterin",
		"spielleitung"}):
		return []string{"#M"}
	case Among(rest, []string{"ende", "end"}):
		return []string{"#E"}
	}
	return nil
}

// realmNumber reads the number of a realm: 1 to 9999, digits only.
func realmNumber(s string) (int, bool) {
	if len(s) == 0 || len(s) > 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 16)
	return int(n), err == nil && n > 0
}

// write adds a line to the present text. If Scrub would see a password in a line, it is masked here too, so that the
// stored and the parsed text are the same.
func (r *reader) write(line string) {
	masked, was := mask(line)
	if !was {
		masked = maskHeads(line, r.language.clientWords(), false, false)
	}
	if masked != line {
		r.tell(1, Warning, phrase.P("text-masked"))
		line = masked
	}
	if r.text.Len() <= textLimit {
		r.text.WriteString(strings.TrimRightFunc(line, blank))
		r.text.WriteByte('\n')
	}
}

// finish ends the present message or free text, if there is one.
func (r *reader) finish() {
	was := r.place
	if was != inMessage && was != inProse {
		return
	}
	text := trimLines(r.text.String())
	r.text.Reset()
	r.place = closed
	line := Line{Position: r.from, Section: r.section.Letter}
	switch {
	case len(text) > textLimit:
		r.tellAt(r.from, Error, phrase.P("text-long", phrase.Num("limit", textLimit)))
	case text == "":
		r.tellAt(r.from, Warning, phrase.P("text-empty"))
	case was == inMessage && (r.messages == messagesLimit || r.messageBytes+len(text) > messagesBytes):
		if r.refused++; r.refused == 1 {
			r.refusedFrom = r.from
		}
	case was == inMessage:
		r.messages++
		r.messageBytes += len(text)
		line.Order = Message{To: r.to, Text: text}
		r.add(line, "")
	default:
		line.Order = Text{Text: text}
		r.add(line, "$"+string(rune(r.section.Letter)))
	}
}

// trimLines removes blank lines at both ends.
func trimLines(s string) string {
	for {
		line, rest, found := strings.Cut(s, "\n")
		if !found || trim(line) != "" {
			return strings.TrimRightFunc(s, blank)
		}
		s = rest
	}
}

// Print appends the `#` line and the text.
func (m Message) Print(dst []byte, _ phrase.Lang) []byte {
	dst = append(append(append(dst, '#'), m.To...), '\n')
	return append(dst, m.Text...)
}

// Print appends the text.
func (t Text) Print(dst []byte, _ phrase.Lang) []byte { return append(dst, t.Text...) }

// Legible returns a player's text as a report may show it: spaces for tabs, other control characters and line ends but
// LF, and no marks that change the direction of writing.
func Legible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
		case r == '\u2028' || r == '\u2029' || unicode.IsControl(r):
			return ' '
		case hidden(r):
			return -1
		}
		return r
	}, text)
}
