package order

// How each line of an army begins, as a form: what stands behind it, its command decides.
const (
	march    = "army:army& plan:path13 command="
	sign     = " ?~=+|-"
	marching = march + "V|A|P|E" + sign
)

// shapes are the ways to write a line of each section, for orders.Shape.
var shapes = map[byte][]string{
	'A': {
		marching, marching + " other-army:army& count:number?",
		march + "Z" + sign + " building=BRG|STD|FES|HST|TSL|TSF|HTS|TPL|MIN|WTO",
		march + "Z" + sign + " edge=S|W|B direction:number", marching + " gate-code:number",
		march + "V|A" + sign + " field:place&",
	},
	'B': {
		"building=BRG|STD|FES|HST|TSL|TSF|HTS|TPL|MIN|WTO field:place& name:text?",
		"edge=S|W|B field:place& directions:path",
	},
	'R': {"?=+ army:army~& count:number field:place& water:number?"},
	'G': {"realm:realm gold:number"},
	'L': {"realm:realm field:place&"},
	'V': {"realm:realm treaty=K|A|P"},
	'T': {"army:army& row:number tactic=Sturmangriff/Charge|Vorruecken/Advance|Halten/Hold|Flucht/Flee"},
	'S': {
		"=Info", "=Computer value=PC|Amiga|UTF8", "=Reichsname/Realmname value:text",
		"=Bericht/Report value=voll/full|kurz/short", "=Sprache/Language value=de|en", "=Zip value=ja/yes|nein/no",
		"=Karte/Map value=ja/yes|nein/no",
	},
}
