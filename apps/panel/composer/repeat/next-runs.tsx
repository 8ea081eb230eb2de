import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nextRuns } from '../../api/compose/next-runs.js';
import { useI18n } from '../../i18n/i18n.js';
import { useApplication } from '../../session/application.js';
import { useCount } from '../../targets/use-count.js';
import { audienceOf, EVERYBODY, type WrittenAudience } from '../../targets/written-audience.js';
import { useSettled } from '../../widgets/use-settled.js';
import { useKnownWords } from '../form/known-words.js';
import css from '../terms/terms.module.css';
import { useRepeatMessages } from './messages.js';

/** A time is typed in parts, and each of them is one. */
const TYPING_MS = 300;

interface NextRunsProps {
  /** The schedule of the request. */
  schedule: object;
  audience: WrittenAudience;
}

/** Lists when a recurring campaign goes next, each time with who matches now; a rule that is refused says why. */
export function NextRuns({ schedule, audience }: NextRunsProps) {
  const { f } = useI18n();
  const messages = useRepeatMessages();
  const { app } = useApplication();
  const known = useKnownWords();
  const settled = useSettled(JSON.stringify(schedule), TYPING_MS);
  const { data, error } = useQuery(
    nextRuns(
      app.key,
      useMemo(() => JSON.parse(settled) as object, [settled]),
    ),
  );
  const { described, segment, lines } = audience;
  const target = useMemo(
    () => audienceOf({ described, segment, lines }, known) ?? { segment: [EVERYBODY] },
    [described, segment, lines, known],
  );
  const users = useCount(app.key, target, false).preview?.users ?? null;
  return (
    <div className={css['rows']} role="status">
      <h3 className={css['heading']}>{messages.next}</h3>
      {error ? (
        <p>{error.message}</p>
      ) : (
        <ol>
          {data?.items.map(({ dueAt }) => (
            <li key={dueAt}>
              {f.moment(dueAt)}
              {users !== null && ` · ${messages.people(f.number(users))}`}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
