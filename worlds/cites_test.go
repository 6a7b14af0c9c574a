package worlds

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// The letter that brings the rules says that receipts cite them by number in the games whose
// receipts do, and in no other: a sentence about an order has a § in it.
func TestReceiptsCiteRulesWhereTheySaySo(t *testing.T) {
	for _, rb := range Rulebooks() {
		for _, lang := range phrase.Langs {
			words, cites := rb.Words(lang), 0
			for _, code := range words.Codes() {
				if code != "game-cites" && strings.Contains(words.Say(phrase.P(code)), "§") {
					cites++
				}
			}
			if says := words.Has("game-cites"); says != (cites > 0) {
				t.Errorf("%s, %s: %d sentences cite rules, says so: %t", rb.Name(), lang, cites, says)
			}
		}
	}
}
