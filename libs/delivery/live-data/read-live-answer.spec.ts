import { describe, expect, it } from 'vitest';
import { readLiveAnswer } from './read-live-answer.js';

const read = (body: string | Buffer, type: string | undefined = 'application/json') =>
  readLiveAnswer(type, Buffer.from(body));

describe('An answer of live data', () => {
  it('JSON in UTF-8 is read, of any type that ends with json', () => {
    expect(read('{"a":[1,"é"]}')).toEqual({ value: { a: [1, 'é'] } });
    expect(read('7', 'application/vnd.shop+json; charset="UTF-8"')).toEqual({ value: 7 });
  });

  it('Keys that mean something to JavaScript are left out', () => {
    const answer = read('{"__proto__":{"x":1},"constructor":{"prototype":1},"a":{"__proto__":1,"b":2}}');
    expect(answer).toEqual({ value: { a: { b: 2 } } });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('Texts lose what no store takes', () => {
    expect(read('{"a":"\\u0000x\\ud800"}')).toEqual({ value: { a: 'x\ufffd' } });
  });

  it.each([
    ['a page', '<p>', 'text/html', 'NOT_JSON'],
    ['a type that hides in another', '1', 'text/html; x=application/json', 'NOT_JSON'],
    ['no type', '1', '', 'NOT_JSON'],
    ['broken JSON', '{', 'application/json', 'NOT_JSON'],
    ['another charset', '1', 'application/json; charset=utf-16', 'BAD_CHARSET'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'application/json', 'BAD_CHARSET'],
    ['deep lists', '['.repeat(2000) + ']'.repeat(2000), 'application/json', 'TOO_DEEP'],
    ['null', 'null', 'application/json', 'NO_VALUE'],
  ])('An answer that is %s is a failure', (_what, body, type, failure) => {
    expect(read(body, type)).toEqual({ failure });
  });
});
