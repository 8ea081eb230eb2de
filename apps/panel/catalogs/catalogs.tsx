import { useQuery } from '@tanstack/react-query';
import { catalogs, type Catalog } from '../api/catalogs/catalogs.js';
import { useI18n } from '../i18n/i18n.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { CatalogCards } from './catalog-cards.js';
import { FeedState } from './feed-state.js';
import { useCatalogMessages } from './messages.js';

interface CatalogsProps {
  /** The catalog that is shown; `all`: the list. */
  name: string;
  after: string | undefined;
  setAfter: (after: string | undefined) => void;
}

export const ALL_CATALOGS = 'all';

/** Items that templates look up: the catalogs, or one of them. */
export function Catalogs({ name, after, setAfter }: CatalogsProps) {
  const { w } = useI18n();
  const messages = useCatalogMessages();
  const { app } = useApplication();
  const query = useQuery(catalogs(app.key));
  const trail = <Link href={paths.templates(app.key)}>{w.nav.templates}</Link>;
  if (name === ALL_CATALOGS) {
    return (
      <Screen title={messages.title} subtitle={messages.subtitle} trail={trail}>
        <Card isFlush>
          <Loaded query={query}>
            {({ items }) =>
              items.length === 0 ? <Empty title={messages.none} help={messages.noneHelp} /> : <List items={items} />
            }
          </Loaded>
        </Card>
      </Screen>
    );
  }
  return (
    <Screen
      title={name}
      trail={
        <>
          {trail}
          {' › '}
          <Link href={paths.templates(app.key, { catalogs: ALL_CATALOGS })}>{messages.title}</Link>
        </>
      }
    >
      <Loaded query={query}>
        {({ items }) => {
          const catalog = items.find((candidate) => candidate.name === name);
          return catalog ? (
            <CatalogCards key={name} catalog={catalog} after={after} setAfter={setAfter} />
          ) : (
            <Empty title={messages.missing} help={messages.noneHelp} />
          );
        }}
      </Loaded>
    </Screen>
  );
}

function List({ items }: { items: readonly Catalog[] }) {
  const { f } = useI18n();
  const messages = useCatalogMessages();
  const { app } = useApplication();
  const columns: Column<Catalog>[] = [
    {
      id: 'name',
      name: messages.name,
      isName: true,
      renderCell: ({ name }) => <Link href={paths.templates(app.key, { catalogs: name })}>{name}</Link>,
    },
    { id: 'items', name: messages.items, isNumber: true, renderCell: (catalog) => f.number(catalog.items) },
    { id: 'feed', name: messages.feed, renderCell: ({ feed }) => <FeedState feed={feed} /> },
    {
      id: 'changed',
      name: messages.changed,
      isShort: true,
      from: 'middle',
      renderCell: ({ changedAt }) => f.moment(changedAt),
    },
  ];
  return <Table caption={messages.title} columns={columns} rows={items} keyOf={({ name }) => name} />;
}
