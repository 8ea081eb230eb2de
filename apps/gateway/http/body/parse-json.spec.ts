import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../test/support/rooms/seeded-random.js';
import { isLarge, readShape } from './json-shape.js';
import { parseJson } from './parse-json.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';

const MANY = 1_000_000;
const KEYS = ['a', 'b', '__proto__', 'constructor', 'x y', '\u00e9', '":{[,', '7'];

/** Text of a random value with about as many values as asked for, white space and repeated keys among them. */
function randomText(random: () => number, values: number, depth = 0): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  if (values <= 1 || depth > 12) {
    return pick(['1', '-2.5e3', '"x,}]"', '"\\"\\\\"', 'true', 'null', '[]', '{}', ' "\u{1f600}" ', '"\\u0041"']);
  }
  const count = 1 + Math.floor(random() * Math.min(values, pick([2, 5, 900])));
  const members = Array.from({ length: count }, () => randomText(random, Math.floor(values / count), depth + 1));
  return random() < 0.5
    ? `[${members.join(pick([',', ' ,\n']))}]`
    : `{${members.map((member, i) => `${JSON.stringify(pick(KEYS) + (i % 50 || ''))} :${member}`).join(', ')}}`;
}

/** A hash, because texts of megabytes in a failed comparison show nothing. */
const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

async function outcome(bytes: Buffer): Promise<string> {
  return parseJson(bytes, MANY).then(hashOf, () => 'no JSON');
}

function expected(bytes: Buffer): string {
  try {
    return hashOf(JSON.parse(bytes.toString()));
  } catch {
    return 'no JSON';
  }
}

describe('parseJson', () => {
  it('parseJson reads every text as JSON.parse does, including large texts', async () => {
    const random = seeded(7);
    let large = 0;
    for (let i = 0; i < sampleSize(8); i += 1) {
      const text = ` ${randomText(random, 120_000)}\n`;
      large += isLarge(readShape(Buffer.from(text))) ? 1 : 0;
      expect(await outcome(Buffer.from(text))).toBe(hashOf(JSON.parse(text)));
    }
    expect(large).toBeGreaterThan(2);
  });

  it('parseJson rejects every damaged text that JSON.parse rejects', async () => {
    const random = seeded(8);
    let large = 0;
    for (let i = 0; i < sampleSize(20); i += 1) {
      const text = randomText(random, 60_000);
      large += isLarge(readShape(Buffer.from(text))) ? 1 : 0;
      const at = Math.floor(random() * text.length);
      const by = ['', ',', ']', '}', '[', '{', '"', ':', ' ', '1', '\\'][Math.floor(random() * 11)] ?? '';
      const damaged = Buffer.from(text.slice(0, at) + by + text.slice(at + Math.floor(random() * 3)));
      expect(await outcome(damaged)).toBe(expected(damaged));
    }
    expect(large).toBeGreaterThan(6);
  });

  it('parseJson keeps __proto__ as an ordinary key', async () => {
    const text = `{"__proto__":{"isAdmin":true},"list":[${'1,'.repeat(15_000)}1],"b":{"__proto__":[${'1,'.repeat(15_000)}1]}}`;
    const value = (await parseJson(Buffer.from(text), MANY)) as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__', 'list', 'b']);
    expect(Object.keys(value['b'] as object)).toEqual(['__proto__']);
  });
});
