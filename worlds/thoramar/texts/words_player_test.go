package texts_test

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// TestSentences puts what players stumbled over into words of both languages.
func TestSentences(t *testing.T) {
	field := phrase.XY("field", 1, 0)
	two := turn.EdgeArgs(&tables.BuildingRow{Code: "W"}, []game.Direction{5, 6})
	for _, c := range []struct {
		what   phrase.Phrase
		de, en string
	}{
		{phrase.P("edges-built", append(two, field, phrase.Num("gold", 10000))...),
			"Wälle an Feld 1/0, Richtungen 5 und 6, für 10.000 GS.",
			"Walls at field 1/0, directions 5 and 6, for 10,000 GS."},
		{phrase.P("building-named", phrase.Key("building", "building.STD"), field, phrase.Str("name", "Ort")),
			"Stadt in Feld 1/0 heißt nun Ort.", "Town in field 1/0 is now called Ort."},
		{phrase.P("march-lost", phrase.Str("army", "K.M 1"), field, phrase.Num("men", 50),
			phrase.Key("cause", "in.tws")),
			"K.M 1 kommt auf 1/0 in der Tieflandwüste mit 50 Mann um.",
			"K.M 1 with 50 men perishes on 1/0 in the lowland desert."},
		{phrase.P("set-report", phrase.Key("value", "value.kurz")), "Bericht: kurz", "Report: short"},
		{phrase.P("set-culture", phrase.Num("signs", 25)), "Kulturbeschreibung mit 25 Zeichen angenommen.",
			"The description of your culture was accepted (25 characters)."},
		{phrase.P("news.won", phrase.Num("n", 1)), "1 Feld erobert", "1 field conquered"},
		// what is zero is left out
		{phrase.P("outlook-gold", phrase.Num("now", 50), phrase.Num("spent", 0), phrase.Num("left", 50)),
			"Reichsschatz: 50 GS.", "Treasury: 50 GS."},
		{phrase.P("outlook-harvest", phrase.Num("land", 0), phrase.Num("buildings", 7), phrase.Num("mines", 0)),
			"Herbst, am Ende dieses Zuges: 7 GS aus Bauwerken.",
			"Autumn, at the end of this turn: 7 GS from buildings."},
		{phrase.P("outlook-harvest", phrase.Num("land", 0), phrase.Num("buildings", 0), phrase.Num("mines", 0)),
			"Herbst: Land, Bauwerke und Minen bringen nichts.", "Autumn: land, buildings and mines bring nothing."},
		{phrase.P("harvest", phrase.Num("land", 9), phrase.Num("buildings", 0)), "Ernte und Steuern: 9 GS vom Land.",
			"Harvest and taxes: 9 GS from the land."},
		{phrase.P("digest.own", phrase.Num("fields", 1), phrase.Num("buildings", 0), phrase.Num("armies", 0)),
			"Ihr besitzt 1 Feld, aber keine Armee.", "You own 1 field, but no army."},
		{phrase.P(fight.LastOf("scattered", "wiped-out", 0), phrase.Str("army", "K.M 1"), field),
			"K.M 1 ist im Kampf um 1/0 bis auf den letzten Mann gefallen.",
			"K.M 1 has fallen to the last man in the battle for 1/0."},
		{phrase.P("report.turn", phrase.Num("turn", 8), phrase.Num("year", 2), phrase.Key("season", "season.spring")),
			"Spielzug: 8 Jahr: 2 Jahreszeit: Frühling", "Turn: 8 Year: 2 Season: spring"},
	} {
		for lang, want := range map[phrase.Lang]string{phrase.De: c.de, phrase.En: c.en} {
			if got := founding.Rules().Words(lang).Say(c.what); got != want {
				t.Errorf("%s\nsays %q\nwant %q", lang, got, want)
			}
		}
	}
}

