// Package examples holds playable worlds with the mails of their players, a folder each. The demo plays them, and the
// tests replay them and compare the hash: a rule that changes a result shows here. Begin with World.
package examples

import "embed"

// Files holds a folder a world: game.toml tells how it is founded, who plays
// and which mails come when; mails/ has the mails, raw as a mail server holds
// them. In place of the password of realm n stands PASSWORD-n, for passwords are
// made when a realm is added.
//
//go:embed belagerung belagerung-zu-dritt bovistan kolonien terra terramagica
var Files embed.FS
