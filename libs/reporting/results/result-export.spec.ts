import { expect, it } from 'vitest';
import type { PushResult } from './reporting.types.js';
import { writeResults } from './result-export.js';

const result = (more: Partial<PushResult>): PushResult => ({
  platform: 'IOS',
  status: 'SUCCESS',
  errorCode: null,
  errorMsg: null,
  installationId: 'a1',
  extId: 'ann',
  timeStamp: new Date('2026-01-01T00:00:00Z'),
  msgTitle: null,
  msgText: null,
  ...more,
});

async function write(format: 'csv' | 'ndjson', ...pages: PushResult[][]): Promise<string> {
  let text = '';
  for await (const piece of writeResults(
    (async function* () {
      yield* pages;
    })(),
    format,
  )) {
    text += piece;
  }
  return text;
}

const NAMES = 'timeStamp,status,platform,extId,installationId,token,errorCode,errorMsg,msgTitle,msgText\r\n';

it('writeResults writes CSV with quotes where they are needed, and without formulas', async () => {
  const text = 'Say "hi",\nthen go';
  expect(
    await write('csv', [result({ msgText: text })], [], [result({ extId: '=1+1' }), result({ extId: '+49 30' })]),
  ).toBe(
    `${NAMES}2026-01-01T00:00:00.000Z,SUCCESS,IOS,ann,a1,,,,,"Say ""hi"",\nthen go"\r\n` +
      `2026-01-01T00:00:00.000Z,SUCCESS,IOS,'=1+1,a1,,,,,\r\n` +
      '2026-01-01T00:00:00.000Z,SUCCESS,IOS,+49 30,a1,,,,,\r\n',
  );
  expect(await write('csv')).toBe(NAMES);
});

it('writeResults writes NDJSON with one object a line, without empty fields', async () => {
  expect(await write('ndjson', [result({ msgText: 'a\nb' })], [result({ extId: null })])).toBe(
    '{"timeStamp":"2026-01-01T00:00:00.000Z","status":"SUCCESS","platform":"IOS","extId":"ann","installationId":"a1","msgText":"a\\nb"}\n' +
      '{"timeStamp":"2026-01-01T00:00:00.000Z","status":"SUCCESS","platform":"IOS","installationId":"a1"}\n',
  );
  expect(await write('ndjson')).toBe('');
});
