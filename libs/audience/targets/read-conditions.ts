import { namedDay, toInstant, toOffsetMs } from './conditions/times.js';
import type { WrittenTarget } from './target.js';
import type { ConditionDto, ConditionsDto } from './conditions/condition.dto.js';
import type { Limit } from './conditions/condition.types.js';

/** The position of conditions, for errors, and whether they are on attributes of devices. */
interface Place {
  field: string;
  on?: 'installation';
}

const MAX_SHOWN_CODE = 80;

/** Conditions on attributes as a tree. */
export function conditionsTarget(conditions: ConditionsDto, place: Place): WrittenTarget {
  return combined('and', partsOf(conditions, place));
}

/** Several conditions as one; a single one stands alone. */
export function combined(type: 'and' | 'or', parts: WrittenTarget[]): WrittenTarget {
  const [only] = parts;
  return only && parts.length === 1 ? only : { type, of: parts };
}

/** Conditions in the order: groups, then attributes. */
function partsOf({ $or, $and, $nor, $not, attributes }: ConditionsDto, place: Place): WrittenTarget[] {
  const inGroup = (name: string): Place => ({ ...place, field: `${place.field}.${name}` });
  return [
    ...($or ? [combined('or', groupParts($or, inGroup('$or')))] : []),
    ...($and ? groupParts($and, inGroup('$and')) : []),
    ...($nor ? [none(groupParts($nor, inGroup('$nor')))] : []),
    ...($not ? [none([$not].flat().map((group) => conditionsTarget(group, inGroup('$not'))))] : []),
    ...[...attributes].map(([code, condition]) => conditionTarget(code, condition, place)),
  ];
}

/** The conditions of one object each for itself; those of an object in a list together. */
function groupParts(group: ConditionsDto | ConditionsDto[], place: Place): WrittenTarget[] {
  return Array.isArray(group) ? group.map((part) => conditionsTarget(part, place)) : partsOf(group, place);
}

function none(parts: WrittenTarget[]): WrittenTarget {
  return { type: 'not', of: parts };
}

function conditionTarget(code: string, condition: ConditionDto, place: Place): WrittenTarget {
  const { values, $exists, $contains, $not, $nor, $and, $or } = condition;
  const field = `${place.field}.${code.slice(0, MAX_SHOWN_CODE)}`;
  const named = {
    code,
    ...(place.field !== 'target.profile' && { field }),
    ...(place.on && { on: place.on }),
  };
  const of = (conditions: ReadonlyMap<string, ConditionDto>): WrittenTarget[] =>
    [...conditions.values()].map((part) => conditionTarget(code, part, place));
  const limits = limitsOf(condition);
  const parts: WrittenTarget[] = [];
  if (values) {
    parts.push({ type: 'profile', ...named, values });
  }
  if ($exists !== undefined) {
    parts.push({ type: 'exists', ...named, exists: $exists });
  }
  if (limits.length > 0) {
    parts.push({ type: 'range', ...named, limits });
  }
  if ($contains) {
    parts.push({ type: 'contains', ...named, texts: [...new Set($contains)] });
  }
  parts.push(
    ...($not ? [none([conditionTarget(code, $not, place)])] : []),
    ...($nor ? [none(of($nor))] : []),
    ...($and ? of($and) : []),
    ...($or ? [combined('or', of($or))] : []),
  );
  return combined('and', parts);
}

function limitsOf({ $gt, $gte, $lt, $lte, $between, $before, $after }: ConditionDto): Limit[] {
  const value = (op: Limit['op'], limit: string | number | undefined): Limit[] =>
    limit === undefined ? [] : [{ op, value: limit }];
  const moment = (op: Limit['op'], limit: string | number | undefined): Limit[] => {
    const after = toOffsetMs(limit);
    if (after !== undefined) {
      return [{ op, ago: 0 - after }];
    }
    const day = namedDay(limit);
    return value(op, toInstant(limit) ?? limit).map((end) => ({ ...end, ...(day !== undefined && { day }) }));
  };
  return [
    ...value('$gt', $gt),
    ...value('$gte', $gte),
    ...value('$lt', $lt),
    ...value('$lte', $lte),
    ...($between ? [...value('$gte', $between[0]), ...value('$lte', $between[1])] : []),
    ...moment('$lt', $before),
    ...moment('$gte', $after),
  ];
}
