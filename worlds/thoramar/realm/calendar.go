package realm

// seasons of a year, in the order of its turns (decision 2).
var seasons = [4]string{"summer", "autumn", "winter", "spring"}

// Season of a turn; turn 1 is summer.
func Season(turn int) string { return seasons[(turn-1)%len(seasons)] }

// Year of a turn, from 1.
func Year(turn int) int { return (turn-1)/len(seasons) + 1 }

// Autumn is when the land is harvested and upkeep is due.
func Autumn(turn int) bool { return Season(turn) == "autumn" }
