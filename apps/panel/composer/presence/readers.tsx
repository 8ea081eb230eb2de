import type { DraftPlace } from '../../api/compose/drafts.js';
import { useApplication } from '../../session/application.js';
import css from './presence.module.css';
import { useReaders } from './use-readers.js';
import { useReaderMessages } from './messages.js';

/** More names than these are a number. */
const NAMED = 3;

/** Lists other members who have the draft open. A screen reader announces it at its next pause. */
export function Readers({ draft, place }: { draft: string; place: DraftPlace }) {
  const messages = useReaderMessages();
  const { app } = useApplication();
  const names = useReaders(app.key, place, draft).map(({ name }) => name);
  const shown = names.slice(0, NAMED);
  return (
    <p className={css['readers']} role="status">
      {names.length > 0 && messages.open(shown, names.length - shown.length)}
    </p>
  );
}
