import { useQuery } from '@tanstack/react-query';
import { sendOf, sendRecipients, type Send } from '../api/sends/sends.js';
import { platformName } from '../widgets/platform-names.js';
import { useReasonMessages } from '../widgets/reason-messages.js';
import { useReasonTitles } from '../widgets/reason-titles.js';
import { RecipientsTable, RESULTS } from '../widgets/recipients/recipients-table.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Chips } from '../kit/controls/chips.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Facts, type Fact } from '../kit/layout/facts.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Pages } from '../kit/tables/pages.js';
import { Loaded } from '../loading/loaded.js';
import { address } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { SendApproval } from './send-approval.js';
import { SendBadge } from './send-badge.js';
import { SendSteering } from './send-steering.js';
import css from './sends.module.css';
import { useSendMessages } from './messages.js';

/** States that change by themselves. */
const MOVING = ['WAITING', 'SENDING', 'RETRYING', 'STOPPED'];
const REFRESH_MS = 3000;

interface SendPageProps {
  id: string;
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** One transactional send: how far it is, why it waits, and who got it. */
export function SendPage({ id, search, setSearch }: SendPageProps) {
  const messages = useSendMessages();
  const { app, may } = useApplication();
  const query = useQuery({
    ...sendOf(app.key, id),
    refetchInterval: ({ state: { data } }) => (data && MOVING.includes(data.state) ? REFRESH_MS : false),
  });
  const { data } = query;
  return (
    <Screen
      title={data?.name ?? messages.numbered(id)}
      badge={data && <SendBadge state={data.state} />}
      subtitle={
        data && (data.isTest ? `${messages.test} · ${messages.numberOf(data.key)}` : messages.numberOf(data.key))
      }
      trail={<Link href={address(['apps', app.key, 'campaigns', 'sends'])}>{messages.title}</Link>}
      actions={data && <SendSteering send={data} />}
    >
      <Loaded query={query} missing={{ title: messages.missing, help: messages.missingHelp }}>
        {(send) => (
          <Stack>
            {send.approval && <SendApproval send={send} approval={send.approval} />}
            <Sums send={send} />
            {may('users.read') && <Recipients send={send} search={search} setSearch={setSearch} />}
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

function Sums({ send }: { send: Send }) {
  const { w, f } = useI18n();
  const messages = useSendMessages();
  const { meanings } = useReasonMessages();
  const titleOf = useReasonTitles();
  const { planned, named, sent, failed, skipped, waiting, reason, nextAttempt, requestedAt, finishedAt, platforms } =
    send;
  const code = reason?.reason ?? reason?.code;
  const facts: Fact[] = [
    { name: messages.recipients, value: planned === 0 && named !== null ? messages.named(named) : f.number(planned) },
    { name: w.campaign.sent, value: f.number(sent) },
    { name: w.campaign.failed, value: f.number(failed) },
    { name: w.campaign.skipped, value: f.number(skipped) },
    { name: messages.waiting, value: f.number(waiting) },
    ...(code === undefined || code === null
      ? []
      : [
          {
            name: messages.reason,
            value: (
              <span className={css['name']}>
                {titleOf(code)} {meanings[code] !== undefined && <span className={css['note']}>{meanings[code]}</span>}
              </span>
            ),
          },
        ]),
    ...(reason?.words ? [{ name: messages.words, value: <span className={css['code']}>{reason.words}</span> }] : []),
    ...(nextAttempt === null ? [] : [{ name: messages.again, value: f.moment(nextAttempt) }]),
    { name: w.campaigns.platform, value: platforms.map((platform) => platformName(platform, w)).join(', ') },
    { name: messages.requested, value: f.moment(requestedAt) },
    ...(finishedAt === null ? [] : [{ name: messages.finished, value: f.moment(finishedAt) }]),
  ];
  return (
    <Card title={messages.sums}>
      <Facts facts={facts} />
    </Card>
  );
}

/** Lists waiting recipients first, because readers look for these. */
function Recipients({ send, search, setSearch }: { send: Send } & Omit<SendPageProps, 'id'>) {
  const { w } = useI18n();
  const messages = useSendMessages();
  const { app } = useApplication();
  const status = search['status'] ?? (send.waiting > 0 ? 'OPEN' : send.failed > 0 ? 'FAILED' : 'SUCCESS');
  const { after } = search;
  const query = useQuery(sendRecipients(app.key, send.id, { status, after }));
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  return (
    <Card title={messages.recipients} isFlush>
      <Chips
        label={w.campaign.status}
        value={status}
        options={RESULTS.map(([id]) => [id, w.results[id] ?? id] as const)}
        onChange={(value) => setSearch({ status: value, after: undefined })}
      />
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={w.campaign.recipientsNone} help={w.campaign.recipientsNoneHelp} />
          ) : (
            <>
              <RecipientsTable app={app.key} items={items} />
              <Pages names={[w.previous, w.next]} {...cursor} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
