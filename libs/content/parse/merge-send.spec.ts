import { describe, expect, it } from 'vitest';
import { mergeSend } from './merge-send.js';
import { parseDefinition, parseSend } from '../../../test/support/rooms/parse.js';
import { definitionPlan } from '../../../test/support/messages/render-plans.js';

describe('mergeSend', () => {
  it.each([
    [{ params: { _nm_badge_count: '7' } }, 7],
    [{ params: { _nm_badge_count: 0 } }, 0],
    [{ params: { _nm_badge_count: '7' }, ios: { badge: 3 } }, 3],
    [{ params: { _nm_badge_count: 'many' } }, 1],
    [{ params: { _nm_badge_count: '-1' } }, 1],
    [{ params: { other: '7' } }, 1],
    [{}, 1],
  ])('The send %j results in the badge %i with a definition of badge 1', (send, badge) => {
    const stored = { title: 'T', message: 'M', platforms: ['IOS'], ios: { badge: 1 } };
    const rendered = definitionPlan(stored, send).render({ platform: 'IOS' });
    expect(rendered).toMatchObject({ payload: { body: { aps: { badge } } } });
  });

  it('mergeSend prefers a title of the send over the titles of languages, only on its platform', () => {
    const stored = { title: 'T', message: 'M', platforms: ['IOS', 'ANDROID'], languages: { tr: { title: 'Türkçe' } } };
    const plan = definitionPlan(stored, { ios: { title: 'Sent to @{name}' }, params: { name: 'Ann' } });
    expect(plan.render({ platform: 'IOS', language: 'tr' })).toMatchObject({ shown: { title: 'Sent to Ann' } });
    expect(plan.render({ platform: 'ANDROID', language: 'tr' })).toMatchObject({ shown: { title: 'Türkçe' } });
  });

  it('mergeSend merges custom JSON and parameters by key, platform blocks by field, and replaces the rest', () => {
    const stored = parseDefinition({
      title: 'T',
      message: 'M',
      platforms: ['IOS'],
      ttl: '1d',
      inbox: true,
      customJson: { a: 1, b: 1 },
      ios: { title: 'A', sound: 's' },
      buttonSet: { id: 1, X: 'u' },
    });
    const sent = parseSend({
      ttl: '2h',
      inbox: false,
      customJson: { b: 2 },
      ios: { sound: 'z' },
      buttonSet: { id: 2 },
    });
    expect(mergeSend(stored, sent)).toMatchObject({
      title: 'T',
      ttlSeconds: 7200,
      inbox: false,
      customJson: { a: 1, b: 2 },
      ios: { title: 'A', sound: 'z' },
      buttonSet: { id: 2, buttons: [] },
    });
    expect(mergeSend(stored, parseSend({}))).toEqual(stored);
  });
});
