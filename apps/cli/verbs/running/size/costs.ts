/** One measured cost, and where it comes from. */
export interface MeasuredCost {
  value: number;
  unit: string;
  /** The day of the measurement, and its section of docs/benchmarks.md. */
  source: string;
}

function cost(value: number, unit: string, day: string, section: string): MeasuredCost {
  return { value, unit, source: `${day}, docs/benchmarks.md, "${section}"` };
}

/** CPU time of one send, in the worker and in Postgres, for each channel. */
export const SEND_COSTS = {
  push: {
    worker: cost(24.2, 'ms of CPU per 1,000', '2026-11-23', 'Sending: mean of IOS and ANDROID'),
    postgres: cost(14.35, 'ms of CPU per 1,000', '2026-11-23', 'Sending: mean of IOS and ANDROID'),
  },
  webpush: {
    worker: cost(358.6, 'ms of CPU per 1,000', '2026-11-23', 'Sending: CHROME'),
    postgres: cost(26.5, 'ms of CPU per 1,000', '2026-11-23', 'Sending: CHROME'),
  },
  email: {
    worker: cost(581.3, 'ms of CPU per 1,000', '2026-11-23', 'Sending: EMAIL'),
    postgres: cost(43, 'ms of CPU per 1,000', '2026-11-23', 'Sending: EMAIL'),
  },
  sms: {
    worker: cost(80.8, 'ms of CPU per 1,000', '2026-11-23', 'Sending: SMS'),
    postgres: cost(17.9, 'ms of CPU per 1,000', '2026-11-23', 'Sending: SMS'),
  },
} as const;

/**
 * Costs besides the sends. They are measured at up to a million users; the growth of a gateway's memory at up to ten
 * millions.
 */
export const COSTS = {
  eventGateway: cost(6.7, 'ms of CPU per 1,000 events', '2026-11-22', 'Events: nothing else to do'),
  eventPostgres: cost(12.7, 'ms of CPU per 1,000 events', '2026-11-22', 'Events: nothing else to do'),
  writeGateway: cost(21.15, 'ms of CPU per 1,000 users', '2026-11-22', 'Growth: a write at 1,000,000 users'),
  writePostgres: cost(37.6, 'ms of CPU per 1,000 users', '2026-11-22', 'Growth: a write at 1,000,000 users'),
  writeIndex: cost(5.92, 'ms of CPU per 1,000 users', '2026-11-22', 'Growth: a write at 1,000,000 users'),
  newUserGateway: cost(21.8, 'ms of CPU per 1,000 new users', '2026-11-22', 'New users: with a device'),
  newUserPostgres: cost(39.6, 'ms of CPU per 1,000 new users', '2026-11-22', 'New users: with a device'),
  singleGateway: cost(1600, 'ms of CPU per 1,000 single sends', '2026-11-22', 'Transactional sends: idle'),
  singleWorker: cost(1500, 'ms of CPU per 1,000 single sends', '2026-11-22', 'Transactional sends: idle'),
  singlePostgres: cost(2600, 'ms of CPU per 1,000 single sends', '2026-11-22', 'Transactional sends: idle'),
  launch: cost(9.06, 'ms of CPU per 1,000 recipients', '2026-11-22', 'Growth: a launch to 30 % of 1,000,000'),
  segmentScheduler: cost(107, 'ms of CPU for a segment, per million users', '2026-11-22', 'Segments: bitmap index'),
  segmentPostgres: cost(752, 'ms of CPU for a segment, per million users', '2026-11-22', 'Segments: bitmap index'),
  countPerMillion: cost(0.94, 'ms of CPU for a count, per million users', '2026-11-22', 'Counts under load'),
  indexPerUser: cost(32.5, 'bytes on disk per user', '2026-11-22', 'Counts under load: 30.99 MB at 1,000,000'),
  gatewayMemory: cost(270, 'MB of a gateway', '2026-11-22', 'Counts under load: at 1,000,000 users'),
  gatewayMemoryPerMillion: cost(40, 'MB of a gateway per million users', '2026-11-22', 'Counts under load'),
  workerMemory: cost(316, 'MB of a worker', '2026-11-23', 'Sending: the highest, of EMAIL'),
  schedulerMemory: cost(226, 'MB of a scheduler', '2026-11-22', 'Growth: the highest'),
  userDisk: cost(1218, 'bytes on disk per user with a device', '2026-11-25', 'Storage'),
  userWal: cost(1621, 'bytes of log per user with a device', '2026-11-25', 'Storage'),
  eventDisk: cost(155, 'bytes on disk per event', '2026-11-25', 'Storage'),
  eventWal: cost(232, 'bytes of log per event', '2026-11-25', 'Storage'),
  resultDisk: cost(172, 'bytes on disk per result', '2026-11-25', 'Storage'),
  resultWal: cost(320, 'bytes of log per result', '2026-11-25', 'Storage'),
} as const satisfies Record<string, MeasuredCost>;
