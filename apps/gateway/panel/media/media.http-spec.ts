import { createHash, randomBytes } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { signIn, sendFile, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { HOSTILE_FILES } from '../../../../test/support/media/hostile-files.js';
import { chunk, gif, jpeg, png, webp, webpImage } from '../../../../test/support/media/pictures.js';
import type { ListedMediaDto, MediaDto } from './media.dto.js';

let sending: Sending;
let base: string;
let member: PanelMember;
let stranger: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  ({ base } = sending.gateway);
  const { app } = await sending.gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
  member = await signIn(sending.gateway);
  stranger = await signIn(sending.gateway, [{ role: 'marketer', appId: app.id }]);
});
afterAll(() => sending.close());

const add = (bytes: Buffer, name = 'a.png', who = member, app = 'shop') =>
  sendFile(base, `/apps/${app}/media`, who, { name, text: new Uint8Array(bytes) });
const list = async (who = member, app = 'shop') =>
  ((await who.get(`/apps/${app}/media`)).json as { items: ListedMediaDto[] }).items;
const serve = (path: string, init: RequestInit = {}) => fetch(base + path, { redirect: 'manual', ...init });
const countRows = () =>
  sending.gateway.fresh.db.row(
    'SELECT (SELECT count(*)::int FROM notifications.media) AS media, (SELECT count(*)::int FROM notifications.media_piece) AS pieces',
  );
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** A new one each time. */
const fresh = (): Buffer =>
  png({ width: 64, height: 64, shade: randomBytes(1)[0] ?? 0, more: [chunk('gAMA', randomBytes(4))] });

/** Thirteen are less than a gateway holds, and another large one is more. */
const PART_BYTES = 6 * 1024 * 1024;
/** A form that does not end, of which so many bytes were sent. */
async function beginUpload(bytes: number): Promise<ClientRequest> {
  const upload = request(`${base}/panel/1.0/apps/shop/media`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=cut',
      'content-length': 10 * 1024 * 1024,
      'sec-fetch-site': 'same-origin',
      'x-herald-panel': '1',
      cookie: member.cookie,
    },
  });
  upload.on('error', () => undefined);
  upload.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
  await new Promise<void>((resolve) => {
    upload.write(Buffer.alloc(bytes), () => resolve());
  });
  return upload;
}

