import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService, INSTALLATION } from '#libs/audit';
import type { Message } from '#libs/content';
import { SecretParamsService } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { ImportWorkService } from '#libs/users/imports';
import {
  askPanel,
  makeLink,
  PAGE_HEADERS,
  sendFile,
  signIn,
  type PanelMember,
} from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { png } from '../../../../test/support/media/pictures.js';
import { changedTables, readTableStates } from '../../../../test/support/database/table-states.js';

/** Nothing of this may stand in the log. */
const EMAIL = 'marked-person@example.com';
const NUMBER = '+491700009988';
const CARD = 'marked-card-4929-1111';
const TOKEN = 'ab'.repeat(32);
const TITLE = 'marked title of a message';
const TEXT = 'marked text of a message';
const CITY = 'marked city';

/** Tables without an entry: the asking session, uses of keys, and ids that are taken for good. */
const UNRELATED = ['members.session', 'tenancy.key_use', 'platform.id_block', 'bullmq.'];

/** Writes that need what this test lacks, or that change nothing of anybody's. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/apps/{app}/accounts/{account}/test': 'sends and changes nothing',
  '/apps/{app}/audience/preview': 'counts and changes nothing',
  '/apps/{app}/audience/sample': 'reads alone',
  '/apps/{app}/audience/overlap': 'counts and changes nothing',
  '/apps/{app}/campaigns/overlap': 'counts and changes nothing',
  '/apps/{app}/campaigns/runs': 'reads alone',
  '/apps/{app}/audience/breakdown': 'counts and changes nothing',
  '/apps/{app}/audience/reach': 'counts and changes nothing',
  '/apps/{app}/audience/attributes': 'counts and changes nothing',
  '/apps/{app}/audit/verify': 'reads alone',
  '/apps/{app}/imports/columns': 'reads alone',
  '/apps/{app}/templates/regions': 'reads alone',
  '/apps/{app}/compose/html': 'reads alone',
  '/apps/{app}/compose/preview': 'reads alone',
  '/apps/{app}/compose/check': 'reads alone',
  '/apps/{app}/compose/will-get': 'reads alone',
  '/apps/{app}/approvals/{key}/check': 'reads alone',
  '/apps/{app}/campaigns/{key}/forecast': 'counts and changes nothing',
  '/apps/{app}/checks/{id}/stop': 'reads alone',
  '/apps/{app}/drafts/{id}/presence': 'counts for seconds, and changes nothing: drafts/draft-presence.http-spec.ts',
  '/apps/{app}/journey-drafts/{id}/presence': 'counts for seconds, and changes nothing',
  '/apps/{app}/sends/{id}/pause': 'needs a send that waits: apps/gateway/panel/sends/sends.http-spec.ts',
  '/apps/{app}/sends/{id}/resume': 'needs a send that waits: apps/gateway/panel/sends/sends.http-spec.ts',
  '/apps/{app}/sends/{id}/stop': 'needs a send that waits: apps/gateway/panel/sends/sends.http-spec.ts',
  '/apps/{app}/sends/{id}/approve': 'needs a send that waits: apps/gateway/panel/sends/sends.http-spec.ts',
  '/apps/{app}/sends/{id}/reject': 'needs a send that waits: apps/gateway/panel/sends/sends.http-spec.ts',
  '/apps/{app}/simulators/deliveries/{seq}/report':
    'needs simulators: apps/gateway/panel/simulators/reports.http-spec.ts',
  '/apps/{app}/setup/{section}/review': 'reads alone',
  '/apps/{app}/blocks/{name}/renew': 'needs a block of two versions: apps/gateway/panel/texts/texts.http-spec.ts',
  '/apps/{app}/draft-translations/{id}': 'needs a draft: apps/gateway/panel/texts/translations.http-spec.ts',
  '/apps/{app}/series-translations/{key}':
    'needs a series: test/contract/sending/recurring/series-translations.contract.http-spec.ts',
  '/apps/{app}/journey-translations/{name}': 'needs a journey: apps/gateway/panel/texts/translations.http-spec.ts',
  '/apps/{app}/translations/{key}': 'needs a definition: apps/gateway/panel/texts/texts.http-spec.ts',
  '/apps/{app}/journeys/{id}/test': 'reads alone',
  '/apps/{app}/journeys/walk': 'reads alone',
  '/apps/{app}/journeys/{id}/request/approve':
    'needs a request that waits: apps/gateway/panel/journeys/journey-requests.http-spec.ts',
  '/apps/{app}/journeys/{id}/request/reject':
    'needs a request that waits: apps/gateway/panel/journeys/journey-requests.http-spec.ts',
  '/apps/{app}/journeys/{id}/request/withdraw':
    'needs a request that waits: apps/gateway/panel/journeys/journey-requests.http-spec.ts',
  '/apps/{app}/journeys/{id}/replay': 'counts and changes nothing',
  '/apps/{app}/users/search':
    'reads, with an entry for private hits: apps/gateway/panel/users/people-search.http-spec.ts',
  '/me/passkeys': 'needs an authenticator: test/panel/passkeys.e2e-spec.ts',
  '/me/passkeys/options': 'a question, which ends by itself',
  '/me/passkeys/{id}/remove': 'needs an authenticator: test/panel/passkeys.e2e-spec.ts',
  '/session/passkey': 'needs an authenticator: test/panel/passkeys.e2e-spec.ts',
  '/session/passkey/options': 'a question, which ends by itself',
  '/session/proof': 'needs an authenticator: test/panel/passkeys.e2e-spec.ts',
  '/session/proof/options': 'a question, which ends by itself',
  '/session/oidc': 'needs a provider: session/oidc.http-spec.ts',
  '/me/oidc/connect': 'needs a provider: session/oidc-members.http-spec.ts',
  '/me/oidc/remove': 'needs a provider: session/oidc-members.http-spec.ts',
  '/session/oidc/proof': 'needs a provider: session/oidc-members.http-spec.ts',
};

interface Write {
  operation: string;
  /** Asks once more each time: the first time it is cut. */
  ask: () => Promise<{ status: number; text: string; json: unknown }>;
}

