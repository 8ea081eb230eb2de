import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { catalogItems, type Catalog, type CatalogItem } from '../api/catalogs/catalogs.js';
import { useI18n } from '../i18n/i18n.js';
import { Card } from '../kit/layout/card.js';
import { Facts, type Fact } from '../kit/layout/facts.js';
import { Empty } from '../kit/states/notice.js';
import { Pages } from '../kit/tables/pages.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { FindForm } from '../widgets/finding/find-form.js';
import { useCursor } from '../widgets/use-cursor.js';
import css from './catalogs.module.css';
import { FeedState } from './feed-state.js';
import { ItemChanges } from './item-changes.js';
import { useCatalogMessages } from './messages.js';

interface CatalogCardsProps {
  catalog: Catalog;
  after: string | undefined;
  setAfter: (after: string | undefined) => void;
}

/** A catalog: its fields, its feed, changes of watched fields, and items by key with what templates read of them. */
export function CatalogCards({ catalog, after, setAfter }: CatalogCardsProps) {
  const { f } = useI18n();
  const messages = useCatalogMessages();
  const { feed } = catalog;
  const momentOf = (time: string | null): string => (time === null ? '–' : f.moment(time));
  const facts: Fact[] = [
    { name: messages.items, value: f.number(catalog.items) },
    { name: messages.key, value: catalog.key },
    {
      name: messages.fields,
      value: Object.entries(catalog.fields)
        .map(([field, type]) => `${field}: ${String(type)}`)
        .join(', '),
    },
    { name: messages.selections, value: catalog.selections.join(', ') || '–' },
    {
      name: messages.watches,
      value: catalog.watches.map(({ kind, field }) => `${messages.kinds[kind]}: ${field}`).join(', ') || '–',
    },
    { name: messages.feed, value: <FeedState feed={feed} />, ...(feed && { note: feed.url }) },
    ...(feed
      ? [
          { name: messages.lastTry, value: momentOf(feed.triedAt) },
          { name: messages.lastGood, value: momentOf(feed.succeededAt) },
          { name: messages.next, value: momentOf(feed.dueAt) },
        ]
      : []),
  ];
  return (
    <>
      <Card title={messages.fields}>
        <Facts facts={facts} />
      </Card>
      {catalog.watches.length > 0 && <ItemChanges catalog={catalog} />}
      <Items catalog={catalog} after={after} setAfter={setAfter} />
    </>
  );
}

function Items({ catalog, after, setAfter }: CatalogCardsProps) {
  const { w } = useI18n();
  const messages = useCatalogMessages();
  const { app } = useApplication();
  const [prefix, setPrefix] = useState<string>();
  const query = useQuery(catalogItems(app.key, catalog.name, prefix, after));
  const cursor = useCursor(after, query.data?.next, setAfter);
  return (
    <Card title={messages.items} isFlush>
      <div className={css['find']}>
        <FindForm
          label={messages.findKey}
          labels={messages}
          found={prefix}
          onFind={(text) => {
            setPrefix(text);
            setAfter(undefined);
          }}
        />
      </div>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={messages.nothing} help={prefix === undefined ? messages.noItems : messages.nothingHelp} />
          ) : (
            <>
              <Table
                caption={messages.reads}
                columns={columnsOf(catalog, messages)}
                rows={items.flatMap((item) => linesOf(catalog, item))}
                keyOf={({ reads }) => reads}
              />
              <Pages names={[w.previous, w.next]} {...cursor} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

/** A field of an item. @property reads  the place in a template that writes it */
interface Line {
  key: string;
  reads: string;
  value: string;
}

function linesOf({ name, key: keyField }: Catalog, { key, item }: CatalogItem): Line[] {
  return Object.entries(item)
    .filter(([field]) => field !== keyField)
    .map(([field, value]: [string, unknown]) => ({
      key,
      reads: `{{ catalogs.${name}[${JSON.stringify(key)}].${field} }}`,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }));
}

function columnsOf(catalog: Catalog, messages: ReturnType<typeof useCatalogMessages>): Column<Line>[] {
  return [
    {
      id: 'key',
      name: catalog.key,
      isName: true,
      renderCell: ({ key }) => <span className={css['value']}>{key}</span>,
    },
    {
      id: 'reads',
      name: messages.reads,
      from: 'middle',
      renderCell: ({ reads }) => <code className={css['value']}>{reads}</code>,
    },
    { id: 'value', name: messages.value, renderCell: ({ value }) => <span className={css['value']}>{value}</span> },
  ];
}
