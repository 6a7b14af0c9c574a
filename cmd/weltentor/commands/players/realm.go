// Package players has the commands of `weltentor realm`, one for each thing that is done with those who play: they
// are added, listed, handed over, paused, paid for and forgotten. The command line hands each its arguments and a call.
package players

// RealmCmd gathers what is done with realms.
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
