package world

// mostUndone is how many turns are taken back in a row, without one between that stays.
const MostUndone = 5
