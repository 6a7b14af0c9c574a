package reading_test

import (
	"slices"
	"testing"

	"weltentor/cmd/weltentor/reading"
	"weltentor/mailer/mime"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/wording"
)

// What the mailer remarks about a letter, the receipt says, in either language. Every remark has its sentence.
func TestEveryNoteHasItsSentence(t *testing.T) {
	t.Parallel()
	cases := []struct {
		note   mime.Note
		de, en string
	}{
		{mime.Note{Code: mime.CharsetGuessed, Word: "CP437"},
			"Der Zeichensatz war nicht angegeben; der Text wurde als CP437 gelesen.",
			"No charset was given; read as CP437."},
		{mime.Note{Code: mime.CharsetWrong, Word: "utf-8"}, "Der Zeichensatz war als utf-8 angegeben; das ist falsch.",
			"The charset was given as utf-8, which is wrong."},
		{mime.Note{Code: mime.CharsetUnknown, Word: "x-user"},
			"Der angegebene Zeichensatz x-user ist unbekannt; er wurde erraten.",
			"The charset x-user that was given is unknown; it was guessed."},
		{mime.Note{Code: mime.CharsetMixed}, "Nicht alle Zeilen haben denselben Zeichensatz.",
			"Not all lines have the same charset."},
		{mime.Note{Code: mime.EncodingGuessed}, "Der Brief war ohne Angabe in Base64 verpackt; er wurde ausgepackt.",
			"The letter was packed in Base64 without saying so; it was unpacked."},
		{mime.Note{Code: mime.EncodingUnknown, Word: "x-nonsense"},
			"Die Verpackung x-nonsense ist unbekannt; der Text wurde gelesen, wie er dasteht.",
			"The encoding x-nonsense is unknown; the text was read as it is."},
		{mime.Note{Code: mime.EncodingBroken},
			"Ein Teil des Briefs ist beschädigt; der Brief wurde bis dorthin gelesen. Bitte prüft, ob etwas fehlt.",
			"A part of the letter is damaged; it was read up to there. Please check whether something is missing."},
		{mime.Note{Code: mime.HeaderRepaired, N: 1}, "Im Kopf des Briefs war eine Zeile unlesbar: 1.",
			"In the letter's head a line was unreadable: 1."},
		{mime.Note{Code: mime.HeaderRepaired, N: 2}, "Im Kopf des Briefs waren Zeilen unlesbar: 2.",
			"In the letter's head lines were unreadable: 2."},
		{mime.Note{Code: mime.PartsBroken},
			"Die Teile des Briefs sind nicht sauber getrennt. Bitte prüft, ob etwas fehlt.",
			"The parts of the letter are not properly separated. Please check whether something is missing."},
		{mime.Note{Code: mime.FromHTML},
			"Der Text wurde aus HTML gewonnen. Fehlt eine Zeile, oder sind zwei eine geworden, schickt reinen Text: " +
				"im Brief, oder als Datei .txt.",
			"The text was taken from HTML. If a line is missing, or two became one, send plain text: in the letter, " +
				"or as a .txt file."},
		{mime.Note{Code: mime.Unwrapped, N: 3}, "Vom Mailprogramm umbrochene Zeilen wurden wieder verbunden: 3.",
			"Lines wrapped by the mail program were joined again: 3."},
		{mime.Note{Code: mime.RemarkWrapped, N: 1},
			"Ein Kommentar ist wohl vom Mailprogramm umbrochen. Sein Rest wurde als Befehl gelesen: 1 Zeile. " +
				"Schreibt Kommentare in kurzen Zeilen, jede mit ; am Anfang, oder schickt die Befehle als Datei.",
			"The mail program has probably wrapped a comment. The rest of it was read as orders: 1 line. Write " +
				"comments in short lines, each with ; in front, or send the orders as a file."},
		{mime.Note{Code: mime.QuoteDropped, N: 4}, "Zitierte Zeilen wurden nicht gelesen: 4.",
			"Quoted lines were ignored: 4."},
		{mime.Note{Code: mime.BelowHead, N: 5}, "Zeilen unter dem Kopf einer früheren Mail wurden nicht gelesen: 5.",
			"Lines below the head of an earlier mail were ignored: 5."},
		{mime.Note{Code: mime.Hidden, N: 6},
			"Wörter im HTML-Text sind versteckt, durchgestrichen oder in einer Farbe, die man kaum sieht; sie wurden " +
				"nicht gelesen: 6.",
			"Words in the HTML text are hidden, struck out or in a colour that is hardly seen; they were ignored: 6."},
		{mime.Note{Code: mime.FooterDropped, N: 2}, "Zeilen der Mail-Signatur wurden nicht gelesen: 2.",
			"Lines of a signature were ignored: 2."},
		{mime.Note{Code: mime.Forwarded}, "Die Befehle standen in einem weitergeleiteten Brief.",
			"The orders were in a forwarded letter."},
		{mime.Note{Code: mime.SeveralTexts, N: 2, Part: "html", Word: "forwarded: body, attachment"},
			"HINWEIS: Befehle standen auch in dem Text des Briefs, weitergeleitet, einem Anhang ohne Namen. Die " +
				"gelten NICHT; nur die in dem HTML-Text des Briefs wurden gelesen.",
			"NOTE: orders were also in: the text of the letter, forwarded, an attachment without a name. They do NOT " +
				"count; only this was read: the HTML text of the letter."},
		{mime.Note{Code: mime.ZipRefused, Word: "damaged"}, "Ein ZIP ist beschädigt und wurde nicht gelesen.",
			"A ZIP is damaged and was not read."},
		{mime.Note{Code: mime.ZipRefused, Word: "encrypted"},
			"Ein ZIP ist mit einem Passwort geschützt und wurde nicht gelesen.",
			"A ZIP is locked with a password and was not read."},
		{mime.Note{Code: mime.ZipRefused, Word: "too-big"},
			"Ein ZIP enthält mehr als 1 MB; der Rest wurde nicht gelesen.",
			"A ZIP holds more than 1 MB; the rest was not read."},
		{mime.Note{Code: mime.ZipRefused, Word: "too-many"},
			"Nur ein ZIP wird gelesen, mit höchstens 100 Dateien; weitere wurden nicht geöffnet.",
			"Only one ZIP is read, with at most 100 files; another one was not opened."},
		{mime.Note{Code: mime.TooDeep, N: 20}, "Teile, die tiefer als 20 verschachtelt sind, wurden nicht gelesen.",
			"Parts nested deeper than 20 were not read."},
		{mime.Note{Code: mime.TooManyParts, N: 100}, "Nur die ersten 100 Teile wurden gelesen.",
			"Only the first 100 parts were read."},
		{mime.Note{Code: mime.NotText, Word: "pdf", Part: "zug.pdf"},
			"Was in zug.pdf steht, ist kein Text, sondern pdf; es wurde nicht gelesen. Bitte schickt die Befehle als " +
				"reinen Text.",
			"zug.pdf is not text but pdf; it was not read. Please send the orders as plain text."},
		{mime.Note{Code: mime.NotText, Word: "office", Part: "zip: zug.docx"},
			"Was in zug.docx im ZIP steht, ist ein Office-Dokument; es wurde nicht gelesen. Bitte schickt die " +
				"Befehle als reinen Text.",
			"zug.docx in the ZIP is an office document; it was not read. Please send the orders as plain text."},
		{mime.Note{Code: mime.NotText, Word: "opendocument", Part: "zug.odt"},
			"Was in zug.odt steht, ist ein Office-Dokument; es wurde nicht gelesen. Bitte schickt die Befehle als " +
				"reinen Text.",
			"zug.odt is an office document; it was not read. Please send the orders as plain text."},
		{mime.Note{Code: mime.NotText, Word: "binary", Part: "forwarded: zip: zug"},
			"Was in zug im ZIP, weitergeleitet steht, ist kein Text; es wurde nicht gelesen.",
			"zug in the ZIP, forwarded is not text; it was not read."},
		{mime.Note{Code: mime.IdentityElsewhere, Part: "body"},
			"Die Zeile, die sagt, wessen Befehle es sind, stand in: dem Text des Briefs. Sie zählt als Zeile 1, und " +
				"die Datei beginnt mit Zeile 2.",
			"The line that says whose orders these are was in: the text of the letter. It counts as line 1, and the " +
				"file begins with line 2."},
		{mime.Note{Code: mime.Split},
			"Euer Mailprogramm hat den Brief in mehrere Mails geteilt; keine davon wurde gelesen. Bitte stellt das " +
				"Teilen ab, oder hängt die Befehle als ZIP an.",
			"Your mail program has split the letter into several mails; none of them was read. Please switch the " +
				"splitting off, or attach the orders as a ZIP."},
		{mime.Note{Code: mime.Encrypted, Part: "body"},
			"Was in dem Text des Briefs steht, ist verschlüsselt; es wurde nicht gelesen.",
			"the text of the letter is encrypted; it was not read."},
		{mime.Note{Code: mime.TextCut}, "Ein Text ist länger, als Befehle je sind; sein Ende wurde nicht gelesen.",
			"A text is longer than orders ever are; its end was not read."},
	}
	var said []mime.NoteCode
	for _, c := range cases {
		said = append(said, c.note.Code)
		for lang, want := range map[phrase.Lang]string{phrase.De: c.de, phrase.En: c.en} {
			if got := letter.SayNote(wording.Words(lang), reading.Note(c.note)); got != want {
				t.Errorf("%+v:\n%s, want\n%s", c.note, got, want)
			}
		}
	}
	for _, code := range mime.NoteCodes {
		if !slices.Contains(said, code) {
			t.Errorf("no case for %s", code)
		}
	}
}
