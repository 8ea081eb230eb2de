import { storedEvent, storedProduct, storedSeen, type StoredBehaviour } from './behaviour/stored-behaviour.js';
import { listOf, NoLineError, recordOf, textOf, valuesTextOf } from './behaviour/stored-values.js';
import { isGroup, MAX_LEVELS, type Mode, type TargetGroup, type TargetPart } from './groups.js';
import { isComplete, OPERATORS, type Kind, type Operator, type TargetLine } from './lines.js';

/**
 * The description of a stored target.
 *
 * @returns undefined where lines cannot show all of it
 */
export function describeTarget(target: unknown): TargetGroup | undefined {
  try {
    const parts = partsOf(target);
    const [only] = parts;
    const root =
      only && parts.length === 1 && isGroup(only) ? only : { id: 0, mode: 'all' as const, parts: flatten(parts) };
    return levelsOf(root) > MAX_LEVELS ? undefined : numbered(root);
  } catch (error) {
    if (error instanceof NoLineError) {
      return undefined;
    }
    throw error;
  }
}

/** Reads the conditions of a target, which all hold together. */
function partsOf(target: unknown): TargetPart[] {
  const forms = Object.entries(recordOf(target));
  if (forms.length === 0) {
    throw new NoLineError('no form');
  }
  return forms.flatMap(([name, value]) => {
    switch (name) {
      case 'sendToAll':
        return everybodyOf(value);
      case 'tag':
      case 'segment':
        return namesOf(name, value);
      case 'profile':
        return conditionsOf('attribute', value);
      case 'installation':
        return conditionsOf('device', value);
      case 'event':
        return [value].flat().map(eventOf);
      case 'product':
        return [value].flat().map(productOf);
      case 'firstSeen':
      case 'lastSeen':
        return [seenOf(name, value)];
      case 'reachable':
        return namesOf('reach', value);
      case 'location':
        return [placeOf(value)];
      case 'all':
      case 'any':
      case 'none':
        return [
          groupOf(
            name,
            listOf(value).map((part) => together(partsOf(part))),
          ),
        ];
      default:
        throw new NoLineError(name);
    }
  });
}

/** No line at all. */
function everybodyOf(value: unknown): TargetPart[] {
  if (value !== true) {
    throw new NoLineError('sendToAll');
  }
  return [];
}

/** A group of all inside a group of all says no more than its parts. */
function flatten(parts: readonly TargetPart[]): TargetPart[] {
  return parts.flatMap((part) => (isGroup(part) && part.mode === 'all' ? part.parts : [part]));
}

/** Parts that hold together, as one. */
function together(parts: readonly TargetPart[]): TargetPart {
  const [only] = parts;
  return only && parts.length === 1 ? only : groupOf('all', parts);
}

function groupOf(mode: Mode, parts: readonly TargetPart[]): TargetGroup {
  if (parts.length === 0) {
    throw new NoLineError(mode);
  }
  return { id: 0, mode, parts };
}

/** One of several names; each of the excluded names. */
function namesOf(kind: 'tag' | 'segment' | 'reach', value: unknown): TargetPart[] {
  const [is, isNot] = OPERATORS[kind];
  const lines = (names: unknown, operator: Operator): TargetLine[] =>
    [names].flat().map((name) => {
      const named = kind === 'reach' ? { code: textOf(name) } : { text: textOf(name) };
      return lineOf(kind, { operator, ...named });
    });
  const oneOf = (names: unknown): TargetPart[] => {
    const parts = lines(names, is);
    return parts.length === 1 ? parts : [groupOf('any', parts)];
  };
  if (typeof value === 'string' || Array.isArray(value)) {
    return oneOf(value);
  }
  return Object.entries(recordOf(value)).flatMap(([name, names]) => {
    switch (name) {
      case '$or':
        return oneOf(names);
      case '$and':
        return lines(names, is);
      case '$not':
        return lines(names, isNot);
      default:
        throw new NoLineError(name);
    }
  });
}

function conditionsOf(kind: 'attribute' | 'device', value: unknown): TargetPart[] {
  return Object.entries(recordOf(value)).flatMap(([code, condition]) => {
    switch (code) {
      case '$and':
        return listOf(condition).flatMap((part) => conditionsOf(kind, part));
      case '$or':
        return [
          groupOf(
            'any',
            listOf(condition).map((part) => together(conditionsOf(kind, part))),
          ),
        ];
      default:
        return [conditionOf(kind, code, condition)];
    }
  });
}

function conditionOf(kind: 'attribute' | 'device', code: string, condition: unknown): TargetLine {
  if (code.startsWith('$')) {
    throw new NoLineError(code);
  }
  const line = (operator: Operator, text = ''): TargetLine => lineOf(kind, { code, operator, text });
  if (typeof condition !== 'object' || Array.isArray(condition)) {
    return line('is', valuesTextOf(condition));
  }
  const [[operator, value] = ['', undefined], ...others] = Object.entries(recordOf(condition));
  if (others.length > 0 || (kind === 'device' && operator !== '$not' && operator !== '$exists')) {
    throw new NoLineError(code);
  }
  switch (operator) {
    case '$exists':
      return line(value === true ? 'known' : 'unknown');
    case '$not':
      return line('isNot', valuesTextOf(value));
    case '$contains':
      return line('contains', valuesTextOf(value));
    case '$gte':
      return line('atLeast', textOf(value));
    case '$lte':
      return line('atMost', textOf(value));
    default:
      throw new NoLineError(operator);
  }
}

function eventOf(value: unknown): TargetLine {
  const { name, ...behaviour } = storedEvent(value);
  return behaviourOf('event', behaviour, { text: name });
}

function productOf(value: unknown): TargetLine {
  const { action, ...behaviour } = storedProduct(value);
  return behaviourOf('product', behaviour, { code: action });
}

function seenOf(code: string, value: unknown): TargetLine {
  return behaviourOf('seen', storedSeen(value), { code });
}

function behaviourOf(
  kind: 'event' | 'product' | 'seen',
  { isNot, ...behaviour }: StoredBehaviour,
  named: Partial<TargetLine>,
): TargetLine {
  return lineOf(kind, { operator: OPERATORS[kind][isNot ? 1 : 0], ...behaviour, ...named });
}

function placeOf(value: unknown): TargetLine {
  const { latitude, longitude, radius } = recordOf(value);
  if (![latitude, longitude, radius].every((number) => typeof number === 'number')) {
    throw new NoLineError('location');
  }
  const text = `${String(latitude)}, ${String(longitude)}`;
  return lineOf('place', { operator: 'within', text, amount: String(radius) });
}

/** A line that says nothing would be left out of the target, which would then be of more users. */
function lineOf(kind: Kind, fields: Partial<TargetLine> & { operator: Operator }): TargetLine {
  const line = { id: 0, kind, code: '', text: '', amount: '', ...fields };
  if (!isComplete(line)) {
    throw new NoLineError(kind);
  }
  return line;
}

function levelsOf(part: TargetPart): number {
  return isGroup(part) ? 1 + Math.max(0, ...part.parts.map(levelsOf)) : 0;
}

/** A copy in which every part has an id of its own. */
function numbered(root: TargetGroup): TargetGroup {
  let next = 0;
  const number = <P extends TargetPart>(part: P): P => {
    const id = next++;
    return isGroup(part) ? { ...part, id, parts: part.parts.map(number) } : { ...part, id };
  };
  return number(root);
}
