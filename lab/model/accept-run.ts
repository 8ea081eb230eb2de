import { acceptTrace, type Moment, type Verdict } from './accept-trace.js';
import { protocolOf } from './protocol.js';
import { changeSetting, type Setting, SETTINGS } from './setting.js';
import { listOf, type State } from './state/state.js';

/**
 * A trace with every step that the database has of two recipients of a chunk, and of the chunks of their retries.
 * Beside the moments of `accept-trace.ts` it has these facts:
 *
 * - `claim`: a chunk has a new epoch
 * - `release`: a lease ended before its chunk
 * - `in flight N`: N is in the stored ids in flight, and was not before
 * - `retry N`, `taken N`: a row of `delivery.retry` came, or became part of a chunk
 *
 * Deaths and freezes are no facts here. `LAPSE` stands before every claim of a chunk whose lease was not ended.
 */
export interface RunTrace {
  channel: keyof typeof PROJECTED;
  moments: Moment[];
}

/** One setting for each channel. A second attempt is not the last one, as in life. */
const PROJECTED = {
  apns: SETTINGS.projected,
  fcm: SETTINGS.projected,
  webpush: SETTINGS.projected,
  smtp: SETTINGS.projectedEmail,
  sms: SETTINGS.projectedSms,
  hms: SETTINGS.projected,
  // Rules of e-mail: a doubt stays one.
  whatsapp: SETTINGS.projectedEmail,
  chat: SETTINGS.projectedEmail,
} as const;
const BOUNDLESS = 1000;

/** True where the protocol can show exactly this trace. */
export function acceptRun({ channel, moments }: RunTrace): Verdict {
  return acceptTrace(protocolOf(boundless(PROJECTED[channel])), moments, findSteps);
}

/** Every fault as often as it likes, but deaths and freezes only where the trace has a lapse. */
function boundless(setting: Setting): Setting {
  const often = { lostCommit: Infinity, readOnly: Infinity, lostAnswer: Infinity, busy: Infinity, rest: Infinity };
  const faults = { ...often, crash: 0, lapse: 0, pause: Infinity, stop: Infinity, total: Infinity };
  return { ...changeSetting(setting, { faults }), maxAttempts: BOUNDLESS, maxCopies: BOUNDLESS };
}

/** The visible facts of a step, from the database and the provider. */
export function findSteps(before: State, after: State): string[] {
  const facts: string[] = [];
  const forEach = (numbers: readonly number[], name: string): void => {
    facts.push(...numbers.map((recipient) => `${name} ${recipient}`));
  };
  const recipients = after.records.map((_, recipient) => recipient);
  forEach(
    recipients.filter((recipient) => (after.copies[recipient] ?? 0) > (before.copies[recipient] ?? 0)),
    'accepted',
  );
  for (const recipient of recipients.filter((number) => after.records[number] !== before.records[number])) {
    facts.push(`${after.records[recipient]} ${recipient}`);
  }
  forEach(listOf(after.inDoubt & ~before.inDoubt), 'listed');
  forEach(listOf(inFlight(after) & ~inFlight(before)), 'in flight');
  forEach(
    recipients.filter((recipient) => isWaiting(after, recipient) && !isWaiting(before, recipient)),
    'retry',
  );
  forEach(
    recipients.filter((recipient) => isWaiting(before, recipient) && !isWaiting(after, recipient)),
    'taken',
  );
  if (after.workers.some(({ place }, index) => place !== 'idle' && before.workers[index]?.place === 'idle')) {
    facts.push('claim');
  }
  // A step drops chunks that are done, so open ones are known by their recipients.
  if (after.chunks.some((row) => row.lease === 'none' && !row.isDone && isLeased(before, row.ids))) {
    facts.push('release');
  }
  facts.push(...findActs(before, after));
  return facts;
}

function findActs({ dispatch: before }: State, { dispatch: after }: State): string[] {
  const facts: string[] = [];
  if (after.isPaused && !before.isPaused) {
    facts.push('pause');
  }
  if (after.isStopped && !before.isStopped) {
    facts.push('stop');
  } else if (!after.isPaused && before.isPaused) {
    facts.push('resume');
  }
  if (after.isFinished && !before.isFinished) {
    facts.push('finished');
  }
  return facts;
}

function inFlight({ chunks }: State): number {
  return chunks.reduce((recipients, { intent }) => recipients | intent, 0);
}

function isWaiting({ retries }: State, recipient: number): boolean {
  return (retries[recipient] ?? 0) > 0;
}

function isLeased({ chunks }: State, ids: number): boolean {
  return chunks.some((row) => row.ids === ids && row.lease !== 'none' && !row.isDone);
}
