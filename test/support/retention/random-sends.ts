import { CHANNELS } from '#libs/channels/definitions';
import { PLATFORMS as ALL_PLATFORMS } from '#libs/content';
import { DISPATCH_STATES, encodeIds, STATUSES } from '#libs/delivery';
import { bucketOfId } from '#platform/ids';
import type { Database, Statements } from '#platform/db';
import type { Dice } from '../rooms/dice.js';

/** Material for sends of random kinds. */
export interface RandomSends {
  appId: number;
  dice: Dice;
  /** The first day of the sends, and how many days they are spread over. */
  from: Date;
  days: number;
  /** The kind of all keys; absent: random kinds. */
  kind?: (typeof KINDS)[number];
  /** The number of sends of a definition; absent: a few. */
  sends?: number;
  /** Every recipient has a result, and the sends have not ended yet. */
  areOpen?: boolean;
}

const DAY_MS = 24 * 3_600_000;
const PLATFORMS = (['IOS', 'ANDROID', 'CHROME', 'FIREFOX', 'EMAIL', 'SMS'] as const).map((name) => {
  const { number, channel } = ALL_PLATFORMS[name];
  return { name, number, channel: CHANNELS[channel] };
});
type RandomPlatform = (typeof PLATFORMS)[number];
const ZEROS = Object.keys(ALL_PLATFORMS).map(() => 0);
const KINDS = ['definition', 'campaign', 'direct'] as const;
const LABELS = ['sale', '=news', 'welcome'] as const;
const REASONS = ['OPTED_OUT', 'NO_DEVICE', 'LIMIT', 'MOVED', null] as const;

/**
 * Stores ended sends as gateways and workers of the release before leave them, with clicks, opens, callbacks and people
 * who were left out: a definition with some sends, a campaign with one, a message to an address with one.
 *
 * @returns the key
 */
export async function storeRandomSends(
  db: Database,
  { appId, dice, from, days, kind = dice.pick(KINDS), sends: many, areOpen = false }: RandomSends,
): Promise<number> {
  const platforms = kind === 'direct' ? [dice.pick(PLATFORMS.slice(-2))] : atLeastOne(dice);
  const [label] = dice.some(LABELS);
  const message = {
    platforms: platforms.map(({ name }) => name),
    text: 'Hello',
    ...(label !== undefined && { labels: label }),
  };
  const stored = await db.row<{ key: number }>(
    `INSERT INTO notifications.definition (app_id, kind, message, created_at) VALUES ($1, $2, $3::jsonb, $4)
     RETURNING notification_key AS key`,
    [appId, kind, JSON.stringify(message), from],
  );
  const key = stored?.key ?? Number.NaN;
  const sends = kind === 'definition' ? (many ?? dice.below(4)) : 1;
  for (let send = 0; send < sends; send++) {
    const requestedAt = new Date(from.getTime() + dice.below(days * DAY_MS));
    await storeSend(db, {
      appId,
      dice,
      key,
      requestedAt,
      isBulk: kind === 'campaign',
      isOpen: areOpen,
      message,
      platforms,
    });
  }
  return key;
}

interface RandomSend {
  appId: number;
  dice: Dice;
  key: number;
  requestedAt: Date;
  isBulk: boolean;
  isOpen: boolean;
  message: object;
  platforms: readonly RandomPlatform[];
}

