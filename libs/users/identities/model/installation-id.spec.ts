import { describe, expect, it } from 'vitest';
import { fromInstallationId, toInstallationId } from './installation-id.js';

describe('Installation ids', () => {
  it('An installation id has seven characters and decodes to its number', () => {
    for (const instId of [0, 1, 1024, 1025, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) {
      expect(toInstallationId(instId)).toMatch(/^[0-9a-z]{7}$/);
      expect(fromInstallationId(toInstallationId(instId))).toBe(instId);
    }
    for (let i = 0; i < 10_000; i++) {
      const instId = (i * 429_497) % 2 ** 32;
      expect(fromInstallationId(toInstallationId(instId))).toBe(instId);
    }
  });

  it('Installation ids of consecutive numbers look different', () => {
    const [first, second] = [toInstallationId(1024), toInstallationId(2048)];
    expect(first.split('').filter((character, i) => character === second[i]).length).toBeLessThan(4);
  });

  it.each(['', 'abc', 'ABCDEFG', '1z141z4', 'zzzzzzz', '000000-', '00000000'])(
    'The text %j is no installation id',
    (text) => {
      expect(fromInstallationId(text)).toBeUndefined();
    },
  );
});
