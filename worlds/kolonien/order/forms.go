package order

import "weltentor/orders"

// units and ships are those that can be raised, as choices of a form.
const (
	units = "MIL|INF|LIN|CAV|ART"
	ships = "LIN_S|ESK|KAR|TRA"
)

// shapes are the ways to write a line of each section, for orders.Shape.
var shapes = map[byte][]string{
	'A': {
		"leader:army area:place", "leader:army verb=an/on|von/from fleet:army", "fleet:army =zu/with fleet:army",
		"leader:army verb=gibt/gives|nimmt/takes kind=" + units + " count:number leader:army?",
		"fleet:army verb=gibt/gives|nimmt/takes class=" + ships + " count:number fleet:army?",
	},
	'K': {
		"leader:army topic=attacke/charge|belagerung/siege|regiment yes=ja/yes|nein/no|kein/none",
		"leader:army =rueckzug/retreat when=nie/never|immer/always|kein/none",
		"leader:army =rueckzug/retreat =immer/always =nach/to area:place*",
		"leader:army =rueckzug/retreat =verlust/loss percent:number",
		"leader:army =rueckzug/retreat =verlust/loss percent:number =nach/to area:place*",
		"leader:army =rueckzug/retreat =cf cf:number",
		"leader:army =rueckzug/retreat =cf cf:number =nach/to area:place*",
		"leader:army =verluste/losses kind*=" + units, "fleet:army =verluste/losses class*=" + ships,
	},
	'R': {
		"area:place muster=" + units + " count:number", "area:place muster=" + units + " count:number leader:army",
		"area:place muster=" + units + " count:number verb=Garnison/Garrison|Regiment",
		"area:place class=" + ships + " count:number fleet:army?", "area:place =Anfuehrer/Leader leader:word?",
		"area:place =Arzt/Medic leader:army",
	},
	'B': {"area:place work=Kolonie/Colony|Ausbau/Extend|Palisade|Fort|Festung/Fortress|Zitadelle/Citadel|Hafen/Port"},
	'V': {"realm:realm treaty=P|A|K|kein/none"},
}

// settingForms are the ways to write a line of $S. The language has four names, and its examples show them.
var settingForms = []orders.Form{
	orders.Shape("=Sprache/Language value=de/German|en/English|Deutsch/German|Englisch/English"),
	orders.Shape("=Computer/Machine value=UTF8|PC|Amiga"),
	orders.Shape("=Zip/Archive value=ja/yes|nein/no"),
	orders.Shape("=Karte/Map value=ja/yes|nein/no"),
}
