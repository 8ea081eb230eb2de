import { RoaringBitmap32 } from 'roaring-wasm';
import type { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { Round } from '../round.js';

/** Writes of one transaction about recipients, beside its step. */
export interface Fact {
  kind: 'success' | 'failed' | 'skipped' | 'retry' | 'taken' | 'listed';
  recipientId: number;
  reason: string | null;
}

/** One change of a chunk row, as the triggers of the observer saw it. */
export interface Step {
  /** Number of its transaction. */
  xid: string;
  /** ms since 1970 by the clock of the database. */
  at: number;
  done: number;
  epoch: number;
  isDone: boolean;
  hold: number;
  isLeased: boolean;
  inFlight: ReadonlySet<number>;
  facts: readonly Fact[];
}

export interface Chunk {
  channel: number;
  attempt: number;
  /** In the order in which they are sent. */
  ids: readonly number[];
  /** The first one is its insert. */
  steps: Step[];
  /** It was split, so positions do not mean what they meant. */
  isSplit: boolean;
}

/** `pause`, `resume`, `stop` or `finished`. */
export interface Act {
  kind: string;
  xid: string;
  at: number;
}

interface StepRow {
  xid: string;
  chunkId: number;
  channel: number;
  attempt: number;
  at: number;
  done: number;
  epoch: number;
  state: number;
  hold: number;
  isLeased: boolean;
  intent: Buffer | null;
  ids: Buffer | null;
}

const STATUS_NAMES = ['', 'success', 'failed', 'skipped'] as const;
const AT = 'extract(epoch FROM at)::float8 * 1000 AS at';

/** Reads what the triggers saw of a campaign. */
export async function readChunks(
  db: Database,
  { after, key }: Round,
): Promise<{ dispatchId: number; chunks: Chunk[]; acts: Act[] }> {
  const found = await db.row<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1 AND dispatch_id > $2',
    [key, after],
  );
  const dispatchId = found?.id ?? 0;
  const acts = await db.rows<Act>(
    `SELECT kind, xid::text, ${AT} FROM witness.act WHERE dispatch_id = $1 ORDER BY seq`,
    [dispatchId],
  );
  const facts = await readFacts(db, dispatchId);
  const rows = await db.rows<StepRow>(
    `SELECT xid::text, chunk_id AS "chunkId", channel, attempt, ${AT}, done, epoch, state, hold,
            lease_until IS NOT NULL AS "isLeased", intent, ids
       FROM witness.step WHERE dispatch_id = $1 ORDER BY seq`,
    [dispatchId],
  );
  const chunks = new Map<number, Chunk>();
  for (const row of rows) {
    const { chunkId, channel, attempt } = row;
    const known = chunks.get(chunkId);
    const chunk = known ?? { channel, attempt, ids: decode(row.ids), steps: [], isSplit: false };
    chunk.isSplit ||= known !== undefined && row.ids !== null;
    chunk.steps.push({
      xid: row.xid,
      at: row.at,
      done: row.done,
      epoch: row.epoch,
      isDone: row.state !== 0,
      hold: row.hold,
      isLeased: row.isLeased,
      inFlight: new Set(decode(row.intent)),
      facts: facts.get(row.xid) ?? [],
    });
    chunks.set(chunkId, chunk);
  }
  return { dispatchId, chunks: [...chunks.values()], acts };
}

async function readFacts(db: Database, dispatchId: number): Promise<Map<string, Fact[]>> {
  const rows = await db.rows<{ xid: string; kind: string; status: number | null; id: number; reason: string | null }>(
    `SELECT xid::text, kind, status, recipient_id AS id, reason FROM witness.fact WHERE dispatch_id = $1 ORDER BY seq`,
    [dispatchId],
  );
  const facts = new Map<string, Fact[]>();
  for (const { xid, kind, status, id, reason } of rows) {
    const name = kind === 'result' ? STATUS_NAMES[status ?? 0] : kind === 'doubt' ? 'listed' : kind;
    facts.set(xid, [...(facts.get(xid) ?? []), { kind: name as Fact['kind'], recipientId: id, reason }]);
  }
  return facts;
}

/** The ids of a stored set, by bucket and number: the order in which chunks are sent. */
function decode(stored: Buffer | null): number[] {
  if (stored === null) {
    return [];
  }
  const ids = [...RoaringBitmap32.deserialize('portable', stored)];
  return ids.sort((left, right) => (left % BUCKETS) - (right % BUCKETS) || left - right);
}
