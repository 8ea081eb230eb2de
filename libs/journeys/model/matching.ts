import type { Awaited, AwaitedEvent, Condition, SegmentEntry, WaitForStep, Where } from './journey.types.js';

type Attributes = Readonly<Record<string, unknown>>;

/** Tests if an event meets conditions on its attributes. Numbers compare as numbers, everything else only as equal. */
export function matchesWhere(where: Where | undefined, attrs: Attributes): boolean {
  return Object.entries(where ?? {}).every(([code, condition]) => meets(condition, valueOf(attrs, code)));
}

/** Tests if an event is the one that a visit waits for. @param data  attributes of its event of entry */
export function matchesAwaited({ same = [], where }: AwaitedEvent, attrs: Attributes, data: Attributes): boolean {
  return (
    matchesWhere(where, attrs) &&
    same.every((code) => valueOf(attrs, code) !== undefined && valueOf(attrs, code) === valueOf(data, code))
  );
}

function meets({ is, atLeast, atMost }: Condition, value: unknown): boolean {
  return (
    (is === undefined || value === is) &&
    (atLeast === undefined || (typeof value === 'number' && value >= Number(atLeast))) &&
    (atMost === undefined || (typeof value === 'number' && value <= Number(atMost)))
  );
}

function valueOf(attrs: Attributes, code: string): unknown {
  return Object.hasOwn(attrs, code) ? attrs[code] : undefined;
}

/** Names of changes of segments beside those of events, none of which begins with this mark. */
export const SEGMENT_CHANGE_NAMES = { joined: '#joined', left: '#left' } as const;

/** Events and segments that may end a wait. */
export function listAwaited(step: WaitForStep): readonly Awaited[] {
  return 'anyOf' in step ? step.anyOf : [step];
}

/** The change of a segment that is waited for, and its name. */
export function segmentChangeOf({ segment }: SegmentEntry): { kind: 'joined' | 'left'; name: string } {
  return 'joined' in segment ? { kind: 'joined', name: segment.joined } : { kind: 'left', name: segment.left };
}

/** Tests if an event, or a change of a segment, ends a wait. @param data  attributes of the event of entry */
export function isAwaitedBy(
  step: WaitForStep,
  { name, attrs }: { name: string; attrs: Attributes },
  data: Attributes,
): boolean {
  return listAwaited(step).some((awaited) => {
    if ('event' in awaited) {
      return awaited.event === name && matchesAwaited(awaited, attrs, data);
    }
    const change = segmentChangeOf(awaited);
    return SEGMENT_CHANGE_NAMES[change.kind] === name && attrs['segment'] === change.name;
  });
}
