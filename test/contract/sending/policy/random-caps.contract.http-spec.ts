import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { Dice } from '../../../support/rooms/dice.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const HOUR_MS = 3_600_000;
const CAPS = [
  { name: 'all', most: 3, per: '24h' },
  { name: 'mail', most: 1, per: '5h', channels: ['EMAIL'] },
  { name: 'offers', most: 2, per: '48h', topics: ['offers'] },
];
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

/** A plain recount: whether a person may get one more message now. @param people  all with the address, by extId */
function isFree(history: readonly Sent[], people: readonly string[], next: Omit<Sent, 'extId' | 'address'>): boolean {
  return people.every((extId) =>
    CAPS.every((cap) => {
      if ((cap.channels && !cap.channels.includes(next.channel)) || (cap.topics && !next.isOffer)) {
        return true;
      }
      const since = next.at - Number.parseInt(cap.per, 10) * HOUR_MS;
      const counted = history.filter((sent) => {
        const counts = (!cap.channels || cap.channels.includes(sent.channel)) && (!cap.topics || sent.isOffer);
        return sent.extId === extId && sent.at > since && counts;
      });
      return new Set(counted.map(({ send, channel, address }) => `${send} ${channel} ${address}`)).size < cap.most;
    }),
  );
}

it('Random histories of campaigns end for each person as a plain recount says', async () => {
  const dice = new Dice(20_261_130);
  const people = Array.from({ length: 12 }, (_, n) => ({
    extId: `p${n}`,
    email: `m${dice.below(8)}@a.example`,
    msisdn: `+9053200000${String(10 + n)}`,
  }));
  await sending.post(
    'registerUsers',
    people.map((person) => ({ ...person, emailOptIn: true, smsOptIn: true, tags: [person.extId] })),
  );
  const holders = (address: string) =>
    people.filter(({ email, msisdn }) => email === address || msisdn === address).map(({ extId }) => extId);
  const history: Sent[] = [];
  let now = Date.now();
  for (let send = 0; send < 60; send++) {
    const hours = dice.below(9);
    now += hours * HOUR_MS;
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
    const mayLeave = isFree(history, holders(address), { at: now, channel, isOffer, send });
    expect([send, await sending.ends(key)]).toEqual([send, mayLeave ? { SUCCESS: 1 } : { 'SKIPPED FREQUENCY_CAP': 1 }]);
    if (mayLeave) {
      history.push(...holders(address).map((extId) => ({ at: now, extId, address, channel, isOffer, send }) as const));
    }
  }
  const sent = new Set(history.map(({ send }) => send)).size;
  expect([sent > 20, sent < 55]).toEqual([true, true]);
}, 240_000);
