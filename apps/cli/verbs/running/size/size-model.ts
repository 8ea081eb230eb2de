import { COSTS, SEND_COSTS } from './costs.js';

export type SizedChannel = keyof typeof SEND_COSTS;

/** What an installation has to carry. */
export interface Demand {
  users: number;
  sendsPerDay: number;
  /** The hours of a day on which the sends go out. */
  sendHours: number;
  channel: SizedChannel;
  eventsPerSecond: number;
  writesPerSecond: number;
  countsPerSecond: number;
  /** How many days results and events are kept. */
  retentionDays: number;
}

/** Cores that are busy at the highest load, by process. */
export interface Cores {
  gateway: number;
  worker: number;
  scheduler: number;
  postgres: number;
}

/** What a demand needs. Megabytes and gigabytes are of 1,000,000 and 1,000,000,000 bytes. */
export interface Size {
  cores: Cores;
  /** Processes of each kind, each of which uses one core. */
  processes: { gateway: number; worker: number; scheduler: number };
  memoryMb: { gateway: number; worker: number; scheduler: number };
  diskGb: { users: number; index: number; events: number; results: number; all: number };
  walMbPerSecond: number;
  /** What comes first to its end on one machine of two cores. */
  first: keyof Cores;
}

/** A process or Postgres is planned to use so much of its cores. */
export const MOST_BUSY = 0.6;
const SECONDS_OF_DAY = 86_400;
const GIGABYTE = 1e9;

/** Arithmetic over measured costs: each is taken as proportional to its number, which the growth benches found. */
export function sizeOf(demand: Demand): Size {
  const send = SEND_COSTS[demand.channel];
  const sends = demand.sendsPerDay / (demand.sendHours * 3600);
  const { eventsPerSecond: events, writesPerSecond: writes, countsPerSecond: counts } = demand;
  const millions = demand.users / 1e6;
  const cores: Cores = {
    gateway:
      busy(events, COSTS.eventGateway.value) +
      busy(writes, COSTS.writeGateway.value) +
      (counts * COSTS.countPerMillion.value * millions) / 1000,
    worker: busy(sends, send.worker.value),
    scheduler: busy(writes, COSTS.writeIndex.value),
    postgres:
      busy(sends, send.postgres.value) +
      busy(events, COSTS.eventPostgres.value) +
      busy(writes, COSTS.writePostgres.value),
  };
  const daily = { events: events * SECONDS_OF_DAY, results: demand.sendsPerDay };
  const disk = {
    users: (demand.users * COSTS.userDisk.value) / GIGABYTE,
    index: (demand.users * COSTS.indexPerUser.value) / GIGABYTE,
    events: (daily.events * demand.retentionDays * COSTS.eventDisk.value) / GIGABYTE,
    results: (daily.results * demand.retentionDays * COSTS.resultDisk.value) / GIGABYTE,
  };
  return {
    cores,
    processes: {
      gateway: processesOf(cores.gateway),
      worker: processesOf(cores.worker),
      scheduler: processesOf(cores.scheduler),
    },
    memoryMb: {
      gateway: COSTS.gatewayMemory.value + COSTS.gatewayMemoryPerMillion.value * Math.max(0, millions - 1),
      worker: COSTS.workerMemory.value,
      scheduler: COSTS.schedulerMemory.value,
    },
    diskGb: { ...disk, all: disk.users + disk.index + disk.events + disk.results },
    walMbPerSecond: (events * COSTS.eventWal.value + sends * COSTS.resultWal.value) / 1e6,
    first: highest(cores),
  };
}

/** Cores, of a rate per second and a cost in milliseconds per 1,000. */
function busy(perSecond: number, msPerThousand: number): number {
  return (perSecond * msPerThousand) / 1e6;
}

function processesOf(cores: number): number {
  return Math.max(1, Math.ceil(cores / MOST_BUSY));
}

function highest(cores: Cores): keyof Cores {
  const kinds: (keyof Cores)[] = ['gateway', 'worker', 'scheduler', 'postgres'];
  return kinds.reduce((most, kind) => (cores[kind] > cores[most] ? kind : most), 'gateway');
}
