import { gzipSync } from 'node:zlib';
import type { DocumentedOperation } from '../../test/support/api-document/documented-api.js';
import { Dice } from './dice.js';
import { hostileText, hostileValue, toText, withProto } from './hostile-values.js';
import { lengthen, longValue } from './long-values.js';
import type { ValidValues } from './valid-values.js';

export interface MadeRequest {
  operation: DocumentedOperation;
  /** Path with query. */
  url: string;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer> | undefined;
}

const JSON_TYPE = 'application/json';
const TYPES = [
  'text/plain',
  'application/json; charset=latin1',
  'multipart/form-data; boundary=x',
  'application/xml',
  '',
];
const GZIP = { 'content-encoding': 'gzip' };
/** 40 MB of spaces, then a body that would do: it must be refused by its size. */
const BOMB = gzipSync(Buffer.concat([Buffer.alloc(40 * 1024 * 1024, ' '), Buffer.from('[]')]));

/** Requests with something as long as it may be. */
const LONG_SHARE = 0.03;

/** Makes the request of a number: the same for the same seed, whatever was made before. */
export class RequestMaker {
  constructor(
    private readonly operations: readonly DocumentedOperation[],
    private readonly values: ValidValues,
    private readonly seed: number,
  ) {}

  make(index: number): MadeRequest {
    const dice = new Dice(Math.imul(this.seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
    const operation = this.operations[index % this.operations.length] ?? dice.pick(this.operations);
    const headers: Record<string, string> = {};
    if (dice.chance(0.15)) {
      headers['idempotency-key'] = headerSafe(dice.chance(0.5) ? `key-${dice.below(20)}` : hostileText(dice));
    }
    if (dice.chance(0.05)) {
      headers['x-svc-os'] = headerSafe(dice.chance(0.5) ? 'IOS' : hostileText(dice));
    }
    const url = `${operation.path}${this.query(operation, dice)}`;
    const long = new Dice(Math.imul(this.seed, 0x27d4eb2f) ^ Math.imul(index + 1, 0x165667b1));
    const hasBody = operation.method === 'POST' && (operation.body !== undefined || dice.chance(0.1));
    return { operation, url, headers, body: hasBody ? this.body(operation, headers, dice, long) : undefined };
  }

  private query({ parameters }: DocumentedOperation, dice: Dice): string {
    const pairs: string[] = [];
    for (const { name, in: place, required, schema = {} } of parameters) {
      if (place === 'query' && dice.chance(required ? 0.95 : 0.5)) {
        const value = dice.chance(0.75) ? String(this.values.make(schema, dice, name)) : hostileText(dice);
        const key = dice.chance(0.03) ? dice.pick([`${name}[]`, `${name}[a]`, name.toUpperCase()]) : name;
        pairs.push(`${key}=${dice.chance(0.02) ? '%zz' : encode(value)}`);
        if (dice.chance(0.03)) {
          pairs.push(`${name}=again`);
        }
      }
    }
    if (dice.chance(0.05)) {
      pairs.push(dice.pick(['__proto__=1', 'constructor[prototype][x]=1', '=', '&&', 'x=%00', 'toString=1']));
    }
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  }

  /** @param long  decides on long values, so that they change nothing of the other requests */
  private body(
    { body = {} }: DocumentedOperation,
    headers: Record<string, string>,
    dice: Dice,
    long: Dice,
  ): Buffer<ArrayBuffer> {
    headers['content-type'] = dice.chance(0.03) ? dice.pick(TYPES) : JSON_TYPE;
    let value = this.values.make(body, dice);
    for (let left = dice.chance(0.4) ? 0 : 1 + dice.below(3); left > 0; left -= 1) {
      value = mutate(value, dice);
    }
    if (long.chance(LONG_SHARE)) {
      value = long.chance(0.4) ? lengthen(value, long) : mutate(value, long, longValue);
    }
    let text = toText(value);
    if (dice.chance(0.05)) {
      const earlier = toText(hostileValue(dice));
      text = text.replace(/\{"([^"\\]+)"/, (first, name: string) => `{"${name}":${earlier},${first.slice(1)}`);
    }
    return this.damaged(Buffer.from(text), headers, dice);
  }

  private damaged(bytes: Buffer<ArrayBuffer>, headers: Record<string, string>, dice: Dice): Buffer<ArrayBuffer> {
    const kind = dice.below(200);
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return bytes.subarray(0, dice.below(bytes.length + 1));
      case 3:
        return Buffer.concat([bytes, Buffer.from(dice.pick(['}', ',', '\0', ' {}', '[1]']))]);
      case 4:
        return Buffer.from(bytes).fill(0xff, dice.below(bytes.length + 1));
      case 5:
        return Buffer.concat([Buffer.from('\ufeff'), bytes]);
      case 6:
        return Buffer.alloc(0);
      case 7:
      case 8:
        Object.assign(headers, GZIP);
        return gzipSync(bytes);
      case 9:
        Object.assign(headers, GZIP);
        return bytes;
      case 10:
        headers['content-encoding'] = dice.pick(['br', 'deflate', 'nonsense', 'gzip, gzip']);
        return bytes;
      case 11:
        Object.assign(headers, GZIP);
        return dice.chance(0.3) ? BOMB : gzipSync(bytes).subarray(0, -5);
      default:
        return bytes;
    }
  }
}

/** Replaces, removes, adds or wraps something at some place of a value. */
function mutate(value: unknown, dice: Dice, makeValue = hostileValue): unknown {
  if (typeof value !== 'object' || value === null || dice.chance(0.1)) {
    return makeValue(dice);
  }
  const keys = Object.keys(value);
  const key = keys.length > 0 ? dice.pick(keys) : undefined;
  const inner: unknown = key === undefined ? undefined : Reflect.get(value, key);
  if (key !== undefined && typeof inner === 'object' && inner !== null && dice.chance(0.6)) {
    return replaced(value, key, mutate(inner, dice, makeValue));
  }
  switch (dice.below(6)) {
    case 0:
      return key === undefined ? [value] : removed(value, key);
    case 1:
      return Array.isArray(value) ? [...value, makeValue(dice)] : withProto({ ...value }, makeValue(dice));
    case 2:
      return Array.isArray(value) ? Array.from({ length: 1001 }, () => value[0] as unknown) : [value];
    default:
      return key === undefined ? makeValue(dice) : replaced(value, key, makeValue(dice));
  }
}

function replaced(value: object, key: string, by: unknown): unknown {
  return Array.isArray(value)
    ? value.map((entry: unknown, i) => (String(i) === key ? by : entry))
    : Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, name === key ? by : (entry as unknown)]));
}

function removed(value: object, key: string): unknown {
  return Array.isArray(value)
    ? value.filter((_, i) => String(i) !== key)
    : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** Encodes as `encodeURIComponent`, which throws for half a surrogate pair. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'));
}

/** The text that the client side of HTTP lets through. */
function headerSafe(text: string): string {
  return text
    .replace(/[^\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 4000)
    .trim();
}
