import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';

let gateway: TestGateway;
let notificationKey: number;
beforeAll(async () => {
  gateway = await startGateway();
  const body = { title: 'T', platforms: ['EMAIL'], message: 'Hi' };
  const { json } = await gateway.call('/rest/3.0/createNotificationDefinition', { body });
  ({ notificationKey } = json as { notificationKey: number });
});
afterAll(() => gateway.close());

const part = (disposition: string, value: string, type?: string): string =>
  `--x\r\nContent-Disposition: form-data; ${disposition}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n${value}\r\n`;
const send = (operation: string, parts: string): Promise<Answer> =>
  gateway.call(`/rest/3.0/${operation}`, {
    raw: `${parts}--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });

/** Ways in which programs describe the file of a part; clients leave the name out, too. */
const DESCRIPTIONS: readonly (readonly [name: string, more: string, type?: string])[] = [
  ['no name and the type of files', '', 'application/octet-stream'],
  ['an empty name', '; filename=""', 'text/csv'],
  ['a name of blanks', '; filename="   "', 'text/csv'],
  ['a name without quotes', '; filename=a.csv', 'text/csv'],
  ['an encoded name alone', "; filename*=UTF-8''a%20b.csv", 'text/csv'],
  ['an encoded name in no charset', "; filename*=''%FF.csv", 'text/csv'],
  ['a name of percent signs', '; filename="%0D%0A%22%"', 'text/csv'],
  ['a name and no type', '; filename="a.csv"'],
  ['a type and nothing else', '', 'text/csv; charset=x'],
];

describe('Attack on the gateway by parts of a form', () => {
  it.each(DESCRIPTIONS)(
    'A file with %s is taken or refused in words, and the gateway goes on',
    async (_, more, type) => {
      const answers = [
        await send('importUsers', part(`name="file"${more}`, 'extId\na', type)),
        await send(
          'sendEmailWithAttachment',
          part('name="to"', 'a@b.example') +
            part('name="notificationKey"', String(notificationKey)) +
            part(`name="mailAttachment"${more}`, 'A text.', type),
        ),
      ];
      for (const { status, text } of answers) {
        expect([200, 202, 400]).toContain(status);
        expect(text).not.toContain('no multipart form');
      }
      expect((await gateway.call('/health/live', { method: 'GET', key: null })).status).toBe(200);
    },
  );
});
