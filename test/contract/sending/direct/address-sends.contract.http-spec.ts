import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { AttachmentService } from '#libs/delivery/attachments';
import { ApplyService } from '#libs/tenancy';
import { findTraces } from '../../../support/database/traces.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import type { LoggedMail } from '../../../support/processes/simulator-client.js';
import { fileOf, postForm, type SmallForm } from '../../../support/processes/upload-forms.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const EMAIL = {
  target: { email: 'ann@example.com' },
  platforms: ['EMAIL'],
  title: 'Account',
  message: '<h1>Hello</h1><p>Your account is <b>created</b>.</p>',
  from: 'info@example.com',
  senderName: 'Größe, Shop',
  subject: 'Your account is created 👋',
};
const SMS = { target: { msisdn: '+905321234567' }, platforms: ['SMS'], title: 'Code', message: 'Your code is 17' };

const mails = (): Promise<LoggedMail[]> => sending.simulators.mails();
const send = async (body: object): Promise<number> => {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('sendEmailAndSms', body);
  await sending.drain();
  return notificationKey;
};
const refusal = async (body: unknown): Promise<unknown> => {
  const { status, json } = await sending.gateway.call('/rest/3.0/sendEmailAndSms', { body });
  return { status, ...(json as object) };
};
const without = (body: object, field: string): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

describe('2.6 and 4.4 sendEmailAndSms: e-mail', () => {
  it('sendEmailAndSms sends the HTML with a text part, from the given address and name', async () => {
    const key = await send(EMAIL);
    expect(await mails()).toMatchObject([
      {
        token: 'ann@example.com',
        payload: {
          subject: EMAIL.subject,
          from: { name: 'Größe, Shop', address: 'info@example.com' },
          html: expect.stringContaining('<b>created</b>'),
          text: expect.stringContaining('Hello\n\nYour account is created.'),
          headers: {
            'mime-version': '1.0',
            date: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} /),
            'message-id': expect.stringMatching(/^<[\da-f-]{36}\.[\da-z]+@example\.com>$/),
          },
        },
      },
    ]);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  it('Statistics and results are available by the key that sendEmailAndSms returns (decisions 5)', async () => {
    const key = await send(EMAIL);
    const stats = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
    expect(stats.json).toMatchObject({ status: 'FINISHED', stats: [{ platform: 'EMAIL', sent: 1, failed: 0 }] });
    const results = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}`, { method: 'GET' });
    expect(results.json).toMatchObject({ list: [{ platform: 'EMAIL', status: 'SUCCESS' }] });
  });

  it('The key that sendEmailAndSms returns is that of a definition and can be sent again (decisions 5)', async () => {
    const key = await send(EMAIL);
    await sending.post('sendNotification', { notificationKey: String(key), target: { email: 'ann@example.com' } });
    await sending.drain();
    expect(await mails()).toHaveLength(2);
  });

  it('sendEmailAndSms reaches the user who has the address, and creates no second user', async () => {
    await sending.post('registerUsers', [{ extId: 'bea', email: 'Bea@example.com' }]);
    const key = await send({ ...EMAIL, target: { email: 'bea@EXAMPLE.com' } });
    const results = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}`, { method: 'GET' });
    expect(results.json).toMatchObject({ list: [{ extId: 'bea', status: 'SUCCESS' }] });
    expect(await mails()).toMatchObject([{ token: 'Bea@example.com' }]);
  });

  it('sendEmailAndSms by address obeys disableMail (decisions 3)', async () => {
    await sending.post('registerUsers', [{ extId: 'cem', email: 'cem@example.com' }]);
    await sending.post('disableMail', { extIds: ['cem'] });
    await send({ ...EMAIL, target: { email: 'cem@example.com' } });
    expect(await mails()).toEqual([]);
  });

  it('Line breaks in the subject or sender name begin no header of their own', async () => {
    await send({ ...EMAIL, subject: 'Hi\r\nBcc: all@example.com', senderName: 'Shop\r\nX-Evil: 1' });
    const [mail] = await mails();
    expect(mail?.payload).toMatchObject({ subject: 'Hi Bcc: all@example.com', from: { name: 'Shop X-Evil: 1' } });
    expect(Object.keys(mail?.payload.headers ?? {})).not.toEqual(expect.arrayContaining(['bcc']));
    expect(mail?.payload.headers).not.toHaveProperty('x-evil');
  });
});

