package order

// commands are those of an army, as choices of a form.
const commands = " command=Vorruecken/Advance|Marschieren/March|Aufklaeren/Scout|Kampfpatrouille/Patrol|" +
	"Unterstuetzen/Support|Fouragieren/Forage|Halten/Hold "

// shapes are the ways to write a line of each section, for orders.Shape.
var shapes = map[byte][]string{
	'A': {
		"army:army" + commands + "steps:path?", "army:army" + commands + "steps:path? =Entsatz/Relief points:number",
		"army:army" + commands + "steps:path? =Entsatz/Relief =voll/full", "army:army =Entsatz/Relief points:number",
		"army:army =Entsatz/Relief =voll/full",
	},
	'T': {
		"battle:word points:number other-points:number goals:number other-goals:number", "battle:word =nein/no",
		"=Einsatz/Stake battle:word stake:number",
	},
}
