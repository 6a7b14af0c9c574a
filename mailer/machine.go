package mailer

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// machine says why a mail was written by a machine, so that it is neither read
// for orders nor answered: automatic answers, delivery reports, daemons, our
// own mail. "" if a person may have written it.
func machine(h message.Header, from, subject, self string) string {
	if v := firstWord(h.Get("Auto-Submitted")); v != "" && v != "no" {
		return "Auto-Submitted: " + word(v)
	}
	if strings.TrimSpace(h.Get("Return-Path")) == "<>" {
		return "Return-Path: <>"
	}
	kind, params := mediaType(h.Get("Content-Type"))
	if kind == "multipart/report" || kind == "message/delivery-status" || params["report-type"] != "" {
		return "delivery report"
	}
	for _, name := range []string{"X-Loop", "X-Failed-Recipients", "X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply-From", "X-Mailer-Daemon"} {
		if h.Has(name) {
			return name
		}
	}
	if v := firstWord(h.Get("Precedence")); v == "auto_reply" {
		return "Precedence: auto_reply" // QUIRK: vacation programs from before Auto-Submitted
	}
	if from != "" && from == strings.ToLower(strings.TrimSpace(self)) {
		return "own address"
	}
	local, _, _ := strings.Cut(from, "@")
	if slices.Contains(daemons, local) {
		return "From: " + local
	}
	// QUIRK: Exchange and some web mailers mark absence notes by nothing but their
	// subject. A person's answer to one has "AW:" in front.
	for _, p := range []string{"automatische antwort:", "automatic reply:", "abwesenheitsnotiz", "out of office:", "out of office autoreply", "autoreply:", "réponse automatique", "gelesen:", "nicht gelesen:", "unzustellbar:", "undeliverable:", "undelivered mail returned"} {
		if strings.HasPrefix(strings.ToLower(subject), p) {
			return "Subject: " + word(subject)
		}
	}
	return ""
}

// noAnswer says why the sender must not be answered at his From address though
// his orders count: lists, bulk mail, addresses that nobody reads. QUIRK: bulk
// marks also stand on some people's ordinary mail, which Exchange and large
// providers put there.
func noAnswer(h message.Header, from string) string {
	if from == "" {
		return "From is not one address"
	}
	if v := firstWord(h.Get("Precedence")); slices.Contains([]string{"bulk", "junk", "list"}, v) {
		return "Precedence: " + v
	}
	for f := h.Fields(); f.Next(); {
		if k := strings.ToLower(f.Key()); strings.HasPrefix(k, "list-") || k == "feedback-id" {
			return word(f.Key())
		}
	}
	for _, v := range strings.FieldsFunc(strings.ToLower(h.Get("X-Auto-Response-Suppress")), func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		if v == "all" || v == "autoreply" || v == "oof" {
			return "X-Auto-Response-Suppress: " + v
		}
	}
	local, _, _ := strings.Cut(from, "@")
	if slices.Contains([]string{"noreply", "no-reply", "no_reply", "donotreply", "do-not-reply", "nobody", "root", "abuse", "listserv", "majordomo", "bounce", "bounces"}, local) {
		return "From: " + local
	}
	if strings.HasPrefix(local, "owner-") || strings.HasSuffix(local, "-request") || strings.HasPrefix(local, "bounce-") || strings.HasPrefix(local, "noreply-") || strings.HasSuffix(local, "-bounces") {
		return "From: " + word(local)
	}
	return ""
}

// firstWord is the value of a field without parameters and comments.
func firstWord(v string) string {
	v, _, _ = strings.Cut(v, ";")
	v, _, _ = strings.Cut(v, "(")
	return strings.ToLower(strings.TrimSpace(v))
}
