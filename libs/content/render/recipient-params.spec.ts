import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { parseBulk, parseDefinition } from '../../../test/support/rooms/parse.js';
import { sampleSize } from '../../../test/support/rooms/sample-size.js';
import { hostile, html, OPTIONAL, raw, template } from '../../../test/support/messages/random-messages.js';
import type { Message } from '../model/message.types.js';
import type { JsonObject } from '../model/json.types.js';
import type { Platform } from '../model/platforms.js';
import { createParamReader } from '../template/placeholder-uses.js';
import { fillLinkTemplate } from '../template/tracked-links.js';
import { createRenderPlan } from './render-plan.js';

const MESSAGES = sampleSize(500);
const PLATFORMS = [
  'IOS',
  'ANDROID',
  'HUAWEI',
  'CHROME',
  'SAFARI',
  'EMAIL',
  'SMS',
  'WHATSAPP',
] as const satisfies Platform[];

const LONG = `<b>{{a}}</b> @{b} "مرحبا" 👩‍👩‍👧‍👦 `.repeat(140).slice(0, 5000);
const text = fc.oneof({ weight: 20, arbitrary: hostile }, { weight: 1, arbitrary: fc.constant(LONG) });
const value = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom<JsonObject[string]>(0, -1.5, true, ['x', '"'], { k: '\ud800' }) },
);
const params: fc.Arbitrary<JsonObject> = fc.record({ a: value, b: value, constructor: value, unused: value }, OPTIONAL);
const testCase = fc.record({
  platform: fc.constantFrom(...PLATFORMS),
  language: fc.constantFrom('tr', 'de'),
  profile: fc.record({ a: text, b: text }, OPTIONAL),
  body: fc.oneof(template, html),
  raw,
  isSilent: fc.boolean(),
  ofSend: params,
  ofRecipient: params,
});

/** A message with parameters of its send; undefined where its content is refused. */
function readMessage({
  platform,
  body,
  raw: parts,
  isSilent,
  ofSend,
}: typeof testCase extends fc.Arbitrary<infer T> ? T : never) {
  const shown = { title: 'T @{a}', text: body, platforms: [platform], iconUrl: 'https://a/i.png', ...parts };
  try {
    const message: Message = parseBulk(shown);
    return { ...message, ...(isSilent && { silent: true as const }), params: ofSend };
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return undefined;
  }
}

describe('Parameters of one recipient', () => {
  it('They render as the same parameters of the send do, whoever the plan rendered before', () => {
    const ends: Record<string, number> = {};
    fc.assert(
      fc.property(testCase, (drawn) => {
        const message = readMessage(drawn);
        if (!message) {
          return;
        }
        const { platform, language, profile, ofRecipient, ofSend, isSilent } = drawn;
        const recipient = { platform, language, profile };
        const plan = createRenderPlan(message);
        const before = plan.render(recipient);
        const own = plan.render({ ...recipient, params: ofRecipient });
        const merged = createRenderPlan({ ...message, params: { ...ofSend, ...ofRecipient } });
        expect(own).toEqual(merged.render(recipient));
        const clean = createParamReader({ ...message, silent: true })(ofRecipient);
        const used = createParamReader(message)(ofRecipient);
        expect(plan.render({ ...recipient, params: used })).toEqual(plan.render({ ...recipient, params: clean }));
        expect(Object.keys(used)).not.toContain(isSilent ? '' : 'unused');
        expect(plan.render(recipient)).toEqual(before);
        const end = own.kind === 'ok' ? own.channel : own.reason;
        ends[end] = (ends[end] ?? 0) + 1;
      }),
      { seed: 6, numRuns: MESSAGES, endOnFailure: true },
    );
    const { apns = 0, fcm = 0, webpush = 0, smtp = 0, sms = 0, PAYLOAD_TOO_LARGE = 0, MISSING_ATTRIBUTE = 0 } = ends;
    expect(
      Math.min(apns, fcm, webpush, smtp, sms, PAYLOAD_TOO_LARGE, MISSING_ATTRIBUTE),
      JSON.stringify(ends),
    ).toBeGreaterThan(MESSAGES / 400);
  });

  it.each(PLATFORMS)('A value that looks like a template is not evaluated on %s', (platform) => {
    const body = '@{a} <a href="https://a.example/@{a}?x=@{a}">@{a|@}</a> https://b.example/?q=@{a}';
    const message = parseDefinition({
      title: 'T @{a}',
      message: body,
      platforms: [platform],
      iconUrl: 'https://a/i.png',
    });
    const plan = createRenderPlan({ ...message, params: { c: 'EVALUATED' } });
    const looks = [
      '@{b}',
      '@{c}',
      '@{d}',
      '@{b|EVALUATED}',
      '@%7Bb%7D',
      '%40%7Bb%7D',
      '&#64;{b}',
      '{{b}}',
      '${b}',
      '@{a}',
    ];
    for (const look of looks) {
      const own = { a: look, b: 'EVALUATED' };
      const rendered = plan.render({ platform, profile: { d: 'EVALUATED' }, params: own });
      const all = JSON.stringify(rendered);
      expect(rendered.kind, all).toBe('ok');
      // The default of the placeholder is a part of the value, with its name before it.
      expect(all.replaceAll(/b(\||%7C)EVALUATED/g, ''), all).not.toContain('EVALUATED');
    }
  });

  it('A short link is filled with them as the text was', () => {
    const message: Message = { platforms: ['SMS'], ios: {}, android: {}, params: { order: 1, shop: 's' } };
    const own = { order: '7/@{shop}' };
    expect(fillLinkTemplate('https://a.example/@{shop}/@{order}', message, { order: 2 }, own)).toBe(
      'https://a.example/s/7%2F%40%7Bshop%7D',
    );
    expect(fillLinkTemplate('https://a.example/@{order}', message, {}, { order: null })).toBe('https://a.example/1');
  });

  it('A value without a text gives way to the parameter of the send, then to the attribute, then to the default', () => {
    const plan = (sent: JsonObject) =>
      createRenderPlan({ ...parseDefinition({ title: 'T', message: '@{a|none}', platforms: ['SMS'] }), params: sent });
    const shown = (sent: JsonObject, own: JsonObject, profile: object) => {
      const rendered = plan(sent).render({ platform: 'SMS', profile: { ...profile }, params: own });
      return rendered.kind === 'ok' ? rendered.shown.text : rendered.reason;
    };
    expect(shown({ a: 'sent' }, { a: 'own' }, { a: 'profile' })).toBe('own');
    expect(shown({ a: 'sent' }, { a: null }, { a: 'profile' })).toBe('sent');
    expect(shown({}, { a: [] }, { a: 'profile' })).toBe('profile');
    expect(shown({}, { a: null }, {})).toBe('none');
    expect(shown({ a: 'sent' }, { a: ' ' }, { a: 'profile' })).toBe('none');
  });
});
