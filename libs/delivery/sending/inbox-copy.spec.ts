import { describe, expect, it } from 'vitest';
import { PLATFORMS, createRenderPlan, type Platform, type Rendered } from '#libs/content';
import { parseBulk } from '../../../test/support/rooms/parse.js';
import { STATUSES, type Result } from '../model/delivery.types.js';
import { selectInboxMessages, buildInboxMessage } from './inbox-copy.js';

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
  it.each(['IOS', 'ANDROID', 'CHROME'] as const)('takes the text and the filled link of a push to %s', (platform) => {
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
  });

  it.each(['EMAIL', 'SMS'] as const)('stores nothing of %s', (platform) => {
    const message = rendered(platform, { url: 'https://example.com' });
    expect(buildInboxMessage(7, PLATFORMS[platform].number, message)).toBeUndefined();
  });
});

describe('selectInboxMessages', () => {
  const inbox = (uid: number) => ({ uid, platform: 1, renderedText: {} });
  const result = (recipientId: number, status: Result['status']): Result => ({
    recipientId,
    uid: recipientId,
    platform: 1,
    status,
    errorCode: null,
    reason: null,
  });

  it('selects recipients with a final result, failures included; a retry comes later', () => {
    const recipients = [
      { recipientId: 1, inbox: inbox(1) },
      { recipientId: 2, inbox: inbox(2) },
      { recipientId: 3, inbox: inbox(3) },
    ];
    const results = [result(1, STATUSES.success), result(3, STATUSES.failed)];
    expect(selectInboxMessages(recipients, results)).toEqual([inbox(1), inbox(3)]);
  });

  it('selects none without an inbox message', () => {
    expect(selectInboxMessages([{ recipientId: 1 }], [result(1, STATUSES.success)])).toEqual([]);
  });
});
