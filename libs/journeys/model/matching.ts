import type { AwaitedEvent, Condition, Where } from './journey.types.js';

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
