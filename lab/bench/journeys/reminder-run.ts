import { setTimeout as sleep } from 'node:timers/promises';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { judge, type Taken, toTaken } from '../peers/verdict.js';
import { round2 } from '../support/measurements.js';
import { untilQuiet } from '../support/postgres-state.js';
import type { ReminderSystem } from './reminder-system.js';

/** Events of a request. */
const BATCH = 1000;
const IDLE_MS = 10_000;
const LOOK_MS = 5;
/** BullMQ runs the jobs of a dead worker again up to a minute later. */
const SILENT_MS = 90_000;
/** A copy may follow the last reminder. */
const AFTERMATH_MS = 5000;

/** A whole run with nothing killed: CPU time beyond that of idle processes, in ms, and the verdict. */
export async function measuredRun(
  system: ReminderSystem,
  people: number,
  postgres: number,
): Promise<{ cpuMsPer1000: number } & Judged> {
  await system.begin();
  await untilQuiet(postgres);
  const now = (): number =>
    [...system.processes().map(({ pid }) => pid), postgres].reduce((sum, pid) => sum + treeCpuMs(pid), 0);
  const spentIn = async (work: () => Promise<unknown>): Promise<{ ms: number; seconds: number }> => {
    const [before, started] = [now(), performance.now()];
    await work();
    return { ms: now() - before, seconds: (performance.now() - started) / 1000 };
  };
  const idle = await spentIn(() => sleep(IDLE_MS));
  const run = await spentIn(async () => {
    await fireAll(system, people);
    await untilAccepted(system, countReminded(people));
  });
  const ms = run.ms - (idle.ms / idle.seconds) * run.seconds;
  return { cpuMsPer1000: round2((ms * 1000) / people), ...(await judged(system, people)) };
}

/** A run in which all processes are killed when half of the reminders have arrived. */
export async function killedRun(system: ReminderSystem, people: number): Promise<Judged & { acceptedAtKill: number }> {
  await system.simulators.clear();
  await system.begin();
  await fireAll(system, people);
  const acceptedAtKill = await untilAccepted(system, countReminded(people) / 2);
  await system.killAll();
  await untilAccepted(system, countReminded(people));
  return { ...(await judged(system, people)), acceptedAtKill };
}

/** People who should get a reminder and got none, or two, or see two; and buyers who got one. */
interface Judged {
  lost: number;
  twice: number;
  seenTwice: number;
  remindedBuyers: number;
}

/** Buyers have even numbers. */
const isBuyer = (person: number): boolean => person % 2 === 0;
const countReminded = (people: number): number => Math.floor(people / 2);

async function fireAll(system: ReminderSystem, people: number): Promise<void> {
  const all = Array.from({ length: people }, (_, n) => n);
  for (const [event, those] of [
    ['Cart', all],
    ['Bought', all.filter(isBuyer)],
  ] as const) {
    for (let from = 0; from < those.length; from += BATCH) {
      await system.fire(event, those.slice(from, from + BATCH));
    }
  }
}

/** Waits until so many messages have arrived, or no more come. @returns how many have */
async function untilAccepted({ simulators }: ReminderSystem, enough: number): Promise<number> {
  let [accepted, changedAt] = [0, Date.now()];
  while (accepted < enough && Date.now() - changedAt < SILENT_MS) {
    await sleep(LOOK_MS);
    const count = (await simulators.counts())['apns']?.accepted ?? 0;
    [accepted, changedAt] = count === accepted ? [accepted, changedAt] : [count, Date.now()];
  }
  return accepted;
}

async function judged({ simulators }: ReminderSystem, people: number): Promise<Judged> {
  await sleep(AFTERMATH_MS);
  const audience = Array.from({ length: people }, (_, n) => n).filter((n) => !isBuyer(n));
  const messages: Taken[] = [];
  for await (const delivery of simulators.everyDelivery('apns')) {
    messages.push(toTaken(delivery));
  }
  const { lost, twice, seenTwice, strangers } = judge(
    audience.map((n) => n.toString(16).padStart(64, '0')),
    messages,
  );
  return { lost, twice, seenTwice, remindedBuyers: strangers };
}
