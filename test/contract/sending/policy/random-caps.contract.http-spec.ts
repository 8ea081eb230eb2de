import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { Dice } from '../../../support/rooms/dice.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const HOUR_MS = 3_600_000;
/** Between a request and its place. */
const SLACK_MS = 20_000;
interface WrittenCap {
  name: string;
  most: number;
  per?: string;
  calendar?: 'day' | 'week';
  channels?: string[];
  topics?: string[];
  over?: 'skip' | 'defer';
}
const CAPS: readonly WrittenCap[] = [
  { name: 'all', most: 3, per: '24h' },
  { name: 'mail', most: 1, per: '5h', channels: ['EMAIL'], over: 'defer' },
  { name: 'offers', most: 2, per: '48h', topics: ['offers'] },
  { name: 'today', most: 2, calendar: 'day', over: 'defer' },
  { name: 'texts', most: 2, calendar: 'week', channels: ['SMS'] },
];
/** Fixed offsets and zones with clocks that are set. */
const ZONES = ['UTC', '+03:00', '-09:30', '+14:00', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu'];
let sending: Sending;

interface Sent {
  at: number;
  extId: string;
  address: string;
  channel: 'EMAIL' | 'SMS';
  isOffer: boolean;
  send: number;
}

beforeAll(async () => {
  sending = await startSending();
  const file = { app: 'shop', categories: [{ name: 'offers' }], caps: CAPS };
  await sending.gateway.app.get(ApplyService).apply(file, { dryRun: false });
});
afterAll(() => sending.close());

const db = () => sending.gateway.fresh.db;

/** Moves everything that counts, and the caps themselves, into the past. */
async function pass(hours: number): Promise<void> {
  await db().affected(
    `UPDATE contact_policy.recent AS r
        SET times = (SELECT coalesce(array_agg(t.at - $1 * interval '1 hour'), '{}') FROM unnest(r.times) AS t (at))`,
    [hours],
  );
  await db().affected(
    `UPDATE contact_policy.policy AS p SET caps =
       (SELECT jsonb_agg(c || '{"since": "2020-01-01T00:00:00.000Z"}') FROM jsonb_array_elements(p.caps) AS c)`,
  );
}

interface Person {
  extId: string;
  email: string;
  msisdn: string;
  timeZone: string;
}

/** The day by the clocks of a zone. */
const dayIn = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at);
const mondayOf = (day: string): number => Math.floor((Date.parse(day) / (24 * HOUR_MS) + 3) / 7);

/** The first minute of the next day or week by the clocks of a zone, found minute by minute from the hour before. */
function nextPeriod(zone: string, calendar: 'day' | 'week', from: number): number {
  const period = (at: number) => (calendar === 'day' ? dayIn(zone, at) : mondayOf(dayIn(zone, at)));
  let at = Math.floor(from / 60_000) * 60_000;
  for (const step of [HOUR_MS, 60_000]) {
    while (period(at + step) === period(from)) {
      at += step;
    }
  }
  return at + 60_000;
}

/**
 * A plain recount: what holds one more message to some people back now.
 *
 * @param people  all with the address
 * @param ageMs   how much later it is by the history than by the clock
 * @returns undefined: nothing; `skip`, or the time by the clock until which it waits
 */
function heldUntil(
  history: readonly Sent[],
  people: readonly Person[],
  next: Omit<Sent, 'extId' | 'address'>,
  ageMs: number,
): 'skip' | number | undefined {
  const clock = next.at - ageMs;
  const full = people.flatMap(({ extId, timeZone }) =>
    CAPS.flatMap((cap): ('skip' | number)[] => {
      const counts = (sent: Pick<Sent, 'channel' | 'isOffer'>): boolean =>
        (!cap.channels || cap.channels.includes(sent.channel)) && (!cap.topics || sent.isOffer);
      const perMs = Number.parseInt(cap.per ?? '', 10) * HOUR_MS;
      const isInside = (sent: Sent): boolean => {
        const at = sent.at - ageMs;
        const [then, today] = [dayIn(timeZone, at), dayIn(timeZone, clock)];
        return cap.calendar === 'day'
          ? then === today
          : cap.calendar === 'week'
            ? mondayOf(then) === mondayOf(today)
            : sent.at > next.at - perMs;
      };
      const inside = history.filter((sent) => sent.extId === extId && counts(sent) && isInside(sent));
      const messages = new Map(inside.map(({ send, channel, address, at }) => [`${send} ${channel} ${address}`, at]));
      if (!counts(next) || messages.size < cap.most) {
        return [];
      }
      const times = [...messages.values()].toSorted((a, b) => b - a);
      const freeAt = cap.calendar
        ? nextPeriod(timeZone, cap.calendar, clock)
        : (times[cap.most - 1] ?? Number.NaN) + perMs - ageMs;
      return [cap.over === 'defer' ? freeAt : 'skip'];
    }),
  );
  return full.length === 0 ? undefined : full.includes('skip') ? 'skip' : Math.max(...full.map(Number));
}

it('Random histories of campaigns end for each person as a plain recount says', async () => {
  const dice = new Dice(20_261_130);
  const people = Array.from({ length: 12 }, (_, n) => ({
    extId: `p${n}`,
    email: `m${dice.below(8)}@a.example`,
    msisdn: `+9053200000${String(10 + n)}`,
    timeZone: dice.pick(ZONES),
  }));
  await sending.post(
    'registerUsers',
    people.map((person) => {
      const device = { platform: 'ANDROID', deviceToken: `token-${person.extId}` };
      return { ...person, ...device, emailOptIn: true, smsOptIn: true, tags: [person.extId] };
    }),
  );
  const holders = (address: string) => people.filter(({ email, msisdn }) => email === address || msisdn === address);
  const history: Sent[] = [];
  const seen = { sent: 0, skipped: 0, deferred: 0 };
  let ageMs = 0;
  for (let send = 0; send < 60; send++) {
    const hours = dice.below(7);
    ageMs += hours * HOUR_MS;
    await pass(hours);
    const person = dice.pick(people);
    const isMail = !dice.isOneIn(3);
    const isOffer = dice.isOneIn(2);
    const channel = isMail ? 'EMAIL' : 'SMS';
    const address = isMail ? person.email : person.msisdn;
    const key = await sending.bulk({
      message: {
        title: 'Sale',
        text: 'Shoes',
        subject: 'Sale',
        from: 'shop@a.example',
        platforms: [channel],
        ...(isOffer && { categories: ['offers'] }),
      },
      target: { tag: person.extId },
    });
    await sending.drain();
    const now = Date.now() + ageMs;
    const hold = heldUntil(history, holders(address), { at: now, channel, isOffer, send }, ageMs);
    const expected = hold === undefined ? { SUCCESS: 1 } : hold === 'skip' ? { 'SKIPPED FREQUENCY_CAP': 1 } : {};
    expect([send, await sending.ends(key)]).toEqual([send, expected]);
    if (typeof hold === 'number') {
      const row = await db().row<{ dueAt: Date }>('DELETE FROM delivery.retry AS r RETURNING r.due_at AS "dueAt"');
      expect([send, Math.abs((row?.dueAt.getTime() ?? 0) - hold) < SLACK_MS]).toEqual([send, true]);
    }
    if (hold === undefined) {
      history.push(
        ...holders(address).map(({ extId }) => ({ at: now, extId, address, channel, isOffer, send }) as const),
      );
    }
    seen[hold === undefined ? 'sent' : hold === 'skip' ? 'skipped' : 'deferred'] += 1;
  }
  expect(Object.values(seen).every((times) => times >= 3)).toBe(true);
}, 480_000);
