// What the page itself says: its head, its faults.
import { wordsOf } from '../text';

export const words = {
  title: ['Weltentor', 'Weltentor'],
  empty: ['Noch liegt nichts auf dem Tisch.', 'Nothing is on the table yet.'],
  realm: ['Reich {realm}', 'Realm {realm}'],
  'no-deadline': ['Keine Frist', 'No deadline'],
  over: ['Das Spiel ist zu Ende.', 'The game has ended.'],
  closed: ['Von Euch werden jetzt keine Befehle angenommen.', 'No orders are taken from you now.'],
  views: ['Ansichten', 'Views'],
  language: ['Sprache', 'Language'],
  theme: ['Farben', 'Colours'],
  'theme-auto': ['wie das Gerät', 'as the device'],
  'theme-light': ['hell', 'light'],
  'theme-dark': ['dunkel', 'dark'],
  messages: ['Meldungen', 'Messages'],
  dismiss: ['Meldung schließen', 'Close the message'],
  broken: ['Diese Ansicht ist an einem Fehler der Seite gescheitert: {what}', 'This view failed because of an error in the page: {what}'],
  again: ['Noch einmal versuchen', 'Try again'],
  starting: ['Die Regeln werden geladen …', 'The rules are being loaded …'],
  'fault.no-table': ['Das sind keine Daten eines Spieltischs.', 'This is not a player\'s table.'],
  'fault.no-practice': ['Dieses Spiel kann die Maschine noch nicht spielen.', 'The machine cannot play this game yet.'],
  'fault.practice-old': ['Diese Übung hat andere Regeln als diese Seite; eine neue beginnt unter „Dateien“.', 'This practice has other rules than this page; begin a new one under “Files”.'],
  'fault.practice-over': ['Dieses Spiel ist zu Ende.', 'This game is over.'],
  'fault.table-large': ['Die Daten sind größer als {most} MB.', 'The data are larger than {most} MB.'],
  'fault.text-large': ['Der Text ist größer als {most} MB.', 'The text is larger than {most} MB.'],
  'fault.table-damaged': ['Die Daten sind beschädigt: {what}', 'The data are damaged: {what}'],
  'fault.other-rulebook': [
    'Die Daten sind von {rulebook}, diese Seite ist für {own}. {how}', 'The data are from {rulebook}, and this page is for {own}. {how}'],
  'fault.page-old': [
    'Die Seite ist älter als die Daten. {how}', 'The page is older than the data. {how}'],
  'fault.table-old': [
    'Die Daten sind älter als die Seite: Nach ihnen gelten andere Regeln. Öffnet die Daten des neuesten Berichts.',
    'The data are older than the page: the rules have changed since. Open the data of the newest report.'],
  'fault.how-page': ['Die neue Seite ist hier: {page}', 'The new page is here: {page}'],
  'fault.how-word': [
    'Die neue bekommt Ihr mit dem Wort TISCH im Betreff eines Briefs an das Spiel.',
    'To get the new one, send a letter to the game with the word TABLE as its subject.'],
  'fault.unproved': ['Die Datei lässt sich nicht prüfen: {de}.', 'The file cannot be checked: {en}.'],
  'fault.no-seal': [
    'Das ist weder ein Siegel mit 32 Zeichen noch eine Mail mit einer Quittung.', 'This is neither a seal of 32 letters nor a mail with a receipt.'],
  'fault.no-signatures': [
    'Dieser Browser kann die Unterschrift der Quittung nicht prüfen. Nehmt einen neueren, oder das Programm.', 'This browser cannot check the signature of the receipt. Use a newer one, or the program.'],
  'fault.stopped': ['Die Rechnung wurde abgebrochen. Öffnet die Datei noch einmal.', 'The calculation was stopped. Open the file again.'],
  'fault.slow': ['Das hat zu lange gedauert. Die Regeln wurden neu gestartet.', 'That took too long. The rules were started anew.'],
  'fault.panic': [
    'Die Regeln sind an einem Fehler gescheitert und wurden neu gestartet. {what}',
    'The rules failed because of an error and were started anew. {what}'],
  'fault.dead': [
    'Die Regeln lassen sich nicht starten. Ladet die Seite neu. {what}', 'The rules cannot be started. Load the page again. {what}'],
  'fault.broken': ['Fehler: {what}', 'Error: {what}'],
} as const satisfies Record<string, readonly [string, string]>;

export const say = wordsOf(words as unknown as Record<keyof typeof words, [string, string]>);
