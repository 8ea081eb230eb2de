import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { fileOf, postForm } from '../../../support/processes/upload-forms.js';

/** A msg-id as RFC 5322 has it. */
const MSG_ID = /^<[\w-]+(\.[\w-]+)*@[\w-]+(\.[\w-]+)*>$/;
let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

async function post(message: string, names: readonly string[]) {
  const body = { title: 'Invoice', message, platforms: ['EMAIL'] };
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', body);
  return postForm(sending.gateway, {
    to: 'ann@example.com',
    notificationKey: String(notificationKey),
    files: names.map((name) => [name, fileOf('png', 900), 'image/png']),
  });
}

describe('Files that an e-mail shows', () => {
  it.each([
    ['logo@2x.png', '<img src="cid:logo@2x.png">'],
    ['logo@2x.png', '<img src="cid:logo%402x.png">'],
    ['my logo (1).png', '<img src="cid:my%20logo%20(1).png">'],
    ['Größe.png', '<img src="cid:Gr&ouml;&szlig;e.png">'],
    ['Größe.png'.normalize('NFD'), '<img src="cid:Größe.png">'],
    ['a&b.png', '<img src="cid:a&amp;b.png">'],
    ['логотип.png', '<td background="cid:логотип.png">x</td>'],
    ['bg.png', '<p style="background: url(cid:bg.png)">x</p>'],
    ['bg.png', '<img src="https://a.example/a.png" srcset="cid:bg.png 2x">'],
    ['..a..b...png', '<img src="cid:..a..b...png">'],
  ])('The file %s stands where %s shows it', async (name, html) => {
    expect((await post(html, [name, 'other.png'])).status).toBe(200);
    await sending.drain();
    const [mail] = await sending.simulators.mails();
    const attachments = mail?.payload.attachments as { filename: string; contentId?: string; disposition: string }[];
    const shown = attachments.filter(({ contentId }) => contentId !== undefined);
    expect(shown).toMatchObject([{ disposition: 'inline', contentId: expect.stringMatching(MSG_ID) as string }]);
    expect(mail?.payload.html).toContain(`cid:${shown[0]?.contentId?.slice(1, -1)}`);
  });

  it.each([
    ['<img src="cid:logo.png">', ['other.png'], 'logo.png'],
    ['<img src="cid:logo.png"><td background="cid:bg%20a.png">x</td>', ['logo.png'], 'bg a.png'],
    ['<style>p { background: url(cid:bg.png) }</style>', ['logo.png'], 'bg.png'],
  ])('sendEmailWithAttachment refuses %s with the files %j', async (html, names, absent) => {
    const answer = await post(html, names);
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 2004, error: `Field 'message.text' shows 'cid:${absent}', and no file has this name` },
    });
  });

  it('Sends without files are refused for an e-mail that shows one, by its field', async () => {
    const html = '<img src="cid:logo.png">';
    const refusal = (field: string) => ({
      status: 400,
      json: { code: 2004, error: `Field '${field}' shows 'cid:logo.png', and only sendEmailWithAttachment has files` },
    });
    const call = (operation: string, body: object) => sending.gateway.call(`/rest/3.0/${operation}`, { body });
    const message = { title: 'A', text: html, platforms: ['EMAIL'] };
    const target = { sendToAll: true };
    expect(await call('sendBulkNotification', { message, target })).toMatchObject(refusal('message.text'));
    expect(await call('sendBulkNotification/dryRun', { message, target })).toMatchObject(refusal('message.text'));
    const direct = { title: 'A', message: html, platforms: ['EMAIL'], target: { email: 'ann@example.com' } };
    expect(await call('sendEmailAndSms', direct)).toMatchObject(refusal('message'));
    const languages = { de: { text: html } };
    expect(await call('sendBulkNotification', { message: { ...message, text: 'x', languages }, target })).toMatchObject(
      refusal('message.languages.de.text'),
    );
  });

  it('A push and a text about cid: are no e-mail with a picture', async () => {
    const message = { title: 'A', text: '<img src="cid:logo.png">', platforms: ['IOS'], ios: { title: 'A' } };
    expect(await sending.bulk({ message, target: { sendToAll: true } })).toBeGreaterThan(0);
    const text = { title: 'A', text: '<p>Write cid:logo.png</p>', platforms: ['EMAIL'] };
    expect(await sending.bulk({ message: text, target: { sendToAll: true } })).toBeGreaterThan(0);
  });
});