describe('Pictures', () => {
  it.each([
    ['image/png', 'png', png({ shade: 3 })],
    ['image/jpeg', 'jpg', jpeg()],
    ['image/gif', 'gif', gif()],
    ['image/webp', 'webp', webp(webpImage(4, 4))],
  ])(
    'A picture of the type %s is served by its hash, with headers that prevent scripts',
    async (type, ending, bytes) => {
      const added = await add(bytes, 'Spring sale.svg');
      expect(added.status, added.text).toBe(200);
      const media = added.json as MediaDto;
      expect(media).toMatchObject({ hash: hashOf(bytes), name: `Spring sale.${ending}`, type, size: bytes.length });
      expect(media.url).toMatch(new RegExp(`/m/${media.hash}\\.${ending}$`));
      for (const path of [`/m/${media.hash}`, `/m/${media.hash}.${ending}`]) {
        const answer = await serve(path);
        expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': type,
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'content-disposition': `attachment; filename="${media.hash.slice(0, 12)}.${ending}"`,
          'cross-origin-resource-policy': 'cross-origin',
          'content-length': String(bytes.length),
        });
        expect(answer.headers.get('set-cookie')).toBeNull();
        const cached = { 'if-none-match': answer.headers.get('etag') ?? '' };
        expect((await serve(path, { headers: cached })).status).toBe(304);
        const head = await serve(path, { method: 'HEAD' });
        expect([head.status, await head.text()]).toEqual([200, '']);
      }
      for (const path of [
        `/m/${media.hash}.html`,
        `/m/${media.hash}.svg`,
        `/m/${media.hash}x`,
        `/m/${media.hash}/`,
        '/m/',
      ]) {
        expect((await serve(path)).status, path).toBe(404);
      }
    },
  );

  it('A picture is stored once, whatever its name', async () => {
    const bytes = png({ more: [chunk('gAMA', randomBytes(600_000))] });
    const before = (await countRows()) as { media: number; pieces: number };
    const [first, second] = [await add(bytes, 'one.png'), await add(bytes, 'two.png')];
    expect(second.json).toEqual(first.json);
    expect(await countRows()).toEqual({ media: before.media + 1, pieces: before.pieces + 3 });
    const again = await Promise.all([1, 2, 3, 4].map((n) => add(png({ width: 77 }), `${n}.png`)));
    expect(new Set(again.map(({ status, json }) => `${status} ${(json as MediaDto).hash}`)).size).toBe(1);
    const served = await serve(`/m/${(first.json as MediaDto).hash}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('A picture loses its metadata before it is served', async () => {
    const { json } = await add(png({ width: 9, more: [chunk('tEXt', 'Author\0Ada Lovelace')] }));
    expect((json as MediaDto).hash).toBe(hashOf(png({ width: 9 })));
  });

  it.each(HOSTILE_FILES)(
    'An upload of %s is rejected with the reason %s, and nothing is stored',
    async (_, fault, bytes) => {
      const before = await countRows();
      const { status, json } = await add(bytes, 'harmless.png');
      expect([status, (json as { problems: { path: string }[] }).problems[0]?.path]).toEqual([400, fault]);
      expect(await countRows()).toEqual(before);
    },
  );

  it('A picture of more than 10 MB is rejected', async () => {
    const large = png({ more: [chunk('gAMA', Buffer.alloc(10 * 1024 * 1024))] });
    const stored = await add(large);
    expect([stored.status, stored.text]).toEqual([400, expect.stringContaining('"path":"size"')]);
    const justLarger = png({ more: [chunk('gAMA', Buffer.alloc(10 * 1024 * 1024 - 60))] });
    expect(justLarger.length).toBeGreaterThan(10 * 1024 * 1024);
    const untold = await add(justLarger);
    expect([untold.status, untold.text]).toEqual([400, expect.stringContaining('"path":"size"')]);
  });

  it('An upload needs a form with one file, sent by the panel', async () => {
    const wrong = await member.post('/apps/shop/media', { file: 'x' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('not_json')]);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(png())]), 'a.png');
    form.append('file', new Blob([new Uint8Array(png())]), 'b.png');
    const { 'content-type': _, ...page } = {
      'content-type': '',
      'sec-fetch-site': 'same-origin',
      'x-herald-panel': '1',
    };
    const headers = { ...page, cookie: member.cookie };
    const two = await fetch(`${base}/panel/1.0/apps/shop/media`, { method: 'POST', body: form, headers });
    expect([two.status, await two.text()]).toEqual([400, expect.stringContaining('one')]);
    const foreign = await fetch(`${base}/panel/1.0/apps/shop/media`, {
      method: 'POST',
      body: form,
      headers: { ...headers, 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
  });

  it('An upload waits while too many unfinished uploads are open, and succeeds after their end', async () => {
    const sockets: Socket[] = [];
    const server = sending.gateway.app.getHttpServer();
    server.on('connection', (socket: Socket) => sockets.push(socket));
    const parts = await Promise.all(Array.from({ length: 13 }, () => beginUpload(PART_BYTES)));
    const isHere = () => sockets.filter(({ bytesRead }) => bytesRead >= PART_BYTES).length === parts.length;
    await vi.waitFor(() => expect(isHere()).toBe(true), { timeout: 20_000, interval: 50 });
    const large = png({ more: [chunk('gAMA', randomBytes(9_900_000))] });
    expect((await add(large)).status).toBe(429);
    parts.forEach((part) => part.destroy());
    await vi.waitFor(async () => expect((await add(large)).status).toBe(200), { timeout: 20_000, interval: 200 });
  });

  it('A picture is served completely to many parallel requests', async () => {
    const { hash } = (await add(png({ width: 5, more: [chunk('gAMA', randomBytes(700_000))] }))).json as MediaDto;
    const answers = await Promise.all(Array.from({ length: 40 }, () => serve(`/m/${hash}`)));
    const bodies = await Promise.all(answers.map(async (answer) => hashOf(Buffer.from(await answer.arrayBuffer()))));
    expect(new Set(bodies)).toEqual(new Set([hash]));
  });

  it('A picture is rejected when the application has reached its limit', async () => {
    const {
      fresh: { db },
      appId,
    } = sending.gateway;
    const fill = (sizes: number) =>
      db.affected(
        `INSERT INTO notifications.media (app_id, hash, name, type, size, width, height, frames)
         SELECT $1, lpad(to_hex(n), 64, '0'), 'x.png', 'image/png', $2, 1, 1, 1 FROM generate_series(1, 3) AS n`,
        [appId, sizes],
      );
    await fill(1024 ** 3 - 1);
    const { status, text } = await add(fresh());
    expect([status, text]).toEqual([400, expect.stringContaining('"path":"number"')]);
    await db.affected(`DELETE FROM notifications.media WHERE name = 'x.png'`);
    expect((await add(fresh())).status).toBe(200);
  });

  it('A picture is listed and deleted only in its own application', async () => {
    const bytes = fresh();
    const { hash } = (await add(bytes)).json as MediaDto;
    expect(await list(stranger, 'other')).toEqual([]);
    expect((await stranger.post(`/apps/other/media/${hash}/delete`, { uses: 0 })).status).toBe(404);
    const theirs = await add(bytes, 'same.png', stranger, 'other');
    expect(theirs.json).toMatchObject({ hash, name: 'same.png' });
    expect((await member.post(`/apps/shop/media/${hash}/delete`, { uses: 0 })).status).toBe(204);
    expect((await serve(`/m/${hash}`)).status, 'the other application has it').toBe(200);
    expect((await stranger.post(`/apps/other/media/${hash}/delete`, { uses: 0 })).status).toBe(204);
    expect((await serve(`/m/${hash}`)).status).toBe(404);
    expect((await stranger.post(`/apps/other/media/${hash}/delete`, { uses: 0 })).status).toBe(404);
  });

  it('A picture lists the messages that show it, and is deleted only with their current number', async () => {
    const { hash, url } = (await add(fresh(), 'banner.png')).json as MediaDto;
    const shown = { title: 'Receipt', text: `<img src="https://push.example.com${url}" alt="">`, platforms: ['EMAIL'] };
    await sending.post('createNotificationDefinition', { ...shown, subject: 'Receipt' });
    const key = await sending.bulk({
      message: { ...shown, title: 'Spring', subject: 'Spring' },
      target: { sendToAll: true },
      schedule: { startTime: '2999-01-01T00:00:00' },
    });
    const uses = (await list()).find((media) => media.hash === hash)?.uses;
    expect(uses).toEqual([
      { kind: 'campaign', key: String(key), title: 'Spring' },
      { kind: 'definition', key: expect.any(String), title: 'Receipt' },
    ]);
    const unaware = await member.post(`/apps/shop/media/${hash}/delete`, { uses: 1 });
    expect([unaware.status, unaware.text]).toEqual([409, expect.stringContaining('changed_meanwhile')]);
    expect((await serve(`/m/${hash}`)).status).toBe(200);
    expect((await member.post(`/apps/shop/media/${hash}/delete`, { uses: 2 })).status).toBe(204);
    const entries = await sending.gateway.app
      .get(AuditService)
      .listEntries(sending.gateway.appId, { limit: 10, subject: `media ${hash}` });
    expect(entries.map(({ action, differences }) => [action, differences])).toEqual([
      ['media.remove', [{ change: 'remove', subject: 'banner.png' }]],
      ['media.add', [{ change: 'add', subject: 'banner.png' }]],
    ]);
  });

  it('Pictures are listed newest first, in pages', async () => {
    const hashes: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      hashes.unshift(((await add(fresh())).json as MediaDto).hash);
    }
    const first = (await member.get('/apps/shop/media?limit=2')).json as { items: MediaDto[]; next: string };
    const second = (await member.get(`/apps/shop/media?limit=2&after=${first.next}`)).json as { items: MediaDto[] };
    expect([...first.items, ...second.items].slice(0, 3).map(({ hash }) => hash)).toEqual(hashes);
  });
});
