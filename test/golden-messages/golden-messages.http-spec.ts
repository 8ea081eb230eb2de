import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepare, UNNAMED, withNames, type Example, type Prepared } from '../support/api-document/example-needs.js';
import { ApplyService } from '#libs/tenancy';
import { CASES } from './cases.js';
import { normal } from './normalize.js';
import { startPipeline, type Pipeline } from './pipeline.js';
import { FILE, populate, SEGMENTS, subscribe, type Population } from './population.js';
import { formatFile } from '../support/files/format-file.js';

/** Profiles that make users match the examples of attributes. */
const PROFILES: Record<string, Record<string, string>> = {
  'bulk-profile': { att1: 'val1' },
  'bulk-profile-bulk-to-profile-attribute': { language: 'English', name: 'John' },
  'send-transactional-with-profile-attributes': { pb: 'Smith' },
};
const SENDS = ['sendBulkNotification', 'sendNotification', 'createNotificationDefinition', 'sendEmailAndSms'];

const examples = readFileSync('test/contract/examples/all.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Example)
  .filter(({ path }) => SENDS.some((operation) => path.endsWith(`/${operation}`)));

let pipeline: Pipeline;
let browsers: Map<string, string>;
beforeAll(async () => {
  pipeline = await startPipeline();
  browsers = await subscribe(pipeline.simulators);
});
afterAll(() => pipeline.close());

async function post(path: string, secret: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await pipeline.gateway.call(path, { key: secret, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Record<string, unknown>;
}

/** Compares the provider's messages and all other results with the files beside this one. */
async function compare(name: string, population: Population): Promise<void> {
  await pipeline.idle();
  const file = `${import.meta.dirname}/expected/${name}.json`;
  const text = JSON.stringify(await normal(pipeline, population));
  await expect(await formatFile(file, text)).toMatchFileSnapshot(file);
}

async function apply({ app }: Prepared, sections: object): Promise<void> {
  await pipeline.gateway.app.get(ApplyService).apply({ app, ...sections }, { dryRun: false });
}

async function begin({ app, client }: Prepared, ann: Parameters<typeof populate>[3]): Promise<Population> {
  const population = await populate(pipeline.gateway, { app, client }, browsers, ann);
  await pipeline.simulators.clear();
  await pipeline.gateway.fresh.db.affected('DELETE FROM delivery.push_result');
  return population;
}

describe('Forms of messages', () => {
  it.each(CASES)('The message form $name arrives as expected', async ({ name, definition, path, body }) => {
    const prepared = await prepare(pipeline.gateway, { id: name, method: 'POST', path, expect: { status: 200 } });
    await apply(prepared, FILE);
    const population = await begin(prepared, { profile: { plan: 'gold', likes: ['tea', 'books'], visits: 7 } });
    await apply(prepared, { segments: SEGMENTS });
    const stored = definition && (await post('/rest/3.0/createNotificationDefinition', prepared.secret, definition));
    const key = stored && { notificationKey: String(stored['notificationKey']) };
    await post(
      path,
      prepared.secret,
      Array.isArray(body) ? body.map((entry: object) => ({ ...key, ...entry })) : { ...key, ...body },
    );
    await compare(name, population);
  });
});

describe('Published examples of sends', () => {
  it.each(examples)('The published example $id arrives as expected', async (example) => {
    const prepared = await prepare(pipeline.gateway, example, UNNAMED[example.id]);
    const users = (example.needs ?? []).flatMap((need) => (need.startsWith('user:') ? [need.slice(5)] : []));
    const population = await begin(prepared, {
      extId: users[0] ?? 'ann',
      bob: users[1] ?? 'bob',
      profile: PROFILES[example.id] ?? {},
    });
    const answer = await post(example.path, prepared.secret, withNames(example.body, prepared.names));
    if (example.path.endsWith('/createNotificationDefinition')) {
      const send = { notificationKey: String(answer['notificationKey']), target: { extId: ['ann', 'bob'] } };
      await post('/rest/3.0/sendNotification', prepared.secret, { ...send, message: { params: { message: 'news' } } });
    }
    await compare(`example-${example.id}`, population);
  });
});
