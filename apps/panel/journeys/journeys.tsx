import { useQuery } from '@tanstack/react-query';
import { journeys, type ListedJourney } from '../api/journeys.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { journeyPath } from '../navigation/journey-path.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { JourneyBadge } from '../widgets/journeys/journey-badge.js';
import { WeekCard } from './alarms/week-card.js';
import { JourneyPage } from './journey-page.js';
import { useJourneyMessages } from './messages.js';

interface JourneysProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Journeys: all of them, or one (`journey`). */
export function Journeys(props: JourneysProps) {
  const { journey } = props.search;
  return journey === undefined ? <List /> : <JourneyPage key={journey} id={journey} {...props} />;
}

function List() {
  const messages = useJourneyMessages();
  const { app, may } = useApplication();
  const query = useQuery(journeys(app.key));
  const mayAdd = may('setup.write');
  return (
    <Screen title={messages.title} subtitle={messages.subtitle}>
      <Card isFlush>
        <Loaded query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty
                title={messages.none}
                help={mayAdd ? messages.noneHelp : `${messages.noneHelp} ${messages.askSetUp}`}
                action={
                  mayAdd && (
                    <Link kind="button" href={paths.section(app.key, 'journeys')}>
                      {messages.setUp}
                    </Link>
                  )
                }
              />
            ) : (
              <Rows items={items} />
            )
          }
        </Loaded>
      </Card>
      <WeekCard />
    </Screen>
  );
}

function Rows({ items }: { items: readonly ListedJourney[] }) {
  const { f } = useI18n();
  const messages = useJourneyMessages();
  const { app } = useApplication();
  const number = (
    id: 'entered' | 'inside' | 'left' | 'converted',
    from: 'always' | 'middle' = 'always',
  ): Column<ListedJourney> => ({
    id,
    name: messages[id],
    isNumber: true,
    from,
    renderCell: (journey) => f.number(journey[id]),
  });
  const columns: Column<ListedJourney>[] = [
    {
      id: 'name',
      name: messages.name,
      isName: true,
      renderCell: ({ id, name }) => <Link href={journeyPath(app.key, { journey: id })}>{name}</Link>,
    },
    { id: 'state', name: messages.state, isShort: true, renderCell: ({ state }) => <JourneyBadge state={state} /> },
    number('entered', 'middle'),
    number('inside'),
    number('left', 'middle'),
    number('converted'),
  ];
  return <Table caption={messages.title} columns={columns} rows={items} keyOf={({ id }) => id} />;
}
