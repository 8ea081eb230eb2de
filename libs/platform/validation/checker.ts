import { getMetadataStorage, type ValidationArguments, type ValidatorConstraintInterface } from 'class-validator';
import { isDto, planOf, type FieldPlan, type ValidationMetadata } from './plan.js';

/** A violation that a check found, and its place. */
export interface Fault {
  rule: ValidationMetadata;
  args: ValidationArguments;
  /** The field, the list entry or map value in it, and the object around it. */
  places: { property: string; entry: string; object: string };
  /** The entry of a batch that it is in. */
  index?: number;
}

interface Rule {
  metadata: ValidationMetadata;
  validator: ValidatorConstraintInterface;
}

interface FieldChecker {
  name: string;
  isPart: boolean;
  conditions: FieldPlan['conditions'];
  rules: Rule[];
  entryRules: Rule[];
  isNested: boolean;
  isBatch: boolean;
  hasEntries: boolean;
}

/** One for all checks, which run one after the other: a copy for each would cost, and would hold what it last saw. */
const ARGS: ValidationArguments = { value: undefined, object: {}, constraints: [], property: '', targetName: '' };
/** Entries at fault that a refusal lists. */
const MAX_FAULTS = 100;
const CHECKERS = new WeakMap<Function, readonly FieldChecker[]>();

/**
 * Checks an instance with the constraints of class-validator. `validateSync` looks them up and prepares errors for every
 * object; here that is done once for a class, so that a list of a thousand entries costs little.
 */
export function findFault(instance: object, path = ''): Fault | undefined {
  return checkerOf(instance.constructor)(instance, path);
}

/** Makes a check of many instances of one class. */
export function checkerOf(type: Function): (instance: object, path?: string) => Fault | undefined {
  const fields = checkersOf(type);
  return (instance, path = '') => {
    for (const field of fields) {
      const value: unknown = (instance as Record<string, unknown>)[field.name];
      const fault = isSkipped(field, instance, value) ? undefined : faultOf(field, instance, value, path);
      if (fault) {
        return fault;
      }
    }
    return undefined;
  };
}

/**
 * Finds the places of a fault in the entries of a list of the body: all entries of this list that are at fault, 100 at
 * most.
 *
 * @returns empty when it is elsewhere
 */
export function findEntryFaults(instance: object, fault: Fault): { index: number; extId?: string; fault: Fault }[] {
  const field = checkersOf(instance.constructor).find((candidate) =>
    candidate.isBatch
      ? fault.index !== undefined
      : candidate.hasEntries && fault.places.entry.startsWith(`${candidate.name}[`),
  );
  const list: unknown = field && (instance as Record<string, unknown>)[field.name];
  const found: { index: number; extId?: string; fault: Fault }[] = [];
  if (!field || !Array.isArray(list)) {
    return found;
  }
  for (let key = 0; key < list.length && found.length < MAX_FAULTS; key++) {
    const entry: unknown = list[key];
    const other = faultOfEntry(field, instance, { key, entry }, '');
    if (other) {
      const extId: unknown = isContainer(entry) ? undefined : (entry as { extId?: unknown } | null)?.extId;
      found.push({ index: key, ...(typeof extId === 'string' && { extId }), fault: other });
    }
  }
  return found;
}

function isSkipped({ conditions }: FieldChecker, object: object, value: unknown): boolean {
  for (const isChecked of conditions) {
    if (!isChecked(object, value)) {
      return true;
    }
  }
  return false;
}

function faultOf(field: FieldChecker, object: object, value: unknown, path: string): Fault | undefined {
  const broken = brokenRule(field.rules, object, value);
  if (broken) {
    const place = placeOf(path, field);
    return toFault(broken, value, { property: place, entry: place, object: path });
  }
  if (field.entryRules.length === 0 && !field.isNested) {
    return undefined;
  }
  return isContainer(value) ? faultOfEntries(field, object, value, path) : faultOfOne(field, object, value, path);
}

