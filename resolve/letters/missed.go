package letters

// What marks the letters that a substitution is over, and that it is not, since its turn was taken back.
const (
	AboutOver        = "substitute-over"
	AboutStandsAgain = "substitute-again"
)
