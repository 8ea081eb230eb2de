import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Job } from 'kubernetes-models/batch/v1';
import { parse as parseSql } from 'libpg-query';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readScenario } from '#libs/journeys';
import { compileTemplate } from '#libs/templates';
import { ApplyService, readApplicationFile, SECTIONS } from '#libs/tenancy';
import { EXAMPLE_ENV, readExampleFile } from '../support/application-file/example-files.js';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';

interface Example {
  title: string;
  page: string;
  language: string;
  text: string;
}

const PAGES = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const EXAMPLES = PAGES.flatMap((page) => examplesOf(page));
const inLanguage = (...languages: string[]): Example[] =>
  EXAMPLES.filter(({ language }) => languages.includes(language));

function examplesOf(page: string): Example[] {
  const source = readFileSync(page, 'utf8');
  return [...source.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
    title: `${page}:${source.slice(0, index).split('\n').length}`,
    page,
    language,
    text,
  }));
}

/** The application that the scenario of docs/journeys.md names. */
const SCENARIO_APPLICATION = {
  attributes: [{ code: 'city', dataType: 'STRING' }],
  events: [
    {
      code: 'Cart',
      attributes: [
        { code: 'cartId', dataType: 'STRING' },
        { code: 'title', dataType: 'STRING' },
      ],
    },
  ],
  journeys: [
    {
      name: 'abandoned cart',
      entry: { event: 'Cart' },
      steps: [
        { wait: { id: 'hour', for: '1h' } },
        { send: { id: 'remind', message: 'cart' } },
        { wait: { id: 'day', for: '1d' } },
      ],
    },
  ],
};

let gateway: TestGateway;
let folder: string;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
  const channels = Object.fromEntries(
    ['apns', 'fcm', 'webpush', 'smtp', 'sms'].map((name) => [name, { simulator: true }]),
  );
  const attributes = [{ code: 'age', dataType: 'INT' }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes, channels }, { dryRun: false });
  key = await gateway.makeKey('of the docs');
  // The application and the user of docs/consent.md.
  const { categories } = parse(EXAMPLES.find(({ text }) => text.startsWith('# topics.yaml'))?.text ?? '') as object &
    Record<string, unknown>;
  await gateway.app.get(ApplyService).apply({ app: 'demo', categories, channels }, { dryRun: false });
  await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'ada', email: 'ada@mail.example' }] });
  folder = mkdtempSync(join(tmpdir(), 'herald-docs-'));
  writeFileSync(join(folder, 'users.csv'), 'extId,email\nann,ann@example.com\n');
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

it('The documentation has examples in every expected language', () => {
  expect(new Set(EXAMPLES.map(({ language }) => language))).toEqual(
    new Set(['sh', 'sql', 'yaml', 'json', 'js', 'html', 'mermaid', 'python', 'php', 'java', 'go', 'liquid']),
  );
});

describe('Examples in YAML', () => {
  it.each(inLanguage('yaml'))('The YAML of $title is accepted', async ({ text }) => {
    const document = parse(text, { strict: true, uniqueKeys: true }) as Record<string, unknown>;
    if (document['kind'] === 'Job') {
      new Job(document).validate();
    } else if (document['kind'] === 'Kustomization') {
      // Flux is not here: the example is checked for the names of existing files.
      const { path, patches } = document['spec'] as { path: string; patches: { patch: string }[] };
      expect(existsSync(path)).toBe(true);
      expect(patches.map(({ patch }) => Object.keys(parse(patch) as object))).not.toContain([]);
    } else if ('journey' in document) {
      await expect(readScenario(document, () => Promise.resolve(SCENARIO_APPLICATION))).resolves.toBeDefined();
    } else if ('app' in document || SECTIONS.some((section) => section in document)) {
      const filled = text
        .replace('accountSid: …', `accountSid: AC${'0'.repeat(32)}`)
        .replace('authToken: …', 'authToken: secret')
        // The page shows how to make it.
        .replace('    ca: ca.pem\n', '');
      const file = await readApplicationFile(filled, { env: EXAMPLE_ENV, readFile: readExampleFile });
      await gateway.app.get(ApplyService).apply({ app: 'shop', ...Object(file) }, { dryRun: true });
    } else {
      expect(Object.keys(document)).toEqual(expect.arrayContaining(['fields']));
    }
  });
});

describe('Examples in Liquid', () => {
  it.each(inLanguage('liquid'))('The template of $title is a program', ({ text }) => {
    expect(compileTemplate(text).names).not.toEqual([]);
  });
});

describe('Examples in SQL', () => {
  it.each(inLanguage('sql'))('The SQL of $title is read by the parser of Postgres', async ({ text }) => {
    expect((await parseSql(text)).stmts).not.toEqual([]);
  });
});

describe('Examples in JSON', () => {
  it.each(inLanguage('json'))('The JSON of $title is valid, and accepted where it is a request', async ({ text }) => {
    const body = JSON.parse(text) as object;
    if ('message' in body && 'target' in body) {
      expect(await gateway.call('/rest/3.0/sendBulkNotification', { body })).toMatchObject({ status: 200 });
    } else {
      // A refusal of ours, or what the provider `http` posts.
      const names = 'channel' in body ? ['id', 'to', 'reportUrl'] : ['code', 'error'];
      expect(Object.keys(body)).toEqual(expect.arrayContaining(names));
    }
  });
});

describe('Scripts of pages and servers', () => {
  it.each(inLanguage('js', 'html'))('The scripts of $title have no syntax error', ({ language, text }) => {
    const scripts =
      language === 'js' ? [text] : [...text.matchAll(/<script>([^]*?)<\/script>/g)].map(([, own = '']) => own);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      const { diagnostics = [] } = ts.transpileModule(script, {
        fileName: 'example.js',
        reportDiagnostics: true,
        compilerOptions: { allowJs: true, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
      });
      expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
    }
  });
});

/** Requests of the docs stand for themselves, without other programs. */
const isRequest = ({ text }: Example): boolean => /^(KEY=|curl )/.test(text) && !/\bjq\b/.test(text);

describe('Shell examples', () => {
  it.each(inLanguage('sh'))('The shell example of $title has no syntax error', ({ text }) => {
    execFileSync('bash', ['-n'], { input: text });
  });

  it.each(inLanguage('sh').filter(isRequest))(
    'The requests of $title are answered without an error',
    async ({ text }) => {
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      const script = text
        .replace(/^KEY=.*$/m, '')
        .replaceAll('localhost:8080', gateway.base)
        .replaceAll(/(?<="timestamp": ")[^"]+/g, yesterday)
        .replaceAll(/(?<=(notificationKey|importId)=)\d+/g, '$LAST');
      const { stdout } = await promisify(execFile)('bash', ['-e', '-c', `${REQUEST}\n${script}`], {
        cwd: folder,
        env: { ...process.env, KEY: key, BASE: gateway.base },
      });
      expect(stdout).not.toContain('"error"');
    },
  );
});

/** Ends with the first refusal, and remembers the number of what was made. */
const REQUEST = `
curl() {
  local answer
  answer=$(command curl --silent --show-error --fail-with-body "$@") || { echo "$answer" >&2; return 1; }
  echo "$answer"
  LAST=$(sed -nE 's/.*"(notificationKey|importId)":([0-9]+).*/\\2/p' <<< "$answer")
}`;
