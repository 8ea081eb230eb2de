import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import { Link } from '../../kit/controls/link.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import css from '../form/composer.module.css';
import { usePreviewWords } from './words.js';

/** Where a test that was sent is followed: the timeline of its person, and what simulated accounts took. */
export function SentTest({ extId }: { extId: string }) {
  const words = usePreviewWords();
  const { app } = useApplication();
  const people = useQuery(queries.foundUsers(app.key, 'extId', extId));
  const uid = people.data?.items.find((person) => person.extId === extId)?.uid;
  return (
    <p className={css['actions']}>
      {uid !== undefined && <Link href={paths.user(app.key, uid)}>{words.personOf(extId)}</Link>}
      <Link href={paths.simulators(app.key)}>{words.arrived}</Link>
    </p>
  );
}
