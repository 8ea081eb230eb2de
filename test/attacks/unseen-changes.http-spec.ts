import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiKeyService, ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';

interface Entry {
  number: number;
  by: { kind: string; name: string };
  action: string;
  subject: string;
  requestId?: string;
  address?: string;
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('campaigns only', { scopes: ['notifications'] });
  await gateway.makeKey('auditor', { scopes: ['audit'] });
});
afterAll(() => gateway.close());

async function readLog(path = '/rest/3.0/getAuditLog'): Promise<Entry[]> {
  const { status, json } = await gateway.call(path, { method: 'GET', key: 'auditor' });
  expect(status).toBe(200);
  return (json as { entries: Entry[] }).entries;
}

it('Every change of a campaign, a key or the set-up and every erasure of people is in the audit log', async () => {
  const marked = 'marked-secret-that-no-log-may-hold-9f8e7d';
  const send = {
    message: { title: 'Sale', text: 'Now', platforms: ['IOS'], schedule: { startTime: '2040-01-01T10:00:00' } },
    target: { sendToAll: true },
  };
  const started = await gateway.call('/rest/3.0/sendBulkNotification', { body: send, key: 'campaigns only' });
  const { notificationKey: messageId } = started.json as { notificationKey: number };
  for (const [operation, entry] of [
    ['pauseNotification', { messageId }],
    ['resumeNotification', { messageId }],
    ['changeSpeed', { messageId, packageSize: 10, intervalMins: 5 }],
    ['stopNotification', { messageId }],
    ['stopNotification', { messageId }],
  ] as const) {
    await gateway.call(`/rest/3.0/${operation}`, { body: [entry], key: 'campaigns only' });
  }
  const { app, appId } = gateway;
  const channels = { smtp: { host: 'relay.example.com', user: 'u', password: marked, from: 'a@example.com' } };
  await app.get(ApplyService).apply(
    {
      app: 'shop',
      settings: { permanentDeletion: true },
      keys: [{ kind: 'rest', name: 'made by file', secret: marked }],
      channels,
    },
    { dryRun: false },
  );
  const erased = await gateway.call('/rest/3.0/deleteUsersPermanently', { body: { extIds: ['marked-person'] } });
  const keys = app.get(ApiKeyService);
  const { key, secret } = await keys.createKey(appId, { kind: 'rest', name: 'short-lived' });
  const rotated = await keys.rotateKey(appId, key.id, { overlapMs: 0 });
  await keys.revokeKey(appId, rotated.key.id);

  const log = await readLog();
  const byCampaigns = { by: { kind: 'key', name: 'campaigns only' }, subject: `campaign ${messageId}` };
  expect(log.toReversed().filter(({ action }) => action.startsWith('campaign.'))).toMatchObject([
    { action: 'campaign.start', ...byCampaigns, requestId: started.headers.get('x-request-id'), address: '127.0.0.1' },
    { action: 'campaign.pause', ...byCampaigns },
    { action: 'campaign.resume', ...byCampaigns },
    {
      action: 'campaign.speed',
      ...byCampaigns,
      differences: [{ change: 'change', subject: 'speed', to: '10 in 5 minutes' }],
    },
    { action: 'campaign.stop', ...byCampaigns },
  ]);
  const receipt = `receipt ${erased.headers.get('x-erasure-receipt')}, 0 users`;
  expect(log.find(({ action }) => action === 'users.erase')).toMatchObject({ by: { name: 'rest' }, subject: receipt });
  expect(log.find(({ action }) => action === 'setup.apply')).toMatchObject({
    differences: [
      { change: 'change', subject: 'settings: permanentDeletion', from: 'false', to: 'true' },
      { change: 'add', subject: 'keys: rest made by file' },
      { change: 'add', subject: 'channels: smtp', to: 'credentials' },
    ],
  });
  expect(log.filter(({ subject }) => subject.includes('short-lived')).map(({ action }) => action)).toEqual([
    'key.revoke',
    'key.rotate',
    'key.create',
  ]);

  const stored = await gateway.fresh.db.rows('SELECT to_jsonb(e)::text AS row FROM audit.entry AS e');
  for (const hidden of [marked, secret, rotated.secret, 'marked-person', 'relay.example.com']) {
    expect(JSON.stringify(stored)).not.toContain(hidden);
  }
});

it('Actions of users and transactional sends are not part of the audit log', async () => {
  const before = await readLog();
  await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'u1', email: 'u1@example.com' }] });
  const defined = await gateway.call('/rest/3.0/createNotificationDefinition', {
    body: { title: 'Code', message: '1234', platforms: ['IOS'] },
  });
  const { notificationKey } = defined.json as { notificationKey: number };
  const body = { notificationKey: String(notificationKey), target: { extId: 'u1' } };
  expect((await gateway.call('/rest/3.0/sendNotification', { body })).status).toBe(200);
  expect(await readLog()).toEqual(before);
});

it('The audit log is read only with its own scope, page by page, and a changed entry fails its verification', async () => {
  for (const operation of ['getAuditLog', 'verifyAuditLog']) {
    const path = `/rest/3.0/${operation}`;
    expect(await gateway.call(path, { method: 'GET', key: 'campaigns only' })).toMatchObject({ status: 403 });
  }
  const whole = await readLog();
  const pages: Entry[] = [];
  for (let path: string | undefined = '/rest/3.0/getAuditLog?max=3'; path !== undefined;) {
    const { json } = await gateway.call(path, { method: 'GET', key: 'auditor' });
    const { entries, nextPage } = json as { entries: Entry[]; nextPage?: string };
    pages.push(...entries);
    path = nextPage?.slice(gateway.base.length);
  }
  expect(pages).toEqual(whole);
  const verify = () => gateway.call('/rest/3.0/verifyAuditLog', { method: 'GET', key: 'auditor' });
  const last = whole[0]?.number ?? 0;
  expect((await verify()).json).toMatchObject({ isWhole: true, first: 1, last });
  const { db } = gateway.fresh;
  await db.tx(async (tx) => {
    await tx.affected('ALTER TABLE audit.entry DISABLE TRIGGER USER');
    await tx.affected("UPDATE audit.entry SET actor_name = 'another' WHERE app_id = $1 AND entry_id = $2", [
      gateway.appId,
      last - 1,
    ]);
  });
  expect((await verify()).json).toMatchObject({ isWhole: false, faultAt: last - 1, fault: 'it was changed' });
});
