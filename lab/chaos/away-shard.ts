import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from './lab.js';

/** Observations of a part of the queue that was away for long. */
export interface AwayFigures {
  /** Final records of the campaign while it was away, after the first seconds. */
  records_meanwhile: number;
  /** Status of `/health/ready` by process. */
  ready: Record<string, number>;
  /** The finding of `herald doctor` about the queue. */
  doctor: string;
  /** Warnings and errors in this time, by process. */
  log_lines: Record<string, number>;
  /** The most lines of one fault that a process wrote within five seconds: one, two at its edges. */
  log_lines_at_once: number;
}

/** Minutes, so that every wait of a client, a lease and the recovery ends in it. */
const AWAY_MS = 150_000;
/** The time in which enqueued and running work is done. */
const SETTLED_MS = 20_000;
const PERIOD_MS = 5000;
/** This queue is not on the node with the key of the probe. */
const QUEUE = 'bulk-apns';

/** The primary with the queue of iOS campaigns and its replica are killed, and come back empty after minutes. */
export async function loseShard(lab: Lab, countRecords: () => Promise<number>): Promise<AwayFigures> {
  const began = Date.now();
  await lab.queue.killShard?.(QUEUE);
  await sleep(SETTLED_MS);
  const before = await countRecords();
  await sleep(AWAY_MS - SETTLED_MS);
  const meanwhile = (await countRecords()) - before;
  const ready = Object.fromEntries(
    await Promise.all(
      lab.stack.children
        .filter(({ name }) => name !== 'simulators')
        .map(async ({ name, port }) => {
          const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`);
          return [name, status] as const;
        }),
    ),
  );
  const doctor = await lab.doctor('queue');
  const lines = lab.stack.children.map(({ name, readLog }) => [name, warningsOf(readLog(), began)] as const);
  await lab.queue.bringBack?.();
  return {
    records_meanwhile: meanwhile,
    ready,
    doctor,
    log_lines: Object.fromEntries(lines.map(([name, faults]) => [name, faults.length])),
    log_lines_at_once: Math.max(0, ...lines.map(([, faults]) => mostAtOnce(faults))),
  };
}

interface Line {
  time: number;
  fault: string;
}

/** Warnings and errors after an instant; what is no JSON is one too. */
function warningsOf(log: string, since: number): Line[] {
  return log.split('\n').flatMap((text): Line[] => {
    if (!text.startsWith('{')) {
      return text === '' ? [] : [{ time: since, fault: text }];
    }
    const { time, level, msg, queue = '', job = '' } = JSON.parse(text) as Record<string, string>;
    return Number(time) > since && ['warn', 'error', 'fatal'].includes(level ?? '')
      ? [{ time: Number(time), fault: `${msg} ${queue} ${job}` }]
      : [];
  });
}

function mostAtOnce(lines: readonly Line[]): number {
  const counts = lines.map(
    ({ time, fault }) =>
      lines.filter((other) => other.fault === fault && other.time >= time && other.time < time + PERIOD_MS).length,
  );
  return Math.max(0, ...counts);
}