let sending: Sending;
let owner: PanelMember;
let other: PanelMember;
let writes: Write[];
/** Secrets that answers contained. */
const secrets = new Set<string>();

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const attributes = [
    { code: 'city', dataType: 'STRING' },
    { code: 'card', dataType: 'STRING', privateInfo: true },
  ];
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', attributes, settings: { permanentDeletion: true } }, { dryRun: false });
  await sending.post(
    'registerUsers',
    ['reader', 'deleted', 'erased'].map((extId, n) => ({
      extId,
      platform: 'IOS',
      deviceToken: n === 0 ? TOKEN : String(n).padStart(64, '0'),
      ...(n === 0 && { profile: { email: EMAIL, msisdn: NUMBER, card: CARD } }),
    })),
  );
  // New names of tags are shared with other requests, which keep them also where this one fails.
  await sending.post('tagUsers', { tag: 'testers', extIds: ['deleted'] });
  const message = { title: TITLE, text: TEXT, platforms: ['IOS'], inbox: true };
  const sent = await sending.bulk({ message, target: { sendToAll: true } });
  await sending.drain();
  const open = await sending.bulk({
    message,
    target: { sendToAll: true },
    schedule: { startTime: '2999-01-01T00:00:00' },
  });
  owner = await signIn(gateway, [{ role: 'owner', appId: null }]);
  other = await signIn(gateway);
  const email = 'marked-member@example.com';
  await gateway.fresh.db.affected('UPDATE members.member SET email = $2 WHERE member_id = $1', [other.memberId, email]);
  writes = await listWrites(sent, open);
});
afterAll(() => sending.close());