describe('2.6 and 4.4 sendEmailAndSms: SMS', () => {
  it('sendEmailAndSms sends the text from the given sender, to a number without a user', async () => {
    const key = await send({ ...SMS, smsHeader: 'HERALD' });
    expect(await sending.simulators.deliveries('provider=sms')).toMatchObject([
      { token: '+905321234567', payload: { Body: SMS.message, From: 'HERALD' } },
    ]);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  it('A simulated account has the senders of the application file', async () => {
    const apply = async (sms: object) => {
      await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels: { sms } }, { dryRun: false });
      // A worker may use an account for two seconds after it changed.
      sending.gateway.app.get(AccountStateService).clearCache();
    };
    await apply({ simulator: true, senders: ['BAKERY', 'KIOSK'] });
    await send(SMS);
    await send({ ...SMS, smsHeader: 'KIOSK' });
    await apply({ simulator: true });
    await send({ ...SMS, smsHeader: 'HERALD' });
    const sent = await sending.simulators.deliveries('provider=sms');
    expect(sent.map(({ payload }) => (payload as { From: string }).From).toSorted()).toEqual([
      'BAKERY',
      'HERALD',
      'KIOSK',
    ]);
  });

  it('A sender that is none of the account is refused, in definitions and bulk sends too', async () => {
    const smsHeader = 'SHOP';
    const body = { title: 'T', message: 'x', platforms: ['SMS'], smsHeader };
    for (const [operation, request] of [
      ['sendEmailAndSms', { ...SMS, smsHeader }],
      ['createNotificationDefinition', body],
      ['sendBulkNotification', { message: { ...body, text: 'x' }, target: { sendToAll: true } }],
    ] as const) {
      const { status, json } = await sending.gateway.call(`/rest/3.0/${operation}`, { body: request });
      expect({ status, json }).toMatchObject({
        status: 400,
        json: { code: 2004, error: expect.stringContaining('SHOP') },
      });
    }
    expect(await sending.simulators.deliveries('provider=sms')).toEqual([]);
  });

  it('sendEmailAndSms answers a word in the place of a number with a key, and sends nothing', async () => {
    const key = await send({ ...SMS, target: { msisdn: 'target_msisdn' } });
    expect(key).toBeGreaterThan(0);
    expect(await sending.simulators.deliveries('provider=sms')).toEqual([]);
  });
});

