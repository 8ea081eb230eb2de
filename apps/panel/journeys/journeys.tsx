import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { openDrafts } from '../api/compose/drafts.js';
import { journeys, type ListedJourney } from '../api/journeys.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { journeyPath } from '../navigation/journey-path.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { JourneyBadge } from '../widgets/journeys/journey-badge.js';
import { WeekCard } from './alarms/week-card.js';
import { screen } from '../loading/screen.js';
import { JourneyPage } from './journey-page.js';
import css from './journeys.module.css';
import { useJourneyMessages } from './messages.js';

/** The drawing and its forms are a file of their own. */
const EditorScreen = screen(() => import('./editor/editor-screen.js'), 'EditorScreen');

interface JourneysProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Journeys: all of them, one (`journey`), or the editor of one (`edit`). */
export function Journeys(props: JourneysProps) {
  const { journey, edit, draft } = props.search;
  if (edit !== undefined) {
    return (
      <Suspense fallback={<Skeleton lines={6} height={28} />}>
        <EditorScreen key={edit} edit={edit} draft={draft} setSearch={props.setSearch} />
      </Suspense>
    );
  }
  return journey === undefined ? <List /> : <JourneyPage key={journey} id={journey} {...props} />;
}

function List() {
  const messages = useJourneyMessages();
  const { app, may } = useApplication();
  const query = useQuery(journeys(app.key));
  const mayAdd = may('setup.write');
  return (
    <Screen
      title={messages.title}
      subtitle={messages.subtitle}
      actions={
        mayAdd && (
          <Link kind="button" href={journeyPath(app.key, { edit: 'new' })}>
            {messages.begin}
          </Link>
        )
      }
    >
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
      {mayAdd && <DraftsCard journeys={query.data?.items ?? []} />}
    </Screen>
  );
}

/** Edits that are not saved as a version yet. */
function DraftsCard({ journeys: present }: { journeys: readonly ListedJourney[] }) {
  const { f } = useI18n();
  const messages = useJourneyMessages();
  const { app } = useApplication();
  const { data } = useQuery(openDrafts(app.key, 'journey-drafts'));
  return data === undefined || data.items.length === 0 ? null : (
    <Card title={messages.drafts}>
      <ul className={css['drafts']}>
        {data.items.map(({ id, name, changedBy, changedAt }) => (
          <li key={id}>
            <Link
              href={journeyPath(app.key, {
                edit: present.find((journey) => journey.name === name)?.id ?? 'new',
                draft: id,
              })}
            >
              {name || messages.nameless(id)}
            </Link>{' '}
            <span className={css['quiet']}>{messages.draftBy(changedBy.name, f.ago(changedAt))}</span>
          </li>
        ))}
      </ul>
    </Card>
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
