package thoramar

import "weltentor/orders/phrase"

// seasons of a year, in the order of its turns (decision 2).
var seasons = [4]string{"summer", "autumn", "winter", "spring"}

// season of a turn; turn 1 is summer.
func season(turn int) string { return seasons[(turn-1)%len(seasons)] }

// year of a turn, from 1.
func year(turn int) int { return (turn-1)/len(seasons) + 1 }

// autumn is when the land is harvested and upkeep is due.
func autumn(turn int) bool { return season(turn) == "autumn" }

// title names a turn: "Spielzug 8, Jahr 2, Frühling".
func (r *Rulebook) title(lang phrase.Lang, turn int) string {
	return r.Words(lang).Say(phrase.P("turn-title",
		phrase.Num("turn", turn), phrase.Num("year", year(turn)), phrase.Key("season", "season."+season(turn))))
}
