import { ArrayNotEmpty, IsOptional, ValidateBy } from 'class-validator';
import { isJsonObject } from '#platform/collections';
import { compose, Describe, NestedList, Normalize, type Dto } from '#platform/validation';
import { MALFORMED, NOT_EMPTY } from './conditions/target.decorators.js';

/** Fields of a target that hold targets: all of them, at least one, none. */
export const TARGET_GROUPS = ['all', 'any', 'none'] as const;

/** Groups inside each other, and parts of one group with all groups inside it: more is no target of a person. */
const MAX_LEVELS = 3;
const MAX_PARTS = 60;

/** Stands for a group that is not even read. */
const TOO_LARGE = Symbol('too large');

/** A list of targets of a class. Its size is checked before anything in it is read. */
export function TargetGroup(type: () => Dto, description: string): PropertyDecorator {
  return compose(
    IsOptional(),
    Normalize((value) => (countParts(value, 1) > MAX_PARTS ? TOO_LARGE : value)),
    ValidateBy(
      { name: 'isSmall', validator: { validate: (value) => value !== TOO_LARGE } },
      {
        message: `Field '$property' has more than ${MAX_PARTS} parts, or groups deeper than ${MAX_LEVELS} levels`,
        context: MALFORMED,
      },
    ),
    NestedList(type, { max: MAX_PARTS, message: "Field '$property' should be a list of targets" }),
    ArrayNotEmpty({ message: NOT_EMPTY, context: MALFORMED }),
    Describe({ description }),
  );
}

/** The parts of a group and of all groups inside it. Infinity: there are too many levels. */
function countParts(group: unknown, level: number): number {
  if (!Array.isArray(group)) {
    return 0;
  }
  return level > MAX_LEVELS
    ? Infinity
    : group.reduce<number>((sum, part) => sum + 1 + (isJsonObject(part) ? countInside(part, level + 1) : 0), 0);
}

function countInside(part: Record<string, unknown>, level: number): number {
  return TARGET_GROUPS.reduce((sum, name) => sum + countParts(part[name], level), 0);
}
