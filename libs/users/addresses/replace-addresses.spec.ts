import { describe, expect, it } from 'vitest';
import { ADDRESS_KINDS } from '#libs/channels';
import { ADDRESS_READERS } from './read-address.js';
import { replaceAddresses } from './replace-addresses.js';

const ERASED = ['Ann@Example.com', '+905321234567', 'telegram:123456789', 'slack:U012ABCDEF'];

describe('replaceAddresses', () => {
  it.each([
    [{ email: 'ann@example.com' }, { email: 'erased@erased.invalid' }],
    [
      { any: [{ msisdn: ['+905321234567', '+491511234567'] }] },
      { any: [{ msisdn: ['+12025550100', '+491511234567'] }] },
    ],
    [{ chatAddress: { $not: 'telegram:123456789' } }, { chatAddress: { $not: 'telegram:-9007199254740991' } }],
    [
      ['slack:U012ABCDEF', 7, null, true],
      ['telegram:-9007199254740991', 7, null, true],
    ],
  ])('replaceAddresses turns %j into %j', (json, replaced) => {
    expect(replaceAddresses(json, ERASED)).toEqual(replaced);
  });

  it.each([[{ text: 'Write to ann@example.com' }], [{ email: 'ann@example.org' }], [{}], [null]])(
    'replaceAddresses leaves %j unchanged',
    (json) => expect(replaceAddresses(json, ERASED)).toBeUndefined(),
  );

  it('Each stand-in is a valid address of its kind', () => {
    const json = { email: ERASED[0], msisdn: ERASED[1], wpNumber: ERASED[1], chatAddress: ERASED[2] };
    const replaced = replaceAddresses(json, ERASED) as Record<string, string>;
    for (const kind of ADDRESS_KINDS) {
      expect(ADDRESS_READERS[kind](replaced[kind] ?? '', kind)).toBe(replaced[kind]);
    }
  });
});
