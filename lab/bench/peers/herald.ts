import { childOf, startStack } from '../../../test/support/processes/stack.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import type { RunningPeer, Surroundings } from './peer.js';

/** Gateway, scheduler and one worker, with the queue in Postgres: the defaults. */
export async function startHerald({ database, installations }: Surroundings): Promise<RunningPeer> {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', installations));
  } catch (error) {
    await stack.stop();
    throw error;
  }
  let key = 0;
  return {
    simulators: stack.simulators,
    async send() {
      key = await stack.rest.sendBulk({ ...BENCH_MESSAGE, platforms: ['IOS'] });
    },
    // A request under way has no key yet.
    hasEnded: async () => key > 0 && (await stack.rest.stats(key)).status === 'FINISHED',
    toldSent: async () => (await stack.rest.stats(key)).stats.reduce((sum, { sent }) => sum + sent, 0),
    processes: () => stack.children.filter(({ name }) => name !== 'simulators'),
    async killSender() {
      const worker = childOf(stack, 'worker');
      await worker.end('SIGKILL');
      await stack.replace(worker);
    },
    stop: () => stack.stop(),
  };
}
