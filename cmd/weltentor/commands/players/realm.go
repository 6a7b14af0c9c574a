// Package players has the commands of `weltentor realm`, one for each thing that is done with players: they are added,
// listed, replaced, paused, paid for and forgotten. The command line hands each its arguments and a call; each prints
// its result.
package players

// RealmCmd has the commands for realms.
type RealmCmd struct {
	Add    realmAddCmd    `cmd:""`
	Import realmImportCmd `cmd:""`
	List   realmListCmd   `cmd:""`
	Mail   realmMailCmd   `cmd:""`
	Passwd realmPasswdCmd `cmd:""`
	Pay    realmPayCmd    `cmd:""`
	Accept realmAcceptCmd `cmd:""`
	Drop   realmDropCmd   `cmd:""`
	Free   realmFreeCmd   `cmd:""`
	Pause  realmPauseCmd  `cmd:""`
	Mute   realmMuteCmd   `cmd:""`
	Export realmExportCmd `cmd:""`
	Forget realmForgetCmd `cmd:""`
}
