import { duration, type WrittenWait, type WrittenWhere } from './reference-conditions.js';

/** A step as the application file has it. Arms of a split stand beside it under their names. */
export interface WrittenStep {
  wait?: { id: string; for: string };
  waitFor?: { id: string; atMost: string } & WrittenWait;
  batch?: { id: string; for: string; most?: number };
  throttle?: { id: string; most: number };
  webhook?: { id: string; hook: string };
  send?: { id: string; message: string };
  branch?: { id: string; if?: { profile?: { city: string[] }; tag?: string }; where?: WrittenWhere };
  split?: { id: string; by: Record<string, string> };
  goto?: string;
  exit?: string;
  [branch: string]: unknown;
}
/** The lists around a step, the innermost last. */
type Cursor = { list: readonly WrittenStep[]; index: number }[];

export function last<T>(list: readonly T[]): T {
  return list[list.length - 1] as T;
}

export function waitOf({ wait, waitFor, batch }: WrittenStep): number | undefined {
  const span = wait?.for ?? waitFor?.atMost ?? batch?.for;
  return span === undefined ? undefined : duration(span);
}

export function idOf({ wait, waitFor, send, batch, throttle, webhook, branch, split, exit }: WrittenStep): string {
  return (wait ?? waitFor ?? send ?? batch ?? throttle ?? webhook ?? branch ?? split)?.id ?? exit ?? '';
}

export function stepAt(cursor: Cursor): WrittenStep {
  const { list, index } = last(cursor);
  return list[index] ?? {};
}

/** The lists of a step, by name. */
export function listsOf(step: WrittenStep): [string, readonly WrittenStep[]][] {
  const own = step.waitFor ? ['came'] : step.webhook ? ['failed'] : undefined;
  const names = own ?? (step.branch ? ['yes', 'no'] : Object.keys(step.split?.by ?? {}));
  return names.map((name) => [name, (step[name] ?? []) as WrittenStep[]]);
}

/** A journey begins at no `goto`. */
export function firstOf(steps: readonly WrittenStep[]): WrittenStep | undefined {
  const cursor = follow(steps, [{ list: steps, index: 0 }]);
  return cursor && stepAt(cursor);
}

export function locate(list: readonly WrittenStep[], id: string, around: Cursor = []): Cursor | undefined {
  for (const [index, step] of list.entries()) {
    const cursor = [...around, { list, index }];
    if (step.goto === undefined && idOf(step) === id) {
      return cursor;
    }
    for (const [, inner] of listsOf(step)) {
      const found = locate(inner, id, cursor);
      if (found) {
        return found;
      }
    }
  }
  return undefined;
}

/** The place behind a step; a list that ends goes on behind the step that has it. */
export function after(cursor: Cursor): Cursor | undefined {
  const { list, index } = last(cursor);
  const around = cursor.slice(0, -1);
  return index + 1 < list.length
    ? [...around, { list, index: index + 1 }]
    : around.length > 0
      ? after(around)
      : undefined;
}

export function enterList(cursor: Cursor, name: string): Cursor | undefined {
  const list = listsOf(stepAt(cursor)).find(([own]) => own === name)?.[1] ?? [];
  return list.length > 0 ? [...cursor, { list, index: 0 }] : after(cursor);
}

export function follow(steps: readonly WrittenStep[], cursor: Cursor | undefined): Cursor | undefined {
  let place = cursor && last(cursor).list.length > 0 ? cursor : undefined;
  for (let to = place && stepAt(place).goto; to !== undefined; to = place && stepAt(place).goto) {
    place = locate(steps, to);
  }
  return place;
}
