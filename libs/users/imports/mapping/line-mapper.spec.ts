import { describe, expect, it } from 'vitest';
import { parseKeepingDigits } from '#platform/collections';
import type { AttributeDefinition } from '../../profiles/model/attribute.types.js';
import { LineMapper } from './line-mapper.js';
import { readMapping } from './read-mapping.js';

const DEFINITIONS = new Map(
  (
    [
      ['age', 'INT', false],
      ['rate', 'DOUBLE', false],
      ['member', 'BOOLEAN', false],
      ['seen', 'TIME_STAMP', false],
      ['city', 'STRING', false],
      ['sizes', 'INT', true],
      ['born', 'DATE', false],
    ] as const
  ).map(([code, dataType, array], index): [string, AttributeDefinition] => [
    code,
    {
      code,
      dataType,
      array,
      attrId: index + 1,
      privateInfo: false,
      mandatory: false,
      locked: false,
    },
  ]),
);

const read = (mapping: object, content: unknown, columns?: string[]) =>
  new LineMapper(readMapping(mapping), DEFINITIONS, columns).map(content);
/** The entries of a line without a fault. */
const map = (...args: Parameters<typeof read>) => {
  const { entries, faults = [] } = read(...args) ?? {};
  expect(faults).toEqual([]);
  return entries;
};
const faultsOf = (...args: Parameters<typeof read>) => read(...args)?.faults.map(({ message }) => message);

describe('Columns without a mapping', () => {
  it('Columns are read as fields and attributes by their names, in the types of these', () => {
    expect(
      map(
        {},
        ['a', 'x,y', 'false', '34', '1.5', 'Yes', '1767225600000', '007', '[1,2]', ''],
        ['extId', 'tags', 'consent.email', 'age', 'rate', 'member', 'profile.seen', 'city', 'sizes', 'email'],
      ),
    ).toEqual([
      {
        extId: 'a',
        tags: ['x', 'y'],
        consent: { email: false },
        profile: { age: 34, rate: 1.5, member: true, seen: 1767225600000, city: '007', sizes: [1, 2] },
      },
    ]);
  });

  it.each([
    ['007', 7],
    ['05', 5],
    ['+7', 7],
    ['+12.50', 12.5],
    ['00.5', 0.5],
    ['-.5', -0.5],
    [' 3. ', 3],
  ])('The cell %j of an attribute with numbers is the number %d', (cell, value) => {
    expect(map({}, ['a', cell], ['extId', 'rate'])).toEqual([{ extId: 'a', profile: { rate: value } }]);
  });

  it.each([
    ['DMY', '28.02.1990', '1990-02-28'],
    ['DMY', ' 3/4/1990 ', '1990-04-03'],
    ['MDY', '02/28/1990', '1990-02-28'],
    ['MDY', '28.02.1990', '1990-28-02'],
    ['DMY', '1990-02-28', '1990-02-28'],
    ['DMY', '28.02.90', '28.02.90'],
    [undefined, '28.02.1990', '28.02.1990'],
  ])('Dates are read in the order %s: %s', (days, born, read) => {
    expect(map({ ...(days && { days }) }, ['a', born], ['extId', 'born'])).toEqual([
      { extId: 'a', profile: { born: read } },
    ]);
  });

  it('A text that does not fit its type is left unchanged for the later checks', () => {
    expect(map({}, ['a', 'old', 'perhaps'], ['extId', 'age', 'member'])).toEqual([
      { extId: 'a', profile: { age: 'old', member: 'perhaps' } },
    ]);
  });

  it.each([
    [['extId', 'colour'], "Column 'colour'"],
    [['age'], "no column 'extId'"],
    [['extId', 'extId'], "two columns 'extId'"],
  ])('The columns %j are refused', (columns, message) => {
    expect(() => map({}, [], columns)).toThrow(message);
  });

  it('A column that the mapping ignores is left out', () => {
    expect(map({ ignore: ['colour'] }, ['a', 'red'], ['extId', 'colour'])).toEqual([{ extId: 'a' }]);
  });
});

