import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { startGateway, type Answer, type TestGateway } from '../../../test/support/contract/gateway.js';
import { SAMPLE_BASE, type CodeSample } from '../http/openapi/code-samples.js';
import { prepareDocument } from '../http/openapi/openapi.js';

let gateway: TestGateway;
let folder: string;
let key: string;
let document: OpenAPIObject;
beforeAll(async () => {
  gateway = await startGateway(undefined, { TRUSTED_PROXIES: 'loopback' });
  key = await gateway.makeKey('samples');
  folder = await mkdtemp(join(tmpdir(), 'herald-samples-'));
  await writeFile(join(folder, 'file.txt'), 'a file');
  const file = { app: 'shop', channels: { apns: { simulator: true } }, attributes: ATTRIBUTES };
  await gateway.app.get(ApplyService).apply(file, { dryRun: false });
  document = prepareDocument(gateway.app, gateway.app.get(Config));
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

/** Keys that stand in examples. */
const ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'lastVisitedCategories', dataType: 'STRING', array: true },
  { code: 'lastVisitedProducts', dataType: 'STRING', array: true },
  { code: 'favoriteFootballPlayers', dataType: 'STRING', array: true },
];

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const open = (path: string, headers: Record<string, string> = {}, from = gateway): Promise<Answer> =>
  from.call(path, { method: 'GET', key: null, headers: { accept: BROWSER, ...headers } });

describe('GET / of the gateway', () => {
  it('GET / answers a browser with a page and a program with the 404 of any unknown path', async () => {
    expect((await open('/')).headers.get('content-type')).toBe('text/html; charset=utf-8');
    const unknown = await gateway.call('/nothing', { method: 'GET', key: null });
    for (const accept of ['*/*', 'application/json']) {
      const answer = await gateway.call('/', { method: 'GET', key: null, headers: { accept } });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe(unknown.headers.get('content-type'));
    }
  });

  it('The start page shows the running processes to clients that may read the metrics', async () => {
    const { text } = await open('/');
    expect(text).toMatch(/Gateway<\/span><span class="state ok">ready/);
    expect(text).toMatch(/Database<\/span><span class="state ok">answers/);
    expect(text).toMatch(/Worker<\/span><span class="state unknown">runs elsewhere/);
    expect(text).toContain('Version');
  });

  it('Attack: the start page shows a stranger nothing about what runs', async () => {
    const { status, text } = await open('/', { 'x-forwarded-for': '203.0.113.7' });
    expect(status).toBe(200);
    expect(text).toContain('API reference');
    expect(text).not.toMatch(/Version|Worker|Queue|Database|simulator|127\.0\.0\.1:8090|metrics|class="state/i);
  });

  it('Attack: the start page shows no client behind an unnamed proxy what runs, because all share its address', async () => {
    const behind = await startGateway();
    try {
      expect((await open('/', {}, behind)).text).toContain('What runs');
      for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host']) {
        expect((await open('/', { [header]: '127.0.0.1' }, behind)).text, header).not.toContain('What runs');
      }
    } finally {
      await behind.close();
    }
  });

  it('Attack: the start page shows a forged address of a client as text', async () => {
    const { status, text } = await open('/', { 'x-forwarded-proto': '"><script>alert(1)</script>' });
    expect(status).toBe(200);
    expect(text).toContain('&lt;script&gt;alert');
    expect(text).not.toContain('<script>alert');
  });

  it('The first message on the start page works as it is shown', async () => {
    const { text } = await open('/');
    const shown = /<pre[^>]*><code>(export [^]*?)<\/code>/.exec(text)?.[1] ?? '';
    const script = shown
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replace('hr_rest_…', key)
      .replaceAll(/http:\/\/[\w.:]+/g, gateway.base);
    const { stdout } = await run('bash', ['-ec', script.replaceAll('curl ', 'curl -sS --fail-with-body ')]);
    expect(stdout).toMatch(/^\{"notificationKey":\d+\}$/);
  });
});

describe('API reference', () => {
  it('The API reference begins with the quick start and the keys, and ends with the error codes', async () => {
    const { text } = await open('/docs');
    const places = [...text.matchAll(/<section[^>]* id="([\w-]+)"/g)].map(([, id]) => id);
    expect(places.slice(0, 2)).toEqual(['quick-start', 'authentication']);
    expect(places.at(-1)).toBe('error-codes');
  });

  it('The API reference contains every operation and schema once, and no broken link', async () => {
    const { text } = await open('/docs');
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const operations = Object.values(document.paths).flatMap(
      (item) => Object.values(item) as { operationId?: string }[],
    );
    for (const { operationId } of operations) {
      expect(ids).toContain(operationId);
    }
    const links = new Set([...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id));
    expect([...links].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('The API reference answers 304 to a browser that has it', async () => {
    const first = await open('/docs');
    const again = await open('/docs', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });
});

async function run(program: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, HERALD_KEY: key, NODE_NO_WARNINGS: '1' };
  return promisify(execFile)(program, args, { cwd: folder, env, timeout: 60_000 });
}

/** Operations of every shape: lists, objects, a query, texts with quotes, files. */
const SAMPLED = [
  'registerUsers',
  'tagUsers',
  'getDevices',
  'getSegments',
  'setProfileAttributes',
  'createNotificationDefinition',
  'sendEmailWithAttachment',
  'targetingCount',
];

describe('Code samples of the API reference', () => {
  const samplesOf = (id: string): CodeSample[] => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as object[]);
    const found = operations.find((operation) => Reflect.get(operation, 'operationId') === id);
    return (found && (Reflect.get(found, 'x-codeSamples') as CodeSample[])) ?? [];
  };

  it('The API reference has code samples in three languages for every operation', () => {
    const all = Object.values(document.paths).flatMap((item) => Object.values(item) as { operationId: string }[]);
    for (const { operationId } of all) {
      expect(
        samplesOf(operationId).map(({ label }) => label),
        operationId,
      ).toEqual(['curl', 'TypeScript', 'Python']);
    }
  });

  it.each(SAMPLED)('The samples of %s get the same answer in each language from a real gateway', async (id) => {
    const samples = samplesOf(id).map(
      ({ label, source }) => [label, source.replaceAll(SAMPLE_BASE, gateway.base)] as const,
    );
    expect(samples).toHaveLength(3);
    const answers: string[] = [];
    for (const [label, source] of samples) {
      const { stdout, stderr } =
        label === 'curl'
          ? await run('bash', ['-ec', source.replace('curl ', `curl -sS -w '\\n%{http_code}' `)])
          : label === 'Python'
            ? await run('python3', ['-c', source])
            : await runTypeScript(source);
      expect(stderr, `${label}: ${source}`).toBe('');
      const [, status, body] =
        label === 'curl'
          ? [stdout, stdout.trim().split('\n').at(-1), stdout.trim().split('\n').slice(0, -1).join('\n')]
          : (/^(\d+) ?([^]*)$/.exec(stdout.trim()) ?? []);
      // Keys and numbers of new things differ from call to call.
      answers.push(`${status} ${(body ?? '').trim().replaceAll(/\d+/g, 'N')}`);
    }
    expect(new Set(answers).size, answers.join('\n')).toBe(1);
    // Its files were read: the definition of its example is the first thing that is missing.
    expect(answers[0]).toMatch(id === 'sendEmailWithAttachment' ? /^400 .*No notification/ : /^200 ?/);
  });

  async function runTypeScript(source: string): Promise<{ stdout: string; stderr: string }> {
    await writeFile(join(folder, 'sample.mts'), source);
    return run(process.execPath, ['sample.mts']);
  }
});