async function listWrites(sent: number, open: number): Promise<Write[]> {
  const { gateway } = sending;
  const at = (operation: string, path: string, body?: unknown, who = owner): Write => ({
    operation,
    ask: () => who.post(path, body),
  });
  const uidOf = async (extId: string) =>
    ((await owner.get(`/apps/shop/users/find?by=extId&value=${extId}`)).json as { items: { uid: string }[] }).items[0]
      ?.uid;
  const [reader, deleted, erased] = await Promise.all(['reader', 'deleted', 'erased'].map(uidOf));
  const { devices } = (await owner.get(`/apps/shop/users/${reader}`)).json as { devices: { installationId: string }[] };
  const { json } = await owner.post('/apps/shop/keys', { kind: 'rest', name: 'backend', scopes: ['users'] });
  const { key } = json as { key: { id: string } };
  const second = await gateway.makeKey('another');
  secrets.add(second);
  const { items } = (await other.get('/me/sessions')).json as { items: { id: string }[] };
  const link = await makeLink(gateway, other.memberId);
  secrets
    .add(link)
    .add(owner.cookie.split('=')[1] ?? '')
    .add(other.cookie.split('=')[1] ?? '');
  await gateway.fresh.db.affected(
    `UPDATE tenancy.provider_account SET paused_at = now(), pause_code = '401', pause_why = 'AUTH' WHERE channel = 'apns'`,
  );
  const { base } = (await owner.get('/apps/shop/setup/categories')).json as { base: string };
  const check = async () =>
    sendFile(gateway.base, '/apps/shop/imports', owner, { name: 'users.csv', text: `extId,city\nimported,${CITY}\n` });
  const { id: checked } = (await check()).json as { id: string };
  await gateway.app.get(ImportWorkService, { strict: false }).runDue();
  const addPicture = async (shade: number) =>
    sendFile(gateway.base, '/apps/shop/media', owner, { name: 'a.png', text: new Uint8Array(png({ shade })) });
  const { hash: picture } = (await addPicture(1)).json as { hash: string };
  const campaign = '/apps/{app}/campaigns/{key}';
  const user = '/apps/{app}/users/{uid}';
  const grants = [{ role: 'analyst', app: 'shop' }];
  const changes = { set: { city: CITY }, addTags: ['testers'], trial: false };
  const composed = { message: { title: TITLE, text: TEXT, platforms: ['IOS'] } };
  const everybody = { ...composed, target: { sendToAll: true } };
  const { hash, planned } = checkOf(await owner.post('/apps/shop/compose/check', everybody)) as {
    hash: string;
    planned: number;
  };
  const requests = await askForApprovals(everybody);
  // The salt of an application is made once, by whatever needs it first.
  await owner.post(`/apps/shop/users/${reader}/export`);
  const suppressed = { channel: 'email', addresses: [EMAIL], reason: 'COMPLAINT', words: `${EMAIL} wrote` };
  await owner.post('/apps/shop/suppressions', { ...suppressed, reason: 'HARD_BOUNCE' });
  const { items: listed } = (await owner.get('/apps/shop/suppressions?channel=email')).json as {
    items: { id: string }[];
  };
  const released = listed[0]?.id;
  const { receiptId: erasing } = (await owner.post('/apps/shop/erasures/lists', { list: 'nobody' })).json as {
    receiptId: string;
  };
  const fence = { title: 'Galata', latitude: 41, longitude: 29, radius: 1, unit: 'KM', groups: ['bars'] };
  const { id: fenceId } = (await owner.post('/apps/shop/geofences', fence)).json as { id: number };
  const journeys = [{ name: 'welcome', entry: { event: 'Opened' }, steps: [{ exit: 'out' }] }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', events: [{ code: 'Opened' }], journeys }, { dryRun: false });
  const { items: running } = (await owner.get('/apps/shop/journeys')).json as { items: { id: string }[] };
  const journey = running[0]?.id;
  const inbox = (await owner.get(`/apps/shop/users/${reader}/inbox`)).json as { items: { piid: string }[] };
  const stored = inbox.items[0]?.piid;
  const written = { name: TITLE, body: { text: TEXT } };
  const { id: draft } = (await other.post('/apps/shop/drafts', written)).json as { id: string };
  const { id: drawn } = (await other.post('/apps/shop/journey-drafts', written)).json as { id: string };
  const commented = await owner.post(`/apps/shop/drafts/${draft}/comments`, { text: TITLE });
  const { items: comments } = commented.json as { items: { id: string }[] };
  await other.post('/apps/shop/audience/segments', { name: 'there', target: { tag: 'vip' } });
  const tagging = { target: { sendToAll: true }, tag: 'testers', direction: 'ADD' };
  const { id: taggingId } = (await owner.post('/apps/shop/audience/taggings', tagging)).json as { id: string };
  const { items: segments } = (await other.get('/apps/shop/audience/segments')).json as { items: { id: string }[] };
  const segment = `/apps/shop/audience/segments/${segments[0]?.id}`;
  const { base: segmentBase } = (await other.get(segment)).json as { base: string };
  const { id: folder } = (await other.post('/apps/shop/campaign-folders', { name: 'spring' })).json as { id: string };
  const view = { screen: 'campaigns', name: 'First', filters: { q: TEXT } };
  const { id: viewId } = (await owner.post('/apps/shop/views', view)).json as { id: string };
  const named = { by: 'extId', value: 'reader' };
  const { id: codeId } = (await owner.post('/apps/shop/own-users/codes', named)).json as { id: string };
  const send = await gateway.fresh.db.row<{ id: number; message: Message }>(
    `SELECT d.dispatch_id AS id, d.message FROM delivery.dispatch AS d WHERE d.message ? 'sealedParams'`,
  );
  const code = send && gateway.app.get(SecretParamsService).open(send.id, send.message).params?.['code'];
  await gateway.fresh.db.affected(
    'INSERT INTO members.own_user (member_id, app_id, uid, proved_at) VALUES ($1, $2, $3, now())',
    [owner.memberId, gateway.appId, Number(deleted)],
  );
  const layout = { name: 'Newsletter', kind: 'html', html: `<p>${TEXT}</p>` };
  const { id: template } = (await other.post('/apps/shop/templates', layout)).json as { id: string };
  return [
    ...requests.map(({ action, key, body, who }) =>
      at(`/apps/{app}/approvals/{key}/${action}`, `/apps/shop/approvals/${key}/${action}`, body, who),
    ),
    at('/apps/{app}/compose/launch', '/apps/shop/compose/launch', { campaign: everybody, seen: { hash, planned } }),
    at('/apps/{app}/drafts', '/apps/shop/drafts', written),
    at('/apps/{app}/journeys/{id}/positions', `/apps/shop/journeys/${journey}/positions`, {
      items: [{ id: 'a', x: 1, y: 2 }],
    }),
    at('/apps/{app}/definitions', '/apps/shop/definitions', {
      name: 'hello',
      title: 'Hello',
      text: TEXT,
      platforms: ['IOS'],
    }),
    at('/apps/{app}/journey-drafts', '/apps/shop/journey-drafts', written),
    at('/apps/{app}/journey-drafts/{id}/save', `/apps/shop/journey-drafts/${drawn}/save`, { ...written, version: 1 }),
    at('/apps/{app}/journey-drafts/{id}/delete', `/apps/shop/journey-drafts/${drawn}/delete`, { version: 2 }),
    // By another member than before: who goes on saves without another entry, see drafts.http-spec.ts.
    at('/apps/{app}/drafts/{id}/save', `/apps/shop/drafts/${draft}/save`, { ...written, version: 1 }),
    at('/apps/{app}/drafts/{id}/comments', `/apps/shop/drafts/${draft}/comments`, { text: TEXT }),
    at(
      '/apps/{app}/drafts/{id}/comments/{comment}/remove',
      `/apps/shop/drafts/${draft}/comments/${comments[0]?.id}/remove`,
    ),
    at('/apps/{app}/drafts/{id}/delete', `/apps/shop/drafts/${draft}/delete`, { version: 2 }),
    at('/apps/{app}/templates', '/apps/shop/templates', layout),
    at('/apps/{app}/templates/{id}/save', `/apps/shop/templates/${template}/save`, { ...layout, version: 1 }),
    at('/apps/{app}/templates/{id}/restore', `/apps/shop/templates/${template}/restore`, { version: 2, restores: 1 }),
    at('/apps/{app}/templates/{id}/delete', `/apps/shop/templates/${template}/delete`, { version: 3, uses: 0 }),
    at('/apps/{app}/compose/test', '/apps/shop/compose/test', { ...composed, extIds: ['reader'] }),
    at('/apps/{app}/testers', '/apps/shop/testers', { by: 'extId', value: 'reader' }),
    at('/apps/{app}/testers/{uid}/remove', `/apps/shop/testers/${reader}/remove`),
    at(`${campaign}/pause`, `/apps/shop/campaigns/${open}/pause`),
    at(`${campaign}/resume`, `/apps/shop/campaigns/${open}/resume`),
    at(`${campaign}/speed`, `/apps/shop/campaigns/${open}/speed`, { size: 10, intervalSeconds: 60 }),
    at('/apps/{app}/own-users/codes', '/apps/shop/own-users/codes', named, other),
    at('/apps/{app}/own-users/codes/{id}/prove', `/apps/shop/own-users/codes/${codeId}/prove`, { code }),
    at('/apps/{app}/own-users/{uid}/remove', `/apps/shop/own-users/${deleted}/remove`),
    at('/apps/{app}/views', '/apps/shop/views', { ...view, name: 'Other' }),
    at('/apps/{app}/views/{id}', `/apps/shop/views/${viewId}`, { name: TITLE }),
    at('/apps/{app}/views/{id}/remove', `/apps/shop/views/${viewId}/remove`),
    at('/apps/{app}/campaigns/file', '/apps/shop/campaigns/file', { keys: [String(open)], folder }),
    at('/apps/{app}/campaign-folders', '/apps/shop/campaign-folders', { name: 'summer' }),
    at('/apps/{app}/campaign-folders/{id}', `/apps/shop/campaign-folders/${folder}`, { name: 'autumn' }),
    at('/apps/{app}/campaign-folders/{id}/remove', `/apps/shop/campaign-folders/${folder}/remove`),
    at(`${campaign}/move`, `/apps/shop/campaigns/${open}/move`, {
      startTime: '2999-02-01T00:00:00Z',
      seen: '2999-01-01T00:00:00Z',
    }),
    at(`${campaign}/stop`, `/apps/shop/campaigns/${open}/stop`),
    at(`${campaign}/drills`, `/apps/shop/campaigns/${sent}/drills`, { unavailable: 0, reset: 0, timeout: 0, size: 1 }),
    at(`${user}/reveal`, `/apps/shop/users/${reader}/reveal`),
    at(`${user}/export`, `/apps/shop/users/${reader}/export`),
    at(`${user}/changes`, `/apps/shop/users/${reader}/changes`, changes),
    at(`${user}/devices/{device}/retire`, `/apps/shop/users/${reader}/devices/${devices[0]?.installationId}/retire`),
    at(`${user}/inbox/{piid}/delete`, `/apps/shop/users/${reader}/inbox/${stored}/delete`),
    at('/apps/{app}/erasures/lists', '/apps/shop/erasures/lists', { list: 'somebody' }),
    at('/apps/{app}/erasures/lists/{id}/confirm', `/apps/shop/erasures/lists/${erasing}/confirm`, { confirm: 'shop' }),
    at('/apps/{app}/erasures/lists/{id}/stop', `/apps/shop/erasures/lists/${erasing}/stop`),
    at(`${user}/delete`, `/apps/shop/users/${deleted}/delete`, { confirm: 'deleted' }),
    at(`${user}/erase`, `/apps/shop/users/${erased}/erase`, { confirm: 'erased' }),
    { operation: '/apps/{app}/media', ask: () => addPicture(2) },
    at('/apps/{app}/media/{hash}/delete', `/apps/shop/media/${picture}/delete`, { uses: 0 }),
    ...(['pause', 'resume', 'drain', 'stop'] as const).map((action, n) =>
      at(`/apps/{app}/journeys/{id}/${action}`, `/apps/shop/journeys/${journey}/${action}`, {
        seen: ['on', 'paused', 'on', 'closed'][n],
      }),
    ),
    at('/apps/{app}/geofences', '/apps/shop/geofences', { ...fence, title: 'Pera' }),
    at('/apps/{app}/geofences/{id}', `/apps/shop/geofences/${fenceId}`, { ...fence, radius: 2 }),
    at('/apps/{app}/geofences/groups', '/apps/shop/geofences/groups', { name: 'bars' }),
    at('/apps/{app}/geofences/import', '/apps/shop/geofences/import', {
      text: 'title,latitude,longitude,radius\nModa,41,29,1\n',
      run: true,
    }),
    at('/apps/{app}/geofences/{id}/delete', `/apps/shop/geofences/${fenceId}/delete`),
    at('/apps/{app}/suppressions', '/apps/shop/suppressions', suppressed),
    at('/apps/{app}/suppressions/reveal', '/apps/shop/suppressions/reveal', { channel: 'email' }),
    at('/apps/{app}/suppressions/{channel}/{id}/release', `/apps/shop/suppressions/email/${released}/release`, {
      words: 'a mistake',
    }),
    { operation: '/apps/{app}/imports', ask: check },
    at('/apps/{app}/imports/{id}/run', `/apps/shop/imports/${checked}/run`),
    at('/apps/{app}/imports/{id}/stop', `/apps/shop/imports/${checked}/stop`),
    at('/apps/{app}/accounts/{account}/resume', '/apps/shop/accounts/apns/resume'),
    at('/apps/{app}/keys', '/apps/shop/keys', { kind: 'rest', name: 'late', scopes: ['users'] }),
    at('/apps/{app}/keys/{id}/rotate', `/apps/shop/keys/${key.id}/rotate`, { overlapHours: 1 }),
    at('/apps/{app}/keys/{id}/revoke', `/apps/shop/keys/${key.id}/revoke`),
    at('/apps/{app}/setup/{section}/apply', '/apps/shop/setup/categories/apply', {
      text: 'categories:\n  - name: News\n',
      base,
    }),
    at('/me', '/me', { name: 'Augusta', locale: 'tr' }),
    {
      operation: '/session/link',
      ask: async () =>
        askPanel(gateway.base, '/session/link', { method: 'POST', headers: PAGE_HEADERS, body: { token: link } }),
    },
    at('/me/sessions/{id}/end', `/me/sessions/${items[0]?.id}/end`, {}, other),
    at('/apps/{app}/audience/segments', '/apps/shop/audience/segments', { name: 'described', target: { tag: 'vip' } }),
    at('/apps/{app}/audience/segments/{id}/change', `${segment}/change`, { target: { tag: 'new' }, base: segmentBase }),
    at('/apps/{app}/audience/segments/{id}/remove', `${segment}/remove`),
    at('/apps/{app}/audience/taggings', '/apps/shop/audience/taggings', tagging),
    at('/apps/{app}/audience/taggings/{id}/stop', `/apps/shop/audience/taggings/${taggingId}/stop`),
    at('/apps/{app}/audience/export', '/apps/shop/audience/export', { target: { sendToAll: true }, columns: ['city'] }),
    at('/members', '/members', { name: 'Bo', email: 'marked-member@example.com', grants }),
    at('/members/{id}/grants', `/members/${other.memberId}/grants`, { grants }),
    at('/members/{id}/link', `/members/${other.memberId}/link`),
    at('/members/{id}/link/mail', `/members/${other.memberId}/link/mail`),
    at('/members/{id}/link/revoke', `/members/${other.memberId}/link/revoke`),
    at('/members/{id}/remove', `/members/${other.memberId}/remove`),
    at('/session/end', '/session/end'),
  ];
}

/** Campaigns that wait, each for a decision of its own. The owner goes on without approvals. */
async function askForApprovals(campaign: object) {
  const apply = sending.gateway.app.get(ApplyService);
  await apply.apply({ app: 'shop', settings: { approval: true } }, { dryRun: false });
  const asked: { key: string; hash: string; planned: number }[] = [];
  for (let n = 0; n < 3; n += 1) {
    const told = await other.post('/apps/shop/compose/check', campaign);
    const { hash, planned } = checkOf(told) as { hash: string; planned: number };
    const launched = await other.post('/apps/shop/compose/launch', { campaign, seen: { hash, planned } });
    const { key } = launched.json as { key: string };
    const read = (await owner.get(`/apps/shop/approvals/${key}`)).json as { hash: string };
    asked.push({ key, hash: read.hash, planned });
  }
  await apply.apply({ app: 'shop', settings: { approval: false } }, { dryRun: false });
  const [first, second, third] = asked.map(({ key }) => key);
  const [{ hash, planned } = { hash: '', planned: 0 }, rejected] = asked;
  return [
    { action: 'approve', key: first, body: { hash, planned, words: 'Good' }, who: owner },
    { action: 'reject', key: second, body: { hash: rejected?.hash, words: TEXT }, who: owner },
    { action: 'withdraw', key: third, body: {}, who: other },
  ];
}

const readState = () => readTableStates(sending.gateway.fresh.db, UNRELATED);

/** From now on the connection that adds an entry is cut while it does: what was written before is not committed. */
const cutEntries = () =>
  sending.gateway.fresh.db.tx(async (tx) => {
    await tx.affected(`CREATE FUNCTION audit.cut() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN NEW; END $$`);
    await tx.affected('CREATE TRIGGER cut BEFORE INSERT ON audit.entry FOR EACH ROW EXECUTE FUNCTION audit.cut()');
  });
const mend = () => sending.gateway.fresh.db.affected('DROP FUNCTION audit.cut() CASCADE');

const listEntries = async () => {
  const audit = sending.gateway.app.get(AuditService);
  const lists = await Promise.all(
    [INSTALLATION, sending.gateway.appId].map((appId) => audit.listEntries(appId, { limit: 1000 })),
  );
  return lists.flat();
};

describe('Writes of the panel', () => {
  it('Every write of the panel is listed in this test or excluded with a reason', async () => {
    const { paths } = JSON.parse(await readFile('openapi/panel.json', 'utf8')) as { paths: Record<string, object> };
    const posts = Object.entries(paths).flatMap(([path, methods]) =>
      'post' in methods ? [path.slice('/panel/1.0'.length)] : [],
    );
    expect([...writes.map(({ operation }) => operation), ...Object.keys(ELSEWHERE)].toSorted()).toEqual(
      posts.toSorted(),
    );
  });

  it('Every write commits with exactly one audit entry, or not at all when the connection is cut in between', async () => {
    for (const { operation, ask } of writes) {
      const before = [await readState(), await listEntries()] as const;
      await cutEntries();
      const cut = await ask();
      await mend();
      expect(cut.status, `${operation}: ${cut.text}`).toBeGreaterThanOrEqual(500);
      expect(cut.text, operation).not.toContain(CARD);
      const [rows, entries] = [await readState(), await listEntries()];
      expect(changedTables(before[0], rows), `${operation} leaves rows without an entry`).toEqual([]);
      expect(entries, operation).toHaveLength(before[1].length);

      const done = await ask();
      expect([200, 204], `${operation}: ${done.status} ${done.text}`).toContain(done.status);
      expect((await listEntries()).length - before[1].length, `${operation} has one entry`).toBe(1);
      noteSecrets(done.json);
    }
  });

  it('No audit entry of a write contains secrets or personal data', async () => {
    const stored = await sending.gateway.fresh.db.rows<{ row: string }>(
      'SELECT to_jsonb(e)::text AS row FROM audit.entry AS e',
    );
    expect(stored.length).toBeGreaterThan(writes.length);
    expect(secrets.size, 'secrets of keys, links and sessions').toBeGreaterThan(6);
    const log = stored.map(({ row }) => row).join('\n');
    for (const hidden of [...secrets, EMAIL, NUMBER, CARD, TOKEN, TITLE, TEXT, CITY, 'marked-member@example.com']) {
      expect(log.includes(hidden), `the log has ${hidden}`).toBe(false);
    }
  });
});

/** Secrets and tokens of an answer, wherever they stand. */
function noteSecrets(value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && (name === 'secret' || name === 'token')) {
      secrets.add(inner);
    }
    noteSecrets(inner);
  }
}
