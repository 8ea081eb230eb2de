import { useQuery } from '@tanstack/react-query';
import { sends, type SendRow } from '../api/sends/sends.js';
import { platformName } from '../widgets/platform-names.js';
import { useReasonTitles } from '../widgets/reason-titles.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Chips } from '../kit/controls/chips.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Pages } from '../kit/tables/pages.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { address, paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { SendBadge } from './send-badge.js';
import { SendPage } from './send-page.js';
import css from './sends.module.css';
import { useSendMessages } from './messages.js';

/** The interval of reloads while sends wait. */
const REFRESH_MS = 5000;

interface SendsProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Transactional sends that wait or failed: the list of them, or one, as the address says. */
export function Sends({ search, setSearch }: SendsProps) {
  const { send } = search;
  return send === undefined ? (
    <List search={search} setSearch={setSearch} />
  ) : (
    <SendPage key={send} id={send} search={search} setSearch={setSearch} />
  );
}

function List({ search: { list = 'open', after }, setSearch }: SendsProps) {
  const { w } = useI18n();
  const messages = useSendMessages();
  const { app } = useApplication();
  const query = useQuery({ ...sends(app.key, { list, after }), refetchInterval: list === 'open' ? REFRESH_MS : false });
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  return (
    <Screen
      title={messages.title}
      subtitle={messages.subtitle}
      trail={<Link href={paths.campaigns(app.key)}>{w.campaigns.title}</Link>}
    >
      <Chips
        label={messages.lists}
        value={list}
        options={[
          ['open', messages.open],
          ['failed', messages.failedLately],
        ]}
        onChange={(value) => setSearch({ list: value === 'open' ? undefined : value, after: undefined })}
      />
      <Card isFlush>
        <Loaded query={query}>
          {({ items }) => (
            <>
              {items.length === 0 ? (
                <Empty
                  title={list === 'open' ? messages.none : messages.noneFailed}
                  help={list === 'open' ? messages.noneHelp : messages.noneFailedHelp}
                />
              ) : (
                <Rows rows={items} />
              )}
              <Pages names={[w.campaigns.newer, w.campaigns.older]} {...cursor} />
            </>
          )}
        </Loaded>
      </Card>
    </Screen>
  );
}

function Rows({ rows }: { rows: readonly SendRow[] }) {
  const { w, f } = useI18n();
  const messages = useSendMessages();
  const titleOf = useReasonTitles();
  const { app } = useApplication();
  const columns: Column<SendRow>[] = [
    {
      id: 'send',
      name: messages.send,
      isName: true,
      renderCell: ({ id, key, name, isTest }) => (
        <span className={css['name']}>
          <Link href={address(['apps', app.key, 'campaigns', 'sends'], { send: id })}>
            {name ?? messages.numbered(id)}
          </Link>
          <span className={css['note']}>
            {isTest ? `${messages.test} · ${messages.numberOf(key)}` : messages.numberOf(key)}
          </span>
        </span>
      ),
    },
    { id: 'state', name: messages.state, renderCell: ({ state }) => <SendBadge state={state} /> },
    {
      id: 'reason',
      name: messages.reason,
      from: 'middle',
      renderCell: ({ reason }) => titleOf(reason?.reason ?? reason?.code ?? '–'),
    },
    {
      id: 'platforms',
      name: w.campaigns.platform,
      from: 'wide',
      renderCell: ({ platforms }) => platforms.map((platform) => platformName(platform, w)).join(', '),
    },
    {
      id: 'recipients',
      name: messages.recipients,
      isNumber: true,
      from: 'middle',
      renderCell: ({ planned, named }) => (planned === 0 && named !== null ? messages.named(named) : f.number(planned)),
    },
    {
      id: 'waiting',
      name: messages.waiting,
      isNumber: true,
      from: 'wide',
      renderCell: ({ waiting }) => f.number(waiting),
    },
    {
      id: 'requested',
      name: messages.requested,
      isShort: true,
      from: 'middle',
      renderCell: ({ requestedAt }) => f.moment(requestedAt),
    },
    {
      id: 'again',
      name: messages.again,
      isShort: true,
      from: 'wide',
      renderCell: ({ nextAttempt }) => (nextAttempt === null ? '–' : f.moment(nextAttempt)),
    },
  ];
  return <Table caption={messages.title} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
