import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { VONAGE_CALLBACKS } from './vonage-callbacks.js';

const CREDENTIALS = { apiKey: 'abc', apiSecret: 'secret', senders: ['SHOP'], signatureSecret: 'signing' };

/** A receipt as Vonage signs it ("Signing messages"). */
async function readReceipt(status: string, code: string) {
  const fields: Record<string, string> = {
    'api-key': 'abc',
    'err-code': code,
    msisdn: '491510000001',
    status,
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `&${name}=${fields[name]}`)
    .join('');
  const sig = createHmac('sha256', 'signing').update(text).digest('hex');
  const body = Buffer.from(new URLSearchParams({ ...fields, sig }).toString());
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const content = await VONAGE_CALLBACKS.read(CREDENTIALS, { url: 'https://example.com', headers, body, accountId: 1 });
  return content?.reports[0]?.report;
}

describe('Receipt of Vonage', () => {
  it.each([
    ['delivered', '0', { kind: 'delivered' }],
    ['accepted', '0', { kind: 'notice' }],
    ['failed', '1', { kind: 'undelivered', reason: 'UNREACHABLE', fate: 'stays' }],
    ['failed', '2', { kind: 'undelivered', reason: 'UNREACHABLE', fate: 'stays' }],
    ['failed', '3', { kind: 'undelivered', fate: 'suspect', suspectCodes: ['3', '4'] }],
    ['failed', '4', { kind: 'undelivered', fate: 'suspect', suspectCodes: ['3', '4'] }],
    ['rejected', '6', { kind: 'undelivered', reason: 'REFUSED', fate: 'stays' }],
    ['failed', '9', { kind: 'undelivered', reason: 'OPTED_OUT', fate: 'opted-out' }],
    ['failed', '13', { kind: 'undelivered', reason: 'REFUSED', fate: 'stays' }],
    ['expired', '7', { kind: 'undelivered', reason: 'EXPIRED', fate: 'stays' }],
  ])('A receipt of Vonage with the status %s and the code %s is classified', async (status, code, report) => {
    expect(await readReceipt(status, code)).toMatchObject(report);
  });
});
