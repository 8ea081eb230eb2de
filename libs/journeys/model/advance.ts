import { drawArm } from './draw.js';
import {
  type BatchStep,
  type BranchStep,
  LEAVING,
  type Leaving,
  type PlacedStep,
  type SetStep,
  type ThrottleStep,
  type Visit,
  type WaitForStep,
  type WaitStep,
  type WebhookStep,
} from './journey.types.js';
import { matchesWhere } from './matching.js';
import { hasResult } from './message-results.js';
import type { Node, Program } from './program.js';
import { BESIDE, type Unmet, type Way } from './way.js';

/** Nodes of one visit: then it is in a loop. */
const MAX_STEPS = 100;
/** A wait that ended longer ago is late. */
const LATE_MS = 3_600_000;
/** How long a person waits at a branch whose conditions cannot be judged. */
const UNJUDGED_MS = 60_000;
/** Pause before the first look at the fate of a webhook call; later ones double. */
const CALL_MS = 5000;

/**
 * The verdict of a branch or a call, or the end of a wait or a pace. null: it cannot be judged, the call is under
 * way, or the person has no such time.
 */
export type Answer = boolean | Date | null;
/** Found out about a person, by the ids of steps. */
export type Known = ReadonlyMap<string, Answer>;

const NOTHING_KNOWN: Known = new Map();

/** Steps that depend on more than the visit. */
export type AskingStep = BranchStep | WaitStep | ThrottleStep | WebhookStep;

/**
 * The next place of a visit.
 *
 * @property passed  nodes that it left, in their order
 * @property ways    taken at those of them that have several
 * @property asks    the step that must be answered first; then nothing else holds
 */
export interface Advance {
  passed: string[];
  ways?: Way[];
  /** The node whose message leaves now. Contents of a step are named as the step. */
  sent?: { node: string; message: string };
  /** The values that are written now. */
  set?: SetStep;
  /** Steps whose webhooks are called now. */
  called?: WebhookStep[];
  rest?: Pick<Visit, 'node' | 'since' | 'dueAt'>;
  left?: { node: string; reason: Leaving };
  asks?: AskingStep;
}

/**
 * Moves a due visit on to its next wait, to its end, or past one message: a second one goes with the next step, so that a
 * step gives a person one message. A wait lasts from the moment at which the visit comes there.
 *
 * @param program  of the version of the visit
 */
