import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { startStack } from '../../../test/support/processes/stack.js';
import type { Surroundings } from '../peers/peer.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { addJourney, AWAITED } from './people.js';
import type { ReminderSystem } from './reminder-system.js';

/** The built-in event that stands for a cart. */
const CART = 'SearchEvent';

/** Gateway, scheduler and one worker, with one journey: a wait for the purchase, then a message. */
export async function startHeraldReminders(
  { database, installations }: Surroundings,
  delayMs: number,
): Promise<ReminderSystem> {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', installations));
    const message = { ...BENCH_MESSAGE, platforms: ['IOS'] };
    expectOk(await stack.rest.post('createNotificationDefinition', { name: 'reminder', message }));
    await addJourney(stack, 'reminders', CART, [
      { kind: 'waitFor', id: 'pay', event: AWAITED, atMostMs: delayMs, came: [{ kind: 'exit', id: 'bought' }] },
      { kind: 'send', id: 'remind', message: 'reminder' },
    ]);
  } catch (error) {
    await stack.stop();
    throw error;
  }
  const own = () => stack.children.filter(({ name }) => name !== 'simulators');
  return {
    simulators: stack.simulators,
    begin: () => Promise.resolve(),
    async fire(event, people) {
      const name = event === 'Cart' ? CART : AWAITED;
      expectOk(
        await stack.rest.post(
          'fireEvents',
          people.map((n) => ({ extId: `ios-${n}`, name })),
        ),
      );
    },
    processes: own,
    async killAll() {
      const killed = own();
      await Promise.all(killed.map((child) => child.end('SIGKILL')));
      for (const child of killed) {
        await stack.replace(child);
      }
    },
    stop: () => stack.stop(),
  };
}
