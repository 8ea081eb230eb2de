import { CHANNELS } from '#libs/channels/definitions';
import type { MessageRef } from '#libs/delivery';
import type { LinkTokenService } from '#libs/delivery/engagement';
import type { Database } from '#platform/db';
import { parseBulk } from '../rooms/parse.js';

const PAGE = 'https://shop.example/a';
const HOURS_OLD = 2;

/**
 * A person who allows tracking, and fetches of its old mails.
 *
 * @property base      of the gateway
 * @property count     fetches: a pixel and a link of each mail
 * @property clients   fetches at once
 * @property withdraw  withdraws the consent, and ends with the answer
 */
export interface WithdrawalRun {
  base: string;
  db: Database;
  appId: number;
  uid: number;
  tokens: LinkTokenService;
  count: number;
  clients: number;
  withdraw(): Promise<void>;
}

/** Fetches and recorded rows, by when a fetch began: before the withdrawal was asked for, before its answer, after it. */
export interface WithdrawalFigures {
  before: { fetches: number; rows: number };
  during: { fetches: number; rows: number };
  after: { fetches: number; rows: number };
}

interface MailFetch {
  path: string;
  dispatchId: number;
  kind: 'open' | 'click';
}

/**
 * Fetches old pixels and links of a person while the person withdraws its consent, a third of them later than a third.
 *
 * @throws Error for a pixel or link that is not answered
 */
export async function runWithdrawal(run: WithdrawalRun): Promise<WithdrawalFigures> {
  const fetches = await storeMails(run);
  const began = new Map<MailFetch, number>();
  let askedAtMs = Infinity;
  let answered = Infinity;
  let withdrawal: Promise<void> | undefined;
  const queue = fetches.values();
  const client = async (): Promise<void> => {
    for (const fetched of queue) {
      if (began.size >= run.count / 3 && withdrawal === undefined) {
        askedAtMs = performance.now();
        withdrawal = run.withdraw().then(() => {
          answered = performance.now();
        });
      }
      began.set(fetched, performance.now());
      const { status, body } = await fetch(run.base + fetched.path, { redirect: 'manual' });
      await body?.cancel();
      if (status !== (fetched.kind === 'open' ? 200 : 302)) {
        throw new Error(`${fetched.path} was answered with ${status}`);
      }
    }
  };
  await Promise.all(Array.from({ length: run.clients }, client));
  await withdrawal;
  const recorded = await findRows(run);
  const figures = (from: number, to: number): { fetches: number; rows: number } => {
    const sample = fetches.filter((fetched) => {
      const at = began.get(fetched) ?? Infinity;
      return at > from && at <= to;
    });
    return {
      fetches: sample.length,
      rows: sample.filter(({ kind, dispatchId }) => recorded.has(`${kind} ${dispatchId}`)).length,
    };
  };
  return {
    before: figures(-Infinity, askedAtMs),
    during: figures(askedAtMs, answered),
    after: figures(answered, Infinity),
  };
}

/** Stores mails as they were sent some time ago. */
async function storeMails({ db, appId, uid, tokens, count }: WithdrawalRun): Promise<MailFetch[]> {
  const rows = await db.rows<{ dispatchId: number }>(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day, finished_at)
     SELECT n, $1, n, 'single', $2, '{"type":"all"}', '{}', 3, ((now() - $4 * interval '1 hour') AT TIME ZONE 'UTC')::date,
            now() - $4 * interval '1 hour'
       FROM generate_series(1000000, 1000000 + $3::integer - 1) AS n
     RETURNING dispatch_id AS "dispatchId"`,
    [
      appId,
      JSON.stringify(parseBulk({ title: 'T', text: 'x', platforms: ['EMAIL'] })),
      Math.ceil(count / 2),
      HOURS_OLD,
    ],
  );
  return rows.flatMap(({ dispatchId }): MailFetch[] => {
    const mail: MessageRef = { dispatchId, channel: CHANNELS.smtp, recipientId: uid };
    const link = `/c/${tokens.createToken('click', mail, 0, PAGE)}?u=${encodeURIComponent(PAGE)}`;
    return [
      { kind: 'open', dispatchId, path: `/o/${tokens.createToken('open', mail)}.gif` },
      { kind: 'click', dispatchId, path: link },
    ];
  });
}

async function findRows({ db, appId }: WithdrawalRun): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ name: string }>(
    `SELECT 'open ' || r.dispatch_id AS name FROM delivery.open AS r WHERE r.app_id = $1
     UNION ALL SELECT 'click ' || r.dispatch_id FROM delivery.click AS r WHERE r.app_id = $1`,
    [appId],
  );
  return new Set(rows.map(({ name }) => name));
}
