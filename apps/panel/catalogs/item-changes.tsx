import { useQuery } from '@tanstack/react-query';
import { type Catalog, catalogChanges, type ItemChange } from '../api/catalogs/catalogs.js';
import { useI18n } from '../i18n/i18n.js';
import { Badge, type Tone } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Empty } from '../kit/states/notice.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import css from './catalogs.module.css';
import { useCatalogMessages } from './messages.js';

const TONES: Readonly<Record<ItemChange['state'], Tone>> = {
  WAITING: 'waiting',
  RUNNING: 'waiting',
  DONE: 'sent',
  FAILED: 'failed',
};

/** The last changes of watched fields, with the number of people who got an event. */
export function ItemChanges({ catalog }: { catalog: Catalog }) {
  const messages = useCatalogMessages();
  const { app } = useApplication();
  const query = useQuery(catalogChanges(app.key, catalog.name));
  const columns = useColumns(catalog);
  return (
    <Card title={messages.changes} isFlush>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={messages.noChanges} help={messages.noChangesHelp} />
          ) : (
            <Table
              caption={messages.changes}
              columns={columns}
              rows={items}
              keyOf={({ changeId }) => String(changeId)}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function useColumns({ key, watches }: Catalog): Column<ItemChange>[] {
  const { f } = useI18n();
  const messages = useCatalogMessages();
  const fieldOf = (kind: string): string => watches.find((watch) => watch.kind === kind)?.field ?? '';
  const valueOf = (value: number | null): string => (value === null ? '–' : f.number(value));
  return [
    {
      id: 'key',
      name: key,
      isName: true,
      renderCell: (change) => <span className={css['value']}>{change.key}</span>,
    },
    {
      id: 'change',
      name: messages.change,
      renderCell: (change) => (
        <>
          {messages.kinds[change.watch]}
          {` · ${fieldOf(change.watch)} ${valueOf(change.old)} → ${valueOf(change.new)}`}
        </>
      ),
    },
    { id: 'at', name: messages.changed, isShort: true, from: 'middle', renderCell: ({ at }) => f.moment(at) },
    {
      id: 'people',
      name: messages.people,
      isNumber: true,
      renderCell: ({ people }) => (people === null ? messages.hiddenPeople : f.number(people)),
    },
    { id: 'state', name: messages.state, renderCell: (change) => <ChangeState change={change} /> },
  ];
}

function ChangeState({ change: { state, error, isComplete } }: { change: ItemChange }) {
  const messages = useCatalogMessages();
  return (
    <>
      <Badge tone={TONES[state]}>{messages.states[state]}</Badge>
      {error !== null && <div>{messages.faults[error]}</div>}
      {!isComplete && <div>{messages.limited}</div>}
    </>
  );
}
