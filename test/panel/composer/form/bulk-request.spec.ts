import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { campaignOf, newDraft } from '../../../../apps/panel/composer/form/draft.js';
import { bulkRequestOf, curlOf } from '../../../../apps/panel/composer/editing/bulk-request.js';
import { newMail } from '../../../../apps/panel/mails/mail-form.js';

const WRITTEN = { ...newDraft(), name: 'Spring', text: 'It\'s @{city|here} \\ "now"\n$HOME `id`' };
const requestOf = (fields: object) => {
  const campaign = campaignOf({ ...WRITTEN, ...fields }, 'Europe/Istanbul', { attributes: [], events: [] });
  return campaign && bulkRequestOf(campaign);
};

describe('bulkRequestOf', () => {
  it('bulkRequestOf returns what a bulk send takes', () => {
    expect(requestOf({ segment: 'members', limit: '5', speedSize: '100', speedMins: '2' })).toEqual({
      message: { title: 'Spring', text: WRITTEN.text, platforms: ['IOS', 'ANDROID'] },
      target: { segment: ['members'] },
      speed: { packageSize: 100, intervalMins: 2 },
      limit: 5,
    });
  });

  it('bulkRequestOf returns no request for groups, and none for a mail that the server makes', () => {
    const tag = { id: 1, kind: 'tag', code: '', operator: 'is', text: 'vip', amount: '' };
    const lines = { id: 0, mode: 'any', parts: [tag, { ...tag, id: 2, text: 'new' }] };
    expect(requestOf({ described: true, lines })).toBe('groups');
    const template = { id: '7', version: 2, regions: [] };
    expect(requestOf({ platforms: ['EMAIL'], mail: { ...newMail(), kind: 'template', template } })).toBe('mail');
  });

  it('curlOf prints a command whose body a shell reads unchanged', () => {
    const body = requestOf({});
    expect(typeof body).toBe('object');
    const shown = curlOf(body as object).replace(/^curl/, 'printf "%s\\n"');
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
