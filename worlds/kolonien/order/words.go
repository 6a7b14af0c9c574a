package order

import "weltentor/worlds/frame"

// The keywords of the order lines.
var (
	FleetWord    = frame.Word{De: "Flotte", En: "Fleet"}
	EmbarkWord   = frame.Word{De: "an", En: "on"}
	LandWord     = frame.Word{De: "von", En: "from"}
	JoinWord     = frame.Word{De: "zu", En: "with"}
	TakeWord     = frame.Word{De: "nimmt", En: "takes"}
	GiveWord     = frame.Word{De: "gibt", En: "gives"}
	noneWord     = frame.Word{De: "kein", En: "none"}
	toWord       = frame.Word{De: "nach", En: "to"}
	LeaderWord   = frame.Word{De: "Anfuehrer", En: "Leader"}
	MedicWord    = frame.Word{De: "Arzt", En: "Medic"}
	GarrisonWord = frame.Word{De: "Garnison", En: "Garrison"}
	RegimentWord = frame.Word{De: "Regiment"}

	topicWords = []frame.Word{{De: "attacke", En: "charge"}, {De: "belagerung", En: "siege"}, {De: "regiment"},
		{De: "rueckzug", En: "retreat"}, {De: "verluste", En: "losses"}}
	whenWords = []frame.Word{{De: "verlust", En: "loss"}, {De: "nie", En: "never"},
		{De: "immer", En: "always"}, {De: "cf"}}
	WorkWords = []frame.Word{{De: "Kolonie", En: "Colony"}, {De: "Ausbau", En: "Extend"}, {De: "Palisade"}, {De: "Fort"},
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
