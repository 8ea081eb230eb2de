import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { Dice } from '../../../support/rooms/dice.js';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';

/** More than those up to which each send of a key is looked for by itself. */
const SENDS = 76;
const people = ['p0', 'p1', 'p2', 'p3', 'p4'];
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const users = await reachableUsers(sending.simulators, 'ANDROID', people.length);
  await sending.post(
    'registerUsers',
    users.map((user, index) => ({ ...user, extId: `p${index}`, tags: ['fan'] })),
  );
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const change = (sql: string) => sending.gateway.fresh.db.affected(sql);

/** A send: its number in the order of acceptance, in its own data, and the people it is for. */
interface Sent {
  number: number;
  people: readonly string[];
}

async function define(): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Parcel',
    message: 'On its way',
    platforms: ['ANDROID'],
  });
  return notificationKey;
}

const single = (key: number, { number, people: extId }: Sent, refID?: number) =>
  sending.post('sendNotification', {
    notificationKey: String(key),
    target: { extId },
    message: { customJson: { number, refID } },
  });

const campaign = ({ number }: Sent, refID: number) =>
  sending.bulk({
    message: { title: 'Parcel', text: 'On its way', platforms: ['ANDROID'], customJson: { number, refID } },
    target: { tag: 'fan' },
  });

/** Does a part of the open work, in an order that no queue would choose: launches, chunks, retries, takeovers. */
async function workAtRandom(dice: Dice): Promise<void> {
  const unlaunched = await sending.gateway.fresh.db.rows<{ id: number }>(
    'SELECT d.dispatch_id AS id FROM delivery.dispatch AS d WHERE d.state = 0 ORDER BY d.dispatch_id',
  );
  if (unlaunched.length > 0) {
    await sending.launches.launch(dice.pick(unlaunched).id);
  }
  const chunks = await sending.openChunks();
  for (const chunk of dice.some(chunks).toReversed()) {
    await sending.chunks.sendChunk(chunk);
  }
  if (dice.isOneIn(4)) {
    await change('UPDATE delivery.retry SET due_at = now()');
    await sending.recovery.enqueueOpenWork();
  }
  if (dice.isOneIn(6)) {
    const rules = [{ provider: 'fcm', share: 1, status: 503, reason: 'UNAVAILABLE', times: 2 }];
    await sending.simulators.faults(1, rules);
  }
}

/** Lets everything come to its end. */
async function finish(): Promise<void> {
  await sending.simulators.faults(1, []);
  for (let left = 1; left > 0;) {
    await change('UPDATE delivery.dispatch SET lease_until = NULL WHERE state = 0');
    await change('UPDATE delivery.retry SET due_at = now()');
    await sending.drain();
    left = (await sending.gateway.fresh.db.rows('SELECT FROM delivery.dispatch AS d WHERE d.state < 3')).length;
  }
}

/** By device: the numbers that arrived in each place, in the order of their arrival. */
async function arrived(): Promise<Map<string, Map<string, number[]>>> {
  const found = new Map<string, Map<string, number[]>>();
  for await (const { token, payload } of sending.simulators.everyDelivery('fcm')) {
    const text = JSON.stringify(payload);
    const place = /"tag":"([^"]+)"/.exec(text)?.[1] ?? 'none';
    const number = Number(/number\\*":\s*\\*"?(\d+)/.exec(text)?.[1]);
    const places = found.get(token) ?? new Map<string, number[]>();
    places.set(place, [...(places.get(place) ?? []), number]);
    found.set(token, places);
  }
  return found;
}

describe('4.2 rule 4, customJson.refID: more updates than a key mostly has, in any order', () => {
  it.each([1])(
    'The message that was accepted last is shown last, however launches, chunks and retries follow each other: seed %i',
    async (seed) => {
      const dice = new Dice(seed);
      const first = await define();
      const update = await define();
      const sends: Sent[] = [{ number: 0, people }];
      await single(first, { number: 0, people });
      for (let number = 1; number <= SENDS; number += 1) {
        const isCampaign = dice.isOneIn(12);
        const to = isCampaign || dice.isOneIn(3) ? people : [dice.pick(people)];
        const sent = { number, people: to };
        sends.push(sent);
        await (isCampaign ? campaign(sent, first) : single(update, sent, first));
        if (!dice.isOneIn(3)) {
          await workAtRandom(dice);
        }
      }
      await finish();
      const places = [...(await arrived()).values()];
      expect(places).toHaveLength(people.length);
      for (const shown of places) {
        const [numbers = []] = [...shown.values()];
        expect([...shown.keys()], 'All stand in one place').toHaveLength(1);
        expect(numbers.at(-1)).toBe(Math.max(...numbers));
      }
      const last = places.map((shown) => [...shown.values()][0]?.at(-1)).toSorted();
      const wanted = people.map((person) => sends.findLast((sent) => sent.people.includes(person))?.number);
      expect(last).toEqual(wanted.toSorted());
    },
  );
});
