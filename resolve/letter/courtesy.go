package letter

import (
	"strings"
	"unicode/utf8"

	"weltentor/orders/lazy"
)

// What people write out of politeness, and what programs and firms add below a letter, is listed here once. It is for
// nobody, and no consent. Where orders end is up to their language, which has to know only how such lines begin.

// How people greet, close a letter, thank and wish well.
const (
	hello = `(?:hallo|hi|hello|hey|moin|servus|liebe[rs]?|dear|guten (?:tag|morgen|abend)|good (?:morning|evening|day)` +
		`|sehr geehrte\pL*)`
	closes = `(?:mfg|lg|vg|bg|gru(?:ß|ss)|(?:(?:viele|liebe|beste|schöne|herzliche|freundliche) )?grü(?:ß|ss)e` +
		`|(?:mit )?\pL+en grü(?:ß|ss)en|(?:mit )?(?:freundlichem|bestem|liebem|schönem) gru(?:ß|ss)` +
		`|(?:(?:best|kind|kindest|warm|many) )?regards|best wishes|all the best|cheers|(?:yours )?(?:sincerely|truly|faithfully)|yours)`
	thanks = `(?:danke|(?:vielen|besten|herzlichen) dank|thanks|thank you|many thanks)`
	wishes = `(?:` + thanks + `|schöne[ns]?|bis (?:bald|dann|zum|nächste)|viel (?:spaß|erfolg|glück)|have a|see you|good luck)`
	// who is greeted, by something else than a name
	greeted = `(?i:herr|frau|game|master|spielleiter|spielleiterin|spielleitung|team|zusammen|all|und|and|damen|herren|sir|or|madam)`
	name    = `\p{Lu}[\pL'-]*`
	day     = `(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|morgen`
)

var (
	// courtesy is a sentence that says that orders follow.
	courtesy = lazy.Pattern(
		`(?i)[^.?!\n]*\b(hier|anbei|anliegend|angehängt|anhang|beiliegend|folgend\pL*|here|attached|enclosed|below` +
			`|following)\b[^.?!]{0,80}\b(befehl\pL*|zug\pL*|züge|orders?|turns?|moves?)\b[^.?!\n]*[.?!]?`)
	// salutation is a line with which a letter begins.
	salutation = lazy.Pattern(`(?im)\A\s*` + hello + `\b[^.?!:\n]{0,40}[,.!]?[ \t]*$`)
	// wellWish is a line of wishes or thanks that says nothing else.
	wellWish = lazy.Pattern(`(?im)^[ \t]*` + wishes + `\b[^.?!:\n]{0,60}[.!,]?[ \t]*$`)
	// leave is the end of a letter, with a name.
	leave = lazy.Pattern(`(?im)^[ \t]*(` + thanks + `[,.!]?[ \t]*\n\s*(?-i:` + name + `)|` + closes +
		`([ ,.!][^.?!:\n]{0,40})?[,.!]?[ \t]*(\n[^.?!:\n]{0,40}){0,3})\s*\z`)
	ofSelf = anyOf(`i|me|my|mine|we|us|our|ich|mir|mich|mein\pL*|wir|uns\pL*`)
	// lines that mention orders, or greet, and say nothing else: with more than a name, a greeting may send away
	onlyMentions = lazy.Pattern(`(?i)^(hier|anbei|anliegend|beiliegend|im anhang|here|attached|enclosed|below)( (kommen|kommt|sind|ist|are|is|come|comes))?` +
		`( (meine?|die|der|my|the|our|unsere?|neuen?|new|next))* (befehle?|züge|zug|orders?|turns?|moves?)` +
		`( (für|for|of|von)( (zug|runde|turn|round|reich|realm|nation))? [0-9]{1,4})?[.!:,]?$`)
	// courteousSentence is a sentence of thanks or good wishes that says nothing else.
	courteousSentence = lazy.Pattern(`(?i)^(?:` + thanks + `(?: (?:a lot|so much|very much|sehr|schön|euch|ihnen|(?:for|für) (?:the|den|die|das|your|euren?|ihren?) \pL+))?` +
		`|(?:see you|bis) (?:soon|then|later|next (?:week|time|turn)|bald|dann|zum nächsten (?:mal|zug)|nächste woche|` + day + `)` +
		`|(?:have a |schöne[ns]? )?(?:(?:nice|good|great|schöne[ns]?) )?(?:day|evening|week|weekend|tag|abend|woche|wochenende|` + day + `)` +
		`|good luck|viel (?:spaß|erfolg|glück))$`)
	salutes = lazy.Pattern(`^(?i:` + hello + `)(?:,? ` + greeted + `)*(?:,? (?P<name>` + name + `)\s*(?P<mark>[,!])?)?\s*[,.!]?$`)
	// politely begins a line that greets, thanks or closes a letter. Only a name may follow.
	politely = lazy.Pattern(`(?i)^(?:` + hello + `|` + closes + `|` + thanks + `|good luck|viel erfolg)(?:[,.!]|\s|$)`)
	// greets matches a word that greets, and leaves the beginning of a close, below which only names follow.
	greets = lazy.Pattern(`^` + hello + `$`)
	leaves = lazy.Pattern(`(?i)^(` + thanks + ` (und|and) )?(` + closes + `|best|schöne(n|s) (tag|abend|wochenende)` +
		`|have a (nice|good) (day|evening|weekend))( (noch|aus|from) ?)?[,.!]*(\s|$)`)
)

// What programs and firms add. QUIRK: scanners, free mailers, phones and offices add lines and paragraphs below every
// mail, without any mark.
const device = `phone|ipad|android|galaxy|samsung|huawei|xiaomi|nokia|blackberry|tablet|handy|mobil|gerät|device|mail|outlook` +
	`|thunderbird|windows|webmail|k-9|proton|tutanota|\bapps?\b`

