import { syncBuiltinESMExports } from 'node:module';
import promises from 'node:timers/promises';

/**
 * Holds timers of this process: while they are held, none that was set before fires. So what a process does from time to time
 * cannot fall into a span in which its work for others is measured.
 */
type Work = (...args: unknown[]) => void;
type Sleep = (ms?: number, value?: unknown, options?: object) => Promise<unknown>;

const { setTimeout: begin, setInterval: repeat } = globalThis;
const sleep: Sleep = promises.setTimeout;
/** Number of times that timers were held; a timer remembers the one at which it was set. */
let holds = 0;
let isHolding = false;

export function holdTimers(): void {
  holds += 1;
  isHolding = true;
}

/** Lets timers fire again: what was due begins its time again. */
export function releaseTimers(): void {
  isHolding = false;
}

export function makeTimersHoldable(): void {
  Reflect.set(globalThis, 'setTimeout', (work: Work, ms?: number, ...args: unknown[]) => {
    const setAt = holds;
    const timer: NodeJS.Timeout = begin(() => (isHeld(setAt) ? void timer.refresh() : work(...args)), ms);
    return timer;
  });
  Reflect.set(globalThis, 'setInterval', (work: Work, ms?: number, ...args: unknown[]) => {
    const setAt = holds;
    return repeat(() => (isHeld(setAt) ? undefined : work(...args)), ms);
  });
  Reflect.set(promises, 'setTimeout', async (ms?: number, value?: unknown, options?: object) => {
    const setAt = holds;
    do {
      await sleep(ms, undefined, options);
    } while (isHeld(setAt));
    return value;
  });
  syncBuiltinESMExports();
}

function isHeld(setAt: number): boolean {
  return isHolding && setAt < holds;
}
