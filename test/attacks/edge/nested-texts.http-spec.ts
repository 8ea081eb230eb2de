import { generateKeyPairSync } from 'node:crypto';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';

/** Levels that overflow whatever walks them by recursion. */
const LEVELS = 20_000;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let gateway: TestGateway;
let owner: PanelMember;
let notificationKey: number;
beforeAll(async () => {
  gateway = await startGateway();
  owner = await signIn(gateway);
  const body = { title: 'T', platforms: ['EMAIL'], message: 'Hi @{a}' };
  const { json } = await gateway.call('/rest/3.0/createNotificationDefinition', { body });
  ({ notificationKey } = json as { notificationKey: number });
});
afterAll(() => gateway.close());

const field = (name: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const sendForm = (operation: string, ...fields: string[]): Promise<Answer> =>
  gateway.call(`/rest/3.0/${operation}`, {
    raw: `${fields.join('')}--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });

/** Texts within requests that are JSON themselves, with a part that is nested deeply. */
const TEXTS: readonly (readonly [name: string, words: string, ask: (part: string) => Promise<Answer>])[] = [
  [
    'the service account of an application',
    'should be the content of a service-account file',
    async (part) => {
      const account = `{"project_id":"p","client_email":"a@p.example","private_key":${JSON.stringify(privateKey)},"x":${part}}`;
      const text = stringify({ channels: { fcm: { serviceAccount: account } } });
      return owner.post('/apps/shop/setup/channels/review', { text });
    },
  ],
  [
    'a file of geofences',
    'should be whole GeoJSON',
    async (part) => {
      const point = { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } };
      const text = JSON.stringify({
        type: 'FeatureCollection',
        features: [{ ...point, properties: { title: 'PART' } }],
      });
      return owner.post('/apps/shop/geofences/import', { text: text.replace('"PART"', part), run: false });
    },
  ],
  [
    'the message of a form',
    'should be JSON',
    async (part) =>
      sendForm(
        'sendEmailWithAttachment',
        field('to', 'a@b.example'),
        field('notificationKey', String(notificationKey)),
        field('message', `{"params":{"a":${part}}}`),
        field('mailAttachment', 'a', '; filename="a.txt"'),
      ),
  ],
  [
    'the mapping of an import',
    'mapping',
    async (part) =>
      sendForm('importUsers', field('mapping', `{"fields":${part}}`), field('file', 'a,b', '; filename="a.csv"')),
  ],
];

describe('Attack on the gateway by JSON within a text of a request', () => {
  it.each(TEXTS)('JSON that is nested deeply is refused in words in %s', async (_, words, ask) => {
    for (const levels of [65, LEVELS]) {
      const { status, text } = await ask(nested(levels));
      expect(status, text.slice(0, 300)).toBe(400);
      expect(text).toContain(words);
    }
  });
});
