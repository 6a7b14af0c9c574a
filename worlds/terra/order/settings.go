package order

import "weltentor/worlds/frame"

// The settings that are not about the letters.
var (
	SetPlays   = frame.Word{De: "Spielt", En: "Plays"}
	SetRelease = frame.Word{De: "Freigabe", En: "Release"}
	SetFinish  = frame.Word{De: "Kampagnenende", En: "CampaignEnd"} // the game master's: this round is the last
)

// settings are those of $S. What takes part in the end of a phase may stand alone, which is yes.
var settings = []frame.SettingRow{
	{Name: SetPlays, Values: []frame.Word{frame.Yes, frame.No}},
	{Name: SetRelease, Values: []frame.Word{frame.Yes, frame.No}, Alone: true},
	{Name: SetFinish, Values: []frame.Word{frame.Yes, frame.No}, Alone: true},
	frame.LanguageRow,
	// QUIRK: a guess at a computer names it twice, and reports that are verified have it so.
	{Name: frame.ComputerRow.Name, Values: []frame.Word{
		{De: "UTF8", En: "UTF8"}, {De: "PC", En: "PC"}, {De: "Amiga", En: "Amiga"},
	}},
	frame.ZipRow,
	frame.MapRow,
	frame.ReportRow,
}
