import { openRecipe } from '../peers/recipe.js';
import type { Surroundings } from '../peers/peer.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import type { ReminderSystem } from './reminder-system.js';

/** BullMQ on Redis, as blog posts advise: a delayed job for each cart, which a purchase removes by its id. */
export async function startJobReminders(surroundings: Surroundings, delayMs: number): Promise<ReminderSystem> {
  const { stage, ...recipe } = await openRecipe(surroundings);
  const message = { body: BENCH_MESSAGE.text, custom: { customJson: BENCH_MESSAGE.customJson } };
  let campaignId = '';
  return {
    simulators: stage.simulators,
    async begin() {
      campaignId = (await recipe.call<{ id: string }>('/reminders', message)).id;
    },
    fire: (name, people) =>
      // Ids of devices begin with 1.
      recipe.call('/events', { name, campaignId, devices: people.map((n) => n + 1), delayMs, ...message }),
    processes: () => stage.processes(),
    killAll: () => recipe.killAll(),
    stop: () => recipe.stop(),
  };
}
