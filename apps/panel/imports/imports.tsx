import { useQuery } from '@tanstack/react-query';
import { TaggingList } from '../taggings/tagging-list.js';
import { imports, type Import } from '../api/users/imports.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Pages } from '../kit/tables/pages.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { ImportBadge } from './import-badge.js';
import { ImportPage } from './import-page.js';
import { NewImport } from './new-import.js';
import { useImportMessages } from './messages.js';

interface ImportsProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Imports of users: the list of them, a new one, or one of them, as the address says. */
export function Imports({ search, setSearch }: ImportsProps) {
  const { import: id, file, line, after } = search;
  if (id !== undefined) {
    return <ImportPage key={id} id={id} line={line} setLine={(next) => setSearch({ line: next })} />;
  }
  return file === 'new' ? (
    <NewImport onChecked={(checked) => setSearch({ file: undefined, import: checked })} />
  ) : (
    <List after={after} setAfter={(next) => setSearch({ after: next })} />
  );
}

function List({ after, setAfter }: { after: string | undefined; setAfter: (after: string | undefined) => void }) {
  const { w, f } = useI18n();
  const messages = useImportMessages();
  const { app } = useApplication();
  const query = useQuery(imports(app.key, after));
  const cursor = useCursor(after, query.data?.next, setAfter);
  const columns: Column<Import>[] = [
    {
      id: 'file',
      name: messages.file,
      isName: true,
      renderCell: ({ id, fileName }) => (
        <Link href={paths.imports(app.key, { import: id })}>{fileName ?? messages.unnamed}</Link>
      ),
    },
    { id: 'state', name: messages.state, renderCell: (item) => <ImportBadge item={item} /> },
    {
      id: 'lines',
      name: messages.lines,
      isNumber: true,
      from: 'middle',
      renderCell: ({ counts }) => f.number(counts.lines),
    },
    {
      id: 'created',
      name: messages.created,
      isNumber: true,
      from: 'middle',
      renderCell: ({ counts }) => f.number(counts.created),
    },
    {
      id: 'changed',
      name: messages.changed,
      isNumber: true,
      from: 'wide',
      renderCell: ({ counts }) => f.number(counts.changed),
    },
    {
      id: 'refused',
      name: messages.refused,
      isNumber: true,
      from: 'wide',
      renderCell: ({ counts }) => f.number(counts.refused),
    },
    {
      id: 'when',
      name: messages.when,
      isShort: true,
      from: 'middle',
      renderCell: ({ createdAt }) => f.moment(createdAt),
    },
  ];
  return (
    <Screen
      title={messages.title}
      trail={<Link href={paths.users(app.key)}>{w.users.title}</Link>}
      subtitle={messages.subtitle}
      actions={
        <Link kind="primary" href={paths.imports(app.key, { file: 'new' })}>
          {messages.begin}
        </Link>
      }
    >
      <Card isFlush>
        <Loaded query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={messages.none} help={messages.noneHelp} />
            ) : (
              <>
                <Table caption={messages.title} columns={columns} rows={items} keyOf={({ id }) => id} />
                <Pages names={[w.previous, w.next]} {...cursor} />
              </>
            )
          }
        </Loaded>
      </Card>
      <TaggingList />
    </Screen>
  );
}
