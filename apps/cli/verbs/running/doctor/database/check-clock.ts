import { DatabaseClock, describeOffset, TOLD_OFFSET_MS } from '#platform/clock';
import { createLogger } from '#platform/runtime';
import { failed, ok, type Check } from '../check.js';

/** Compares the clock of this machine with the database's. */
export const clockCheck: Check = {
  name: 'clock',
  applies: ({ hasDatabase }) => hasDatabase,
  async run(surroundings) {
    const clock = await DatabaseClock.open(await surroundings.database(), createLogger('doctor', 'silent'));
    clock.onModuleDestroy();
    const offset = describeOffset(clock.offsetMs);
    return Math.abs(clock.offsetMs) > TOLD_OFFSET_MS ? failed(`is ${offset}: set it right (NTP)`) : ok(offset);
  },
};
