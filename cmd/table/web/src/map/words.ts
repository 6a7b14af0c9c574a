// The words of the map and of the weeks.
import { wordsOf } from '../text';

export const t = wordsOf({
  map: ['Karte', 'Map'],
  'map-keys': ['Pfeiltasten wählen ein Feld, Enter zeigt, was davon bekannt ist. Plus und Minus ändern den Maßstab, Pos1 '
    + 'springt zu Euch.', 'Arrow keys select a field, Enter shows what is known of it. Plus and minus zoom, Home jumps to '
    + 'you.'],
  'map-keys-path': ['Pfeiltasten wählen ein Feld, Enter nimmt es in den Weg, Rücktaste nimmt das letzte heraus.',
    'Arrow keys select a field, Enter adds it to the way, Backspace removes the last one.'],
  'zoom-in': ['Größer', 'Zoom in'],
  'zoom-out': ['Kleiner', 'Zoom out'],
  'zoom-fit': ['Ganze Karte', 'Whole map'],
  home: ['Zu Euch', 'To you'],
  none: ['Von diesem Spiel ist noch keine Karte bekannt.', 'No map of this game is known yet.'],
  way: ['Weg: {way}', 'Way: {way}'],
  'no-field': ['In dieser Richtung ist kein Feld bekannt.', 'No field is known in that direction.'],
});
