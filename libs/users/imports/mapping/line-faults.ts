import { isJsonObject } from '#platform/collections';
import { AppError, malformed } from '#platform/errors';
import { readDto } from '#platform/validation';
import { RegisterUserDto, type RegistrationLine } from '#libs/users/registry';

/** Values of one profile. */
const MAX_VALUES = 1000;
/** Fields whose own fields are checked one by one. */
const INNER: ReadonlySet<string> = new Set(['profile', 'consent']);
/** Stands for an extId while other fields are looked at. */
const ANYBODY = 'x';

/**
 * Runs a step and keeps its refusal among the faults of the line.
 *
 * @returns the result of the step; undefined after a refusal
 */
export function keepFault<T>(faults: AppError[], step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    faults.push(error);
    return undefined;
  }
}

/**
 * Reads the entries of a line as `registerUsers` checks them.
 *
 * @param earlier  faults that were met before
 */
export function readLine(bodies: readonly object[], earlier: readonly AppError[]): RegistrationLine {
  const faults = [...earlier];
  return { entries: bodies.flatMap((body) => readEntry(body, faults) ?? []), faults };
}

/** An entry, without its fields at fault: the others may be at fault as well. */
function readEntry(body: object, faults: AppError[]): RegisterUserDto | undefined {
  const { profile } = body as { profile?: unknown };
  if (isJsonObject(profile) && Object.keys(profile).length > MAX_VALUES) {
    faults.push(malformed(`Field 'profile' should have at most ${MAX_VALUES} values`));
    return readEntry({ ...body, profile: undefined }, faults);
  }
  const whole: AppError[] = [];
  const entry = keepFault(whole, () => readDto(RegisterUserDto, body));
  if (entry) {
    return entry;
  }
  const fieldFaults: AppError[] = [];
  const sound = findSoundFields(body, fieldFaults);
  faults.push(...(fieldFaults.length > 0 ? fieldFaults : whole));
  return fieldFaults.length > 0 ? keepFault(faults, () => readDto(RegisterUserDto, sound)) : undefined;
}

function findSoundFields(body: object, faults: AppError[]): object {
  const sound: Record<string, unknown> = { extId: ANYBODY };
  const isSound = (name: string, value: unknown): boolean =>
    keepFault(faults, () => readDto(RegisterUserDto, { extId: ANYBODY, [name]: value })) !== undefined;
  for (const [name, value] of Object.entries({ extId: undefined, ...body })) {
    if (INNER.has(name) && isJsonObject(value)) {
      sound[name] = Object.fromEntries(Object.entries(value).filter(([key, inner]) => isSound(name, { [key]: inner })));
    } else if (isSound(name, value)) {
      sound[name] = value;
    }
  }
  return sound;
}
