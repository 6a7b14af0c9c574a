package realm

// Most is the greatest number of units an order may name.
const Most = 1_000_000

// LastRow is the greatest row an order may name.
const LastRow = 10
