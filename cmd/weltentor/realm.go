package main

// realmCmd gathers what is done with realms.
type realmCmd struct {
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