describe('Mapping', () => {
  const DEVICE = {
    fields: {
      extId: 'id',
      platform: { from: 'type', values: { 0: 'IOS' } },
      deviceToken: { from: 'token', when: { type: ['0'] } },
      pushPermitted: { from: 'push', when: { type: ['0'] }, values: { 1: true }, otherwise: false },
      email: { from: 'token', when: { type: '11' } },
      tags: { value: ['imported'] },
    },
  };

  it.each([
    [['a', '0', 't1', '1'], { extId: 'a', platform: 'IOS', deviceToken: 't1', pushPermitted: true }],
    [['a', '0', 't1', '-2'], { extId: 'a', platform: 'IOS', deviceToken: 't1', pushPermitted: false }],
    [['a', '11', 'a@example.com', '1'], { extId: 'a', email: 'a@example.com' }],
  ])('A mapping chooses by the values of other columns: %j', (cells, entry) => {
    expect(map(DEVICE, cells, ['id', 'type', 'token', 'push'])).toEqual([{ ...entry, tags: ['imported'] }]);
  });

  it('A mapping reads several devices of a line, with fields of the line itself', () => {
    const mapping = {
      fields: { extId: 'user.id' },
      devices: {
        from: 'devices',
        fields: { platform: 'os', deviceToken: 'token', pushPermitted: 'on', timeZone: 'line.zone' },
      },
    };
    const line = {
      user: { id: 12 },
      zone: 'Europe/Berlin',
      devices: [
        { os: 'IOS', token: 't1', on: false },
        { os: 'IOS', token: null },
        { os: 'ANDROID', token: 't2' },
      ],
    };
    expect(map(mapping, line)).toEqual([
      { extId: '12' },
      { extId: '12', platform: 'IOS', deviceToken: 't1', pushPermitted: false, timeZone: 'Europe/Berlin' },
      { extId: '12', platform: 'ANDROID', deviceToken: 't2', timeZone: 'Europe/Berlin' },
    ]);
  });

  it('A mapping spreads an object over attributes, and over defined ones only where it requires this', () => {
    const line = { id: 'a', more: { age: '5', colour: 'red', city: null } };
    const mapping = (definedOnly: boolean) => ({
      fields: { extId: 'id' },
      profile: { '*': { from: 'more', definedOnly } },
    });
    expect(map(mapping(true), line)).toEqual([{ extId: 'a', profile: { age: 5 } }]);
    expect(map(mapping(false), line)).toEqual([{ extId: 'a', profile: { age: 5, colour: 'red' } }]);
  });

  it('A mapping builds a web push subscription from three columns', () => {
    const mapping = {
      fields: {
        extId: 'id',
        platform: { value: 'CHROME' },
        deviceToken: { subscription: { endpoint: 'url', p256dh: 'p', auth: 's' } },
      },
    };
    const [entry] = map(mapping, ['a', 'https://push', 'key', 'secret'], ['id', 'url', 'p', 's']) ?? [];
    expect(JSON.parse(entry?.deviceToken ?? '')).toEqual({
      endpoint: 'https://push',
      keys: { p256dh: 'key', auth: 'secret' },
    });
  });

  it('A mapping skips lines by the values of their columns, including empty ones', () => {
    const mapping = { fields: { extId: 'id' }, skip: { id: [''], gone: ['t'] } };
    expect(map(mapping, ['a', 'f'], ['id', 'gone'])).toEqual([{ extId: 'a' }]);
    expect(map(mapping, ['a', 't'], ['id', 'gone'])).toBeUndefined();
    expect(map(mapping, ['', 'f'], ['id', 'gone'])).toBeUndefined();
  });

  it.each([
    [{ fields: { extid: 'id' } }, "has 'extid'"],
    [{ field: {} }, "has 'field'"],
    [{ fields: { extId: { form: 'id' } } }, "has 'form'"],
    [{ fields: { extId: { from: 'id', value: 1 } } }, "one of 'from', 'value' and 'subscription'"],
    [{ fields: { email: 'mail' } }, "'extId'"],
    [{ fields: { extId: 'id', 'consent.fax': 'x' } }, "has 'consent.fax'"],
    [{ delimiter: ':' }, 'delimiter'],
  ])('A misspelt mapping is refused: %j', (mapping, message) => {
    expect(() => readMapping(mapping)).toThrow(message);
  });
});

