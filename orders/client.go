package orders

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/lazy"
)

// Client is how a program of players begins and ends orders, in place of `$I` and `$E`. Head is a pattern of words, such
// as `#atlantis {faction} "{password}"`, in which `{}` is any word. End is a line; "": it writes none.
type Client struct{ Head, End string }

// What stands for the realm's number and for the password in a Client's Head.
const (
	ofRealm    = "{faction}"
	ofPassword = "{password}"
)

// quoteMarks are what people and programs put around a password.
const quoteMarks = `"“”„«»`

// clientWord is a word of a line, or several between quotes.
var clientWord = lazy.Pattern(`["“”„«»][^"“”„«»]*["“”„«»]?|[^\s"“”„«»]+`)

// Ours returns a text in which the heads and ends of the language's Clients are the lines of ours in their place. Lines
// keep their numbers. Parse reads both texts alike.
func (l *Language) Ours(text string) string {
	lines, any := Split(text), false
	for i, line := range lines {
		lines[i] = l.ours(line)
		any = any || lines[i] != line
	}
	if !any {
		return text
	}
	return joined(lines)
}

// ours is a line in place of that of a client. A head that cannot be read is an `$I` line that cannot be read, either: so
// no orders below it are taken for those of another realm.
func (l *Language) ours(line string) string {
	for _, c := range l.Clients {
		bare := CutComment(withoutTicks(line))
		if c.End != "" && Fold(trim(bare)) == Fold(c.End) {
			return "$E"
		}
		if is := c.head(bare); is != "" {
			return is
		}
	}
	return line
}

// head is the `$I` line in place of a client's head, or "". An order may begin with the same word, unless that begins
// with `#`. So a head has a number and quotes where they belong, or one of both and no more words.
func (c Client) head(line string) string {
	want, got := strings.Fields(c.Head), clientWord().FindAllString(line, -1)
	fixed := slices.IndexFunc(want, func(w string) bool { return strings.Contains(w, "{") })
	if fixed < 1 || len(got) < fixed || !slices.EqualFunc(got[:fixed], want[:fixed],
		func(a, b string) bool { return Fold(a) == Fold(b) }) {
		return ""
	}
	realm := slices.Index(want, ofRealm)
	word := slices.IndexFunc(want, func(w string) bool { return strings.Contains(w, ofPassword) })
	numbered := 0 < realm && realm < len(got) && isRealm(got[realm])
	switch {
	case numbered && word > 0 && len(got) == len(want):
		return strings.TrimRight("$I "+got[realm]+" "+strings.Trim(got[word], quoteMarks+" "), " ")
	case want[0][0] == '#', numbered && 0 < word && word < len(got) && strings.ContainsAny(got[word], quoteMarks),
		len(got) <= len(want) && (numbered || strings.ContainsAny(got[len(got)-1], quoteMarks)):
		return "$I " + strings.Join(got[fixed:], " ")
	}
	return ""
}

// ClientHead is a realm's head as the first of the Clients writes it that knows no more than the number and the password,
// and that one's end, which may be ""; head "": there is none.
func (l *Language) ClientHead(realm int, password string) (head, end string) {
	for _, c := range l.Clients {
		if !strings.Contains(c.Head, "{}") {
			return strings.NewReplacer(ofRealm, strconv.Itoa(realm), ofPassword, password).Replace(c.Head), c.End
		}
	}
	return "", ""
}

// Apart returns the texts of several realms in one, as players of several send them, if there are Clients: in each, the
// lines of the others are empty, so that all keep their numbers. What is above the first head is in the first text. Beyond
// that many texts, the rest is in the last one, in which Parse finds another head. It returns nil if there is one realm.
func (l *Language) Apart(text string, most int) (texts []string) {
	if len(l.Clients) == 0 {
		return nil
	}
	lines, now, signed := Split(text), 0, false
	whose := make([]int, len(lines))
	var owners []string
	for n, line := range lines {
		signed = signed || Signs(line) && len(owners) > 0
		if owner := l.owner(line, n, len(owners) > 0); owner != "" && !signed {
			if now = slices.Index(owners, owner); now < 0 {
				now, owners = len(owners), append(owners, owner)
			}
		}
		whose[n] = min(now, most-1)
	}
	for part := range min(len(owners), most) {
		own := make([]string, len(lines))
		for n, line := range lines {
			if whose[n] == part {
				own[n] = line
			}
		}
		texts = append(texts, joined(own))
	}
	if len(texts) < 2 {
		return nil
	}
	return texts
}

