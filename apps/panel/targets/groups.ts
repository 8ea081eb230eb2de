import type { AudienceWords, ClauseCount } from '../api/types.js';
import { isComplete, lineTarget, newLine, type KnownTypes, type TargetLine } from './lines.js';

/** How the parts of a group combine. */
export const MODES = ['all', 'any', 'none'] as const;
export type Mode = (typeof MODES)[number];

export interface TargetGroup {
  id: number;
  mode: Mode;
  parts: readonly TargetPart[];
}
export type TargetPart = TargetLine | TargetGroup;

type Attributes = AudienceWords['attributes'];

/** Limits of the server: groups inside each other, and clauses that it counts one by one. */
export const MAX_LEVELS = 3;
const MAX_LINES = 20;
const MAX_GROUPS = 10;

export function isGroup(part: TargetPart): part is TargetGroup {
  return 'mode' in part;
}

/** A description to begin with: one line, which says nothing yet. */
export function newRoot(attributes: Attributes): TargetGroup {
  return { id: 0, mode: 'all', parts: [newLine(1, attributes)] };
}

/** The root with one part more at the end of a group. */
export function addLine(root: TargetGroup, groupId: number, attributes: Attributes): TargetGroup {
  return addPart(root, groupId, newLine(nextId(root), attributes));
}

/** Adds a group of one line, as `addLine` adds a line. */
export function addGroup(root: TargetGroup, groupId: number, attributes: Attributes): TargetGroup {
  const id = nextId(root);
  return addPart(root, groupId, { id, mode: 'any', parts: [newLine(id + 1, attributes)] });
}

function addPart(root: TargetGroup, groupId: number, part: TargetPart): TargetGroup {
  const add = (group: TargetGroup): TargetGroup => ({
    ...group,
    parts: [
      ...group.parts.map((inner) => (isGroup(inner) ? add(inner) : inner)),
      ...(group.id === groupId ? [part] : []),
    ],
  });
  return add(root);
}

/** The root with another line or mode of a group in place of what has this id. */
export function changePart(root: TargetGroup, id: number, change: Partial<TargetLine> | { mode: Mode }): TargetGroup {
  const changed = (part: TargetPart): TargetPart =>
    part.id === id ? { ...part, ...change } : isGroup(part) ? { ...part, parts: part.parts.map(changed) } : part;
  return changed(root) as TargetGroup;
}

export function removePart(root: TargetGroup, id: number): TargetGroup {
  const without = (group: TargetGroup): TargetGroup => ({
    ...group,
    parts: group.parts.filter((part) => part.id !== id).map((part) => (isGroup(part) ? without(part) : part)),
  });
  return without(root);
}

/** Says if a description takes one more line, and one more group. */
export function roomOf(root: TargetGroup): { line: boolean; group: boolean } {
  const parts = flatten(root);
  const lines = parts.filter((part) => !isGroup(part)).length;
  return { line: lines < MAX_LINES, group: lines < MAX_LINES && parts.length - lines < MAX_GROUPS };
}

function flatten(part: TargetPart): TargetPart[] {
  return isGroup(part) ? [part, ...part.parts.flatMap(flatten)] : [part];
}

function nextId(root: TargetGroup): number {
  return Math.max(...flatten(root).map(({ id }) => id)) + 1;
}

/** Parts that say enough to be asked. */
function listComplete({ parts }: TargetGroup): TargetPart[] {
  return parts.filter((part) => (isGroup(part) ? listComplete(part).length > 0 : isComplete(part)));
}

/** True where every line is complete and every group has lines, so that the target leaves nothing out. */
export function isWhole({ parts }: TargetGroup): boolean {
  return parts.every((part) => (isGroup(part) ? part.parts.length > 0 && isWhole(part) : isComplete(part)));
}

/** The target of everything that is complete, in the form of a segment. Without anything it is everyone. */
export function targetOf(root: TargetGroup, types: KnownTypes): object {
  return listComplete(root).length === 0 ? { sendToAll: true } : partTarget(root, types);
}

function partTarget(part: TargetPart, types: KnownTypes): object {
  return isGroup(part)
    ? { [part.mode]: listComplete(part).map((inner) => partTarget(inner, types)) }
    : lineTarget(part, types);
}

/**
 * Assigns counts to parts by the order of the target. A group of one part is that part for the server, and
 * the parts of the outermost group of all stand beside each other.
 *
 * @param clauses  of the target that `targetOf` made of the same description
 */
export function countsOf(root: TargetGroup, clauses: readonly ClauseCount[]): ReadonlyMap<number, ClauseCount> {
  const counts = new Map<number, ClauseCount>();
  const whole = singled(root);
  if (isGroup(whole) && whole.mode === 'all') {
    assignAll(listComplete(whole), clauses, counts);
  } else if (clauses[0]) {
    assign(whole, clauses[0], counts);
  }
  return counts;
}

function assignAll(
  parts: readonly TargetPart[],
  clauses: readonly ClauseCount[],
  counts: Map<number, ClauseCount>,
): void {
  for (const [index, part] of parts.entries()) {
    const clause = clauses[index];
    if (clause) {
      assign(part, clause, counts);
    }
  }
}

function assign(part: TargetPart, clause: ClauseCount, counts: Map<number, ClauseCount>): void {
  counts.set(part.id, clause);
  if (!isGroup(part)) {
    return;
  }
  const only = singled(part);
  if (only === part) {
    assignAll(listComplete(part), clause.children, counts);
  } else {
    assign(only, clause, counts);
  }
}

/** The part that a group of one is for the server. */
function singled(part: TargetPart): TargetPart {
  if (!isGroup(part) || part.mode === 'none') {
    return part;
  }
  const [only, ...others] = listComplete(part);
  return only && others.length === 0 ? singled(only) : part;
}