// TestForetold: what a receipt says of the future has the arguments of what the
// report will say of the past, in both languages.
func TestForetold(t *testing.T) {
	for _, lang := range phrase.Langs {
		book := founding.Rules().Words(lang)
		for did, will := range realm.Foretold {
			if !book.Has(did) || !book.Has(will) {
				t.Errorf("%s: no sentence for %s or %s", lang, did, will)
			}
			for _, n := range book.Names(will) {
				if !strings.Contains(strings.Join(book.Names(did), " ")+" field", n) {
					t.Errorf("%s: %s names %s, %s does not", lang, will, n, did)
				}
			}
		}
	}
}

// TestBadLines: what the receipt says of a line that cannot be read, and that
// the head of the report says it without the example.
func TestBadLines(t *testing.T) {
	for _, c := range []struct{ lines, de, brief string }{
		{"$B\nS 0 0 7", `"7": Richtungen sind Ziffern von 1 bis 6. Beispiel: W 2 -1 34`,
			`"7": Richtungen sind Ziffern von 1 bis 6.`},
		{"$B\nS 0 0", `Am Ende der Zeile fehlt noch: die Richtungen (Ziffern 1 bis 6). Beispiel: W 2 -1 34`,
			`Am Ende der Zeile fehlt noch: die Richtungen (Ziffern 1 bis 6).`},
		{"$G\n1 zehn", `Hier steht "zehn", erwartet: der Geldbetrag. Beispiel: 1 20000`,
			`Hier steht "zehn", erwartet: der Geldbetrag.`},
		{"$A\nSTD 1 1 Foo", `Diese Zeile gehört unter $B, nicht unter $A.`,
			`Diese Zeile gehört unter $B, nicht unter $A.`},
		{"$B\nK.M 1 1220000000000 A+", `Diese Zeile gehört unter $A, nicht unter $B.`,
			`Diese Zeile gehört unter $A, nicht unter $B.`},
		{"$A\n+K.M 1 2500 0 0", `Diese Zeile gehört unter $R, nicht unter $A.`,
			`Diese Zeile gehört unter $R, nicht unter $A.`},
		{"$G\n1 A", `Diese Zeile gehört unter $V, nicht unter $G.`, `Diese Zeile gehört unter $V, nicht unter $G.`},
		{"$L\n2 1", `Am Ende der Zeile fehlt noch: die y-Koordinate. Beispiel: 2 1 1`,
			`Am Ende der Zeile fehlt noch: die y-Koordinate.`},
		{"$B\nSTD 0/0 Ort", `"0/0": In Befehlen trennt ein Leerzeichen x und y: 0 0`,
			`"0/0": In Befehlen trennt ein Leerzeichen x und y: 0 0`},
		{"$R\nK.M 1 2500 -1,1", `"-1,1": In Befehlen trennt ein Leerzeichen x und y: -1 1`,
			`"-1,1": In Befehlen trennt ein Leerzeichen x und y: -1 1`},
		{"$A\nZ.M 1 0 V- 12/14", `"12/14": In Befehlen trennt ein Leerzeichen x und y: 12 14`,
			`"12/14": In Befehlen trennt ein Leerzeichen x und y: 12 14`},
		{"$A\nan 1 0 V", `"an" ist keine Armeeart. Beispiel: K.M 1 1220000000000 A+`, `"an" ist keine Armeeart.`},
		{"$A\nX.N 1 0 V", `"X.N" ist keine Armeeart. Gemeint D.N oder M.N? Beispiel: K.M 1 1220000000000 A+`,
			`"X.N" ist keine Armeeart. Gemeint D.N oder M.N?`},
		{"$A\nD.N 1 0 V 1 2", `D.N kann mit einem Feld nichts anfangen, das können nur Z.B, Z.M, P.H, H.K und H.S. ` +
			`Hinter dem Befehl von D.N steht der Zielcode eines Weltentors. Beispiel: K.M 1 1220000000000 A+ K.M 2 ` +
			`1000`,
			`D.N kann mit einem Feld nichts anfangen, das können nur Z.B, Z.M, P.H, H.K und H.S. Hinter dem Befehl ` +
				`von D.N steht der Zielcode eines Weltentors.`},
		{"$V\n2 A\n2 K", `Zeile 2 hat schon einen Vertrag für Reich 2; es gilt nur dieser hier.`,
			`Zeile 2 hat schon einen Vertrag für Reich 2; es gilt nur dieser hier.`},
		{"$S\nReichsname Großes Eisvolk ; mein Reich",
			`Hinter dem Reichsnamen ist kein Kommentar möglich, und ein Name enthält kein Semikolon: "; mein ` +
				`Reich" ist zu viel.`,
			`Hinter dem Reichsnamen ist kein Kommentar möglich, und ein Name enthält kein Semikolon: "; mein ` +
				`Reich" ist zu viel.`},
		{"$Treaties\n1 A", `Diese Zeile gehört unter $V, nicht unter $T.`, ``},
		{"$Pacts\n1 A", `"$Pacts" ist kein Abschnitt; die Zeilen bis zum nächsten $ zählen nicht. Gemeint $V? Es ` +
			`gibt $B (Bauen, Build), $R (Rüsten, Recruit), ` +
			`$A (Armee, Army, Armies), $G (Geldtransfer, Gold), $L (Landabgabe, Land), $V (Verträge, Pacts), $T ` +
			`(Taktik, Tactics), $N (Nachrichten, Messages), $K (Kultur, Culture), ` +
			`$S (Spezial, Settings), $I (Identität, Identity), $E (Ende, End).`, ``},
	} {
		file := order.Language().Parse(c.lines)
		if len(file.Problems) != 1 {
			t.Errorf("%q: problems %v", c.lines, file.Problems)
			continue
		}
		book := founding.Rules().Words(phrase.De)
		if got := book.Say(file.Problems[0].What); got != c.de {
			t.Errorf("%q: %s\nwant %s", c.lines, got, c.de)
		}
		if got := book.Say(orders.Brief(file.Problems[0].What)); got != c.brief && c.brief != "" {
			t.Errorf("%q in the head: %s\nwant %s", c.lines, got, c.brief)
		}
	}
}

