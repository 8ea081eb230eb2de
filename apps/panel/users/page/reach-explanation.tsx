import { useQuery } from '@tanstack/react-query';
import type { TimelineItem } from '../../api/types.js';
import { queries } from '../../api/queries.js';
import { ExplanationParts } from '../../widgets/clauses/explanation.js';
import { useReasonMessages } from '../../widgets/reason-messages.js';
import { useReasonTitles } from '../../widgets/reason-titles.js';
import { Link } from '../../kit/controls/link.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { journeyPath } from '../../navigation/journey-path.js';
import { useJourneyStepMessages } from '../../widgets/journeys/messages.js';
import { useI18n } from '../../i18n/i18n.js';
import { FetchedList } from './live-data/fetched-list.js';
import { usePersonMessages } from '../messages.js';
import css from '../look/page.module.css';

/** Explains why a user did (not) get a campaign: the result then, and every clause of the target now. */
export function ReachExplanation({ uid, campaign }: { uid: string; campaign: string }) {
  const { w, f } = useI18n();
  const p = usePersonMessages();
  const { meanings } = useReasonMessages();
  const titleOf = useReasonTitles();
  const { app } = useApplication();
  const query = useQuery(queries.explanation(app.key, uid, campaign));
  return (
    <div className={css['why']}>
      <Loaded query={query} skeleton={<Skeleton lines={3} />}>
        {({ included, clauses, result, devices, fetched }) => (
          <>
            {result?.from && <FromStep from={result.from} />}
            {result && (
              <p>
                <strong>{p.result}</strong>: {w.results[result.status] ?? result.status}
                {result.reason !== null && `, ${titleOf(result.reason)}`} · {f.moment(result.at)}
                {result.reason !== null && meanings[result.reason] !== undefined && (
                  <span className={css['detail']}> {meanings[result.reason]}</span>
                )}
              </p>
            )}
            {fetched.length > 0 && <FetchedList fetched={fetched} />}
            <p>
              <strong>{included ? p.whyYes : p.whyNo}</strong> {p.whyNow}
            </p>
            <ExplanationParts clauses={clauses} devices={devices} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The step of a journey that a message left from, and the way back to it. */
export function FromStep({ from: { id, name, step } }: { from: NonNullable<TimelineItem['from']> }) {
  const messages = useJourneyStepMessages();
  const { app, may } = useApplication();
  const text = messages.from(name, step);
  return (
    <p className={css['detail']}>
      {may('campaigns.read') ? <Link href={journeyPath(app.key, { journey: id, step })}>{text}</Link> : text}
    </p>
  );
}
