import { parseJson } from './json-object.js';
import { trimEnd } from './trim-end.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const BRACE_OPEN = 0x7b;
const BRACKET_OPEN = 0x5b;
const BRACE_CLOSE = 0x7d;
const BRACKET_CLOSE = 0x5d;

/** Decimals of so many digits come through a double unchanged (IEEE 754, `DBL_DIG`). */
const SAFE_LENGTH = 15;
/** With so many digits each double has a decimal of its own (`DBL_DECIMAL_DIG`). */
const ROUND_TRIP_DIGITS = 17;
/** A number that is long or has an exponent. It may stand in a text too: then it is looked at in vain. */
const SUSPECT = /(?:^|[\s:,[])-?(?:[\d.]{16}|\d[\d.]{0,14}[eE])/;
const INTEGER = /^-?\d+$/;
const FRACTION = /^-?\d{1,15}\.\d+$/;
const MEASURES: readonly string[] = ['latitude', 'longitude', 'radius'];
/** The name before a number. */
const NAME = /"(\w{1,20})"\s{0,9}:\s{0,9}$/;
const LOOK_BACK = 42;

/**
 * Tests if JavaScript keeps the value of a number of JSON. A whole number keeps each digit. Another keeps its value, or it is a
 * double as C, Java or Swift write it with 17 digits: the same double is read.
 */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (String(value) === text) {
    return true;
  }
  if (INTEGER.test(text) || !Number.isFinite(value)) {
    return text === '-0';
  }
  const written = toScientific(text);
  return (
    written === toScientific(String(value)) ||
    (written.indexOf('e') <= ROUND_TRIP_DIGITS && written === toScientific(value.toPrecision(ROUND_TRIP_DIGITS)))
  );
}

/**
 * Says if a decimal of a table, of YAML, or as people write one is exact as a number: these take a plus sign, and zeros before other digits.
 *
 * @param text  `-7`, `+007`, `.5`, `1e3`
 */
export function isExactDecimal(text: string): boolean {
  return isExactNumber(text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1'));
}

/** Writes equal values as one text: significant digits, and the power of ten behind the first of them. */
function toScientific(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d*)(?:\.(\d*))?(?:e(.*))?$/i.exec(text) ?? [];
  const digits = trimEnd((whole + fraction).replace(/^0+/, ''), '0');
  const zeros = (whole + fraction).search(/[1-9]/);
  return digits === '' ? '0e0' : `${digits}e${Number(exponent) + whole.length - zeros}`;
}

/** Tests if a number of JSON could be inexact: few are, and the others need no closer look. */
export function isSuspect(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > SAFE_LENGTH) {
    return true;
  }
  for (let at = start; at < end; at += 1) {
    // Lower case and upper case differ in one bit.
    if (((bytes[at] ?? 0) | 0x20) === 0x65) {
      return true;
    }
  }
  return false;
}

/** Tests if a byte outside of a string begins a number. */
export function beginsNumber(byte: number | undefined): boolean {
  return byte !== undefined && byte <= 0x39 && (byte >= 0x30 || byte === MINUS);
}

/**
 * Tests if a number of a JSON text loses digits that matter. A measure with a fraction is the same place or distance with 17
 * digits: apps write coordinates from decimals of 20 and more.
 *
 * @param start  offset of the number
 * @param end    offset behind it
 */
export function losesDigits(bytes: Buffer, start: number, end: number): boolean {
  const text = bytes.toString('latin1', start, end);
  if (isExactNumber(text)) {
    return false;
  }
  const [, name = ''] = NAME.exec(bytes.toString('latin1', Math.max(0, start - LOOK_BACK), start)) ?? [];
  return !isMeasure(name, text);
}

function isMeasure(name: string, text: string): boolean {
  return MEASURES.includes(name) && FRACTION.test(text);
}

/** The offset behind a number: digits, signs, points and exponents. */
export function endOfNumber(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (let byte = bytes[at]; byte !== undefined; byte = bytes[at]) {
    const isPart = (byte >= 0x30 && byte <= 0x39) || byte === 0x2e || byte === MINUS || byte === 0x2b;
    if (!isPart && (byte | 0x20) !== 0x65) {
      break;
    }
    at += 1;
  }
  return at;
}

/** The closing quote of a string; the end of the text where there is none. */
export function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) {
    at += bytes[at] === BACKSLASH ? 2 : 1;
  }
  return at;
}

/**
 * The path of the first number that JavaScript would change, such as `message.params.id` or `[2].profile.card`; undefined:
 * there is none. A number that is the whole text has the empty path.
 *
 * @param bytes  a valid text of JSON
 * @param from   earlier numbers are known to be exact
 */
export function findInexactNumber(bytes: Buffer, from = 0): string | undefined {
  const steps: (string | number)[] = [];
  let name = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      name = bytes.toString('utf8', at, end + 1);
      at = end;
    } else if (byte === COLON) {
      steps[steps.length - 1] = String(JSON.parse(name));
    } else if (byte === COMMA) {
      const step = steps.at(-1);
      steps[steps.length - 1] = typeof step === 'number' ? step + 1 : '';
    } else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
      steps.push(byte === BRACE_OPEN ? '' : 0);
    } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) {
      steps.pop();
    } else if (beginsNumber(byte)) {
      const end = endOfNumber(bytes, at);
      if (at >= from && isSuspect(bytes, at, end) && losesDigits(bytes, at, end)) {
        return toPath(steps);
      }
      at = end - 1;
    }
  }
  return undefined;
}

/** Finds an inexact number in a text that is rarely at fault. */
export function findInexactIn(text: string): string | undefined {
  return SUSPECT.test(text) ? findInexactNumber(Buffer.from(text)) : undefined;
}

function toPath(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/**
 * The value of a JSON text, with each number that JavaScript would change as the text of its digits; undefined when the
 * text is no JSON.
 */
export function parseKeepingDigits(text: string): unknown {
  if (!SUSPECT.test(text)) {
    return parseJson(text);
  }
  try {
    return JSON.parse(text, (key, value: unknown, ...[{ source = '' } = {}]: { source?: string }[]) =>
      typeof value !== 'number' || isExactNumber(source) || isMeasure(key, source) ? value : source,
    );
  } catch {
    return undefined;
  }
}
