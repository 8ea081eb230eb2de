import { isWhole, targetOf, type TargetGroup } from './groups.js';
import type { KnownTypes } from './lines.js';
import { withoutGroups } from './plain-target.js';

/** Everyone, in place of the name of a segment. */
export const EVERYBODY = '';

/** The edited audience of a campaign: lines where `described` is set, else all users or a segment. */
export interface WrittenAudience {
  segment: string;
  described: boolean;
  lines: TargetGroup;
}

/** Its target; undefined while a line is missing or not complete: without it there would be more users. */
export function audienceOf({ described, segment, lines }: WrittenAudience, types: KnownTypes): object | undefined {
  if (!described) {
    return segment === EVERYBODY ? { sendToAll: true } : { segment: [segment] };
  }
  if (lines.parts.length === 0 || !isWhole(lines)) {
    return undefined;
  }
  const target = targetOf(lines, types);
  return withoutGroups(target) ?? target;
}
