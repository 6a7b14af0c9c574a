// Package disk looks after the files of a world's folder: they belong to one user, are locked by one command, and are
// replaced as a whole and synced. The store, its copies and its journal's marks are written through it.
package disk

// The files and folders of a world. The command that opens the world reads the settings.
const (
	FileName     = "world.db"
	SettingsName = "world.toml"
	BackupsName  = "backups"
	LockName     = "lock"
)
