import { useQuery } from '@tanstack/react-query';
import { erasureLines, erasureLists, type ErasureList } from '../api/users/erasures.js';
import { SaveFile } from '../widgets/saving/save-file.js';
import { Card } from '../kit/layout/card.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { ListBadge } from './list-badge.js';
import { OpenList } from './open-list.js';
import { useErasureMessages } from './messages.js';

/** Shows the lists of the application: open lists first, each with its actions, and then the ended ones. */
export function Lists() {
  const { app } = useApplication();
  return (
    <Loaded query={useQuery(erasureLists(app.key))}>
      {({ items }) => {
        const ended = items.filter(({ finishedAt }) => finishedAt !== null);
        return (
          <>
            {items
              .filter(({ finishedAt }) => finishedAt === null)
              .map((list) => (
                <OpenList key={list.receiptId} list={list} />
              ))}
            {ended.length > 0 && <EndedLists items={ended} />}
          </>
        );
      }}
    </Loaded>
  );
}

function EndedLists({ items }: { items: readonly ErasureList[] }) {
  const { f } = useI18n();
  const messages = useErasureMessages();
  const { app } = useApplication();
  const columns: Column<ErasureList>[] = [
    { id: 'at', name: messages.counted, isShort: true, renderCell: ({ createdAt }) => f.moment(createdAt) },
    {
      id: 'state',
      name: messages.state,
      isName: true,
      renderCell: ({ state, fault, by }) => (
        <>
          <ListBadge state={state} /> {fault ?? by}
        </>
      ),
    },
    {
      id: 'done',
      name: messages.erased,
      isNumber: true,
      renderCell: ({ done, asked }) => messages.doneOf(f.number(done), f.number(asked)),
    },
    { id: 'users', name: messages.users, isNumber: true, from: 'middle', renderCell: ({ users }) => f.number(users) },
    {
      id: 'file',
      name: messages.actions,
      isShort: true,
      renderCell: ({ receiptId }) => (
        <SaveFile label={messages.lines} source={erasureLines(app.key, receiptId)} name={`erasure-${receiptId}.csv`} />
      ),
    },
  ];
  return (
    <Card title={messages.ended} note={messages.endedNote} isFlush>
      <Table caption={messages.ended} columns={columns} rows={items} keyOf={({ receiptId }) => receiptId} />
    </Card>
  );
}
