import { describe, expect, it } from 'vitest';
import { createRenderPlan } from '#libs/content';
import { parseBulk } from '../../../../test/support/rooms/parse.js';
import type { StoredRecipient } from '../../model/render-recipient.js';
import { BatchRendering } from './batch-rendering.js';

const ICON = { iconUrl: 'https://shop.example/icon.png' };
const ANDROID = 2;
const ref = { dispatchId: 1, channel: 2, recipientId: 1 };

function recipient(changes: Partial<StoredRecipient> = {}): StoredRecipient {
  return { platform: ANDROID, address: 'token', language: null, profile: undefined, timeZone: null, ...changes };
}

/** Renders for recipients in turn. @returns texts and payloads */
function renderAll(body: object, recipients: readonly StoredRecipient[]) {
  const message = parseBulk({ ...ICON, platforms: ['ANDROID'], ...body });
  const plan = createRenderPlan(message, { language: null, timeZone: 'UTC', launchedAt: 0, display: 'auto' });
  const rendering = new BatchRendering({ plan, links: {}, files: [] }, 'fcm', new Map());
  return recipients.map((next) => {
    const prepared = rendering.render(next, ref);
    return prepared.kind === 'ok' ? { text: prepared.rendered.shown.text, payload: prepared.payload } : prepared;
  });
}

const texts = (body: object, recipients: readonly StoredRecipient[]) =>
  renderAll(body, recipients).map((prepared) => ('text' in prepared ? prepared.text : prepared));

describe('BatchRendering', () => {
  it('BatchRendering gives recipients with the same text the same payload', () => {
    const body = { title: 'Sale', text: 'Hi' };
    const payloads = renderAll(body, [recipient(), recipient({ language: 'tr' })]).map((prepared) =>
      'payload' in prepared ? prepared.payload : prepared,
    );
    expect(new Set(payloads).size).toBe(1);
    expect(payloads[0]).toMatchObject({ message: {} });
  });

  it('BatchRendering gives each recipient the text in their language, in any order', () => {
    const body = { title: 'Sale', text: 'Hi', languages: { turkish: { text: 'Merhaba' } } };
    const languages = ['turkish', null, 'turkish', 'turkish', 'german', null];
    const recipients = languages.map((language) => recipient({ language }));
    expect(texts(body, recipients)).toEqual(['Merhaba', 'Hi', 'Merhaba', 'Merhaba', 'Hi', 'Hi']);
  });

  it('BatchRendering gives each recipient their own values', () => {
    const body = { title: 'Sale', text: 'Hi', personalizedMessage: 'Hi @{name}' };
    const recipients = ['Ann', 'Ben', 'Ben', 'Cleo'].map((name) => recipient({ profile: { name } }));
    expect(texts(body, recipients)).toEqual(['Hi Ann', 'Hi Ben', 'Hi Ben', 'Hi Cleo']);
  });
});
