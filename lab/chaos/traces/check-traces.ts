import { defaultProviderOf } from '#libs/channels';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { readMessageId } from '#libs/delivery';
import type { Database } from '#platform/db';
import { acceptRun, type RunTrace } from '../../model/accept-run.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import type { Lab } from '../lab.js';
import type { Round } from '../round.js';
import { type Chunk, readChunks } from './chunk-steps.js';
import { composeEntries, type Entry, isKnown, type Pair } from './compose-trace.js';

/** A message at a provider. */
interface Arrival {
  recipientId: number;
  /** When it was answered, in ms, and the earliest moment at which it can have arrived. */
  answeredAt: number;
  earliest: number;
}

export interface TraceFigures {
  /** Pairs of recipients whose trace the model was asked about. */
  traces: number;
  traces_refused: number;
}

export interface TraceOptions {
  seed: number;
  /** Answers of a provider take so long, in ms. */
  latencies: Readonly<Record<string, number>>;
  /** Receives every trace, and where it was refused; -1: it was accepted. */
  onTrace: (trace: RunTrace, refusedAt: number) => void;
}

/** Figures of a campaign without traces. */
export const NO_TRACES: Readonly<TraceFigures> = { traces: 0, traces_refused: 0 };

/** Times of a provider are whole milliseconds. */
const TICK_MS = 1;
const PAIRS_PER_CHUNK = 6;
const ATTEMPTS_PER_PAIR = 20;

/** Takes pairs of recipients of every chunk of a campaign, and asks the model whether it can show what was seen of them. */
export async function checkTraces(
  db: Database,
  lab: Lab,
  round: Round,
  { seed, latencies, onTrace }: TraceOptions,
): Promise<TraceFigures> {
  const random = seeded(seed);
  const figures: TraceFigures = { traces: 0, traces_refused: 0 };
  const { dispatchId, chunks, acts } = await readChunks(db, round);
  for (const channel of Object.keys(CHANNELS) as Channel[]) {
    const ofChannel = chunks.filter((chunk) => chunk.channel === CHANNELS[channel]);
    const { arrivals, isTold } = await readArrivals(db, lab, dispatchId, channel, latencies[channel] ?? 0);
    for (const chunk of ofChannel.filter(({ attempt }) => attempt === 0)) {
      for (const pair of drawPairs(chunk, ofChannel, isTold, random)) {
        const own = ofChannel.filter(({ ids }) => pair.some((id) => ids.includes(id)));
        const trace = { channel, moments: addArrivals(composeEntries(pair, own, acts), pair, arrivals) };
        const { refusedAt } = acceptRun(trace);
        figures.traces += 1;
        figures.traces_refused += refusedAt < 0 ? 0 : 1;
        onTrace(trace, refusedAt);
      }
    }
  }
  return figures;
}

/** Recipients that are near each other, mostly in one batch, and others that are far apart. */
function drawPairs(
  chunk: Chunk,
  ofChannel: readonly Chunk[],
  isTold: (id: number) => boolean,
  random: () => number,
): Pair[] {
  const { ids } = chunk;
  const pairs: Pair[] = [];
  for (let attempt = 0; attempt < ATTEMPTS_PER_PAIR && pairs.length < PAIRS_PER_CHUNK; attempt++) {
    const first = Math.floor(random() * ids.length);
    const distance = attempt % 2 === 0 ? 1 : Math.ceil(random() * ids.length);
    const pair = [ids[first], ids[first + distance]].filter((id) => id !== undefined);
    if (pair.length === 2 && pair.every((id) => isTold(id) && isKnown(id, ofChannel))) {
      pairs.push(pair);
    }
  }
  return pairs;
}

/** @returns `isTold`: whether the messages of a recipient can be found at all */
async function readArrivals(
  db: Database,
  { stack, nameByAddress }: Lab,
  dispatchId: number,
  channel: Channel,
  latencyMs: number,
): Promise<{ arrivals: Arrival[]; isTold: (id: number) => boolean }> {
  const users = await db.rows<{ uid: number; name: string }>(
    'SELECT uid, ext_id AS name FROM users.app_user WHERE app_id = $1 AND ext_id IS NOT NULL',
    [stack.appId],
  );
  const uidByName = new Map(users.map(({ uid, name }) => [name, uid]));
  const arrivals: Arrival[] = [];
  for await (const { token, messageId, at } of stack.simulators.everyDelivery(defaultProviderOf(channel).simulator)) {
    // An SMS has no id: it is known by its number.
    const ref = readMessageId(messageId.split('@')[0] ?? '');
    const smsId = channel === 'sms' ? uidByName.get(nameByAddress.get(token) ?? '') : undefined;
    const recipientId = ref?.dispatchId === dispatchId ? ref.recipientId : smsId;
    if (recipientId !== undefined) {
      const answeredAt = Date.parse(at);
      arrivals.push({ recipientId, answeredAt, earliest: answeredAt - latencyMs });
    }
  }
  const uids = new Set(uidByName.values());
  return { arrivals, isTold: (id) => channel !== 'sms' || uids.has(id) };
}

/** A message arrived after its ids were stored as in flight for the last time before its answer. */
function addArrivals(entries: readonly Entry[], pair: Pair, arrivals: readonly Arrival[]): RunTrace['moments'] {
  const all = [...entries];
  for (const { recipientId, answeredAt, earliest } of arrivals) {
    const number = pair.indexOf(recipientId);
    if (number < 0) {
      continue;
    }
    const mark = all.findLastIndex(
      ({ at, moment }) => at <= answeredAt + TICK_MS && moment.includes(`in flight ${number}`),
    );
    const place = all.findIndex(({ at }, index) => index > mark && at > Math.max(earliest, all[mark]?.at ?? 0));
    const at = Math.max(earliest, all[mark]?.at ?? 0);
    all.splice(place < 0 ? all.length : place, 0, { at, moment: [`accepted ${number}`] });
  }
  return all.map(({ moment }) => moment);
}
