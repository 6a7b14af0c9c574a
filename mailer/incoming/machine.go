package incoming

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// machine says why a mail counts as automatic, so that it is neither read for orders nor answered: automatic answers,
// delivery reports, daemons, our own mail. It is "" if a person may have written it.
func machine(h message.Header, from, self string) string {
	if v := mime.FirstWord(h.Get("Auto-Submitted")); v != "" && v != "no" {
		return "Auto-Submitted: " + mime.Word(v)
	}
	kind, params := mime.MediaType(h.Get("Content-Type"))
	if kind == "multipart/report" || kind == "message/delivery-status" || params["report-type"] != "" {
		return "delivery report"
	}
	for _, name := range []string{"X-Failed-Recipients", "X-Autoreply", "X-Autorespond", "X-Autoresponder",
		"X-Auto-Reply-From", "X-Mailer-Daemon"} {
		if h.Has(name) {
			return name
		}
	}
	if v := mime.FirstWord(h.Get("Precedence")); v == "auto_reply" {
		return "Precedence: auto_reply" // QUIRK: vacation programs from before Auto-Submitted
	}
	if from != "" && mime.OneAddress(from, strings.TrimSpace(self)) {
		return "own address"
	}
	for _, by := range mime.Addresses(h, "Resent-From") {
		if !mime.OneAddress(by.Address, from) && !mime.OneAddress(by.Address, strings.TrimSpace(self)) {
			return "Resent-From" // its writer sent it to somebody else, who passes it on
		}
	}
	local, _, _ := strings.Cut(from, "@")
	if slices.Contains(daemons, local) {
		return "From: " + local
	}
	return ""
}

// marked returns the mark of automatic mail that a mail has and people's mail may have, too. Such a mail is read, and
// counts if a proof outranks the mark. absent says that the mark is only the subject. QUIRK: mailing lists and
// forwarding services add X-Loop to what people write; some servers and web forms pass mail on with an empty sender.
func marked(h message.Header, subject string) (mark string, absent bool) {
	if strings.TrimSpace(h.Get("Return-Path")) == "<>" {
		return "Return-Path: <>", false
	}
	if h.Has("X-Loop") {
		return "X-Loop", false
	}
	// QUIRK: Exchange and some web mailers mark absence notes only by their subject. A person's answer to one has
	// "AW:" in front.
	if programs().MatchString(subject) {
		return "Subject: " + mime.Word(subject), true
	}
	return "", false
}

var (
	programs = pattern.Lazy(`(?i)^(automatische antwort:|automatic reply:|abwesenheitsnotiz|out of office:|out of office autoreply` +
		`|autoreply:|réponse automatique|respuesta automática:|risposta automatica:|resposta automática:|automatisch antwoord:` +
		`|auto(matiskt? )?svar:|odpowiedź automatyczna:|автоматический ответ:|自動応答:|自动(答复|回复):` +
		`|gelesen:|nicht gelesen:|unzustellbar:|undeliverable:|undelivered mail returned)`)
	suppresses = pattern.Lazy(`(^|[,; ])(all|autoreply|oof)([,; ]|$)`)
	readByNone = pattern.Lazy(`^(no-?reply|no_reply|donotreply|do-not-reply|nobody|root|abuse|listserv|majordomo|bounces?)$` +
		`|^(owner|bounce|noreply)-|-(request|bounces)$`)
)

// noAnswer says why the sender must not be answered at the From address, although the orders count: nobody reads it.
func noAnswer(from string) string {
	if from == "" {
		return "From is not one address"
	}
	if local, _, _ := strings.Cut(from, "@"); readByNone().MatchString(local) {
		return "From: " + mime.Word(local)
	}
	return ""
}

// bulk returns the mark of a mail that was sent to many. Such a mark asks programs for no answer (RFC 3834), and does not
// say that nobody typed the mail. QUIRK: large providers and Exchange put some into people's ordinary mail, and lists
// into what they pass on.
func bulk(h message.Header) string {
	if mark := responds(h); mark != "" {
		return mark
	}
	if mime.FirstWord(h.Get("Precedence")) == "list" {
		return "Precedence: list"
	}
	for f := h.Fields(); f.Next(); {
		if k := strings.ToLower(f.Key()); strings.HasPrefix(k, "list-") || k == "feedback-id" {
			return mime.Word(f.Key())
		}
	}
	return ""
}

// responds returns a mark of bulk mail that programs put into their automatic answers, too.
func responds(h message.Header) string {
	if v := mime.FirstWord(h.Get("Precedence")); v == "bulk" || v == "junk" {
		return "Precedence: " + v
	}
	if v := suppresses().FindStringSubmatch(strings.ToLower(h.Get("X-Auto-Response-Suppress"))); v != nil {
		return "X-Auto-Response-Suppress: " + v[2]
	}
	return ""
}

// absence occurs in the subjects of answers that programs give while their owners are away. People write such words,
// too, so they alone do not prove that a program has answered.
var absence = pattern.Lazy(`(?i)\b(abwesen\pL*|urlaub\pL*|ferien\pL*|vacation|holidays?|absen(t|ce)|away` +
	`|on leave|ooo|out of (the |my )?office|nicht (da|im büro|im haus)|auto(matic|mated|matische)?[ -]?(reply` +
	`|response|answer|antwort)|auto(responder)?:)`)

// automatic says why a mail looks like such an answer, although a person may have written it. Nothing that such a mail
// quotes may be taken for its sender's consent. absent says that it is the subject, beside a mark of bulk mail.
func automatic(h message.Header, subject, noAnswer string) (why string, absent bool) {
	if noAnswer != "" {
		return noAnswer, false
	}
	for _, name := range []string{"X-Vacation", "X-Autogenerated", "X-Auto-Generated", "X-OOF", "X-Out-Of-Office"} {
		if h.Has(name) {
			return name, false
		}
	}
	// What follows our own "[World]" is our subject, which the mail answers.
	if theirs, _, _ := strings.Cut(subject, "["); responds(h) != "" && absence().MatchString(theirs) {
		return "Subject: " + mime.Word(subject), true
	}
	return "", false
}