describe('Refusals of sendEmailAndSms (decisions 2)', () => {
  it.each([
    ['target', { ...EMAIL, target: undefined }],
    ['target.email', { ...EMAIL, target: {} }],
    ['target.email', { ...EMAIL, target: { email: '' } }],
    ['platforms', without(EMAIL, 'platforms')],
    ['platforms', { ...EMAIL, platforms: [] }],
    ['title', without(EMAIL, 'title')],
    ['target.msisdn', { ...SMS, target: { email: 'a@example.com' } }],
    ['message', without(SMS, 'message')],
  ])('sendEmailAndSms answers 2020 when %s is missing (case %#)', async (field, body) => {
    const actual = await refusal(body);
    expect(actual).toEqual({ status: 400, code: 2020, error: `${field} is required` });
  });

  it.each([
    { ...EMAIL, target: { email: 'nope' } },
    { ...EMAIL, target: { email: 'a@b' } },
    { ...EMAIL, target: { email: 'a@example.com\r\nBcc: b@example.com' } },
    { ...EMAIL, from: 'nope' },
    { ...SMS, target: { msisdn: '12' } },
    { ...SMS, target: { msisdn: '05321234567' } },
  ])('sendEmailAndSms answers 6000 to an invalid address or number (case %#)', async (body) => {
    expect(await refusal(body)).toMatchObject({ status: 400, code: 6000 });
  });

  it.each([without(EMAIL, 'message'), { ...EMAIL, message: '' }, { ...EMAIL, message: '  ' }])(
    'sendEmailAndSms answers 5041 to an e-mail without content (case %#)',
    async (body) => {
      expect(await refusal(body)).toMatchObject({ status: 400, code: 5041 });
    },
  );

  it('sendEmailAndSms reports errors in the order missing fields, invalid address, no content', async () => {
    const nothing = { ...EMAIL, target: { email: 'nope' }, message: undefined };
    expect(await refusal(without(nothing, 'title'))).toMatchObject({ code: 2020 });
    expect(await refusal(nothing)).toMatchObject({ code: 6000 });
    expect(await refusal({ ...nothing, target: EMAIL.target })).toMatchObject({ code: 5041 });
  });

  it.each([
    { ...EMAIL, platforms: ['IOS'] },
    { ...EMAIL, platforms: ['EMAIL', 'SMS'] },
    { ...EMAIL, platforms: 'EMAIL' },
    { ...EMAIL, target: { email: 'a@example.com', msisdn: '+905321234567' } },
    { ...EMAIL, target: { email: 7 } },
    [EMAIL],
  ])('sendEmailAndSms answers 2004 or 2020 to another form (case %#)', async (body) => {
    expect(await refusal(body)).toMatchObject({
      status: 400,
      code: expect.toSatisfy((code) => [2004, 2020].includes(code)),
    });
  });

  it('A refused sendEmailAndSms leaves no definition behind', async () => {
    const count = () =>
      sending.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM notifications.definition');
    const before = await count();
    await refusal({ ...EMAIL, target: { email: 'nope' } });
    await refusal(without(EMAIL, 'message'));
    expect(await count()).toEqual(before);
  });
});

describe('The characters of a text message', () => {
  it('A text with accents of their own leaves with composed letters, around its links', async () => {
    const message = 'Größe für Ännchen: https://example.com/café à bientôt'.normalize('NFD');
    await sending.post('sendEmailAndSms', { ...SMS, message });
    await sending.drain();
    const [sent] = await sending.simulators.deliveries('provider=sms');
    expect(sent?.payload).toMatchObject({
      Body: expect.stringMatching(/^Größe für Ännchen: \S+\/s\/\S+ à bientôt$/) as string,
    });
  });
});

