import { useQuery, useQueryClient } from '@tanstack/react-query';
import { testOf, type SentTest, type Test, type TestMessage } from '../../api/compose/tests.js';
import { platformName } from '../../widgets/platform-names.js';
import { useReasonMessages } from '../../widgets/reason-messages.js';
import { Link } from '../../kit/controls/link.js';
import { Mark, type Tone } from '../../kit/layout/badge.js';
import { Table } from '../../kit/tables/table.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useLive, useLiveState } from '../../session/live.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../form/composer.module.css';
import { useTestMessages } from './messages.js';

const POLL_MS = 3000;
const TONES: Readonly<Record<string, Tone>> = {
  OPEN: 'waiting',
  SENT: 'sent',
  DELIVERED: 'sent',
  FAILED: 'failed',
  SKIPPED: 'skipped',
};

/** A line: a device or address of a person, or the person while nothing is known. */
interface Line {
  uid: string;
  extId: string;
  message: TestMessage | undefined;
  /** Among devices of one platform, from 1; 0: it has one. */
  at: number;
}

/** Shows the results of a test, by device and address, as they change. */
export function TestResults({ sent, isStale }: { sent: SentTest; isStale: boolean }) {
  const { w } = useI18n();
  const messages = useTestMessages();
  const { meanings } = useReasonMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const live = useLiveState();
  const options = testOf(app.key, sent.id);
  const { data } = useQuery({ ...options, refetchInterval: live === 'live' ? false : POLL_MS });
  useLive(app.key, `test:${sent.id}`, (event) => client.setQueryData(options.queryKey, event.data as Test));
  const nameOf = ({ platform }: TestMessage): string =>
    platform === 'PUSH' ? messages.push : platform === 'ANY' ? messages.any : platformName(platform, w);
  const explain = (reason: string | null): string =>
    reason === null ? '' : ((meanings as Record<string, string>)[reason] ?? reason);
  return (
    <div className={css['rows']} role="status">
      {isStale && <p className={css['quiet']}>{messages.old}</p>}
      <Table
        caption={messages.results}
        rows={linesOf(sent, data)}
        keyOf={({ uid, message, at }) => `${uid} ${message?.platform} ${message?.installationId} ${at}`}
        columns={[
          {
            id: 'person',
            name: messages.person,
            isName: true,
            renderCell: ({ uid, extId }) => <Link href={paths.user(app.key, uid)}>{extId}</Link>,
          },
          {
            id: 'where',
            name: messages.where,
            renderCell: ({ message, at }) => (message ? `${nameOf(message)}${at > 0 ? ` ${at}` : ''}` : '–'),
          },
          {
            id: 'end',
            name: messages.end,
            renderCell: ({ message }) => (
              <>
                <Mark tone={TONES[message?.end ?? 'OPEN'] ?? 'waiting'} />{' '}
                {message ? ((messages.ends as Record<string, string>)[message.end] ?? message.end) : messages.starting}
                {message && message.reason !== null && <p className={css['quiet']}>{explain(message.reason)}</p>}
              </>
            ),
          },
        ]}
      />
      {data?.reason && <p className={css['warning']}>{explain(data.reason.reason) || messages.paused}</p>}
      {live === 'stale' && <p className={css['quiet']}>{messages.again}</p>}
      {may('users.private') && (
        <p className={css['actions']}>
          <Link href={paths.simulators(app.key)}>{messages.arrived}</Link>
        </p>
      )}
    </div>
  );
}

function linesOf({ people }: SentTest, test: Test | undefined): Line[] {
  return people.flatMap(({ uid, extId }): Line[] => {
    const results = test?.people.find((person) => person.uid === uid)?.messages ?? [];
    if (results.length === 0) {
      return [{ uid, extId, message: undefined, at: 0 }];
    }
    return results.map((message, index) => {
      const alike = results.filter(({ platform }) => platform === message.platform);
      const before = results.slice(0, index).filter(({ platform }) => platform === message.platform);
      return { uid, extId, message, at: alike.length > 1 ? before.length + 1 : 0 };
    });
  });
}
