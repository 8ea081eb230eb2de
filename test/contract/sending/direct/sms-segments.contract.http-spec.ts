import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../support/contract/gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const post = (path: string, body: unknown, key = 'rest') => gateway.call(`/rest/3.0/${path}`, { body, key });
const sms = (message: string) => ({ target: { bulk: true }, platforms: ['SMS'], title: 'News', message });

describe('smsSegments (beyond the contract)', () => {
  it('smsSegments shows encoding and segments of a text before it is sent', async () => {
    const plain = await post('smsSegments', { message: 'a'.repeat(161) });
    expect(plain.status).toBe(200);
    expect(plain.json).toEqual({ encoding: 'GSM-7', segments: 2, characters: 161, perSegment: 153 });
    expect((await post('smsSegments', { message: 'Siparişiniz yolda 😀' })).json).toEqual({
      encoding: 'UCS-2',
      segments: 1,
      characters: 20,
      perSegment: 70,
    });
  });

  it.each([
    ['Größe über Ännchen à Ñandú: è ì ò é ù', 'GSM-7'],
    ['İstanbul’da görüşürüz', 'UCS-2'],
    ['Å and Ω as signs of units: \u212b \u2126', 'GSM-7'],
  ])('The text "%s" is counted the same with accents of their own', async (message, encoding) => {
    const composed = (await post('smsSegments', { message: message.normalize('NFC').replace('ú', 'u') })).json;
    expect(composed).toMatchObject({ encoding, segments: 1 });
    expect((await post('smsSegments', { message: message.normalize('NFD').replace('u\u0301', 'u') })).json).toEqual(
      composed,
    );
  });

  it('smsSegments refuses a body without a text, and a key without the scope', async () => {
    expect((await post('smsSegments', {})).json).toMatchObject({ code: 2020 });
    await gateway.makeKey('reader', { scopes: ['reports'] });
    expect((await post('smsSegments', { message: 'a' }, 'reader')).status).toBe(403);
  });
});

describe('4.2 SMS too long for its provider', () => {
  it('An SMS with more than 1,600 characters or 11 segments is refused with 2101', async () => {
    expect((await post('createNotificationDefinition', sms('a'.repeat(1600)))).status).toBe(200);
    expect((await post('createNotificationDefinition', sms('a'.repeat(1601)))).json).toMatchObject({ code: 2101 });
    expect((await post('createNotificationDefinition', sms('ş'.repeat(737)))).status).toBe(200);
    expect((await post('createNotificationDefinition', sms('ş'.repeat(738)))).json).toMatchObject({ code: 2101 });
  });
});