export function advanceVisit(program: Program, visit: Visit, now: Date, known: Known = NOTHING_KNOWN): Advance {
  const passed: string[] = [];
  let at: string | null = visit.node;
  let sent: Advance['sent'];
  const called: WebhookStep[] = [];
  const ways: Way[] = [];
  const arrive = (place: Pick<Advance, 'rest' | 'left' | 'asks'>): Advance => ({
    passed,
    ...(ways.length > 0 && { ways }),
    ...(sent && { sent }),
    ...(called.length > 0 && { called }),
    ...place,
  });
  const rest = (node: string, ms: number): Advance =>
    arrive({ rest: { node, since: now, dueAt: new Date(now.getTime() + ms) } });
  const waited = program.nodes.get(visit.node);
  if (waited?.step.kind === 'webhook' && hasWaited(visit)) {
    const isTaken = known.get(at);
    if (isTaken === undefined) {
      return arrive({ asks: waited.step });
    }
    if (isTaken === null) {
      const pause = Math.max(CALL_MS, now.getTime() - visit.since.getTime());
      return arrive({ rest: { node: at, since: visit.since, dueAt: new Date(now.getTime() + pause) } });
    }
    passed.push(at);
    ways.push({ node: at, way: isTaken === true ? BESIDE : 'failed' });
    at = (isTaken === true ? waited.next : waited.ways.get('failed')) ?? null;
  } else if (waited && isWait(waited.step) && hasWaited(visit) && !hasMissed(waited.step, visit, now)) {
    passed.push(at);
    if (isLate(waited.step, visit, now)) {
      return arrive({ left: { node: at, reason: LEAVING.late } });
    }
    const way = waited.step.kind !== 'waitFor' ? undefined : visit.isWoken ? 'came' : BESIDE;
    ways.push(...(way === undefined ? [] : [{ node: at, way }]));
    at = (way === 'came' ? waited.ways.get('came') : waited.next) ?? null;
  }
  for (let node = program.nodes.get(at ?? ''); at !== null && node; node = program.nodes.get(at ?? '')) {
    const { step }: Node = node;
    const ms = waitMs(step);
    if (visit.steps + passed.length >= MAX_STEPS) {
      return arrive({ left: { node: at, reason: LEAVING.loop } });
    }
    if (step.kind === 'waitFor' && hasResult(step, visit.messages ?? [], sent?.node)) {
      passed.push(at);
      ways.push({ node: at, way: 'came' });
      at = node.ways.get('came') ?? null;
      continue;
    }
    if (ms !== undefined || (step.kind === 'send' && sent)) {
      return rest(at, ms ?? 0);
    }
    if (step.kind === 'wait') {
      const until = known.get(at);
      if (until === undefined) {
        return arrive({ asks: step });
      }
      if (until instanceof Date && until > now) {
        return arrive({ rest: { node: at, since: now, dueAt: until } });
      }
      passed.push(at);
      if (step.late === 'exit' && !(until instanceof Date && now.getTime() - until.getTime() <= LATE_MS)) {
        return arrive({ left: { node: at, reason: LEAVING.late } });
      }
      at = node.next;
      continue;
    }
    if (step.kind === 'throttle') {
      const place = known.get(at);
      if (place === undefined) {
        return arrive({ asks: step });
      }
      if (place instanceof Date && place > now) {
        return arrive({ rest: { node: at, since: now, dueAt: place } });
      }
    }
    if (step.kind === 'webhook') {
      called.push(step);
      if (step.failed) {
        return rest(at, CALL_MS);
      }
    }
    if (step.kind === 'branch' && step.if && matchesWhere(step.where, visit.data) && !known.has(at)) {
      return arrive({ asks: step });
    }
    const way = chooseWay(node, program, visit, known);
    if (way === null) {
      return rest(at, UNJUDGED_MS);
    }
    passed.push(at);
    if (way.way !== undefined) {
      ways.push({ node: at, way: way.way, ...(way.unmet && { unmet: way.unmet }) });
    }
    if (step.kind === 'exit') {
      return arrive({ left: { node: at, reason: LEAVING.exit } });
    }
    if (step.kind === 'send') {
      sent = { node: at, message: 'message' in step ? step.message : step.id };
    }
    at = way.next;
    if (step.kind === 'set') {
      // Steps after it see the new values, so they go with the next transaction.
      const behind: Pick<Advance, 'rest' | 'left'> =
        at === null ? { left: { node: step.id, reason: LEAVING.end } } : { rest: { node: at, since: now, dueAt: now } };
      return { ...arrive(behind), set: step };
    }
  }
  return arrive({ left: { node: passed.at(-1) ?? visit.node, reason: LEAVING.end } });
}

/** @returns null: it cannot be judged */
function chooseWay(
  { step, next, ways }: Node,
  { journeyId }: Program,
  { uid, data }: Visit,
  known: Known,
): { next: string | null; way?: string; unmet?: Unmet } | null {
  const take = (way: string) => ({ next: ways.get(way) ?? null, way });
  switch (step.kind) {
    case 'split':
      return take(drawArm(step, journeyId, uid));
    case 'branch': {
      if (!matchesWhere(step.where, data)) {
        return { ...take('no'), unmet: 'event' };
      }
      const holds = step.if ? known.get(step.id) : true;
      return holds === null ? null : holds === true ? take('yes') : { ...take('no'), unmet: 'person' };
    }
    default:
      return { next };
  }
}

type RestingStep = WaitStep | WaitForStep | BatchStep | ThrottleStep;

function isWait(step: PlacedStep): step is RestingStep {
  return step.kind === 'wait' || step.kind === 'waitFor' || step.kind === 'batch' || step.kind === 'throttle';
}

/** Tests if the end of a wait lies so far back that the person should leave. An event that came is never late. */
function isLate(step: RestingStep, { isWoken, dueAt }: Visit, now: Date): boolean {
  return 'late' in step && step.late === 'exit' && !isWoken && now.getTime() - dueAt.getTime() > LATE_MS;
}

/** Tests if the stretch is over in which a person could pass, for example after a pause: then it gets another place. */
function hasMissed(step: RestingStep, { dueAt }: Visit, now: Date): boolean {
  return step.kind === 'throttle' && now.getTime() - dueAt.getTime() >= step.perMs;
}

/** How long a step waits, at most, for everyone, in ms; undefined: it does not wait, or each person has another time. */
export function waitMs(step: PlacedStep): number | undefined {
  if (step.kind === 'waitFor') {
    return step.atMostMs;
  }
  return (step.kind === 'wait' || step.kind === 'batch') && 'forMs' in step ? step.forMs : undefined;
}

/** Tests if a visit has rested at its node, and does not only come to it. */
export function hasWaited({ since, dueAt, isWoken }: Visit): boolean {
  return isWoken || dueAt.getTime() > since.getTime();
}
