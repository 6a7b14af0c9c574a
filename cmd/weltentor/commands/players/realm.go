// Package players has the commands of `weltentor realm`, one for each thing that is done with players: they are added,
// listed, replaced, paused, paid for and forgotten. The command line hands each its arguments and a call; each prints
// its result.
package players

// RealmCmd has the commands for realms.
type RealmCmd struct {
	Add    realmAddCmd    `cmd:"" group:"setup" uses:"fleet again why"`
	Import realmImportCmd `cmd:"" group:"setup" uses:"fleet again why"`
	List   realmListCmd   `cmd:"" group:"look" uses:"fleet"`
	Mail   realmMailCmd   `cmd:"" group:"daily" uses:"fleet again why"`
	Passwd realmPasswdCmd `cmd:"" group:"daily" uses:"fleet again why"`
	Pay    realmPayCmd    `cmd:"" group:"daily" uses:"fleet again why"`
	Accept realmAcceptCmd `cmd:"" group:"daily" uses:"fleet again why"`
	Drop   realmDropCmd   `cmd:"" group:"daily" uses:"fleet again why"`
	Free   realmFreeCmd   `cmd:"" group:"correct" uses:"fleet again why"`
	Pause  realmPauseCmd  `cmd:"" group:"daily" uses:"fleet again why"`
	Mute   realmMuteCmd   `cmd:"" group:"daily" uses:"fleet again why"`
	Bot    realmBotCmd    `cmd:"" group:"daily" uses:"fleet again why"`
	Export realmExportCmd `cmd:"" group:"correct" uses:"fleet"`
	Forget realmForgetCmd `cmd:"" group:"correct" uses:"fleet again why"`
}