describe('4.4 sendEmailWithAttachment', () => {
  let notificationKey: string;
  const definition = async (body: object): Promise<string> =>
    String((await sending.post<{ notificationKey: number }>('createNotificationDefinition', body)).notificationKey);
  beforeAll(async () => {
    notificationKey = await definition({
      title: 'Invoice',
      message: '<p>Here it is</p>',
      platforms: ['EMAIL', 'IOS'],
    });
  });
  const post = (form: SmallForm, headers?: Record<string, string>) =>
    postForm(sending.gateway, { to: 'ann@example.com', notificationKey, ...form }, headers);
  const stored = async (): Promise<number> =>
    (await sending.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM delivery.attachment_piece'))?.n ?? 0;

  it('sendEmailWithAttachment sends the stored e-mail with its files, and answers 200 with an empty body', async () => {
    const pdf = fileOf('pdf', 700_000);
    const png = fileOf('png', 900);
    const answer = await post({
      notificationKey: await definition({
        title: 'Invoice',
        message: '<p>Here it is <img src="cid:logo.png"></p>',
        platforms: ['EMAIL'],
      }),
      files: [
        ['Rechnung März.pdf', pdf],
        ['logo.png', png, 'image/png'],
      ],
    });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    await sending.drain();
    expect(await mails()).toMatchObject([
      {
        token: 'ann@example.com',
        payload: {
          subject: 'Invoice',
          attachments: expect.arrayContaining([
            expect.objectContaining({
              filename: 'Rechnung März.pdf',
              mimeType: 'application/pdf',
              disposition: 'attachment',
              size: pdf.length,
              sha256: createHash('sha256').update(pdf).digest('hex'),
            }),
            expect.objectContaining({
              filename: 'logo.png',
              mimeType: 'image/png',
              contentId: expect.stringMatching(/^<logo\.png\.2\.[^@]+@[\w.-]+>$/),
            }),
          ]),
        },
      },
    ]);
  });

  it.each([
    ['xlsx', 'a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['xls', 'a.xls', 'application/vnd.ms-excel'],
    ['html', 'a.xls', 'application/vnd.ms-excel'],
    ['html', 'table', 'application/vnd.ms-excel'],
    ['csv', 'a.csv', 'text/csv'],
    ['txt', 'a.txt', 'text/plain'],
    ['pdf', 'a.PDF', 'application/octet-stream'],
    ['pdf', 'invoice', 'application/pdf'],
    ['pdf', 'Invoice 11.2026', 'application/pdf'],
    ['jpg', 'a.jpg', 'image/jpeg'],
    ['jpg', 'a.jpeg', 'image/x-citrix-jpeg'],
    ['png', 'a.png', 'image/x-png'],
    ['png', 'a', 'image/x-citrix-png'],
    ['gif', 'a.gif', 'image/gif'],
    ['mpeg', 'a.mpeg', 'video/x-mpeg'],
    ['mpeg', 'a.mpeg-2', 'video/mpeg2'],
    ['mp4', 'a.mp4', 'video/mp4'],
    ['avi', 'a.avi', 'video/x-msvideo'],
  ] as const)('sendEmailWithAttachment accepts %s content as %s (%s)', async (kind, name, type) => {
    expect((await post({ files: [[name, fileOf(kind, 5000), type]] })).status).toBe(200);
    await sending.drain();
    expect(await mails()).toMatchObject([{ payload: { attachments: [{ filename: name }] } }]);
  });

  it.each([
    ['report.pdf', 'exe', 'application/pdf'],
    ['report.txt', 'exe', 'text/plain'],
    ['report.xlsx', 'zip', 'application/octet-stream'],
    ['report.xls', 'msi', 'application/vnd.ms-excel'],
    ['photo.png', 'jpg', 'image/png'],
    ['report.pdf.exe', 'pdf', 'application/pdf'],
    ['report.exe', 'exe', 'application/octet-stream'],
    ['report.svg', 'txt', 'image/svg+xml'],
    ['report', 'pdf', 'application/octet-stream'],
    ['report.html', 'txt', 'text/plain'],
  ] as const)('A file %s with the content of %s is refused by its name with 2004', async (name, kind, type) => {
    const before = await stored();
    const answer = await post({ files: [[name, fileOf(kind, 5000), type]] });
    expect({ status: answer.status, ...(answer.json as object) }).toMatchObject({
      status: 400,
      code: 2004,
      error: expect.stringContaining(`'${name}'`),
    });
    expect(await stored()).toBe(before);
  });

  it.each([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\ann\\invoice.txt', 'invoice.txt'],
    ['..\\..\\x.txt', 'x.txt'],
    ['.htaccess.txt', 'htaccess.txt'],
    ['invoice\u202Etxt.exe.txt', 'invoicetxt.exe.txt'],
    ['a|b;c=d?.txt', 'a_b;c=d_.txt'],
    ['a"b.txt', 'a_b.txt'],
    ['a%22b.txt', 'a_b.txt'],
    ['100%25 of %41.txt', '100%25 of %41.txt'],
    ['two\nlines.txt', 'two lines.txt'],
    ['a\u0001b\u007f.txt', 'ab.txt'],
    ['M\ufffdrz.txt', 'M_rz.txt'],
    ['=?UTF-8?B?SGk=?=.txt', '=_UTF-8_B_SGk=_=.txt'],
    [`${'n'.repeat(300)}.txt`, `${'n'.repeat(146)}.txt`],
  ])('sendEmailWithAttachment reduces the file name %j to a safe name', async (input, stored) => {
    expect((await post({ files: [[input, fileOf('txt', 100)]] })).status).toBe(200);
    await sending.drain();
    expect((await mails())[0]?.payload.attachments).toMatchObject([{ filename: stored }]);
  });

  it.each([
    ['mailAttachment', { files: [] }],
    ['to', { to: undefined, files: [['a.txt', fileOf('txt', 10)]] as SmallForm['files'] }],
    ['notificationKey', { notificationKey: undefined, files: [['a.txt', fileOf('txt', 10)]] as SmallForm['files'] }],
  ])('sendEmailWithAttachment answers 2020 when %s is missing', async (field, form) => {
    const answer = await post(form);
    expect(answer.json).toEqual({ code: 2020, error: `${field} is required` });
    expect(answer.status).toBe(400);
  });

  it('sendEmailWithAttachment refuses an invalid address, an unknown key and a notification without e-mail', async () => {
    const files: SmallForm['files'] = [['a.txt', fileOf('txt', 10)]];
    const before = await stored();
    const push = await definition({ title: 'Push', message: 'x', platforms: ['IOS'] });
    expect((await post({ files, to: 'nope' })).json).toMatchObject({ code: 6000 });
    expect((await post({ files, notificationKey: '2147483647' })).json).toMatchObject({ code: 5003 });
    expect((await post({ files, notificationKey: 'x' })).json).toMatchObject({ code: 5003 });
    expect((await post({ files, notificationKey: push })).json).toMatchObject({ code: 2004 });
    const json = await sending.gateway.call('/rest/3.0/sendEmailWithAttachment', { body: { to: 'a@example.com' } });
    expect(json.json).toMatchObject({ code: 2020 });
    expect(await stored()).toBe(before);
  });

  it('A repeated form with the same Idempotency-Key sends nothing, and another form is refused', async () => {
    const headers = { 'Idempotency-Key': randomBytes(8).toString('hex') };
    const files: SmallForm['files'] = [['a.txt', Buffer.from('one')]];
    expect((await post({ files }, headers)).status).toBe(200);
    const again = await post({ files }, headers);
    expect({ status: again.status, replayed: again.headers.get('Idempotency-Replayed') }).toEqual({
      status: 200,
      replayed: 'true',
    });
    expect((await post({ files: [['a.txt', Buffer.from('two')]] }, headers)).status).toBe(422);
    await sending.drain();
    expect(await mails()).toHaveLength(1);
  });

  it('Files are kept until a day after the end of the send, and unused uploads for an hour', async () => {
    const { db } = sending.gateway.fresh;
    await post({ files: [['a.txt', fileOf('txt', 100)]] });
    const attachments = sending.gateway.app.get(AttachmentService);
    await attachments.deleteExpired();
    const open = await stored();
    expect(open).toBeGreaterThan(0);
    await sending.drain();
    await attachments.deleteExpired();
    expect(await stored()).toBe(open);
    await db.affected("UPDATE delivery.dispatch SET finished_at = finished_at - interval '25 hours' WHERE state = 3");
    await db.affected(
      `INSERT INTO delivery.attachment_piece (app_id, attachment_id, piece, bytes, uploaded_at)
       VALUES ($1, 900000, 0, 'x', now() - interval '2 hours'), ($1, 900001, 0, 'y', now())`,
      [sending.gateway.appId],
    );
    await attachments.deleteExpired();
    expect(await stored()).toBe(1);
  });

  it('4.1 deleteUsersPermanently deletes the texts and files of direct sends to that person, and of no other user', async () => {
    const { app, fresh } = sending.gateway;
    await app.get(ApplyService).apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
    for (const name of ['dora', 'elif']) {
      await sending.post('registerUsers', [{ extId: name, email: `${name}@example.com` }]);
      const to = `${name}@example.com`;
      await send({ ...EMAIL, target: { email: to }, message: `<p>secret-of-${name}</p>` });
      await post({ to, files: [[`file-of-${name}.txt`, Buffer.from(`content-of-${name}`)]] });
    }
    await sending.drain();
    const texts = (name: string): string[] => [`secret-of-${name}`, `file-of-${name}`, `content-of-${name}`];
    const actual = async (name: string): Promise<string[]> => [
      ...new Set((await findTraces(fresh.db, { texts: texts(name) })).map(({ table }) => table)),
    ];
    const before = await actual('elif');
    expect(before).toEqual(expect.arrayContaining(['delivery.attachment', 'delivery.attachment_piece']));
    expect(before).toEqual(expect.arrayContaining(['notifications.definition', 'delivery.dispatch']));
    await sending.post('deleteUsersPermanently', { extIds: ['dora'] });
    expect(await actual('dora')).toEqual([]);
    expect(await actual('elif')).toEqual(before);
  });
});
