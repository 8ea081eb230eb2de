import { useQuery } from '@tanstack/react-query';
import { keys, revokeKey, rotateKey, type ApiKey } from '../api/setup/keys.js';
import { Badge } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { useToast } from '../kit/states/toast.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { AskDialog } from './ask-dialog.js';
import { CreateDialog } from './create-dialog.js';
import css from './keys.module.css';
import { useKeyMessages } from './messages.js';

/** Both secrets of a key are valid for a day, so that servers change theirs one after the other. */
const OVERLAP_HOURS = 24;

/** Lists the keys that servers, apps and pages sign in with. */
export function Keys() {
  const messages = useKeyMessages();
  const { app } = useApplication();
  const query = useQuery(keys(app.key));
  return (
    <Screen
      title={messages.title}
      subtitle={messages.subtitle}
      actions={query.data && <CreateDialog given={query.data} />}
    >
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

function List({ items }: { items: readonly ApiKey[] }) {
  const { f } = useI18n();
  const messages = useKeyMessages();
  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      name: messages.name,
      isName: true,
      renderCell: ({ name, kind }) => (
        <span className={css['name']}>
          {name}
          <span className={css['quiet']}>{messages.kinds[kind] ?? kind}</span>
        </span>
      ),
    },
    {
      id: 'prefix',
      name: messages.begin,
      from: 'wide',
      renderCell: ({ prefix }) => <code>{`${prefix}…`}</code>,
    },
    {
      id: 'may',
      name: messages.may,
      from: 'middle',
      renderCell: ({ scopes, addresses }) => [scopes?.join(', ') ?? messages.all, ...(addresses ?? [])].join(' · '),
    },
    {
      id: 'used',
      name: messages.used,
      isShort: true,
      from: 'middle',
      renderCell: ({ lastUsedAt }) => (lastUsedAt === null ? messages.never : f.ago(lastUsedAt)),
    },
    { id: 'state', name: messages.state, isShort: true, renderCell: (key) => <State item={key} /> },
    { id: 'actions', name: messages.actions, isShort: true, renderCell: (key) => <Actions item={key} /> },
  ];
  return (
    <Table
      caption={messages.title}
      columns={columns}
      rows={items.toSorted((a, b) => Number(hasEnded(a)) - Number(hasEnded(b)))}
      keyOf={({ id }) => id}
    />
  );
}

function State({ item }: { item: ApiKey }) {
  const { f } = useI18n();
  const messages = useKeyMessages();
  const end = [item.endsAt, item.expiresAt].filter((time) => time !== null).toSorted()[0];
  if (end === undefined) {
    return <Badge tone="sent">{messages.current}</Badge>;
  }
  return hasEnded(item) ? (
    <Badge tone="quiet">{messages.ended(f.moment(end))}</Badge>
  ) : (
    <Badge tone="waiting">{messages.ends(f.moment(end))}</Badge>
  );
}

function Actions({ item }: { item: ApiKey }) {
  const messages = useKeyMessages();
  const { app } = useApplication();
  const notify = useToast();
  if (hasEnded(item)) {
    return null;
  }
  return (
    <span className={css['actions']}>
      {item.endsAt === null && item.rotatable && (
        <AskDialog
          name={messages.rotate}
          title={messages.rotateOf(item.name)}
          text={messages.rotateAsk}
          act={() => rotateKey(app.key, item.id, OVERLAP_HOURS)}
        />
      )}
      <AskDialog
        name={messages.revoke}
        title={messages.revokeOf(item.name)}
        text={messages.revokeAsk(item.name)}
        isFinal
        act={() => revokeKey(app.key, item.id).then(() => notify(messages.revoked))}
      />
    </span>
  );
}

function hasEnded({ endsAt, expiresAt }: ApiKey): boolean {
  return [endsAt, expiresAt].some((end) => end !== null && new Date(end).getTime() <= Date.now());
}