async function storeSend(db: Statements, send: RandomSend): Promise<void> {
  const { appId, dice, key, requestedAt, isBulk, isOpen, message, platforms } = send;
  const row = await db.row<{ id: number }>(
    'SELECT coalesce(max(dispatch_id), 0) + 1 + $1 AS id FROM delivery.dispatch',
    [dice.below(50)],
  );
  const past = await db.row<{ id: number }>(
    'SELECT coalesce(max(upper(dispatch_ids)), 0)::bigint AS id FROM delivery.past_send',
  );
  const dispatchId = Math.max(row?.id ?? 1, past?.id ?? 1);
  const [wasLaunched, wasStopped] = [isOpen || !dice.isOneIn(10), dice.isOneIn(8)];
  const launchedAt = new Date(requestedAt.getTime() + 1000 + dice.below(3_600_000));
  const endedAt = new Date(launchedAt.getTime() + dice.below(6 * 3_600_000));
  const day = launchedAt.toISOString().slice(0, 10);
  const planned = wasLaunched ? 1 + dice.below(40) : 0;
  await db.affected(
    `INSERT INTO delivery.dispatch
       (dispatch_id, app_id, notification_key, lane, message, target, options, state, due_at, vb_next, planned, day,
        created_at, launched_at, finished_at, stopped_at)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb, $8, $9, 1024, $10, $11, $9, $12, $13, $14)`,
    [
      dispatchId,
      appId,
      key,
      isBulk ? 'bulk' : 'single',
      JSON.stringify(message),
      JSON.stringify(isBulk ? { type: 'all' } : { type: 'extIds', extIds: ['ada'] }),
      JSON.stringify(isBulk ? { categoryIds: [dice.below(5)], ...(dice.isOneIn(8) && { onlySimulated: true }) } : {}),
      isOpen
        ? DISPATCH_STATES.sending
        : wasStopped || !wasLaunched
          ? DISPATCH_STATES.stopped
          : DISPATCH_STATES.finished,
      requestedAt,
      planned,
      wasLaunched ? day : null,
      wasLaunched ? launchedAt : null,
      isOpen ? null : endedAt,
      wasStopped || !wasLaunched ? endedAt : null,
    ],
  );
  if (!wasLaunched) {
    return;
  }
  const ids = Array.from({ length: planned }, () => 1 + dice.below(2 ** 30)).toSorted(
    (a, b) => bucketOfId(a) - bucketOfId(b) || a - b,
  );
  const distinct = [...new Set(ids)];
  for (const [place, platform] of platforms.entries()) {
    const own = distinct.filter((_, n) => n % platforms.length === place);
    await storeRecipients(db, { ...send, dispatchId, day, endedAt, platform, place, ids: own });
  }
  await storeBeside(db, { appId, dice, dispatchId, day });
}

type Recipients = RandomSend & {
  dispatchId: number;
  day: string;
  endedAt: Date;
  platform: RandomPlatform;
  /** The index of the platform among the send's own. */
  place: number;
  ids: readonly number[];
};

