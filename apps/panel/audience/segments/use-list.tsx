import type { SegmentOverview } from '../../api/types.js';
import { Link } from '../../kit/controls/link.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import css from '../audience.module.css';
import { useSegmentsMessages } from './messages.js';

/** Lists the uses of a segment, each as a link. */
export function UseList({ uses }: { uses: SegmentOverview['uses'] }) {
  const messages = useSegmentsMessages();
  const { app } = useApplication();
  if (uses.length === 0) {
    return null;
  }
  return (
    <ul className={css['people']}>
      {uses.map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`}>
          {kind === 'campaign' ? (
            <Link href={paths.campaign(app.key, id)}>{messages.campaign(name ?? id)}</Link>
          ) : (
            <Link href={paths.composer(app.key, { draft: id })}>{messages.draft(name ?? messages.nameless)}</Link>
          )}
        </li>
      ))}
    </ul>
  );
}