/** Without a container class-validator takes the value itself for the entry. */
function faultOfOne(field: FieldChecker, object: object, value: unknown, path: string): Fault | undefined {
  const broken = brokenRule(field.entryRules, object, value);
  if (broken) {
    const place = placeOf(path, field);
    return toFault(broken, value, { property: place, entry: place, object: path });
  }
  return field.isNested && isCheckedObject(value) ? findFault(value, placeOf(path, field)) : undefined;
}

function faultOfEntries(
  field: FieldChecker,
  object: object,
  value: readonly unknown[] | ReadonlyMap<unknown, unknown>,
  path: string,
): Fault | undefined {
  if (!Array.isArray(value)) {
    for (const [key, entry] of value.entries()) {
      const fault = faultOfEntry(field, object, { key, entry }, path);
      if (fault) {
        return fault;
      }
    }
    return undefined;
  }
  for (let key = 0; key < value.length; key++) {
    const entry: unknown = value[key];
    const isSound = !field.isNested && brokenRule(field.entryRules, object, entry) === undefined;
    const fault = isSound ? undefined : faultOfEntry(field, object, { key, entry }, path);
    if (fault) {
      return fault;
    }
  }
  return undefined;
}

function faultOfEntry(
  field: FieldChecker,
  object: object,
  { key, entry }: { key: unknown; entry: unknown },
  path: string,
): Fault | undefined {
  const property = placeOf(path, field);
  const broken = brokenRule(field.entryRules, object, entry);
  const fault = broken
    ? toFault(broken, entry, { property, entry: entryPlace(property, key), object: path })
    : field.isNested && isCheckedObject(entry)
      ? findFault(entry, field.isBatch ? '' : entryPlace(property, key))
      : undefined;
  return fault && field.isBatch ? { ...fault, index: Number(key) } : fault;
}

function brokenRule(rules: readonly Rule[], object: object, value: unknown): Rule | undefined {
  for (const rule of rules) {
    ARGS.value = value;
    ARGS.object = object;
    ARGS.property = rule.metadata.propertyName;
    ARGS.constraints = rule.metadata.constraints;
    if (!rule.validator.validate(value, ARGS)) {
      return rule;
    }
  }
  return undefined;
}

function checkersOf(type: Function): readonly FieldChecker[] {
  const checkers = CHECKERS.get(type);
  if (checkers) {
    return checkers;
  }
  const compiled = planOf(type).map(toChecker);
  CHECKERS.set(type, compiled);
  return compiled;
}

function toChecker({ name, metadata, conditions, rules, isNested }: FieldPlan): FieldChecker {
  const compiled = rules.flatMap(toRules);
  return {
    name,
    isPart: metadata.reach !== undefined,
    conditions,
    rules: compiled.filter((rule) => !rule.metadata.each),
    entryRules: compiled.filter((rule) => rule.metadata.each),
    isNested,
    isBatch: metadata.isBatch === true,
    hasEntries: metadata.hasEntries === true,
  };
}

function toRules(metadata: ValidationMetadata): Rule[] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .map(({ instance }) => ({ metadata, validator: instance }));
}

function toFault({ metadata }: Rule, value: unknown, places: Fault['places']): Fault {
  return { rule: metadata, args: { ...ARGS, value }, places };
}

/** A field that takes what stands beside the others has no name of its own. */
function placeOf(path: string, { name, isPart }: FieldChecker): string {
  return isPart ? path : path === '' ? name : `${path}.${name}`;
}

const MAX_SHOWN_KEY = 80;

function entryPlace(property: string, key: unknown): string {
  const shown = String(key).slice(0, MAX_SHOWN_KEY);
  return typeof key === 'number' ? `${property}[${shown}]` : property === '' ? shown : `${property}.${shown}`;
}

function isContainer(value: unknown): value is readonly unknown[] | ReadonlyMap<unknown, unknown> {
  return Array.isArray(value) || value instanceof Map;
}

function isCheckedObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && isDto(value.constructor);
}
