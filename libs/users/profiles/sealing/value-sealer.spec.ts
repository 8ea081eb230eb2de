import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AttributeValue } from '../model/attribute.types.js';
import { createAttributeSeal, isClear } from './attribute-seal.js';
import { deriveSealingKey, ValueSealer } from './value-sealer.js';

const KEY = deriveSealingKey(randomBytes(32));
const sealer = new ValueSealer(KEY, 'app 1, attribute a');

describe('ValueSealer', () => {
  it.each<[AttributeValue]>([
    ['Jo 😀'],
    [''],
    [0],
    [-1.5],
    [true],
    [false],
    [['a', 'b', 'a']],
    [[1, 2]],
    [[]],
    ['x'.repeat(8192)],
  ])('A sealed value opens to its original: %j', (value) => {
    const sealed = sealer.seal(value);
    expect(JSON.stringify(sealed)).not.toContain('Jo 😀');
    expect(sealer.open(sealed)).toEqual(value);
    expect(sealer.seal(value)).toEqual(sealed);
  });

  it('A sealed value differs by value, type, attribute, application and key', () => {
    const others = [
      new ValueSealer(KEY, 'app 1, attribute b'),
      new ValueSealer(KEY, 'app 2, attribute a'),
      new ValueSealer(deriveSealingKey(randomBytes(32)), 'app 1, attribute a'),
    ].map((other) => other.sealScalar(1));
    expect(new Set([...others, ...[1, '1', 2].map((value) => sealer.sealScalar(value))]).size).toBe(6);
  });

  it('The length of a sealed value does not show a boolean, a short number or a short text', () => {
    const lengths = [true, false, 1, 123_456_789, 'a', 'twenty-nine characters long!!'].map(
      (value) => sealer.sealScalar(value).length,
    );
    expect(new Set(lengths).size).toBe(1);
  });

  it('A sealed value cannot be opened for another attribute, under another key, or after a change', () => {
    const sealed = sealer.sealScalar('secret');
    expect(() => new ValueSealer(KEY, 'app 1, attribute b').open(sealed)).toThrow();
    const stranger = new ValueSealer(deriveSealingKey(randomBytes(32)), 'app 1, attribute a');
    expect(() => stranger.open(sealed)).toThrow('sealed under key');
    for (const at of [20, 40, sealed.length - 2]) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      expect(() => sealer.open(changed)).toThrow();
    }
  });
});

describe('Forms of a value', () => {
  const forms = (isMixed: boolean) => createAttributeSeal(1, 'a', KEY, isMixed).listForms;

  it('A value has one form, and two while rows are being sealed, from a clear or a sealed text', () => {
    const [sealed = ''] = forms(false)('x');
    expect(forms(false)(sealed)).toEqual([sealed]);
    expect(forms(true)('x')).toEqual([sealed, 'x']);
    expect(forms(true)(sealed)).toEqual([sealed, 'x']);
  });

  it.each<[AttributeValue, boolean]>([
    ['x', true],
    [1, true],
    [sealer.seal('x'), false],
    [[sealer.sealScalar('x'), 'y'], true],
    [sealer.seal(['x', 'y']), false],
    [[], false],
  ])('The check whether the stored value %j is partly in clear returns %s', (value, expected) => {
    expect(isClear(value)).toBe(expected);
  });
});
