import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toHmsMessage } from '#libs/channels';
import { AppError } from '#platform/errors';
import type { Message } from '../model/message.types.js';
import type { Rendered } from '../model/render.types.js';
import { parseBulk, parseDefinition } from '../../../test/support/rooms/parse.js';
import { sampleSize } from '../../../test/support/rooms/sample-size.js';
import { hostile, html, OPTIONAL, raw, template } from '../../../test/support/messages/random-messages.js';
import { findRefusal } from '../../../apps/simulators/hms/hms-rules.js';
import { createRenderPlan } from './render-plan.js';
import type { Platform } from '../model/platforms.js';

const MESSAGES = sampleSize(2000);
const PLATFORMS = ['IOS', 'ANDROID', 'HUAWEI', 'CHROME', 'SAFARI', 'EMAIL', 'SMS'] as const satisfies Platform[];

const value = fc.oneof(
  { weight: 5, arbitrary: hostile },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, -1.5, true, null, undefined, ['x', '"'], { k: '\ud800' }, []) },
);
const testCase = fc.record({
  platform: fc.constantFrom(...PLATFORMS),
  language: fc.constantFrom('tr', 'de', '__proto__'),
  profile: fc.record({ a: value, b: value }, OPTIONAL),
  text: fc.oneof(template, html),
  raw,
});

/** The longest that a sender adds for a recipient of Huawei. */
const OWN_VALUES = { messageId: randomUUID(), collapseId: 'x'.repeat(64), ttlSeconds: 1_296_000 };

/** The JSON that leaves, and the limit of its provider, sender's additions left out. */
function leaving(rendered: Extract<Rendered, { kind: 'ok' }>): [object, number] {
  switch (rendered.channel) {
    case 'apns':
    case 'webpush':
      return [rendered.payload.body, rendered.channel === 'apns' ? 4096 - 50 : 4096 - 103 - 50 - 73];
    case 'fcm':
      return [rendered.payload.message, 4096 - 50];
    case 'hms':
      return [toHmsMessage(rendered.payload, OWN_VALUES), 4096];
    case 'smtp':
    case 'sms':
    case 'whatsapp':
    case 'chat':
      return [rendered.payload, Number.POSITIVE_INFINITY];
  }
}

/** Characters that begin and end tags and attributes. */
function markup(body: string): string {
  return (body.match(/[<>"']/g) ?? []).join('');
}

function checkContent(message: Message, rendered: Extract<Rendered, { kind: 'ok' }>): void {
  const [body, limit] = leaving(rendered);
  const text = JSON.stringify(body);
  expect(JSON.parse(text)).toEqual(body);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
  // No NUL and no half of a surrogate pair, which some systems refuse: JSON escapes only these.
  expect(text).not.toMatch(/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/);
  switch (rendered.channel) {
    case 'apns': {
      const { aps, ...customKeys } = rendered.payload.body;
      expect(Object.keys(customKeys)).not.toContain('heraldId');
      expect(aps).toEqual(
        rendered.payload.pushType === 'background'
          ? { 'content-available': 1 }
          : expect.objectContaining({ alert: expect.objectContaining({ body: rendered.shown.text }) as unknown }),
      );
      expect(customKeys['customJson']).toEqual(message.customJson);
      return;
    }
    case 'fcm': {
      const { data } = rendered.payload.message as { data: Record<string, string> };
      expect(Object.values(data).every((entry) => typeof entry === 'string')).toBe(true);
      expect(data['customJson'] === undefined ? undefined : JSON.parse(data['customJson'])).toEqual(message.customJson);
      return;
    }
    case 'hms':
      // The simulator refuses the same payloads as Huawei.
      expect(findRefusal({ ...body, token: ['IQAAAACy'] })).toBeUndefined();
      expect(rendered.payload.data['customJson']).toEqual(message.customJson);
      return;
    case 'webpush':
      expect(rendered.payload.body).toMatchObject({ body: rendered.shown.text });
      return;
    case 'smtp':
      expect(rendered.payload.subject).not.toMatch(/[\r\n\0]/);
      return;
    case 'sms':
      expect(rendered.payload.body).toBe(rendered.shown.text);
      return;
    case 'whatsapp':
      expect(rendered.payload).toMatchObject({ type: 'text', body: rendered.shown.text });
      return;
    case 'chat':
      expect(rendered.payload.text.startsWith(rendered.shown.text ?? '')).toBe(true);
  }
}

describe(`${MESSAGES} random messages`, () => {
  it('Random messages render without an exception, within size, and parse back to the same content', () => {
    const ends: Record<string, number> = {};
    const count = (end: string): void => void (ends[end] = (ends[end] ?? 0) + 1);
    fc.assert(
      fc.property(testCase, ({ platform, language, profile, text, raw: parts }) => {
        let message: Message;
        try {
          const body = { title: 'T @{a}', text, platforms: [platform], iconUrl: 'https://a/i.png', ...parts };
          message = parseBulk(body);
        } catch (error) {
          // Blank texts count as missing; other faults are about size.
          expect(error).toBeInstanceOf(AppError);
          count(error instanceof AppError ? String(error.code) : 'thrown');
          return;
        }
        const rendered = createRenderPlan(message).render({ platform, language, profile });
        count(rendered.kind === 'ok' ? rendered.channel : rendered.reason);
        if (rendered.kind === 'ok') {
          checkContent(message, rendered);
        }
      }),
      { seed: 20_000, numRuns: MESSAGES, endOnFailure: true },
    );
    const { apns = 0, fcm = 0, webpush = 0, smtp = 0, sms = 0 } = ends;
    expect(Math.min(apns, fcm, webpush, smtp, sms), JSON.stringify(ends)).toBeGreaterThan(MESSAGES / 40);
    expect(ends['BAD_LINK'], JSON.stringify(ends)).toBeGreaterThan(0);
    expect(ends['MISSING_ATTRIBUTE'], JSON.stringify(ends)).toBeGreaterThan(0);
  });

  it('No value of a user begins markup, ends an attribute or runs code in an e-mail', () => {
    const places = [
      '<p>@{a}</p>',
      '<p title="@{a}">',
      "<p title='@{a}'>",
      '<p title=@{a}>',
      '<a href="@{a}">',
      '<a href=@{a}>',
      '<a href="https://a.example/@{a}?b=@{b}">',
      '<p style="color: @{a}">',
      '<i onclick="f(\'@{a}\')">',
      '<script>x = "@{a}"</script>',
      '<!-- @{a} -->',
      '<p @{a}>',
    ];
    const plans = places.map((body) => {
      const plan = createRenderPlan(parseDefinition({ title: 'T', platforms: ['EMAIL'], message: body }));
      const renderHtml = (a: string, b: string): string | undefined => {
        const rendered = plan.render({ platform: 'EMAIL', profile: { a, b } });
        return rendered.kind === 'ok' && rendered.channel === 'smtp' ? rendered.payload.html : undefined;
      };
      return { body, of: renderHtml, bare: markup(renderHtml('x', 'x') ?? '') };
    });
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        for (const { body, of: renderBody, bare } of plans) {
          const html = renderBody(a, b);
          if (html === undefined) {
            expect(body).toMatch(/href="?@/);
            continue;
          }
          expect(markup(html), `${body} with ${JSON.stringify([a, b])}: ${html}`).toBe(bare);
          expect(html).not.toMatch(/(href|src)=["']?[\s\p{Cc}]*(javascript|data|vbscript):/iu);
          if (body === '<p title=@{a}>' || body === '<a href=@{a}>') {
            expect(html).toMatch(/^<\w+ \w+=[^\s>]*>$/);
          }
        }
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});
