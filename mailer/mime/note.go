package mime

// NoteCode names a remark about how a letter was read. It is never translated.
type NoteCode string

// Note is a remark for the sender about how a letter was read: a code with arguments, which the answer puts into
// words. Unused arguments are zero.
type Note struct {
	Code NoteCode
	Part string // the part, as in Reading.Part; "" for the letter or file as a whole
	Word string // a charset, an encoding, a reason: see the codes
	N    int    // a count or a limit
}

// The codes, with the arguments they use.
const (
	// Word: the charset; none was declared and the octets are not UTF-8
	CharsetGuessed  NoteCode = "charset-guessed"
	CharsetWrong    NoteCode = "charset-wrong"    // Word: the declared charset, which does not fit the octets
	CharsetUnknown  NoteCode = "charset-unknown"  // Word: the declared charset, which is unknown
	CharsetMixed    NoteCode = "charset-mixed"    // lines in different charsets
	EncodingGuessed NoteCode = "encoding-guessed" // undeclared base64; it was decoded
	EncodingUnknown NoteCode = "encoding-unknown" // Word: the transfer encoding; read as it is
	EncodingBroken  NoteCode = "encoding-broken"  // base64 with garbage; what came before it was read
	HeaderRepaired  NoteCode = "header-repaired"  // N: lines of the header that are not fields; they were left out
	PartsBroken     NoteCode = "parts-broken"     // a multipart without a boundary or an end
	FromHTML        NoteCode = "from-html"        // the text was made from HTML
	Unwrapped       NoteCode = "unwrapped"        // N: lines that the mail program had wrapped; they were joined
	RemarkWrapped   NoteCode = "remark-wrapped"   // N: lines that look like the rest of a remark that was wrapped
	QuoteDropped    NoteCode = "quote-dropped"    // N: quoted lines left out
	BelowHead       NoteCode = "below-head"       // N: lines left out below the head of an earlier mail, without marks
	Hidden          NoteCode = "hidden"           // N: words of a page that are not shown, or struck out; they were left out
	FooterDropped   NoteCode = "footer-dropped"   // N: lines of a signature or footer left out
	Forwarded       NoteCode = "forwarded"        // taken from a forwarded mail
	SeveralTexts    NoteCode = "several-texts"    // N: other texts with orders, not taken; Word: their parts
	ZipRefused      NoteCode = "zip-refused"      // Word: damaged, encrypted, too-big or too-many
	TooDeep         NoteCode = "too-deep"         // N: the limit; parts nested deeper were not read
	TooManyParts    NoteCode = "too-many-parts"   // N: the limit; further parts were not read
	NotText         NoteCode = "not-text"         // Word: what it seems to be; a document we cannot read
	// the line that says whose a file's orders are came from Part, and was put in front of them
	IdentityElsewhere NoteCode = "identity-elsewhere"
	// a program has split the mail into several (message/partial); none of them is read
	Split     NoteCode = "split"
	Encrypted NoteCode = "encrypted" // an encrypted part we cannot read
	TextCut   NoteCode = "text-cut"  // a text longer than any orders; its end was not read
)

// NoteCodes lists all codes, so that tests can check that a table of words is complete.
var NoteCodes = []NoteCode{
	CharsetGuessed, CharsetWrong, CharsetUnknown, CharsetMixed, EncodingGuessed, EncodingUnknown, EncodingBroken,
	HeaderRepaired,
	PartsBroken, FromHTML, Unwrapped, RemarkWrapped,
	QuoteDropped, BelowHead, Hidden, FooterDropped, Forwarded, SeveralTexts, ZipRefused, TooDeep,
	TooManyParts, NotText, IdentityElsewhere, Split, Encrypted, TextCut,
}
