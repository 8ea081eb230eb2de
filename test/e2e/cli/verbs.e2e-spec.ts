import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemberService } from '#libs/members';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { HERALD, openHeraldVerbs, type HeraldVerbs } from '../../support/cli/herald-verbs.js';

const USERS = 40;
const MESSAGE = { title: 'Spring sale', text: 'Hello', platforms: ['IOS'] };
const ALL = { sendToAll: true };

let sending: Sending;
let verbs: HeraldVerbs;
let folder: string;

beforeAll(async () => {
  sending = await startSending();
  verbs = await openHeraldVerbs(() => sending.gateway.fresh.url);
  folder = verbs.folder;
  await sending.post(
    'registerUsers',
    Array.from({ length: USERS }, (_, n) => ({
      extId: `u${n}`,
      platform: 'IOS',
      deviceToken: n.toString(16).padStart(64, '0'),
    })),
  );
}, 300_000);
afterAll(async () => {
  await sending.close();
  await verbs.close();
});

const herald: HeraldVerbs['herald'] = (...args) => verbs.herald(...args);
const json: HeraldVerbs['json'] = (...args) => verbs.json(...args);

const later = (minutes: number): object => ({ startTime: new Date(Date.now() + minutes * 60_000).toISOString() });
const campaign = (more: object = {}): Promise<number> => sending.bulk({ message: MESSAGE, target: ALL, ...more });

