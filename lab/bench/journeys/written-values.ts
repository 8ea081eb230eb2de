import { expectOk } from '../../../test/support/api-document/rest-client.js';
import type { Stack } from '../../../test/support/processes/stack.js';
import { AWAITED } from './people.js';

/** People of a request. */
export const ATTRIBUTE_BATCH = 500;

/** Writes a value of each person, and fires an event right after the answer, with some clients at once. */
export async function writeAndFire(
  { rest }: Stack,
  { people, round, clients }: { people: number; round: number; clients: number },
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < people) {
      const from = next;
      next += ATTRIBUTE_BATCH;
      const ids = Array.from({ length: Math.min(ATTRIBUTE_BATCH, people - from) }, (_, n) => `ios-${from + n}`);
      const profile = { age: round, plan: round % 2 === 0 ? 'even' : 'odd' };
      expectOk(
        await rest.post(
          'registerUsers',
          ids.map((extId) => ({ extId, profile })),
        ),
      );
      expectOk(
        await rest.post(
          'fireEvents',
          ids.map((extId) => ({ extId, name: AWAITED })),
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
}
