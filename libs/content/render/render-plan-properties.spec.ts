import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBulk } from '../../../test/support/rooms/parse.js';
import { createRenderPlan } from './render-plan.js';
import type { Platform } from '../model/platforms.js';
import { parseText } from '../template/placeholders.js';
import { bodyOf, definitionPlan, planOf, WEB } from '../../../test/support/messages/render-plans.js';

describe('Rendering of any message and any profile', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('"}', '\r\nBcc: x', '<b>', '@{a}', '@{b', '\ud800', '__proto__', 'javascript:1', '\u2028', ''),
  );
  const template = fc
    .array(fc.oneof(nasty, fc.constantFrom('@{a}', '@{b}', '@{constructor}')), { minLength: 1, maxLength: 5 })
    .map((parts) => `.${parts.join('')}`)
    // A broken placeholder is refused before it is rendered.
    .filter((text) => parseText(text).broken === undefined);
  const message = fc.record(
    {
      text: template,
      personalizedMessage: template,
      personalizedTitle: template,
      personalizedSubText: template,
      click: fc.record({ deeplink: template }),
      customJson: fc.dictionary(nasty, fc.jsonValue({ maxDepth: 2 })),
      ios: fc.record({ title: template, subtitle: template }, { requiredKeys: [] }),
      android: fc.record({ title: template, bigText: template }, { requiredKeys: [] }),
      languages: fc.record({ tr: fc.record({ text: template, title: template }, { requiredKeys: [] }) }),
      threadId: template,
    },
    { requiredKeys: [] },
  );
  const profile = fc.dictionary(
    fc.constantFrom('a', 'b', 'constructor'),
    fc.oneof(nasty, fc.integer(), fc.constant(null)),
  );
  const recipient = fc.record({
    platform: fc.constantFrom<Platform>('IOS', 'ANDROID', 'CHROME', 'MACOS'),
    language: fc.constantFrom('tr', 'de'),
    profile,
  });

  it('Rendering never throws, survives JSON, fits, and depends only on message and recipient', () => {
    fc.assert(
      fc.property(message, fc.array(recipient, { maxLength: 6 }), (raw, recipients) => {
        const used = planOf(raw);
        for (const testRecipient of recipients) {
          const rendered = used.render(testRecipient);
          expect(rendered).toEqual(planOf(raw).render(testRecipient));
          expect(used.render({ ...testRecipient })).toBe(rendered);
          if (rendered.kind === 'ok') {
            const body = bodyOf(rendered);
            expect(JSON.parse(JSON.stringify(body))).toEqual(body);
            expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(4096 - 50);
            expect(Object.keys(Object(body))).not.toContain('heraldId');
          }
        }
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  it('A profile with only the `attributes` of the plan renders the same', () => {
    fc.assert(
      fc.property(message, recipient, (raw, testRecipient) => {
        const plan = planOf(raw);
        const needed = Object.entries(testRecipient.profile).filter(([code]) => plan.attributes.includes(code));
        expect(plan.render({ ...testRecipient, profile: Object.fromEntries(needed) })).toBe(plan.render(testRecipient));
        if (!plan.needsProfile) {
          expect(plan.render({ platform: testRecipient.platform, language: testRecipient.language })).toBe(
            plan.render(testRecipient),
          );
        }
      }),
      { seed: 43, numRuns: 300 },
    );
  });

  it('No value appears in an e-mail as markup or as a header', () => {
    const plan = definitionPlan({ title: 'T @{a}', platforms: ['EMAIL'], message: '<p title="@{a}">@{b}</p>' });
    fc.assert(
      fc.property(nasty, nasty, (a, b) => {
        const rendered = plan.render({ platform: 'EMAIL', profile: { a, b } });
        if (rendered.kind !== 'ok' || rendered.channel !== 'smtp') {
          throw new Error('not rendered');
        }
        expect(rendered.payload.subject).not.toMatch(/[\r\n\0]/);
        expect(rendered.payload.html?.match(/[<>"]/g)?.join('')).toBe('<""><>');
      }),
      { seed: 44, numRuns: 300 },
    );
  });

  it('A stored message renders like the parsed one', () => {
    fc.assert(
      fc.property(message, recipient, (raw, testRecipient) => {
        const full = { title: 'C', text: 'D', platforms: ['IOS', 'ANDROID', 'CHROME', 'MACOS'], ...WEB, ...raw };
        const parsed = parseBulk(full);
        const stored: typeof parsed = JSON.parse(JSON.stringify(parsed));
        expect(createRenderPlan(stored).render(testRecipient)).toEqual(createRenderPlan(parsed).render(testRecipient));
      }),
      { seed: 45, numRuns: 200 },
    );
  });
});
