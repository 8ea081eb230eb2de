import { useQuery } from '@tanstack/react-query';
import type { Journey, PastVisit, PresentVisit } from '../../api/journeys.js';
import { queries } from '../../api/queries.js';
import { Button } from '../../kit/controls/button.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useJourneyStepMessages } from '../../widgets/journeys/messages.js';
import { useWalkMessages } from './messages.js';
import { useEventText } from '../../widgets/journeys/event-text.js';
import css from './walk.module.css';

interface WalkCardProps {
  journey: Journey;
  uid: string;
  /** Null: it is not there. */
  visit: PresentVisit | PastVisit | null;
  onClose: () => void;
}

/** The steps of one person in a journey, from the entry on, with the times. */
export function WalkCard({ journey, uid, visit, onClose }: WalkCardProps) {
  const messages = useWalkMessages();
  const { app } = useApplication();
  const { data } = useQuery(queries.user(app.key, uid));
  const name = data?.extId ?? uid;
  return (
    <Card title={messages.title(name)} note={<Link href={paths.user(app.key, uid)}>{name}</Link>}>
      <div className={css['walk']}>
        {visit === null ? <p>{messages.gone}</p> : <Met journey={journey} visit={visit} />}
        <p>
          <Button kind="quiet" onPress={onClose}>
            {messages.close}
          </Button>
        </p>
      </div>
    </Card>
  );
}

function Met({ journey, visit }: { journey: Journey; visit: PresentVisit | PastVisit }) {
  const { f } = useI18n();
  const messages = useWalkMessages();
  const { reasons } = useJourneyStepMessages();
  const textOf = useWayText(journey);
  const { version, enteredAt, ways, step } = visit;
  const end =
    'reason' in visit
      ? { at: visit.leftAt, text: messages.left(reasons[visit.reason] ?? visit.reason) }
      : { at: visit.since, text: messages.present };
  const lines = [
    { at: enteredAt, step: null, text: messages.entered },
    ...(ways ?? []).map((way) => ({ at: way.at, step: way.step, text: textOf(way) })),
    { ...end, step: step.id },
  ];
  return (
    <>
      <ol className={css['lines']}>
        {lines.map(({ at, step: id, text }, index) => (
          <li key={`${at} ${id} ${index}`}>
            <time dateTime={at}>{f.moment(at)}</time> {id !== null && <strong>{id}</strong>} {text}
          </li>
        ))}
      </ol>
      {ways === null && <p className={css['quiet']}>{messages.hidden}</p>}
      {version !== journey.version && (
        <p className={css['quiet']}>{messages.version(f.number(version), f.number(journey.version))}</p>
      )}
    </>
  );
}

/** Says what was seen at a step with several ways. */
function useWayText(journey: Journey) {
  const messages = useWalkMessages();
  const eventText = useEventText();
  const steps = new Map(journey.steps.filter(({ kind }) => kind !== 'goto').map((step) => [step.id, step]));
  return ({ step: id, way, unmet }: NonNullable<PresentVisit['ways']>[number]): string => {
    const step = steps.get(id);
    switch (step?.kind) {
      case 'waitFor':
        return way === 'came' ? messages.came(eventText(step.event ?? '')) : messages.late(eventText(step.event ?? ''));
      case 'branch':
        return way === 'yes' ? messages.yes : unmet === 'event' ? messages.noEvent : messages.noPerson;
      case 'webhook':
        return way === 'failed' ? messages.failed : messages.accepted;
      default:
        return messages.arm(way);
    }
  };
}
