import { describe, expect, it } from 'vitest';
import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { ADDRESS_READERS } from './read-address.js';
import { createAddressReplacer } from './replace-addresses.js';

const ERASED = ['Ann@Example.com', '+905321234567', 'telegram:123456789', 'slack:U012ABCDEF', 'US.1349'];
const replace = createAddressReplacer({ addresses: ERASED, country: 'TR' });

describe('createAddressReplacer', () => {
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
    [{ text: 'ann@example.com, bob@example.com' }, { text: 'erased@erased.invalid, bob@example.com' }],
    [{ text: 'bob@example.com ,ANN@example.com ,' }, { text: 'bob@example.com ,erased@erased.invalid ,' }],
    [{ text: ' \tann@example.com\n' }, { text: ' \terased@erased.invalid\n' }],
    [{ text: '0532 123 45 67' }, { text: '+12025550100' }],
    [{ text: '+90 (532) 123-45-67,0532 123 45 68' }, { text: '+12025550100,0532 123 45 68' }],
    [{ text: '905321234567,00905321234567' }, { text: '+12025550100,+12025550100' }],
    [{ whatsappId: ['US.1349', 'US.1350'] }, { whatsappId: ['ZZ.0', 'US.1350'] }],
    [{ text: 'x, telegram:123456789' }, { text: 'x, telegram:-9007199254740991' }],
  ])('The function turns %j into %j', (json, replaced) => {
    expect(replace(json)).toEqual(replaced);
  });

  it.each([
    [{ text: 'Write to ann@example.com' }],
    [{ email: 'ann@example.org' }],
    [{ text: 'ann@example.comma, 0532 123 45 6' }],
    [{ text: ' , ,' }],
    [{}],
    [null],
  ])('The function leaves %j unchanged', (json) => expect(replace(json)).toBeUndefined());

  it('The function leaves a national number unchanged in an application without a country', () => {
    const withoutCountry = createAddressReplacer({ addresses: ERASED, country: null });
    expect(withoutCountry({ text: '0532 123 45 67' })).toBeUndefined();
    expect(withoutCountry({ text: '+90 532 123 45 67' })).toEqual({ text: '+12025550100' });
  });

  it('Each stand-in is a valid address of its kind', () => {
    const json = {
      email: ERASED[0],
      msisdn: ERASED[1],
      wpNumber: ERASED[1],
      chatAddress: ERASED[2],
      whatsappId: ERASED[4],
    };
    const replaced = replace(json) as Record<string, string>;
    for (const kind of ADDRESS_KINDS) {
      expect(ADDRESS_READERS[kind](replaced[kind] ?? '', kind)).toBe(replaced[kind]);
    }
  });
});
