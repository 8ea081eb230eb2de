import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { fileOf, postForm, type SmallForm } from '../../support/processes/upload-forms.js';
import { peakMemory } from '../../support/processes/peak-memory.js';

const MB = 1024 * 1024;

let sending: Sending;
let notificationKey: string;
beforeAll(async () => {
  sending = await startSending();
  notificationKey = await define('<p>Here it is</p>');
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const define = async (message: string): Promise<string> => {
  const body = { title: 'Invoice', message, platforms: ['EMAIL'] };
  return String(
    (await sending.post<{ notificationKey: number }>('createNotificationDefinition', body)).notificationKey,
  );
};
const post = (files: NonNullable<SmallForm['files']>, key = notificationKey) =>
  postForm(sending.gateway, { to: 'ann@example.com', notificationKey: key, files });
const stored = async (): Promise<number> =>
  (await sending.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM delivery.attachment_piece'))?.n ?? 0;

describe('4.4 sendEmailWithAttachment: limit of 10 MB', () => {
  it('sendEmailWithAttachment sends 9.9 MB of attachments byte for byte', async () => {
    const [film, table] = [fileOf('mp4', 6 * MB), fileOf('csv', 3.9 * MB)];
    film.write('the end', film.length - 7);
    expect(
      (
        await post([
          ['a.mp4', film],
          ['b.csv', table],
        ])
      ).status,
    ).toBe(200);
    await sending.drain();
    const [mail] = await sending.simulators.deliveries('provider=smtp');
    const hash = (file: Buffer): string => createHash('sha256').update(file).digest('hex');
    expect(mail?.payload).toMatchObject({
      attachments: [
        { filename: 'a.mp4', size: film.length, sha256: hash(film) },
        { filename: 'b.csv', size: table.length, sha256: hash(table) },
      ],
    });
  });

  it('sendEmailWithAttachment refuses 10.1 MB, in one file or in several, and stores nothing of it', async () => {
    const before = await stored();
    for (const parts of [[10.1], [5, 5.1]]) {
      const answer = await post(parts.map((part, i) => [`${i}.mp4`, fileOf('mp4', Math.ceil(part * MB))]));
      expect(answer.json).toMatchObject({ code: 2004, error: expect.stringContaining('10 MB') });
      expect(answer.status).toBe(400);
    }
    expect(await stored()).toBe(before);
  });

  it('The limit of sendEmailWithAttachment includes the text of the e-mail', async () => {
    const before = await stored();
    const key = await define(`<p>${'word '.repeat(40_000)}</p>`);
    const answer = await post([['a.mp4', fileOf('mp4', 9.9 * MB)]], key);
    expect(answer.json).toMatchObject({ code: 2004, error: expect.stringContaining('10 MB') });
    expect(await stored()).toBe(before);
  });
});

/** Sends a form of 300 MB, piece by piece, until the server ends the connection or, if it heeds answers, answers. */
async function send300(options: { hasLength: boolean; heeds: boolean }): Promise<{ answer: string; sent: number }> {
  const { hostname, port } = new URL(sending.gateway.base);
  const secret = await sending.gateway.makeKey(`upload ${JSON.stringify(options)}`);
  const head = Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="mailAttachment"; filename="a.mp4"\r\n\r\n\0\0\0\x18ftypisom`,
    'latin1',
  );
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).setMaxListeners(0);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  const length = options.hasLength ? `Content-Length: ${300 * MB}` : 'Transfer-Encoding: chunked';
  socket.write(
    `POST /rest/3.0/sendEmailWithAttachment HTTP/1.1\r\nHost: x\r\nX-Svc-Api-Key: ${secret}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`,
  );
  const frame = (bytes: Buffer): Buffer =>
    options.hasLength
      ? bytes
      : Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const piece = Buffer.alloc(64 * 1024);
  let sent = 0;
  const isOver = (): boolean => sent >= 300 * MB || !socket.writable || (options.heeds && answer !== '');
  for (let next = head; !isOver(); next = piece) {
    sent += next.length;
    if (!socket.write(frame(next))) {
      await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
  }
  await ended(socket);
  return { answer, sent };
}

async function ended(socket: Socket): Promise<void> {
  if (!socket.closed) {
    socket.end();
    await once(socket, 'close').catch(() => undefined);
  }
}

describe('Oversized and broken uploads', () => {
  it.each([
    { hasLength: true, heeds: true },
    { hasLength: false, heeds: true },
    { hasLength: false, heeds: false },
  ])(
    'An upload of 300 MB is answered early and cut off, whatever the client does, in flat memory: %j',
    async (options) => {
      const before = await stored();
      const { result, grown } = await peakMemory(() => send300(options));
      expect(result.answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(result.answer).toMatch(/connection: close/i);
      expect(result.answer).toContain('"code":2004');
      expect(result.answer).toContain('10 MB');
      if (options.heeds) {
        expect(result.sent).toBeLessThan(100 * MB);
      }
      expect(grown).toBeLessThan(150 * MB);
      expect(await stored()).toBe(before);
    },
  );

  it('An upload that ends in the middle leaves nothing behind', async () => {
    const before = await stored();
    const { hostname, port } = new URL(sending.gateway.base);
    const secret = await sending.gateway.makeKey('cut');
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /rest/3.0/sendEmailWithAttachment HTTP/1.1\r\nHost: x\r\nX-Svc-Api-Key: ${secret}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n` +
        '--b\r\nContent-Disposition: form-data; name="mailAttachment"; filename="a.txt"\r\n\r\n',
    );
    socket.write(Buffer.alloc(2 * MB, 'text '));
    await expect.poll(stored).toBeGreaterThan(before);
    socket.destroy();
    await expect.poll(stored).toBe(before);
  });
});
