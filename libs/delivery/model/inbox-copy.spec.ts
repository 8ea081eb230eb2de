import { describe, expect, it } from 'vitest';
import { PLATFORMS, createRenderPlan, type Platform, type Rendered } from '#libs/content';
import { parseBulk } from '../../../test/support/rooms/parse.js';
import { buildInboxMessage } from './inbox-copy.js';

const BODY = {
  title: 'Sale',
  text: 'Default',
  personalizedMessage: 'Hi @{name}',
  platforms: ['IOS', 'ANDROID', 'CHROME', 'EMAIL', 'SMS'],
  iconUrl: 'https://example.com/i.png',
  inbox: true,
};

function rendered(platform: Platform, click: object): Extract<Rendered, { kind: 'ok' }> {
  const plan = createRenderPlan(parseBulk({ ...BODY, click }));
  const answer = plan.render({ platform, profile: { name: 'Ann' } });
  if (answer.kind !== 'ok') {
    throw new Error(answer.reason);
  }
  return answer;
}

describe('buildInboxMessage', () => {
  it.each(['IOS', 'ANDROID', 'CHROME'] as const)(
    'buildInboxMessage takes the text and the filled link of a push to %s',
    (platform) => {
      const { number } = PLATFORMS[platform];
      const texts = { ...(platform === 'CHROME' && { title: 'Sale' }), text: 'Hi Ann' };
      expect(buildInboxMessage(7, number, rendered(platform, { deeplink: 'shop://@{name}' }))).toEqual({
        uid: 7,
        platform: number,
        renderedText: { ...texts, deeplink: 'shop://Ann' },
      });
      expect(
        buildInboxMessage(7, number, rendered(platform, { url: 'https://example.com/@{name}' }))?.renderedText,
      ).toEqual({
        ...texts,
        url: 'https://example.com/Ann',
      });
    },
  );

  it.each(['EMAIL', 'SMS'] as const)('buildInboxMessage returns nothing for %s', (platform) => {
    const message = rendered(platform, { url: 'https://example.com' });
    expect(buildInboxMessage(7, PLATFORMS[platform].number, message)).toBeUndefined();
  });
});
