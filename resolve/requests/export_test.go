package requests

// BidWords are the game master's words, for tests of other packages.
var BidWords = bidWords
