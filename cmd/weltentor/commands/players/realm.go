// Package players has the commands of `weltentor realm`, one for each thing that is done with players: they are added,
// listed, replaced, paused, paid for and forgotten. RealmCmd lists them. What they change is decided in
// resolve/players.
package players

// RealmCmd has the commands for realms.
type RealmCmd struct {
	Add    realmAddCmd    `cmd:"" uses:"fleet again why"`
	Import realmImportCmd `cmd:"" uses:"fleet again why"`
	List   realmListCmd   `cmd:"" uses:"fleet"`
	Mail   realmMailCmd   `cmd:"" uses:"fleet again why"`
	Passwd realmPasswdCmd `cmd:"" uses:"fleet again why"`
	Pay    realmPayCmd    `cmd:"" uses:"fleet again why"`
	Accept realmAcceptCmd `cmd:"" uses:"fleet again why"`
	Drop   realmDropCmd   `cmd:"" uses:"fleet again why"`
	Free   realmFreeCmd   `cmd:"" uses:"fleet again why"`
	Pause  realmPauseCmd  `cmd:"" uses:"fleet again why"`
	Mute   realmMuteCmd   `cmd:"" uses:"fleet again why"`
	Bot    realmBotCmd    `cmd:"" uses:"fleet again why"`
	Export realmExportCmd `cmd:"" uses:"fleet"`
	Forget realmForgetCmd `cmd:"" uses:"fleet again why"`
}