async function storeRecipients(db: Statements, recipients: Recipients): Promise<void> {
  const { appId, dice, dispatchId, day, endedAt, platform, place, ids } = recipients;
  const { number, channel } = platform;
  const counts = { sent: [...ZEROS], failed: [...ZEROS], skipped: [...ZEROS] };
  const key = [dispatchId, channel] as const;
  for (const id of ids) {
    const status = dice.pick([STATUSES.success, STATUSES.success, STATUSES.failed, STATUSES.skipped]);
    const column = status === STATUSES.success ? 'sent' : status === STATUSES.failed ? 'failed' : 'skipped';
    counts[column][number - 1] = (counts[column][number - 1] ?? 0) + 1;
    const reason = status === STATUSES.skipped ? dice.pick(REASONS) : null;
    await db.affected(
      `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, reason, ts)
       VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10)`,
      [bucketOfId(id), appId, day, ...key, id, number, status, reason, endedAt],
    );
    if (dice.isOneIn(5)) {
      await db.affected(
        `INSERT INTO delivery.click (vb, app_id, day, dispatch_id, channel, recipient_id, platform, button)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [bucketOfId(id), appId, day, ...key, id, number, dice.pick(['Buy', 'Later', null])],
      );
      await countEngagement(db, appId, dispatchId, number, dice.below(16), 'clicked');
    }
    if (dice.isOneIn(6)) {
      await countEngagement(db, appId, dispatchId, number, dice.below(16), 'opened');
    }
    if (dice.isOneIn(3)) {
      await countEngagement(db, appId, dispatchId, number, dice.below(16), 'received');
    }
    if (dice.isOneIn(5)) {
      await countEngagement(
        db,
        appId,
        dispatchId,
        number,
        dice.below(16),
        dice.pick(['machine_opened', 'machine_clicked']),
      );
    }
    const isAddressed = platform.name === 'EMAIL' || platform.name === 'SMS';
    if (isAddressed && dice.isOneIn(4)) {
      await db.affected(
        `INSERT INTO delivery.provider_receipt (vb, app_id, day, dispatch_id, channel, recipient_id, kind, code, raw)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '')`,
        [bucketOfId(id), appId, day, ...key, id, dice.pick(['delivered', 'bounce']), dice.pick(['', '5.1.1'])],
      );
    }
    if (dice.isOneIn(20)) {
      await db.affected(
        `INSERT INTO delivery.in_doubt (vb, app_id, dispatch_id, channel, recipient_id, cause)
         VALUES ($1, $2, $3, $4, $5, 'died')`,
        [bucketOfId(id), appId, ...key, id],
      );
    }
  }
  for (const half of [ids.slice(0, ids.length / 2), ids.slice(ids.length / 2)].filter(({ length }) => length > 0)) {
    const isFirst = half[0] === ids[0];
    await db.affected(
      `INSERT INTO delivery.chunk
         (vb, app_id, dispatch_id, chunk_id, channel, planned, done, state, ids, sent, failed, skipped)
       VALUES ($1, $2, $3, $4, $5, $6, $6, 1, $7, $8::integer[], $9::integer[], $10::integer[])`,
      [
        bucketOfId(half[0] ?? 0),
        appId,
        dispatchId,
        dispatchId * 10 + 2 * place + (isFirst ? 0 : 1),
        channel,
        half.length,
        encodeIds([...half]),
        ...(isFirst || ids.length === 1 ? [counts.sent, counts.failed, counts.skipped] : [[], [], []]),
      ],
    );
  }
}

/** Stores users left out before the launch, dead tokens, and people to look at. */
async function storeBeside(
  db: Statements,
  { appId, dice, dispatchId, day }: Pick<Recipients, 'appId' | 'dice' | 'dispatchId' | 'day'>,
): Promise<void> {
  if (dice.isOneIn(2)) {
    await db.affected(
      `INSERT INTO delivery.left_out (app_id, day, dispatch_id, vb_from, vb_to, kind, reason, users)
       VALUES ($1, $2, $3, 0, 512, 1, $4, $5), ($1, $2, $3, 512, 1024, 1, $4, $5)`,
      [appId, day, dispatchId, dice.pick(['OPTED_OUT', 'NO_DEVICE']), 1 + dice.below(9)],
    );
  }
  await db.affected('INSERT INTO delivery.token_strike (dispatch_id, app_id, dead) VALUES ($1, $2, 1)', [
    dispatchId,
    appId,
  ]);
  await db.affected(`INSERT INTO delivery.sample (dispatch_id, app_id, platform, uids) VALUES ($1, $2, 0, '')`, [
    dispatchId,
    appId,
  ]);
}

async function countEngagement(
  db: Statements,
  appId: number,
  dispatchId: number,
  platform: number,
  slot: number,
  column: 'clicked' | 'opened' | 'received' | 'machine_opened' | 'machine_clicked',
): Promise<void> {
  await db.affected(
    `INSERT INTO delivery.click_stat AS s (app_id, dispatch_id, platform, slot, ${column}) VALUES ($1, $2, $3, $4, 1)
     ON CONFLICT (app_id, dispatch_id, platform, slot) DO UPDATE SET ${column} = s.${column} + 1`,
    [appId, dispatchId, platform, slot],
  );
}

function atLeastOne(dice: Dice): readonly RandomPlatform[] {
  const platforms = dice.some(PLATFORMS);
  return platforms.length > 0 ? platforms : [dice.pick(PLATFORMS)];
}
