import { COSTS, SEND_COSTS } from './costs.js';

export type SizedChannel = keyof typeof SEND_COSTS;

/** The load of an installation. */
export interface Demand {
  users: number;
  sendsPerDay: number;
  /** The hours of a day on which the sends go out. */
  sendHours: number;
  channel: SizedChannel;
  eventsPerSecond: number;
  writesPerSecond: number;
  newUsersPerSecond: number;
  /** Single sends by request, beside the campaigns. */
  singlesPerSecond: number;
  /** Segments, each recalculated once an hour. */
  segments: number;
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

/** Resources for a load. Megabytes and gigabytes are of 1,000,000 and 1,000,000,000 bytes. */
export interface Size {
  cores: Cores;
  /** Processes of each kind, each of which uses one core. */
  processes: { gateway: number; worker: number; scheduler: number };
  memoryMb: { gateway: number; worker: number; scheduler: number };
  diskGb: { users: number; index: number; events: number; results: number; all: number };
  walMbPerSecond: number;
  /** The resource that runs out first on one machine of `MACHINE`. */
  first: keyof Cores | 'disk';
  /** Megabytes that a process needs to keep the whole index, and the limit of a gateway that has space for it. */
  wholeIndex: { cacheMb: number; limitMb: number };
}

/** The machine that `first` compares with: cores and disk. */
export const MACHINE = { cores: 2, diskGb: 1000 };
/** The limit of a gateway in k8s/base/gateway.yaml: 1Gi. */
export const GATEWAY_LIMIT_MB = 1073;
/** The default of `INDEX_CACHE_MB`. */
export const USUAL_CACHE_MB = 256;
/** A limit is a third above the measured maximum (docs/scale.md). */
const LIMIT_ROOM = 4 / 3;

/** A process or Postgres is planned to use so much of its cores. */
export const MOST_BUSY = 0.6;
const SECONDS_OF_HOUR = 3600;
const SECONDS_OF_DAY = 86_400;
const GIGABYTE = 1e9;

/** Arithmetic over measured costs: each is taken as proportional to its number, which the growth benches found. */
export function sizeOf(demand: Demand): Size {
  const send = SEND_COSTS[demand.channel];
  const sends = demand.sendsPerDay / (demand.sendHours * 3600);
  const { eventsPerSecond: events, writesPerSecond: writes, countsPerSecond: counts } = demand;
  const { singlesPerSecond: singles, newUsersPerSecond: newUsers } = demand;
  const millions = demand.users / 1e6;
  const segments = (demand.segments / SECONDS_OF_HOUR) * millions;
  const cores: Cores = {
    gateway:
      busy(events, COSTS.eventGateway.value) +
      busy(writes, COSTS.writeGateway.value) +
      busy(newUsers, COSTS.newUserGateway.value) +
      busy(singles, COSTS.singleGateway.value) +
      (counts * COSTS.countPerMillion.value * millions) / 1000,
    worker: busy(sends, send.worker.value) + busy(singles, COSTS.singleWorker.value),
    scheduler: busy(writes + newUsers, COSTS.writeIndex.value) + (segments * COSTS.segmentScheduler.value) / 1000,
    postgres:
      busy(sends, send.postgres.value + COSTS.launch.value) +
      busy(singles, COSTS.singlePostgres.value) +
      busy(newUsers, COSTS.newUserPostgres.value) +
      (segments * COSTS.segmentPostgres.value) / 1000 +
      busy(events, COSTS.eventPostgres.value) +
      busy(writes, COSTS.writePostgres.value),
  };
  const daily = { events: events * SECONDS_OF_DAY, results: demand.sendsPerDay + singles * SECONDS_OF_DAY };
  const disk = {
    users: (demand.users * COSTS.userDisk.value) / GIGABYTE,
    index: (demand.users * COSTS.indexPerUser.value) / GIGABYTE,
    events: (daily.events * demand.retentionDays * COSTS.eventDisk.value) / GIGABYTE,
    results: (daily.results * demand.retentionDays * COSTS.resultDisk.value) / GIGABYTE,
  };
  const all = disk.users + disk.index + disk.events + disk.results;
  const indexMb = disk.index * 1000;
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
    diskGb: { ...disk, all },
    walMbPerSecond:
      (events * COSTS.eventWal.value +
        (sends + singles) * COSTS.resultWal.value +
        (writes + newUsers) * COSTS.userWal.value) /
      1e6,
    first: firstAtItsEnd(cores, all),
    wholeIndex: {
      cacheMb: Math.ceil(Math.max(indexMb, USUAL_CACHE_MB)),
      limitMb: Math.ceil((COSTS.gatewayMemory.value + indexMb) * LIMIT_ROOM),
    },
  };
}

/** Cores, of a rate per second and a cost in milliseconds per 1,000. */
function busy(perSecond: number, msPerThousand: number): number {
  return (perSecond * msPerThousand) / 1e6;
}

function processesOf(cores: number): number {
  return Math.max(1, Math.ceil(cores / MOST_BUSY));
}

/** The part of the machine of which most is taken; cores are planned as `MOST_BUSY` says. */
function firstAtItsEnd(cores: Cores, diskGb: number): keyof Cores | 'disk' {
  const kinds: (keyof Cores)[] = ['gateway', 'worker', 'scheduler', 'postgres'];
  const largest = kinds.reduce((a, b) => (cores[b] > cores[a] ? b : a), 'gateway');
  const busyShare = kinds.reduce((sum, kind) => sum + cores[kind], 0) / (MACHINE.cores * MOST_BUSY);
  return diskGb / MACHINE.diskGb > busyShare ? 'disk' : largest;
}