var (
	// ruler is a line of dashes, stars or the like, and ruled one of any characters that say nothing.
	ruler = lazy.Pattern(`^\s*([-_*=~#]\s?){2,}\s*$`)
	ruled = lazy.Pattern(`^[-\s_*=#+.,:;!~–—|<>/\\"'()\[\]•·]+$`)
	// webAddress matches a web address, which may have a question mark in it.
	webAddress = lazy.Pattern(`(?i)\b(https?://|www\.)\S*`)
	// added matches a line that is all their own. A program or a device has few words, and is known by one of them.
	added = lazy.Pattern(`(?i)^\W*(((sent|gesendet|verschickt|verfasst|composed|written) (from|with|via|using|mit|von` +
		`|über|aus|vom) (my|mein\pL*) \S+(\s+\S+){0,4})|((sent|gesendet|verschickt|verfasst|composed|written) (from|with|via` +
		`|using|mit|von|über|aus|vom) (\S+\s+){0,5}\S*(` + device + `)\S*(\s+\S+){0,5})|(von|vom) (mein\pL*(/mein\pL*)?|samsung|huawei|xiaomi) .{2,60} (gesendet|verschickt)|diese (nachricht|e-?mail) wurde .{2,80}` +
		`(gesendet|verschickt|geprüft|untersucht)|get (outlook|bluemail) for .{2,80}|(hol dir|holen sie sich|laden sie) ` +
		`(outlook|bluemail) .{2,80}|outlook für .{2,80}|(virenfrei|virus-free|checked by avast).{0,80}|(\[?image[^\]]*\]?` +
		`|\[cid:[^\]]*\])|(<?(https?://|www\.)\S+>?)|bitte .{0,40}\bumwelt\b.{0,80}|please .{0,40}\benvironment\b.{0,80}` +
		`|.*\b(before|bevor|ehe)\b.{0,20}\b(print\pL*|(aus)?druck\pL*)\b.*` +
		`|mail envoyé .{2,60}|envoyé de mon .{2,40}` +
		`|.*\b(amtsgericht|registergericht|handelsregister|HRB|geschäftsführer|ust-id|vat id|registered office)\b.*)\W*$`)
	// legal matches the beginning of the paragraph that firms add below every mail.
	legal = lazy.Pattern(`(?i)^\W*((diese|die|der inhalt dieser) (e-?mail|nachricht|information\pL*)\b.*\b(vertraulich\pL*` +
		`|adressat\pL*|empfänger bestimmt)|(this|the) (e-?mail|message|information|communication)\b.*\b(confidential\pL*` +
		`|privileged|intended (only|solely|exclusively) for)` +
		`|(confidential|vertraulich)\s*:|(confidentiality notice|important notice|disclaimer|haftungsausschluss|vertraulichkeitshinweis|datenschutzhinweis|wichtiger hinweis)\b` +
		`|(if|wenn|falls|sollten)\b.{0,40}\b(intended recipient|addressee|received this|adressat\pL*|empfänger|irrtümlich)\b)`)
	// speaksOfSelf matches words that firms do not use there.
	speaksOfSelf = anyOf(`i|me|my|mine|ich|mir|mich|mein\pL*`)
	// advertises matches a paragraph that is probably theirs. That is enough where only a person's attention is at stake.
	advertises = lazy.Pattern(`(?i)\b(https?://|www\.)|\b(gesendet|sent) (mit|von|über|with|from|via|using)\b|` +
		`\bviren|\bvirus|\bvertraulich|\bconfidential|\bdisclaimer\b|\b(intended )?recipient\b|\badressat\b`)
)

// Advert reports whether a line is one that a program, a phone or a scanner adds below a letter.
func Advert(line string) bool {
	return len(line) <= longLine && added().MatchString(line) && !objecting().MatchString(line)
}

// wrapped is how many characters a line has at least if only the width of the page ends it.
const wrapped = 50

// ownLines leaves out blank lines, sections of orders, and what programs and firms add.
func ownLines(lines []string) (own []string) {
	section := false
	for n := 0; n < len(lines); n++ {
		line := strings.TrimSpace(lines[n])
		switch {
		case strings.HasPrefix(line, "$"):
			section = !endOfOrders().MatchString(line)
		case section || line == "" || ruled().MatchString(line):
		case Advert(line):
		case legal().MatchString(line): // with the rest of its paragraph, as far as that was wrapped
			from := n
			for n+1 < len(lines) && strings.TrimSpace(lines[n+1]) != "" && utf8.RuneCountInString(lines[n]) >= wrapped {
				n++
			}
			if paragraph := lines[from : n+1]; speaksOfSelf().MatchString(strings.Join(paragraph, "\n")) {
				own = append(own, paragraph...)
			}
		default:
			own = append(own, line)
		}
	}
	return own
}

// withoutFooters leaves out the paragraphs that programs and firms probably have added, and everything below a ruler. A
// paragraph with a question stays.
func withoutFooters(lines []string) (kept []string) {
	var paragraph []string
	end := func() {
		text := strings.Join(paragraph, "\n")
		asks := strings.Contains(webAddress().ReplaceAllString(text, ""), "?")
		if asks || !advertises().MatchString(text) && len(ownLines(paragraph)) > 0 {
			kept = append(kept, paragraph...)
		}
		paragraph = nil
	}
	for _, line := range lines {
		if ruler().MatchString(line) {
			break
		}
		paragraph = append(paragraph, line)
		if strings.TrimSpace(line) == "" {
			end()
		}
	}
	end()
	return kept
}
