import { setTimeout as sleep } from 'node:timers/promises';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { childOf, type Stack } from '../../../test/support/processes/stack.js';

const PROCESSES = ['gateway', 'scheduler', 'worker'] as const;
const IDLE_MS = 10_000;

/** CPU time by process, in milliseconds. */
export type Cpu = Record<(typeof PROCESSES)[number] | 'postgres', number>;

export interface Spent extends Cpu {
  seconds: number;
}

/**
 * Measures the CPU time of a piece of work, less what the same processes take in that time when nothing is asked of
 * them.
 */
export class Meter {
  private constructor(
    private readonly stack: Stack,
    private readonly postgres: number,
    /** In a second. */
    readonly idle: Cpu,
  ) {}

  /** Looks on for ten seconds while nothing is asked. @param postgres  the database server's first process */
  static async open(stack: Stack, postgres: number): Promise<Meter> {
    const none = { gateway: 0, scheduler: 0, worker: 0, postgres: 0 };
    const { seconds, ...spent } = await new Meter(stack, postgres, none).of(() => sleep(IDLE_MS));
    return new Meter(
      stack,
      postgres,
      mapCpu((name) => spent[name] / seconds),
    );
  }

  async of(work: () => Promise<unknown>): Promise<Spent> {
    const [before, started] = [this.now(), performance.now()];
    await work();
    const seconds = (performance.now() - started) / 1000;
    const after = this.now();
    return { seconds, ...mapCpu((name) => Math.max(0, after[name] - before[name] - this.idle[name] * seconds)) };
  }

  private now(): Cpu {
    return mapCpu((name) => (name === 'postgres' ? treeCpuMs(this.postgres) : childOf(this.stack, name).cpuMs()));
  }
}

/** CPU time of all processes together. */
export function wholeCpu({ gateway, scheduler, worker, postgres }: Cpu): number {
  return gateway + scheduler + worker + postgres;
}

function mapCpu(select: (name: keyof Cpu) => number): Cpu {
  return {
    gateway: select('gateway'),
    scheduler: select('scheduler'),
    worker: select('worker'),
    postgres: select('postgres'),
  };
}
