import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { campaignOf, newDraft } from '../../../../apps/panel/composer/form/draft.js';
import { bulkRequestOf, curlOf, requestOf } from '../../../../apps/panel/composer/editing/bulk-request.js';
import { newMail } from '../../../../apps/panel/mails/mail-form.js';

const WRITTEN = { ...newDraft(), name: 'Spring', text: 'It\'s @{city|here} \\ "now"\n$HOME `id`' };
const bulkOf = (fields: object) => {
  const campaign = campaignOf({ ...WRITTEN, ...fields }, 'Europe/Istanbul', { attributes: [], events: [] });
  return campaign && bulkRequestOf(campaign);
};

describe('bulkRequestOf', () => {
  it('bulkRequestOf returns what a bulk send takes', () => {
    expect(bulkOf({ segment: 'members', limit: '5', speedSize: '100', speedMins: '2' })).toEqual({
      message: { title: 'Spring', text: WRITTEN.text, platforms: ['IOS', 'ANDROID'] },
      target: { segment: ['members'] },
      speed: { packageSize: 100, intervalMins: 2 },
      limit: 5,
    });
  });

  it('bulkRequestOf returns no request for groups, and none for a mail that the server makes', () => {
    const tag = { id: 1, kind: 'tag', code: '', operator: 'is', text: 'vip', amount: '' };
    const lines = { id: 0, mode: 'any', parts: [tag, { ...tag, id: 2, text: 'new' }] };
    expect(bulkOf({ described: true, lines })).toBe('groups');
    const template = { id: '7', version: 2, regions: [] };
    expect(bulkOf({ platforms: ['EMAIL'], mail: { ...newMail(), kind: 'template', template } })).toBe('mail');
  });

  it('requestOf returns a campaign with all its contents, and none where one of them is a mail of the server', () => {
    const first = campaignOf(WRITTEN, 'Europe/Istanbul', { attributes: [], events: [] });
    const message = { title: 'Spring', text: 'By SMS', platforms: ['SMS'] };
    const several = first && { ...first, limit: 5, others: [{ message }], reach: 'first', within: '4h' };
    expect(several && requestOf(several)).toEqual({
      operation: 'campaigns',
      body: {
        title: 'Spring',
        target: { sendToAll: true },
        contents: [
          { text: WRITTEN.text, platforms: ['IOS', 'ANDROID'] },
          { text: 'By SMS', platforms: ['SMS'] },
        ],
        reach: 'first',
        within: '4h',
        options: { limit: 5 },
      },
    });
    const mail = { template: { id: '7', version: 2, regions: [] } };
    expect(several && requestOf({ ...several, others: [{ message, mail }] })).toBe('mail');
  });

  it('curlOf prints a command whose body a shell reads unchanged', () => {
    const body = bulkOf({}) as object;
    const shown = curlOf({ operation: 'sendBulkNotification', body }).replace(/^curl/, 'printf "%s\\n"');
    const words = execFileSync('sh', ['-c', shown], { env: { HERALD_URL: 'http://h', HERALD_KEY: 'k' } }).toString();
    expect(words.split('\n').slice(0, 5)).toEqual([
      'http://h/rest/3.0/sendBulkNotification',
      '-H',
      'X-svc-api-key: k',
      '-H',
      'Content-Type: application/json',
    ]);
    expect(JSON.parse(words.slice(words.indexOf('{')))).toEqual(body);
  });
});