// TestReportSettings: the English words for a short and a full report.
func TestReportSettings(t *testing.T) {
	for line, want := range map[string]string{"Report short": "kurz", "report: full": "voll",
		"Report FULL ; all": "voll", "Bericht short": "kurz", "Report voll": "voll"} {
		file := order.Language().Parse("$S\n" + line)
		if len(file.Problems) > 0 || len(file.Lines) != 1 ||
			file.Lines[0].Order != (order.SettingOrder{Setting: 'B', Value: want}) {
			t.Errorf("%q: %v, problems %v", line, file.Lines, file.Problems)
		}
	}
}

// TestCountsOfArmies: what is counted has its own name, and in German its case.
func TestCountsOfArmies(t *testing.T) {
	rules := founding.Rules()
	for _, c := range []struct {
		army string
		men  int64
		de   string
	}{
		{"S.L 1", 30, "Neu gerüstet: S.L 1 mit 30 Schiffen in Feld 0/0 für 5 GS."},
		{"S.L 1", 1, "Neu gerüstet: S.L 1 mit 1 Schiff in Feld 0/0 für 5 GS."},
		{"K.M 1", 30, "Neu gerüstet: K.M 1 mit 30 Mann in Feld 0/0 für 5 GS."},
		{"M.E 1", 30, "Neu gerüstet: M.E 1 mit 30 Wesen in Feld 0/0 für 5 GS."},
	} {
		what := phrase.P("recruited", phrase.Str("army", c.army), phrase.Num("men", c.men),
			realm.With(gametest.ArmyName(c.army).Unit, c.men),
			phrase.XY("field", 0, 0), phrase.Num("gold", 5))
		if got := rules.Words(phrase.De).Say(what); got != c.de {
			t.Errorf("%s\nwant %s", got, c.de)
		}
	}
}
