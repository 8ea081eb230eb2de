import { useQuery } from '@tanstack/react-query';
import { waitingPeople, type Journey, type WaitingPerson } from '../api/journeys.js';
import { isAhead } from '../widgets/journeys/is-ahead.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Pages } from '../kit/tables/pages.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './journeys.module.css';
import { useJourneyMessages } from './messages.js';

interface PeopleCardProps {
  journey: Journey;
  step: string;
  after: string | undefined;
  setAfter: (after: string | undefined) => void;
}

/** The people at a step, the next to go on first. */
export function PeopleCard({ journey, step, after, setAfter }: PeopleCardProps) {
  const { w } = useI18n();
  const messages = useJourneyMessages();
  const { app } = useApplication();
  const query = useQuery(waitingPeople(app.key, journey.id, step, after));
  const cursor = useCursor(after, query.data?.next, setAfter);
  return (
    <Card title={messages.at(step)} isFlush>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={css['note']}>{messages.nobody}</p>
          ) : (
            <>
              <People journey={journey} step={step} items={items} />
              <Pages names={[w.previous, w.next]} {...cursor} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function People({ journey, step, items }: Pick<PeopleCardProps, 'journey' | 'step'> & { items: WaitingPerson[] }) {
  const { f } = useI18n();
  const messages = useJourneyMessages();
  const { app } = useApplication();
  const untilOf = (until: string): string =>
    isAhead(until) ? f.moment(until) : journey.state === 'paused' ? messages.afterPause : messages.soon;
  const columns: Column<WaitingPerson>[] = [
    {
      id: 'person',
      name: messages.person,
      isName: true,
      renderCell: ({ uid, extId, key }) => (
        <span className={css['step']}>
          <Link href={paths.user(app.key, uid)}>{extId ?? messages.nameless(uid)}</Link>
          {key !== null && journey.entryKey !== null && (
            <span className={css['quiet']}>
              {journey.entryKey}: {key}
            </span>
          )}
        </span>
      ),
    },
    { id: 'since', name: messages.since, isShort: true, from: 'middle', renderCell: ({ since }) => f.moment(since) },
    { id: 'until', name: messages.until, renderCell: ({ until }) => untilOf(until) },
  ];
  return (
    <Table
      caption={messages.at(step)}
      columns={columns}
      rows={items}
      keyOf={({ uid, enteredAt, key }) => `${uid} ${enteredAt} ${key ?? ''}`}
    />
  );
}
