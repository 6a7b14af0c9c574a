// Package rulebook has the commands about a game's rules and their numbers (RulesCmd, TablesCmd). They need no world,
// or read the numbers of one. It also finds the sets of numbers with which a world may be founded (sets.go).
package rulebook
