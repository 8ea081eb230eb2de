import type { ReactNode } from 'react';
import type { TimelineItem } from '../../api/types.js';
import { Link } from '../../kit/controls/link.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { platformName } from '../../widgets/platform-names.js';
import { useJourneyStepMessages } from '../../widgets/journeys/messages.js';
import { useReasonNames } from '../../widgets/reason-messages.js';
import { useI18n } from '../../i18n/i18n.js';
import { usePersonMessages } from '../messages.js';
import { journeyOf } from '../journeys/journey-of.js';
import { usePersonJourneyMessages } from '../journeys/messages.js';

/** Writes an entry as a sentence: words before the subject, the subject, words behind it with the reason. */
export function Sentence({ item }: { item: TimelineItem }) {
  const { w } = useI18n();
  const p = usePersonMessages();
  const journeys = usePersonJourneyMessages();
  const { reasons: leaving } = useJourneyStepMessages();
  const { app } = useApplication();
  const reasonOf = useReasonNames();
  const { kind, title, status, reason, campaign, raw } = item;
  const passage = journeyOf(item);
  if (passage !== null) {
    const cause = passage.reason === null ? '' : (leaving[passage.reason] ?? passage.reason);
    return (
      <>
        {journeys.happened[passage.event]} <strong>{passage.journey}</strong>
        {cause !== '' && `: ${cause}`}
      </>
    );
  }
  const platform = typeof raw['platform'] === 'string' ? platformName(raw['platform'], w) : '';
  const name = w.users.channels[title] ?? p.subjects[title] ?? (title === raw['platform'] ? platform : title);
  const subject: ReactNode =
    campaign === null ? <strong>{name}</strong> : <Link href={paths.campaign(app.key, campaign)}>{name}</Link>;
  const [before, behind] = p.sentences[`${kind} ${status ?? ''}`.trim()] ?? p.sentences[kind] ?? [kind, ''];
  const often = typeof raw['frequency'] === 'string' ? (w.users.frequencies[raw['frequency']] ?? '') : '';
  const tail = often !== '' ? often : platform === '' && behind.includes('%') ? '' : behind.replace('%', platform);
  const cause =
    reason === null
      ? ''
      : kind === 'consent'
        ? (p.sources[reason] ?? reason)
        : kind === 'clicked'
          ? p.button(reason)
          : kind === 'tokenRetired'
            ? (p.retired[reason] ?? reasonOf(reason))
            : reasonOf(reason);
  return (
    <>
      {before} {subject}
      {tail !== '' && ` ${tail}`}
      {cause !== '' && `: ${cause}`}
    </>
  );
}
