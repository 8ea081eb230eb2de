import type { TimelineItem } from '../../api/types.js';
import { Link } from '../../kit/controls/link.js';
import { journeyPath } from '../../navigation/journey-path.js';
import { useApplication } from '../../session/application.js';
import { usePersonJourneyMessages } from './journeys-messages.js';
import css from './page.module.css';

/** The step of a journey that a message left from, and the way back to it. */
export function FromStep({ from: { id, name, step } }: { from: NonNullable<TimelineItem['from']> }) {
  const messages = usePersonJourneyMessages();
  const { app, may } = useApplication();
  const text = messages.from(name, step);
  return (
    <p className={css['detail']}>
      {may('campaigns.read') ? <Link href={journeyPath(app.key, { journey: id, step })}>{text}</Link> : text}
    </p>
  );
}