// Headless reports whether a text begins neither with a section nor with a head, so that its lines could be orders only below
// a head. It is false where each section has its own.
func (l *Language) Headless(text string) bool {
	for _, line := range Split(text) {
		if line = trim(line); line != "" {
			return l.Opens != 0 && !strings.HasPrefix(l.ours(line), "$")
		}
	}
	return false
}

// owner is whose the lines below a line are, if it is a head; otherwise "". Below others, one that cannot be read is
// somebody else's.
func (l *Language) owner(line string, n int, below bool) string {
	line = trimLeft(l.ours(line))
	if !strings.HasPrefix(line, "$") {
		return ""
	}
	if id := l.Parse(line).Identity; id != nil {
		return fmt.Sprint("realm ", id.Realm)
	}
	if h := cutHead(line); below && h.letter == 'I' && h.names(l) {
		return fmt.Sprint("line ", n)
	}
	return ""
}

// clientWords are the first words of the heads, folded, with blanks around them; "": there are none.
func (l *Language) clientWords() (all string) {
	for _, c := range l.Clients {
		word, _, _ := strings.Cut(c.Head, " ")
		all += " " + Fold(word) + " "
	}
	return all
}

// What looks like a client's head of any game. A word with `#` has its password between quotes or behind a number; any
// other word, between quotes alone.
var (
	signedQuoted = lazy.Pattern(`(#\pL[\pL\d_]+(?:[ \t]+[^\s"“”„«»]+){0,3}[ \t]*["“”„«»])[^"“”„«»]+`)
	signedLine   = lazy.Pattern(`^([\s>|` + "`" + `]*#\pL[\pL\d_]+(?:(?:[ \t]+\pL\S*)?[ \t]+\d{1,4})?)((?:[ \t]+\S+){1,5})\s*$`)
	signedBare   = lazy.Pattern(`(#\pL[\pL\d_]+(?:[ \t]+\pL\S*)?[ \t]+\d{1,4}[ \t]+)[^\s"“”„«»]+`)
	wordQuoted   = lazy.Pattern(`(#?\pL[\pL\d_]+)(?:[ \t]+([^\s"“”„«»]+))?[ \t]*["“”„«»]([^"“”„«»]+)`)
	capitals     = lazy.Pattern(`^\p{Lu}{4,}$`)
	shortNumber  = lazy.Pattern(`^[0-9A-Za-z]{0,3}[0-9][0-9A-Za-z]{0,3}$`)
)

// What may be around a head that is all of a line.
const (
	aroundBefore = " \t>|`"
	aroundAfter  = " \t.,;`" + quoteMarks
)

// maskHeads hides what may be a password in a client's head within a line that Ours has left: somebody quotes one, or it is
// of another game. A line is free if it is outside orders, in which a thing may be named in quotes behind a number. There
// only the words of the language's own heads count, at the begin of a line or in a comment. People name things so, too. So
// a word of another game is in capitals, or the first of a text or a quote.
func maskHeads(line, words string, free, first bool) string {
	if !free && words == "" || !strings.ContainsAny(line, "#"+quoteMarks) {
		return line
	}
	if free {
		line = signedQuoted().ReplaceAllString(line, "${1}"+stars)
		if at := signedLine().FindStringSubmatchIndex(line); at != nil && strings.ContainsAny(line, "0123456789") &&
			!strings.ContainsAny(line, quoteMarks) {
			line = line[:at[3]] + " " + stars
		}
		line = signedBare().ReplaceAllString(line, "${1}"+stars)
	}
	masked, kept := "", 0
	for _, at := range wordQuoted().FindAllStringSubmatchIndex(line, -1) {
		word, number := line[at[2]:at[3]], at[4] >= 0 && shortNumber().MatchString(line[at[4]:at[5]])
		whole := strings.Trim(line[:at[0]], aroundBefore) == "" && strings.Trim(line[at[1]:], aroundAfter) == ""
		quoted := strings.ContainsAny(line[:at[0]], ">|")
		// an order may have the word, a number and quotes in its middle: MESSAGE FACTION 5 "hello"
		alone := word[0] == '#' || strings.Trim(line[:at[0]], aroundBefore) == "" || strings.Contains(line[:at[0]], ";")
		switch {
		case (free || number && alone) && strings.Contains(words, " "+Fold(word)+" "):
		case free && capitals().MatchString(word) && (number || whole):
		case free && number && whole && (first || quoted):
		default:
			continue
		}
		masked, kept = masked+line[kept:at[6]]+stars, at[7]
	}
	return masked + line[kept:]
}
