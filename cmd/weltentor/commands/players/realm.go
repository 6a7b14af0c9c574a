// Package players has the commands of `weltentor realm`, one for each thing that is done with players: they are added,
// listed, replaced, paused, paid for and forgotten. The command line hands each its arguments and a call; each prints
// its result.
package players

// RealmCmd has the commands for realms.
type RealmCmd struct {
	Add    realmAddCmd    `cmd:"" group:"setup"`
	Import realmImportCmd `cmd:"" group:"setup"`
	List   realmListCmd   `cmd:"" group:"look"`
	Mail   realmMailCmd   `cmd:"" group:"daily"`
	Passwd realmPasswdCmd `cmd:"" group:"daily"`
	Pay    realmPayCmd    `cmd:"" group:"daily"`
	Accept realmAcceptCmd `cmd:"" group:"daily"`
	Drop   realmDropCmd   `cmd:"" group:"daily"`
	Free   realmFreeCmd   `cmd:"" group:"correct"`
	Pause  realmPauseCmd  `cmd:"" group:"daily"`
	Mute   realmMuteCmd   `cmd:"" group:"daily"`
	Export realmExportCmd `cmd:"" group:"correct"`
	Forget realmForgetCmd `cmd:"" group:"correct"`
}
