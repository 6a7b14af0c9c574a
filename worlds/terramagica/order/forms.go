package order

// units are those of the rules, as choices of a form.
const units = "Miliz/Militia|Soldat/Soldier|Speertraeger/Spearman|Bogenschuetze/Archer|" +
	"Armbrustschuetze/Crossbowman|Reiter/Rider|Ritter/Knight|Katapult/Catapult|Balliste/Ballista|Rammbock/Ram|" +
	"Elefant/Elephant|Drache/Dragon|Boot/Boat"

// shapes are the ways to write a line of each section, for orders.Shape.
var shapes = map[byte][]string{
	'A': {
		"army:army province:place*", "army:army action=bleibe/stay|erobere/conquer|pluendere/plunder",
		"army:army action=gemeinsam/joint|angriff/attack|kein/none target:army", "army:army action=kein/none",
		"army:army =teile/split number:number unit=" + units + " new-army:word",
		"army:army =vereine/merge other-army:army",
	},
	'K': {
		"army:army unit=" + units + " row:number tactic=Sturmangriff/Charge|Vorruecken/Advance|Halten/Hold|Flucht/Flee",
		"army:army unit=" + units + " =kein/none",
	},
	'R': {"unit=" + units + " number:number army:army province:place?"},
	'B': {"province:place wall=Palisade|Mauer/Wall|Burg/Castle"},
	'H': {"=Provinz/Province province:place", "=Mana army:army mana:number"},
	'S': {"setting=Deutsch/German|Englisch/English|UTF8|PC|Amiga|zip|unzip"},
}
