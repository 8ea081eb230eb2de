import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { fileOf, postForm, type SmallForm } from '../../../support/processes/upload-forms.js';

let sending: Sending;
let notificationKey: string;
beforeAll(async () => {
  sending = await startSending();
  const definition = {
    title: 'Invoice',
    subject: 'Order @{order} of @{name|a friend}',
    message: '<p>Order @{order}: @{sum|open}</p>',
    platforms: ['EMAIL'],
  };
  const stored = await sending.post<{ notificationKey: number }>('createNotificationDefinition', definition);
  notificationKey = String(stored.notificationKey);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const post = (form: SmallForm, headers?: Record<string, string>) =>
  postForm(
    sending.gateway,
    { to: 'ann@example.com', notificationKey, files: [['invoice.pdf', fileOf('pdf', 2000)]], ...form },
    headers,
  );

describe('sendEmailWithAttachment with a message', () => {
  it('sendEmailWithAttachment fills placeholders and carries the files, in one request', async () => {
    const answer = await post({ message: JSON.stringify({ params: { order: 'A-17', sum: '<b>5 €</b>' } }) });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    await sending.drain();
    expect(await sending.simulators.mails()).toMatchObject([
      {
        token: 'ann@example.com',
        payload: {
          subject: 'Order A-17 of a friend',
          html: expect.stringContaining('<p>Order A-17: &lt;b&gt;5 €&lt;/b&gt;</p>') as string,
          attachments: [expect.objectContaining({ filename: 'invoice.pdf', size: 2000 })],
        },
      },
    ]);
  });

  it('sendEmailWithAttachment accepts parameters of tens of thousands of characters', async () => {
    const long = 'ü'.repeat(40_000);
    expect((await post({ message: JSON.stringify({ params: { order: 'A-18', sum: long } }) })).status).toBe(200);
    await sending.drain();
    const [mail] = await sending.simulators.mails();
    expect(mail?.payload.html).toContain(long);
  });

  it('sendEmailWithAttachment names the parameter whose number loses digits', async () => {
    const answer = await post({ message: '{"params":{"order":12345678901234567891}}' });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 2004,
      error: "Field 'message.params.order' is a number that loses digits; send it as a text",
    });
  });

  it('Another parameter value under the same Idempotency-Key is refused as another request', async () => {
    const headers = { 'Idempotency-Key': '"mail-with-params"' };
    const message = (order: string): string => JSON.stringify({ params: { order } });
    expect((await post({ message: message('A-19') }, headers)).status).toBe(200);
    expect((await post({ message: message('A-19') }, headers)).status).toBe(200);
    expect((await post({ message: message('A-20') }, headers)).status).toBe(422);
    await sending.drain();
    expect(await sending.simulators.mails()).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{"params":', "'message'"],
    ['no object', '[1]', "'message'"],
    ['parameters that are none', '{"params": [1]}', "'message.params'"],
    ['a message that is too long', JSON.stringify({ params: { order: 'x'.repeat(60_000) } }), "'message'"],
  ])('sendEmailWithAttachment refuses a message because of %s, and sends nothing', async (_what, message, field) => {
    const { status, json } = await post({ message });
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { code: 2004, error: expect.stringContaining(field) as string },
    });
    await sending.drain();
    expect(await sending.simulators.mails()).toEqual([]);
  });
});
