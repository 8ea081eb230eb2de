import { isExactDecimal } from '#platform/collections';
import { malformed } from '#platform/errors';
import { YamlWorker } from './yaml-worker.js';
import type { YamlBounds } from './yaml.types.js';

/** Time in ms for a value that is stored. */
const WRITE_MS = 10_000;
const LINE_WIDTH = 120;
const HEXADECIMAL_OR_OCTAL = /^0[xo]/i;

/**
 * Reads YAML 1.2 in a thread of its own, because a long document holds the thread that reads it for half a second. The work
 * is proportional to the length and ends with a deadline.
 *
 * @returns plain values; what an alias means is the same object at each place
 * @throws AppError `malformed` with the line of the fault: no YAML, a name that stands twice in a map or is no text, an alias
 *   within what it means, a number that loses digits, or more than the bounds allow; `unavailable` when others take too long
 */
export async function readYaml(text: string, bounds: YamlBounds): Promise<unknown> {
  const { value, numbers } = await reader.run({ kind: 'read', text, bounds }, bounds.deadlineMs);
  const inexact = numbers.find(({ source }) => !isExact(source));
  if (inexact) {
    throw malformed(`The number${inexact.place} loses digits; quote it as a text`);
  }
  return value;
}

/** Writes plain values as YAML, in another thread: what is stored waits for no text of an application. */
export async function writeYaml(value: unknown): Promise<string> {
  return String((await writer.run({ kind: 'write', value, lineWidth: LINE_WIDTH }, WRITE_MS)).value);
}

function isExact(source: string): boolean {
  if (!HEXADECIMAL_OR_OCTAL.test(source)) {
    return isExactDecimal(source);
  }
  const value = Number(source);
  return Number.isFinite(value) && BigInt(value) === BigInt(source);
}

const reader = new YamlWorker();
const writer = new YamlWorker();
