import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type Answer, type TestGateway } from '../support/contract/gateway.js';

const REST = '/rest/3.0/registerUsers';
const SDK = '/sdk/1.0/installations';
const ATTRIBUTES = Array.from({ length: 60 }, (_, index) => ({ code: `a${index}`, dataType: 'STRING' }));

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes: ATTRIBUTES }, { dryRun: false });
  await gateway.makeKey('js', { kind: 'js' });
});
afterAll(() => gateway.close());

const objectOf = (keys: number): string => `{${Array.from({ length: keys }, (_, index) => `"k${index}":1`).join(',')}}`;
const send = (path: string, raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  gateway.call(path, {
    raw,
    headers: { 'content-type': 'application/json', ...headers },
    key: path === SDK ? 'js' : 'rest',
  });
const refused = (error: string) => ({ status: 400, json: { code: 2004, error } });
const isOfJson = ({ json }: Answer) => (json as { code?: number }).code === 2009;

describe('Bodies with many values', () => {
  it('A small gzip body of 300,000 keys is refused for its number of values', async () => {
    const zipped = gzipSync(objectOf(300_000));
    expect(zipped.length).toBeLessThan(1024 * 1024);
    const answer = await send(REST, zipped, { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject(refused('The body has more than 100,000 values'));
  });

  it('A body with an object of more than 1,000 keys is refused, at any depth', async () => {
    const error = 'An object of the body has more than 1,000 keys';
    for (const raw of [objectOf(1001), `[{"extId":"u1","profile":${objectOf(1001)}}]`]) {
      expect(await send(REST, raw)).toMatchObject(refused(error));
    }
    const most = await send(REST, `[{"extId":"u1","profile":${objectOf(1000)}}]`);
    expect(most.text).not.toContain(error);
  });

  it('A body of many empty lists is refused for its number of values', async () => {
    expect(await send(REST, `[${'[],'.repeat(99_999)}[]]`)).toMatchObject(
      refused('The body has more than 100,000 values'),
    );
  });

  it('A body to the SDK has at most 64 KB and 2,000 values, even when it is compressed', async () => {
    const body = (filler: string) => `{"platform":"CHROME","filler":${filler}}`;
    expect(await send(SDK, body(`"${'x'.repeat(64 * 1024)}"`))).toMatchObject(refused('The body is larger than 64 KB'));
    expect(await send(SDK, body(`[${'0,'.repeat(2000)}0]`))).toMatchObject(
      refused('The body has more than 2,000 values'),
    );
    expect(
      await send(SDK, gzipSync(body(`"${' '.repeat(20 * 1024 * 1024)}"`)), { 'content-encoding': 'gzip' }),
    ).toMatchObject(refused('The body is larger than 64 KB'));
    expect((await send(SDK, body(`[${'0,'.repeat(1900)}0]`))).text).not.toContain('values');
  });

  it('A body with many commas in a text is not refused for its number of values', async () => {
    const answer = await send(REST, JSON.stringify([{ extId: ',:{['.repeat(300_000) }]));
    expect(answer.text).not.toContain('values');
  });

  it('A body of 1,000 users with 60 attributes each is accepted', async () => {
    const profile = Object.fromEntries(ATTRIBUTES.map(({ code }) => [code, 'some text, "quoted": {']));
    const users = Array.from({ length: 1000 }, (_, index) => ({ extId: `u${index}`, profile }));
    expect((await gateway.call(REST, { body: users })).status).toBe(200);
  });
});

describe('Large malformed bodies', () => {
  const entries = (count: number) => Array.from({ length: count }, (_, index) => `{"extId":"u${index}","x":[{}]}`);
  const damages: [string, (text: string) => string][] = [
    ['a comma before its end', (text) => `${text.slice(0, -1)},]`],
    [
      'two commas',
      (text) => text.replace('"u2500"},', '"u2500"},,').replace('},{"extId":"u3000"', '},,{"extId":"u3000"'),
    ],
    ['no closing bracket', (text) => text.slice(0, -1)],
    ['another closing bracket', (text) => `${text.slice(0, -1)}}`],
    ['more after its end', (text) => `${text}[]`],
    ['something before its start', (text) => `1${text}`],
    ['a byte order mark inside', (text) => text.replace(',{"extId":"u2000"', ',\uFEFF{"extId":"u2000"')],
    ['brackets the wrong way round', (text) => text.replace('"u2000","x":[{}]}', '"u2000","x":[{}}]')],
    ['half a string', (text) => text.replace('"u3999"', '"u3999')],
  ];
  it.each(damages)('A large body with %s is refused as invalid JSON', async (_, damage) => {
    const text = `[${entries(4000).join(',')}]`;
    expect(() => JSON.parse(damage(text)) as unknown).toThrow();
    expect(isOfJson(await send(REST, damage(text)))).toBe(true);
  });
});
