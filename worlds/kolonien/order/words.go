package order

import "weltentor/worlds/rulekit"

// The keywords of the order lines.
var (
	FleetWord    = rulekit.Word{De: "Flotte", En: "Fleet"}
	EmbarkWord   = rulekit.Word{De: "an", En: "on"}
	LandWord     = rulekit.Word{De: "von", En: "from"}
	JoinWord     = rulekit.Word{De: "zu", En: "with"}
	TakeWord     = rulekit.Word{De: "nimmt", En: "takes"}
	GiveWord     = rulekit.Word{De: "gibt", En: "gives"}
	noneWord     = rulekit.Word{De: "kein", En: "none"}
	toWord       = rulekit.Word{De: "nach", En: "to"}
	LeaderWord   = rulekit.Word{De: "Anfuehrer", En: "Leader"}
	MedicWord    = rulekit.Word{De: "Arzt", En: "Medic"}
	GarrisonWord = rulekit.Word{De: "Garnison", En: "Garrison"}
	RegimentWord = rulekit.Word{De: "Regiment"}

	topicWords = []rulekit.Word{{De: "attacke", En: "charge"}, {De: "belagerung", En: "siege"}, {De: "regiment"},
		{De: "rueckzug", En: "retreat"}, {De: "verluste", En: "losses"}}
	whenWords = []rulekit.Word{{De: "verlust", En: "loss"}, {De: "nie", En: "never"},
		{De: "immer", En: "always"}, {De: "cf"}}
	WorkWords = []rulekit.Word{{De: "Kolonie", En: "Colony"}, {De: "Ausbau", En: "Extend"}, {De: "Palisade"}, {De: "Fort"},
		{De: "Festung", En: "Fortress"}, {De: "Zitadelle", En: "Citadel"}, {De: "Hafen", En: "Port"}}
)

// otherWords are what people write for the words of the orders, for guesses: each row begins with the word that is
// meant.
var otherWords = [][2]string{
	{"MIL", "miliz militia"},
	{"INF", "infanterie fussvolk infantry foot"},
	{"LIN", "linie linieninfanterie linientruppe line"},
	{"CAV", "kavallerie reiter reiterei cavalry horse"},
	{"ART", "artillerie kanone geschuetz artillery cannon gun"},
	{"TRA", "transporter transportschiff transport"},
	{"KAR", "karavelle caravel"},
	{"ESK", "eskorte begleitschiff escort"},
	{"LIN_S", "linienschiff schlachtschiff battleship"},
	{"Anfuehrer", "general hauptmann kommandant"},
	{"Leader", "general captain commander"},
	{"Arzt", "doktor feldscher sanitaeter"},
	{"Medic", "doctor surgeon physician"},
	{"Kolonie", "siedlung stadt"},
	{"Colony", "settlement town"},
	{"Ausbau", "erweitern ausbauen"},
	{"Extend", "expand enlarge"},
	{"Festung", "burg"},
	{"Fortress", "castle"},
	{"Hafen", "werft dock"},
	{"Port", "harbour harbor shipyard dock"},
	{"Palisade", "zaun wall fence stockade"},
	{"an", "einschiffen embark board"},
	{"von", "ausschiffen landen disembark land"},
	{"gibt", "abgeben uebergibt"},
	{"gives", "hands transfers"},
	{"nimmt", "holt uebernimmt"},
	{"takes", "fetches gets"},
	{"ja", "an"}, {"yes", "on"}, {"nein", "aus"}, {"no", "off"},
}
