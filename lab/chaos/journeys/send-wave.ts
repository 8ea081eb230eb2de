import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '#platform/collections';
import type { Lab } from '../lab.js';
import { retryPost } from '../retrying-client.js';
import type { JourneyPerson } from './journey-people.js';

/**
 * Lets the people of a wave enter and buy, as a careful client asks: each request is repeated until it is answered. The mood
 * is written twice, and the event follows its answer at once.
 */
export async function sendWave({ stack }: Lab, people: readonly JourneyPerson[]): Promise<void> {
  const register = (moodOf: (person: JourneyPerson) => string): Promise<string> =>
    retryPost(
      stack,
      randomUUID(),
      'registerUsers',
      people.map((person) => ({ extId: person.extId, ...person.address, profile: { mood: moodOf(person) } })),
    );
  await register(() => 'stale');
  await register(({ mood }) => mood);
  const enteredAt = Date.now();
  const events = people.flatMap(({ extId, carts }) => [
    { extId, name: 'Joined', cart: `join-${extId}`, price: 0 },
    ...carts.map(({ cart, price }) => ({ extId, name: 'CartLeft', cart, price })),
  ]);
  await retryPost(stack, randomUUID(), 'fireEvents', events);
  const answeredAt = Date.now();
  people.forEach((person) => Object.assign(person, { enteredAt, answeredAt }));
  const bought = people.flatMap(({ extId, carts }) =>
    carts.flatMap((cart) => (cart.delayMs === undefined ? [] : [{ extId, cart, delayMs: cart.delayMs }])),
  );
  await Promise.all(
    [...groupBy(bought, ({ delayMs }) => delayMs)].map(async ([delayMs, purchases]) => {
      await sleep(Math.max(0, answeredAt + delayMs - Date.now()));
      const body = purchases.map(({ extId, cart: { cart, price } }) => ({ extId, name: 'Purchased', cart, price }));
      await retryPost(stack, randomUUID(), 'fireEvents', body);
      const boughtAt = Date.now();
      purchases.forEach(({ cart }) => (cart.answeredAt = boughtAt));
    }),
  );
}