describe('herald campaign', () => {
  it('herald campaign list lists campaigns, the newest first, page by page', async () => {
    const keys = [await campaign({ schedule: later(60) }), await campaign({ schedule: later(60) }), await campaign()];
    await sending.drain();
    const first = await json<{ campaigns: object[]; next: number | null }>('campaign', 'list', '--limit', '2');
    expect(first).toMatchObject({
      campaigns: [
        { notificationKey: keys[2], state: 'FINISHED', sent: USERS, failed: 0, title: 'Spring sale' },
        { notificationKey: keys[1], state: 'STARTING', sent: 0 },
      ],
      next: keys[1],
    });
    const second = await json('campaign', 'list', '--limit', '2', '--before', String(first.next));
    expect(second).toMatchObject({ campaigns: [{ notificationKey: keys[0] }], next: null });
    const { out, code } = await herald('campaign', 'list', '--limit', '2');
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(`^ +${keys[2]} +FINISHED .*${USERS} sent.*\\n.*\\nMore with --before ${keys[1]}\\.\\n$`),
    );
  }, 120_000);

  it('herald campaign list and show name a campaign that waits for approval, and its planned time', async () => {
    const apply = sending.gateway.app.get(ApplyService);
    await apply.apply({ app: 'shop', settings: { approval: { self: true } } }, { dryRun: false });
    const [meant, open] = [await campaign({ schedule: later(60) }), await campaign()];
    await apply.apply({ app: 'shop', settings: { approval: false } }, { dryRun: false });
    const shown = await json('campaign', 'show', String(meant));
    expect(shown).toMatchObject({ state: 'STARTING', waitsForApproval: true });
    const line = (await herald('campaign', 'show', String(meant))).out.split('\n')[0];
    expect(line).toBe(
      `Campaign ${meant}, Spring sale: STARTING, waits for approval, meant for ${String(shown['dueAt'])}`,
    );
    const { out } = await herald('campaign', 'list', '--limit', '2');
    expect(out).toMatch(
      new RegExp(`^ +${open} +STARTING {2}waits for approval.*\\n +${meant} .* waits for approval, meant for 20.*\\n`),
    );
    await herald('campaign', 'stop', String(meant), String(open));
    expect(await json('campaign', 'show', String(meant))).toMatchObject({ state: 'STOPPED', waitsForApproval: false });
    expect((await herald('campaign', 'show', String(open))).out).not.toContain('approval');
  }, 120_000);

  it('herald campaign show prints progress, sums and reasons of a campaign', async () => {
    await sending.simulators.faults(1, [
      // The devices 2, 18 and 34.
      { provider: 'apns', token: '*2', share: 1, status: 413, reason: 'PayloadTooLarge' },
    ]);
    const key = await campaign();
    await sending.launchDue();
    const open = await json('campaign', 'show', String(key));
    expect(open).toMatchObject({
      state: 'SENDING',
      progress: { planned: USERS, success: 0, failed: 0, skipped: 0, perSecond: null, secondsLeft: null },
    });
    await sending.drain();
    await sending.simulators.faults(1, []);
    const ended = await json('campaign', 'show', String(key));
    expect(ended).toMatchObject({
      notificationKey: key,
      state: 'FINISHED',
      progress: null,
      stats: [{ platform: 'IOS', sent: USERS - 3, failed: 3 }],
      failures: { reasons: { INVALID_PAYLOAD: 3 }, isSample: false },
      waiting: null,
    });
    const { out } = await herald('campaign', 'show', String(key));
    expect(out).toContain(`Campaign ${key}, Spring sale: FINISHED`);
    expect(out).toContain(`IOS      ${USERS - 3} sent, 3 failed`);
    expect(out).toMatch(/Failed:\n +3 {2}INVALID_PAYLOAD/);
  }, 120_000);

  it('herald campaign pauses, resumes and stops a campaign, and the audit log records that the CLI did it', async () => {
    const key = String(await campaign({ schedule: later(60) }));
    expect(await herald('campaign', 'pause', key)).toMatchObject({
      code: 0,
      out: `Campaign ${key} is paused; "herald campaign resume" lets it go on.\n`,
    });
    expect(await json('campaign', 'show', key)).toMatchObject({ state: 'PAUSED' });
    expect(await json('campaign', 'resume', key)).toEqual({ notificationKeys: [Number(key)], done: 'resume' });
    expect(await json('campaign', 'show', key)).toMatchObject({ state: 'STARTING' });
    expect(await herald('campaign', 'stop', key)).toMatchObject({ code: 0, out: `Campaign ${key} is stopped.\n` });
    expect(await json('campaign', 'show', key)).toMatchObject({ state: 'STOPPED' });
    const entries = await json<{ action: string; by: { kind: string } }[]>('audit', 'list', '--action', 'campaign.');
    expect(entries.slice(0, 3).map(({ action, by }) => [by.kind, action])).toEqual([
      ['cli', 'campaign.stop'],
      ['cli', 'campaign.resume'],
      ['cli', 'campaign.pause'],
    ]);
  }, 120_000);

  it.each([
    [['campaign', 'stop', '999999'], 5003, 'No notification has the key 999999'],
    [['campaign', 'pause'], undefined, 'Usage: herald campaign pause KEY …; "herald campaign list" shows the keys.'],
  ])('The error of %j goes to standard error, with --json as JSON', async (args, code, sentence) => {
    const asText = await herald(...args);
    expect([asText.code, asText.out]).toEqual([1, '']);
    expect(asText.err).toMatch(/^herald: .*\n$/);
    const asJson = await herald(...args, '--json');
    expect([asJson.code, asJson.out]).toEqual([1, '']);
    expect(JSON.parse(asJson.err)).toEqual({ error: sentence, ...(code !== undefined && { code }) });
  });
});

