package order

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
)

// TransferOrder is a line of $G: `[Reich] [Geld]`.
type TransferOrder struct {
	Realm  int   `part:"realm"`
	Amount int64 `part:"number" want:"gold" min:"1"`
}

const transferExample = "1 20000"

var transfers = part.New[TransferOrder](parts, transferExample)

// Print appends `1 20000`.
func (o TransferOrder) Print(dst []byte, _ phrase.Lang) []byte {
	return transfers.Print(dst, o, phrase.De)
}

// PaybackOrder is a line of $G that takes a payment back: `4 500 zurueck`. Only the game master has it, and no player
// is shown how to write it.
type PaybackOrder struct {
	Realm  int      `part:"realm"`
	Amount int64    `part:"number" want:"gold" min:"1"`
	Back   struct{} `part:"back"`
}

var paybacks = part.New[PaybackOrder](parts.With(part.Kinds{"back": backPart}), transferExample)

// Print appends `4 500 zurueck`.
func (o PaybackOrder) Print(dst []byte, lang phrase.Lang) []byte { return paybacks.Print(dst, o, lang) }

// readTransfer reads a line of $G.
func readTransfer(text string) (orders.Order, []orders.Problem) {
	var first [3]orders.Token
	if orders.Begin(text, orders.LettersOnly, first[:]); orders.IsWord(first[2]) {
		return paybacks.Read(text)
	}
	return transfers.Read(text)
}

// backWord takes a payment back.
var backWord = rulekit.Word{De: "zurueck", En: "back"}

var backPart = &part.Kind[struct{}]{
	Tokens: "@Word",
	Read: func(r *part.Reading, _ *part.Field, t []orders.Token) struct{} {
		if !backWord.Is(t[0]) {
			r.Add(orders.Surplus(r.Text, t[0], transferExample))
		}
		return struct{}{}
	},
	Print: func(dst []byte, _ struct{}, lang phrase.Lang) []byte {
		return append(dst, backWord.In(lang)...)
	},
}

// CedeOrder is a line of $L: `[Reich] [x] [y]`.
type CedeOrder struct {
	Realm int      `part:"realm"`
	At    realm.XY `part:"field"`
}

var cessions = part.New[CedeOrder](parts, "2 1 1")

// Print appends `2 1 1`.
func (o CedeOrder) Print(dst []byte, _ phrase.Lang) []byte { return cessions.Print(dst, o, phrase.De) }

// TreatyOrder is a line of $V: `[Reich] [Vertrag]`.
type TreatyOrder struct {
	Realm  int          `part:"realm" key:""`
	Treaty realm.Treaty `part:"treaty"` // NoTreaty, Pact, Partner
}

var treaties = part.New[TreatyOrder](parts.With(part.Kinds{"treaty": treatyPart}), "1 A", "1 A", "2 K", "3 P")

// Print appends `1 A`.
func (o TreatyOrder) Print(dst []byte, _ phrase.Lang) []byte {
	return treaties.Print(dst, o, phrase.De)
}

var treatyPart = &part.Kind[realm.Treaty]{
	Tokens: "@Word", Wants: "treaty", Form: "treaty=K|A|P", Print: printLetter[realm.Treaty],
	Read: func(r *part.Reading, _ *part.Field, t []orders.Token) realm.Treaty {
		switch got := strings.ToUpper(t[0].Value); got {
		case "K", "A", "P":
			return realm.Treaty(got[0])
		default:
			r.Bad(t[0], orders.Guessed("order.treaty", nearTreaty(got), phrase.Str("got", orders.Clip(t[0].Value))))
			return 0
		}
	},
}

// nearTreaty guesses a treaty by the beginning of its name.
func nearTreaty(got string) []string {
	got = orders.Fold(got)
	for _, t := range []struct{ code, word string }{
		{"K", "kein"}, {"K", "none"}, {"K", "krieg"}, {"K", "war"}, {"A", "nichtangriff"}, {"A", "angriff"},
		{"A", "pakt"}, {"A", "pact"}, {"P", "partner"},
	} {
		if strings.HasPrefix(got, t.word) || len(got) >= 3 && strings.HasPrefix(t.word, got) {
			return []string{t.code}
		}
	}
	return nil
}
