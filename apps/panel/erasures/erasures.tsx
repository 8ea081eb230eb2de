import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { erasures, type ErasureReceipt } from '../api/users/erasures.js';
import { FindForm } from '../widgets/finding/find-form.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Button } from '../kit/controls/button.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Pages } from '../kit/tables/pages.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { EraseCard } from './erase-card.js';
import css from './erasures.module.css';
import { Lists } from './lists.js';
import { saveReceipt } from './save-receipt.js';
import { useErasureMessages } from './messages.js';

interface ErasuresProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Erases people by a list, and shows the receipts. An extId that is looked for stays out of the address of the page. */
export function Erasures({ search: { after }, setSearch }: ErasuresProps) {
  const { w } = useI18n();
  const messages = useErasureMessages();
  const { app } = useApplication();
  const [extId, setExtId] = useState<string>();
  const query = useQuery(erasures(app.key, extId === undefined ? { after } : { extId }));
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  return (
    <Screen
      title={messages.title}
      subtitle={messages.subtitle}
      trail={<Link href={paths.users(app.key)}>{w.users.title}</Link>}
    >
      <Loaded query={query}>
        {({ items, granted }) => (
          <Stack>
            {granted ? <EraseCard /> : <p className={css['quiet']}>{messages.notGranted}</p>}
            <Lists />
            <Card title={messages.receipts} note={messages.receiptsNote} isFlush>
              <div className={css['find']}>
                <FindForm label={messages.findExtId} labels={messages} found={extId} onFind={setExtId} />
              </div>
              {items.length === 0 ? (
                <Empty
                  title={extId === undefined ? messages.none : messages.nothing}
                  help={extId === undefined ? messages.noneHelp : messages.nothingHelp}
                />
              ) : (
                <Receipts items={items} />
              )}
              {extId === undefined && <Pages names={[w.previous, w.next]} {...cursor} />}
            </Card>
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

function Receipts({ items }: { items: readonly ErasureReceipt[] }) {
  const { f } = useI18n();
  const messages = useErasureMessages();
  const { app } = useApplication();
  const columns: Column<ErasureReceipt>[] = [
    { id: 'at', name: messages.when, isShort: true, renderCell: ({ erasedAt }) => f.moment(erasedAt) },
    { id: 'receipt', name: messages.receipt, isName: true, renderCell: ({ receiptId }) => receiptId },
    { id: 'asked', name: messages.asked, isNumber: true, from: 'middle', renderCell: ({ asked }) => f.number(asked) },
    { id: 'users', name: messages.users, isNumber: true, renderCell: ({ users }) => f.number(users) },
    {
      id: 'rows',
      name: messages.rows,
      isNumber: true,
      from: 'wide',
      renderCell: (receipt) => f.number(rowsOf(receipt)),
    },
    {
      id: 'file',
      name: messages.actions,
      isShort: true,
      renderCell: (receipt) => (
        <Button
          kind="quiet"
          label={messages.downloadOf(receipt.receiptId)}
          onPress={() => saveReceipt(app.key, receipt)}
        >
          {messages.download}
        </Button>
      ),
    },
  ];
  return <Table caption={messages.receipts} columns={columns} rows={items} keyOf={({ receiptId }) => receiptId} />;
}

function rowsOf({ counts }: ErasureReceipt): number {
  return Object.values(counts).reduce<number>((sum, rows) => sum + Number(rows), 0);
}
