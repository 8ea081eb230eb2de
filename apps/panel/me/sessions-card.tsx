import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession } from '../api/commands.js';
import { queries } from '../api/queries.js';
import { Refusal } from '../api/refusals/refusal.js';
import type { MemberSession } from '../api/types.js';
import { Button } from '../kit/controls/button.js';
import { Badge } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { useToast } from '../kit/states/toast.js';
import { type Column, Table } from '../kit/tables/table.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { useI18n } from '../i18n/i18n.js';
import css from './me.module.css';
import { useMeMessages } from './messages.js';

/** Lists the member's sessions; every other one can be signed out from here. */
export function SessionsCard() {
  const messages = useMeMessages();
  const query = useQuery(queries.sessions());
  return (
    <Card title={messages.sessions} isFlush>
      <Loaded
        query={query}
        skeleton={
          <div className={css['inset']}>
            <Skeleton lines={3} height={28} />
          </div>
        }
      >
        {({ items }) => <Sessions sessions={items} />}
      </Loaded>
    </Card>
  );
}

function Sessions({ sessions }: { sessions: readonly MemberSession[] }) {
  const { w, f } = useI18n();
  const messages = useMeMessages();
  const client = useQueryClient();
  const notify = useToast();
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queries.sessions().queryKey });
      notify(messages.ended);
    },
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
  });
  const columns: Column<MemberSession>[] = [
    {
      id: 'agent',
      name: messages.browser,
      isName: true,
      renderCell: ({ agent, address }) => (
        <span className={css['name']}>
          {browserOf(agent) ?? w.unknown}
          <span className={css['caption']}>{address}</span>
        </span>
      ),
    },
    { id: 'seen', name: messages.seen, renderCell: ({ seenAt }) => f.ago(seenAt) },
    {
      id: 'since',
      name: messages.signedIn,
      from: 'middle',
      isShort: true,
      renderCell: ({ createdAt }) => f.moment(createdAt),
    },
    {
      id: 'end',
      name: messages.end,
      renderCell: (session) =>
        session.current ? (
          <Badge tone="sent">{messages.thisOne}</Badge>
        ) : (
          <Button
            label={`${messages.end}: ${browserOf(session.agent) ?? w.unknown}`}
            isPending={end.isPending && end.variables === session.id}
            onPress={() => end.mutate(session.id)}
          >
            {messages.end}
          </Button>
        ),
    },
  ];
  return <Table caption={messages.sessions} columns={columns} rows={sessions} keyOf={({ id }) => id} />;
}

const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Firefox\//, 'Firefox'],
  [/Edg\//, 'Edge'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
];

/** Browser and system in two words; the whole text where it is none of the usual ones. */
function browserOf(agent: string | null): string | null {
  const text = agent ?? '';
  const names = [BROWSERS, SYSTEMS].map((list) => list.find(([pattern]) => pattern.test(text))?.[1]);
  return names.filter((name) => name !== undefined).join(', ') || agent;
}
