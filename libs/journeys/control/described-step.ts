import { waitMs } from '../model/advance.js';
import type { Awaited, ContentsSend, MessageSend, PlacedStep, Step, WaitStep } from '../model/journey.types.js';
import { listAwaited, segmentChangeOf } from '../model/matching.js';
import { listBranches } from '../model/program.js';

/**
 * A step as people read it.
 *
 * @property event      that it waits for; of a message with the step that sent it, such as `MessageClicked (ask)`
 * @property message    name of the definition that it sends, or of the webhook that it calls
 * @property platforms  of the contents that it sends, in their order
 * @property ms         how long it waits, at most
 * @property people     that it lets pass in this time
 * @property time       time of day that it waits for
 * @property attribute  of the person, whose date it waits for
 */
export interface DescribedStep {
  id: string;
  kind: Step['kind'];
  event?: string;
  message?: string;
  platforms?: string[];
  ms?: number;
  people?: number;
  time?: string;
  attribute?: string;
}

/**
 * A step in the list of all. The id of `goto` is that of the step that follows.
 *
 * @property depth  0: in the main line; deeper ones are in a branch of a step before
 * @property way    name of that branch; absent in the main line
 */
export interface ListedStep extends DescribedStep {
  depth: number;
  way?: string;
}

export function describeStep(step: PlacedStep): DescribedStep {
  const ms = waitMs(step);
  const clock = step.kind === 'wait' ? clockOf(step) : {};
  return {
    id: step.id,
    kind: step.kind,
    ...(step.kind === 'waitFor' && { event: listAwaited(step).map(nameAwaited).join(', ') }),
    ...(step.kind === 'webhook' && { message: step.hook }),
    ...(step.kind === 'throttle' && { ms: step.perMs, people: step.most }),
    ...(step.kind === 'send' && describeSend(step)),
    ...(ms !== undefined && { ms }),
    ...clock,
  };
}

function nameAwaited(awaited: Awaited): string {
  if (!('event' in awaited)) {
    return segmentChangeOf(awaited).name;
  }
  return awaited.node === undefined ? awaited.event : `${awaited.event} (${awaited.node})`;
}

function describeSend(step: MessageSend | ContentsSend): Pick<DescribedStep, 'message' | 'platforms'> {
  return 'message' in step
    ? { message: step.message }
    : { platforms: step.contents.flatMap(({ platforms }) => (Array.isArray(platforms) ? platforms.map(String) : [])) };
}

function clockOf(step: WaitStep): Pick<DescribedStep, 'time' | 'attribute'> {
  if ('at' in step) {
    return { time: step.at.time };
  }
  if ('until' in step) {
    const { time, attribute } = step.until;
    return { attribute, ...(time !== undefined && { time }) };
  }
  return {};
}

/** All steps in the order of the file, those of a branch behind the step that has it. */
export function listDescribed(steps: readonly Step[], depth = 0, way?: string): ListedStep[] {
  const place = { depth, ...(way !== undefined && { way }) };
  return steps.flatMap((step) => [
    step.kind === 'goto' ? { id: step.to, kind: step.kind, ...place } : { ...describeStep(step), ...place },
    ...listBranches(step).flatMap(([name, branch]) => listDescribed(branch, depth + 1, name)),
  ]);
}
