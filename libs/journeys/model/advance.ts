import { LEAVING, type Leaving, type Step, type Visit } from './journey.types.js';
import type { Program } from './program.js';

/** The next place of a visit. @property passed  nodes that it left, in their order */
export interface Advance {
  passed: string[];
  /** The node whose message leaves now. */
  sent?: { node: string; message: string };
  rest?: Pick<Visit, 'node' | 'since' | 'dueAt'>;
  left?: { node: string; reason: Leaving };
}

/**
 * Moves a due visit on to its next wait, to its end, or past one message: a second one goes with the next step, so that a
 * step gives a person one message. A wait lasts from the moment at which the visit comes there.
 *
 * @param program  of the version of the visit
 */
export function advanceVisit(program: Program, visit: Visit, now: Date): Advance {
  const passed: string[] = [];
  let at: string | null = visit.node;
  let sent: Advance['sent'];
  const arrive = (place: Pick<Advance, 'rest' | 'left'>): Advance => ({ passed, ...(sent && { sent }), ...place });
  const waited = program.nodes.get(visit.node);
  if (waited && waitMs(waited.step) !== undefined && hasWaited(visit)) {
    passed.push(at);
    at = visit.isWoken ? waited.came : waited.next;
  }
  for (let node = program.nodes.get(at ?? ''); at !== null && node; node = program.nodes.get(at ?? '')) {
    const { step, next }: typeof node = node;
    const ms = waitMs(step);
    if (ms !== undefined || (step.kind === 'send' && sent)) {
      return arrive({ rest: { node: at, since: now, dueAt: new Date(now.getTime() + (ms ?? 0)) } });
    }
    passed.push(at);
    if (step.kind === 'exit') {
      return arrive({ left: { node: at, reason: LEAVING.exit } });
    }
    if (step.kind === 'send') {
      sent = { node: at, message: step.message };
    }
    at = next;
  }
  return arrive({ left: { node: passed.at(-1) ?? visit.node, reason: LEAVING.end } });
}

/** How long a step waits at most, in ms; undefined: it does not wait. */
export function waitMs(step: Step): number | undefined {
  return step.kind === 'wait' ? step.forMs : step.kind === 'waitFor' ? step.atMostMs : undefined;
}

/** Tests if a visit has rested at its node, and does not only come to it. */
export function hasWaited({ since, dueAt, isWoken }: Visit): boolean {
  return isWoken || dueAt.getTime() > since.getTime();
}