describe('Option --json', () => {
  it.each([
    [['key', 'list'], [expect.objectContaining({ kind: 'rest' })]],
    [['account', 'list'], expect.arrayContaining([expect.objectContaining({ channel: 'apns', simulator: true })])],
    [['tokens', 'list'], []],
    [['numbers', 'check'], []],
    [['audit', 'verify'], expect.objectContaining({ fault: null })],
    [['migrate'], { migrations: [] }],
    [['secrets', 'reseal'], expect.objectContaining({ resealed: 0, previous: 0, unknown: 0 })],
    [['explain', 'u1', '--target', '{"sendToAll":true}'], { target: expect.objectContaining({ matches: true }) }],
    [['hold'], { sends: expect.any(Number) }],
    [['adopt'], { sends: expect.any(Number), stopped: false }],
    [['account', 'resume', 'apns'], { channel: 'apns', account: 'apns', resumed: false }],
  ])('herald %j with --json writes one document', async (args, expected) => {
    expect(await json<unknown>(...args)).toEqual(expected);
  });

  it('herald apply, key create and key revoke write their outcome as JSON', async () => {
    const file = join(folder, 'app.yaml');
    await writeFile(file, JSON.stringify({ app: 'shop', categories: [{ name: 'News' }] }));
    expect(await json('apply', file)).toMatchObject({ dryRun: false, differences: [{ change: 'add' }], secrets: [] });
    const { id, secret } = await json<{ id: number; secret: string }>('key', 'create', '--name', 'cli');
    expect(secret.length).toBeGreaterThan(20);
    expect(await json('key', 'revoke', String(id))).toEqual({ keyId: id, revoked: true });
  });

  it('herald member owner makes a member an owner of the installation', async () => {
    const members = sending.gateway.app.get(MemberService);
    const { member } = await members.invite(
      { by: { kind: 'system', id: 'test', name: 'test' }, grants: [{ role: 'owner', appId: null }] },
      { name: 'Ada', email: 'ada@example.com', grants: [{ role: 'analyst', appId: null }] },
    );
    const owner = { memberId: member.memberId, role: 'owner', app: null };
    expect(await json('member', 'owner', 'ADA@example.com')).toEqual(owner);
    expect(await json('member', 'owner', String(member.memberId))).toEqual(owner);
    expect(await json('member', 'list')).toEqual([
      expect.objectContaining({
        grants: [
          { role: 'analyst', app: null },
          { role: 'owner', app: null },
        ],
      }),
    ]);
    const given = (await json<{ action: string }[]>('audit', 'list', '--installation')).filter(
      ({ action }) => action === 'member.grants',
    );
    expect(given).toHaveLength(1);
    expect((await herald('member', 'owner')).err).toContain('Usage: herald member owner ID or e-mail');
    expect((await herald('member', 'owner', 'bo')).err).toContain('No member is called bo');
  });

  it('herald import users --json writes the counts of an import and its refusals', async () => {
    const file = join(folder, 'users.csv');
    await writeFile(file, 'extId,email\nnew-1,ann@example.com\nnew-2,nobody\n');
    expect(await json('import', 'users', file)).toMatchObject({
      state: 'FINISHED',
      counts: { lines: 2, created: 1, refused: 1 },
      refusals: [{ line: 3, field: 'email' }],
    });
  });

  it('herald key list --json reports a missing database as a sentence in JSON', async () => {
    const child = spawn(process.execPath, [HERALD, 'key', 'list', '--json'], {
      env: { PATH: process.env['PATH'], HERALD_HOME: join(folder, 'none') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(child, 'close');
    expect(JSON.parse(text)).toEqual({ error: expect.stringMatching(/^No Herald runs in /) as string });
  });
});

describe('herald export', () => {
  it('herald export writes the results as CSV, and with --json as one line of JSON each', async () => {
    const key = await campaign();
    await sending.drain();
    const csv = await herald('export', String(key), '--status', 'SUCCESS');
    const lines = csv.out.trim().split('\r\n');
    expect([csv.code, csv.err, lines.length]).toEqual([0, '', USERS + 1]);
    expect(lines[0]).toMatch(/status.*platform/);
    const ndjson = await herald('export', String(key), '--json', '--status', 'SUCCESS');
    const results = ndjson.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: string; extId: string });
    expect(ndjson.err).toBe('');
    expect(new Set(results.map(({ extId }) => extId)).size).toBe(USERS);
    expect(results.every(({ status }) => status === 'SUCCESS')).toBe(true);
    expect(await herald('export', String(key), '--json', '--format', 'csv')).toMatchObject({ code: 1, out: '' });
    expect(await herald('export', '999999')).toMatchObject({
      code: 1,
      err: 'herald: No notification has the key 999999\n',
    });
  }, 120_000);
});

describe('herald --version and --help', () => {
  it('herald --version prints the version, and --help of a verb prints an example', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const { commit } = JSON.parse(await readFile('dist/release.json', 'utf8')) as { commit: string };
    expect(commit).toMatch(/^([0-9a-f]{40}|development)$/);
    expect(await herald('--version')).toEqual({ code: 0, out: `herald ${version} (${commit})\n`, err: '' });
    expect(await json('--version')).toEqual({ version, commit, node: process.version });
    expect((await herald('campaign', 'stop', '--help')).out).toContain('Example: herald campaign stop 12');
  });
});
