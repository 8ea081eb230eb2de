import type { Dice } from './dice.js';

/** Marks a text that stands for a piece of JSON that no value of JavaScript turns into. */
const RAW = '@@raw@@';

const raw = (json: string): string => `${RAW}${json}${RAW}`;
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `id${i}`);

const LONG = 'x'.repeat(10_000);

/** Values that no client should send: each is created per use, because some are changed afterwards. */
const VALUES: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => 0,
  () => -1,
  () => 1.5,
  () => 2 ** 31,
  () => -(2 ** 31) - 1,
  () => 2 ** 53,
  () => 8.64e15 + 1,
  () => 1e308,
  () => 5e-324,
  () => raw('-0'),
  () => raw('1e400'),
  () => raw('-1e400'),
  () => raw('1'.repeat(400)),
  () => raw('0.1e1'),
  () => '',
  () => ' ',
  () => '\0',
  () => 'a\0b',
  () => '\ud800',
  () => 'a\udc00',
  () => '\u{1f600}',
  () => '\u202e\u2028\ufeff',
  () => LONG,
  () => '\u{1f600}'.repeat(5000),
  () => `' OR ''='`,
  () => '$1',
  () => '%00%',
  () => '\\',
  () => '@{name}',
  () => '@{',
  () => '${jndi}',
  () => '__proto__',
  () => 'constructor',
  () => 'toString',
  () => 'NaN',
  () => '-1',
  () => '1e3',
  () => '0x10',
  () => '9'.repeat(30),
  () => 'true',
  () => '2024-13-45',
  () => '99999-01-01T00:00:00Z',
  () => '0000-00-00T00:00:00',
  () => '2024-02-30T25:61:61Z',
  () => '1d',
  () => '999999999999d',
  () => 'https://',
  () => 'http://[::1]:0/',
  () => '{"endpoint":"https://example.com/x","keys":{"p256dh":"","auth":""}}',
  () => [],
  () => [[]],
  () => [null],
  () => [{}],
  () => ['', ''],
  () => ['a', 'a', 1],
  () => ids(1001),
  () => Array.from({ length: 3000 }, () => null),
  () => ({}),
  () => ({ '': '' }),
  () => ({ '\0': 1 }),
  () => ({ [LONG]: 1 }),
  () => ({ toString: 1, valueOf: null }),
  () => withProto({}, { isAdmin: true }),
  () => ({ $or: {} }),
  () => ({ $or: [] }),
  () => ({ $and: [{}] }),
  () => ({ $not: { $not: {} } }),
  () => ({ $exists: 'x' }),
  () => ({ $exists: true, $or: [1] }),
  () => nested(50),
  () => nested(70),
  () => JSON.parse('{"a":'.repeat(60) + '1' + '}'.repeat(60)),
];

export function hostileValue(dice: Dice): unknown {
  return dice.pick(VALUES)();
}

/** A text for a place that holds texts alone: a query or a header. */
export function hostileText(dice: Dice): string {
  const value = hostileValue(dice);
  return typeof value === 'string' ? value.replaceAll(RAW, '') : JSON.stringify(value).slice(0, 12_000);
}

/** Gives an object a key of its own named `__proto__`, which an assignment would not. */
export function withProto<T extends object>(target: T, value: unknown): T {
  return Object.defineProperty(target, '__proto__', { value, enumerable: true, configurable: true, writable: true });
}

/** JSON of a value, its raw pieces in place. */
export function toText(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(new RegExp(`"${RAW}(.*?)${RAW}"`, 'g'), '$1');
}
