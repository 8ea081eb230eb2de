import { useQuery } from '@tanstack/react-query';
import { auditLog, type AuditRow } from '../api/audit.js';
import { TypedFilter } from '../widgets/typed-filter.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Button } from '../kit/controls/button.js';
import { Link } from '../kit/controls/link.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Filters } from '../kit/tables/filters.js';
import { Fold } from '../kit/layout/fold.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { Pages } from '../kit/tables/pages.js';
import { Table } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './audit-log.module.css';
import { Verification } from './verification.js';
import { useAuditMessages } from './messages.js';

interface AuditLogProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Lists changes of an application with their actors, the newest first, and the integrity of the log. */
export function AuditLog({ search, setSearch }: AuditLogProps) {
  const { w } = useI18n();
  const messages = useAuditMessages();
  const { app } = useApplication();
  const { action, actor, subject, after } = search;
  const query = useQuery(auditLog(app.key, { action, actor, subject, after }));
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  const isFiltered = [action, actor, subject].some((value) => value !== undefined);
  const filter = (change: Record<string, string | undefined>): void => setSearch({ ...change, after: undefined });
  return (
    <Screen title={messages.title} subtitle={messages.subtitle}>
      <Verification app={app.key} />
      <Filters
        className={css['filters']}
        active={[action, actor, subject].filter((value) => value !== undefined).length}
      >
        <Select
          label={messages.filter}
          isBare
          value={action ?? ''}
          options={[['', `${messages.filter}: ${w.all}`], ...Object.entries(messages.kinds)]}
          onChange={(value) => filter({ action: value })}
        />
        <TypedFilter label={messages.actor} value={actor ?? ''} onChange={(value) => filter({ actor: value })} />
        <TypedFilter label={messages.onWhat} value={subject ?? ''} onChange={(value) => filter({ subject: value })} />
      </Filters>
      <Card isFlush>
        <Loaded
          query={query}
          skeleton={
            <div className={css['inset']}>
              <Skeleton lines={8} height={28} />
            </div>
          }
        >
          {({ items }) =>
            items.length > 0 ? (
              <>
                <Rows rows={items} />
                <Pages names={[messages.newer, messages.older]} {...cursor} />
              </>
            ) : isFiltered ? (
              <Empty
                title={messages.noMatch}
                help={messages.noMatchHelp}
                action={
                  <Button onPress={() => filter({ action: undefined, actor: undefined, subject: undefined })}>
                    {messages.clear}
                  </Button>
                }
              />
            ) : (
              <Empty title={messages.none} help={messages.noneHelp} />
            )
          }
        </Loaded>
      </Card>
    </Screen>
  );
}

function Rows({ rows }: { rows: readonly AuditRow[] }) {
  const { f } = useI18n();
  const messages = useAuditMessages();
  return (
    <Table
      caption={messages.title}
      rows={rows}
      keyOf={({ number }) => String(number)}
      columns={[
        { id: 'at', name: messages.at, isShort: true, renderCell: ({ at }) => f.moment(at) },
        {
          id: 'who',
          name: messages.who,
          isName: true,
          renderCell: ({ by }) => (
            <span className={css['lines']}>
              {by.name}
              <span className={css['quiet']}>{messages.actors[by.kind] ?? by.kind}</span>
            </span>
          ),
        },
        { id: 'action', name: messages.action, renderCell: ({ action }) => messages.actions[action] ?? action },
        { id: 'subject', name: messages.subject, renderCell: (row) => <Subject {...row} /> },
        {
          id: 'origin',
          name: messages.origin,
          from: 'wide',
          renderCell: ({ address, requestId }) => (
            <span className={css['lines']}>
              {address ?? '–'}
              {requestId !== null && (
                <span className={css['quiet']} title={messages.request}>
                  {requestId}
                </span>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

/** Shows the changed object, with a link where it has a page, and each change before and after. */
function Subject({ subject, differences }: AuditRow) {
  const messages = useAuditMessages();
  const { app } = useApplication();
  const [, campaign] = /^campaign (\d+)$/.exec(subject) ?? [];
  return (
    <span className={css['lines']}>
      {campaign === undefined ? subject : <Link href={paths.campaign(app.key, campaign)}>{subject}</Link>}
      {differences.length > 0 && (
        <Fold title={messages.changes(differences.length)}>
          <ul className={css['changes']}>
            {differences.map((difference, index) => (
              <li key={index}>
                <strong>{difference.subject}</strong>
                <span>
                  <del>{difference.from ?? messages.nothing}</del> <ins>{difference.to ?? messages.nothing}</ins>
                </span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </span>
  );
}
