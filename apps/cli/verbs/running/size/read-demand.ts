import { OperatorError } from '#platform/embedded';
import { oneOf } from '../../arguments.js';
import { SEND_COSTS } from './costs.js';
import type { Demand, SizedChannel } from './size-model.js';

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };
const CHANNELS = Object.keys(SEND_COSTS) as SizedChannel[];

/** The range of each option, and its default. */
const LIMITS = {
  users: { least: 1, most: 4_294_967_296, usual: undefined },
  'sends-per-day': { least: 0, most: 1e11, usual: '0' },
  'send-hours': { least: 1, most: 24, usual: '10' },
  'events-per-second': { least: 0, most: 1e7, usual: '0' },
  'writes-per-second': { least: 0, most: 1e7, usual: '0' },
  'singles-per-second': { least: 0, most: 1e6, usual: '0' },
  'new-users-per-second': { least: 0, most: 1e6, usual: '0' },
  segments: { least: 0, most: 1e5, usual: '0' },
  'counts-per-second': { least: 0, most: 1e5, usual: '1' },
} as const;

/**
 * Reads numbers as `50M`, `200k` or `5000`, and a span as `90d`.
 *
 * @throws OperatorError that names the option, for an invalid number or one out of its range
 */
export function readDemand(values: Record<string, string | boolean | undefined>): Demand {
  const number = (option: keyof typeof LIMITS): number => readNumber(values[option], option);
  return {
    users: number('users'),
    sendsPerDay: number('sends-per-day'),
    sendHours: number('send-hours'),
    channel: oneOf(CHANNELS, String(values['channel'] ?? 'push'), '--channel'),
    eventsPerSecond: number('events-per-second'),
    writesPerSecond: number('writes-per-second'),
    singlesPerSecond: number('singles-per-second'),
    newUsersPerSecond: number('new-users-per-second'),
    segments: number('segments'),
    countsPerSecond: number('counts-per-second'),
    retentionDays: readDays(values['retention']),
  };
}

function readNumber(text: unknown, option: keyof typeof LIMITS): number {
  const { least, most, usual } = LIMITS[option];
  const given = text ?? usual;
  if (typeof given !== 'string') {
    throw new OperatorError(`--${option} is needed: a number such as 500000, 200k or 50M.`);
  }
  const match = /^(\d{1,15}(?:\.\d{1,6})?)([kmb]?)$/i.exec(given.trim());
  const value = match ? Number(match[1]) * (FACTORS[(match[2] ?? '').toLowerCase()] ?? 1) : NaN;
  if (!(value >= least && value <= most)) {
    throw new OperatorError(
      `--${option} takes a number from ${least} to ${most.toLocaleString('en-US')}, such as 50M, not "${given}".`,
    );
  }
  return value;
}

function readDays(text: unknown): number {
  const given = typeof text === 'string' ? text.trim() : '90d';
  const days = /^\d{1,4}d$/.test(given) ? Number(given.slice(0, -1)) : NaN;
  if (!(days >= 1 && days <= 3650)) {
    throw new OperatorError(`--retention takes days from 1d to 3650d, such as 90d, not "${given}".`);
  }
  return days;
}
