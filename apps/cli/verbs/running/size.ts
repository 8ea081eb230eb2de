import type { RunVerb } from '../../runtime/verb.js';
import { COSTS, SEND_COSTS } from './size/costs.js';
import { readDemand } from './size/read-demand.js';
import {
  GATEWAY_LIMIT_MB,
  MACHINE,
  MOST_BUSY,
  sizeOf,
  USUAL_CACHE_MB,
  type Demand,
  type Size,
} from './size/size-model.js';

export const size: RunVerb = async ({ values }, { tell }) => {
  const demand = readDemand(values);
  const needed = sizeOf(demand);
  const costs = { ...SEND_COSTS[demand.channel], ...COSTS };
  const assumptions = listAssumptions(demand);
  formatSize(needed).forEach(tell);
  tell('');
  tell('Assumptions:');
  assumptions.forEach((line) => tell(`  ${line}`));
  tell('');
  tell('Costs, as measured:');
  Object.entries(costs).forEach(([name, { value, unit, source }]) =>
    tell(`  ${name.padEnd(24)} ${String(value).padStart(7)} ${unit} (${source})`),
  );
  return { result: { demand, ...needed, assumptions, costs } };
};

const FIRST: Partial<Record<Size['first'], string>> = { postgres: 'Postgres server', disk: 'disk' };

function formatSize({ cores, processes, memoryMb, diskGb, walMbPerSecond, first, wholeIndex }: Size): string[] {
  const round = (value: number): string => (value >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toString();
  const line = (kind: 'gateway' | 'worker' | 'scheduler'): string =>
    `${`${kind}s`.padEnd(12)} ${processes[kind]} of ${Math.round(memoryMb[kind])} MB, ${round(cores[kind])} cores busy`;
  return [
    line('gateway'),
    line('worker'),
    line('scheduler'),
    `Postgres     ${round(cores.postgres)} cores busy, plan ${Math.max(1, Math.ceil(cores.postgres / MOST_BUSY))}`,
    `disk         ${round(diskGb.all)} GB: users ${round(diskGb.users)}, index ${round(diskGb.index)}, events ${round(diskGb.events)}, results ${round(diskGb.results)}`,
    `log          ${round(walMbPerSecond)} MB a second at the busiest time`,
    `first at its end: the ${FIRST[first] ?? `${first}s`}`,
    ...(wholeIndex.cacheMb > USUAL_CACHE_MB || wholeIndex.limitMb > GATEWAY_LIMIT_MB
      ? [
          `index        ${wholeIndex.cacheMb} MB: with INDEX_CACHE_MB=${wholeIndex.cacheMb} a gateway can keep all of it, and needs a ` +
            `limit of ${wholeIndex.limitMb} MB; k8s/base/gateway.yaml has 1Gi. With the preset of ${USUAL_CACHE_MB} it reads again`,
        ]
      : []),
  ];
}

function listAssumptions({ sendHours, channel, retentionDays }: Demand): string[] {
  return [
    'The costs are those of two shared cores, on which simulators and Postgres ran too. They are taken as proportional.',
    `Sends go out evenly on ${sendHours} hours of a day, all by ${channel}, to one device each, with a plain message.`,
    `What comes first is the larger share of a machine of ${MACHINE.cores} cores and ${MACHINE.diskGb} GB of disk.`,
    'Writes fit least: 122 ms of CPU per 1,000 were measured at 5,000 a second on 100,000 users, where this has 65. Plan them twice.',
    'The CPU of a launch is counted as that of Postgres; a part of it may be in that of the sends already.',
    'A write or new user logs as much as a row with a device; single sends come all day and log as results do.',
    `Results and events are kept for ${retentionDays} days; events come at the highest rate all day.`,
    `Processes and Postgres are busy for ${MOST_BUSY * 100} % at most. There is no spare process for a failure.`,
    'Disk has no room for backups, for the log that waits, and for rows that vacuum has not taken yet.',
    'Every gateway counts, with 256 MB of the index in memory; more users than measured make counts slower.',
    'The index is taken to be as large in memory as on disk; that was not measured.',
  ];
}
