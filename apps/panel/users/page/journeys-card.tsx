import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  journeysOfPerson,
  type PastVisit,
  type PersonJourneys,
  type PresentVisit,
  type DescribedStep,
} from '../../api/journeys.js';
import { useCursor } from '../../widgets/use-cursor.js';
import { isAhead } from '../../widgets/journeys/is-ahead.js';
import { JourneyBadge } from '../../widgets/journeys/journey-badge.js';
import { useJourneyStepMessages } from '../../widgets/journeys/messages.js';
import { useStepText } from '../../widgets/journeys/step-text.js';
import { Link } from '../../kit/controls/link.js';
import { Badge } from '../../kit/layout/badge.js';
import { Card } from '../../kit/layout/card.js';
import { Pages } from '../../kit/tables/pages.js';
import { Loaded } from '../../loading/loaded.js';
import { journeyPath } from '../../navigation/journey-path.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { usePersonJourneyMessages } from '../journeys/messages.js';
import css from '../look/page.module.css';

/** The journeys of a person: where it is and what is next, then how past visits ended. */
export function JourneysCard({ uid }: { uid: string }) {
  const { w } = useI18n();
  const messages = usePersonJourneyMessages();
  const { app } = useApplication();
  const [after, setAfter] = useState<string>();
  const query = useQuery(journeysOfPerson(app.key, uid, after));
  const cursor = useCursor(after, query.data?.next, setAfter);
  return (
    <Card title={messages.title}>
      <Loaded query={query}>
        {({ inside, past }) =>
          inside.length + past.length === 0 ? (
            <p className={css['quiet']}>{messages.none}</p>
          ) : (
            <>
              <ul className={css['journeys']}>
                {inside.map((visit, index) => (
                  <Visit
                    key={`${visit.id} ${visit.enteredAt} ${index}`}
                    walk={{ person: uid, page: after }}
                    visit={visit}
                    lines={<Inside visit={visit} />}
                  />
                ))}
                {past.map((visit, index) => (
                  <Visit
                    key={`${visit.id} ${visit.leftAt} ${index}`}
                    walk={{ person: uid, page: after }}
                    visit={visit}
                    lines={<Past visit={visit} />}
                  />
                ))}
              </ul>
              <Pages names={[w.campaigns.newer, w.campaigns.older]} {...cursor} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

interface VisitProps {
  visit: PersonJourneys['inside' | 'past'][number];
  /** The person, and the page that has the visit, for the address of its way. */
  walk: { person: string; page: string | undefined };
  lines: ReactNode;
}

function Visit({ visit, walk, lines }: VisitProps) {
  const messages = usePersonJourneyMessages();
  const { app, may } = useApplication();
  const { id, name, state, isRemoved, key, step, enteredAt } = visit;
  return (
    <li className={css['journey']}>
      <p>
        {isRemoved || !may('campaigns.read') ? (
          name
        ) : (
          <Link href={journeyPath(app.key, { journey: id, step: step.id })}>{name}</Link>
        )}{' '}
        {isRemoved ? <Badge tone="quiet">{messages.removed}</Badge> : state !== 'on' && <JourneyBadge state={state} />}
        {key !== null && <span className={css['quiet']}> {key}</span>}
      </p>
      {lines}
      {!isRemoved && may('campaigns.read') && (
        <p>
          <Link
            href={journeyPath(app.key, { journey: id, ...walk, entered: enteredAt, ...(key !== null && { by: key }) })}
          >
            {messages.way}
          </Link>
        </p>
      )}
    </li>
  );
}

function Inside({ visit }: { visit: PresentVisit }) {
  const { f } = useI18n();
  const messages = usePersonJourneyMessages();
  const textOf = useStepText();
  const { state, step, since, until, isWoken, next, came, enteredAt } = visit;
  const thenOf = (then: DescribedStep | null): string =>
    then === null ? messages.end : messages.next(then.id, textOf(then));
  const event = step.event ?? '';
  const sentences = [
    ...(since === enteredAt ? [] : [messages.entered(f.moment(enteredAt))]),
    messages.place(f.moment(since), step.id, textOf(step)),
    ...(state === 'off'
      ? [messages.off]
      : isWoken
        ? [messages.woken(event, thenOf(came))]
        : [
            isAhead(until) ? messages.at(f.moment(until), thenOf(next)) : messages.soon(thenOf(next)),
            ...(step.event === null ? [] : [messages.came(event, thenOf(came))]),
          ]),
    ...(state === 'paused' ? [messages.paused] : []),
  ];
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}

function Past({ visit }: { visit: PastVisit }) {
  const { f } = useI18n();
  const messages = usePersonJourneyMessages();
  const { reasons } = useJourneyStepMessages();
  const { enteredAt, leftAt, step, reason } = visit;
  const words = reasons[reason] ?? reason;
  return <p className={css['quiet']}>{messages.left(f.moment(enteredAt), f.moment(leftAt), step.id, words)}</p>;
}