describe('NDJSON without a mapping', () => {
  it('A line of NDJSON is an entry of registerUsers, with the types of its values', () => {
    expect(map({}, { extId: 'a', profile: { age: 5 }, consent: { sms: false } })).toEqual([
      { extId: 'a', profile: { age: 5 }, consent: { sms: false } },
    ]);
    expect(faultsOf({}, { extId: 5 })).toEqual(["Field 'extId' should be a text"]);
  });

  it('A line of NDJSON with an unknown field is refused unless the mapping ignores it', () => {
    expect(faultsOf({}, { extId: 'a', 'e-mail': 'x', Tags: [] })).toEqual([
      "Field 'e-mail' is no field of a user",
      "Field 'Tags' is no field of a user",
    ]);
    expect(map({ ignore: ['e-mail'] }, { extId: 'a', 'e-mail': 'x' })).toEqual([{ extId: 'a' }]);
  });
});

describe('Faults of a line', () => {
  it('A line of CSV has all faults of its fields', () => {
    const line = ['', 'perhaps', 'never', 'x'.repeat(101), 'Izmir'];
    const columns = ['extId', 'consent.email', 'consent.sms', 'osVersion', 'city'];
    expect(faultsOf({}, line, columns)).toEqual([
      'extId is required',
      "Field 'consent.email' should be true or false",
      "Field 'consent.sms' should be true or false",
      "Field 'osVersion' should have at most 100 characters",
    ]);
    expect(read({}, line, columns)?.entries).toEqual([{ extId: 'x', consent: {}, profile: { city: 'Izmir' } }]);
  });

  it('A line of NDJSON has all faults of its fields and devices', () => {
    const mapping = {
      fields: { extId: 'id', tags: { from: 'tags', json: true } },
      profile: { city: { from: 'city', json: true }, '*': 'more' },
      devices: { from: 'devices', fields: { platform: 'os', deviceToken: 'token' } },
    };
    const line = { id: 'a', tags: '[', city: '{', more: 5, devices: { os: 'IOS' } };
    expect(faultsOf(mapping, line)).toEqual([
      "Field 'tags' should be JSON",
      "Field 'profile.city' should be JSON",
      "Field 'profile.*' should be an object",
      "Field 'devices' should be a list of objects",
    ]);
  });

  it('A profile of too many values is a fault, and so are other fields of its line', () => {
    const profile = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`a${n}`, n]));
    expect(faultsOf({}, { extId: 'a', profile, email: 5 })).toEqual([
      "Field 'profile' should have at most 1000 values",
      "Field 'email' should be a text",
    ]);
  });

  it.each([
    [['a', 'b'], true],
    [['a', 'b', ''], true],
    [['a', 'b', ' ', ''], true],
    [['a'], false],
    [['a', 'b', 'c'], false],
    [['a', 'b', '', 'd'], false],
  ])('The cells %j fit two columns: %s', (cells, fits) => {
    const reading = () => map({}, cells, ['extId', 'city']);
    if (fits) {
      expect(reading()).toEqual([{ extId: 'a', profile: { city: 'b' } }]);
    } else {
      expect(reading).toThrow(`The line has ${cells.length} cells, and the first one 2`);
    }
  });

  it.each(['9007199254740993', '12345678901234567890', '0.1234567890123456789'])(
    'The id %s, which no number keeps, is the text of its digits',
    (digits) => {
      const id = parseKeepingDigits(digits);
      expect(map({ fields: { extId: 'id' } }, { id })).toEqual([{ extId: digits }]);
    },
  );

  it.each([9_007_199_254_740_992, -1e21])('The id %s is a number beyond 2^53, and is refused', (id) => {
    expect(faultsOf({ fields: { extId: 'id' } }, { id })).toEqual(["Field 'extId' should be a text"]);
  });

  it.each(['9007199254740993', '-12345678901234567890', '0.1234567890123456789', '1e400'])(
    'The cell %s stays a text for the field of numbers to refuse',
    (cell) => {
      const [entry] = map({}, ['a', cell, cell, `[1,${cell}]`], ['extId', 'age', 'rate', 'sizes']) ?? [];
      expect(entry?.['profile']).toEqual({ age: cell, rate: cell, sizes: [1, cell] });
    },
  );

  it.each([
    [9_007_199_254_740_991, '9007199254740991'],
    [-5, '-5'],
    [1.5, '1.5'],
    [true, 'true'],
  ])('The id %s is taken as a text', (id, text) => {
    expect(map({ fields: { extId: 'id' } }, { id })).toEqual([{ extId: text }]);
  });
});
