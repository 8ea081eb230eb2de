import { describe, expect, it } from 'vitest';
import { definitionPlan, planOf } from '../../../test/support/messages/render-plans.js';

const HUAWEI = { platform: 'HUAWEI' } as const;

function renderOn(message: object) {
  const rendered = planOf({ platforms: ['HUAWEI'], ...message }).render(HUAWEI);
  if (rendered.kind === 'failed' || rendered.channel !== 'hms') {
    throw new Error(`no message of Push Kit: ${JSON.stringify(rendered)}`);
  }
  return rendered.payload;
}

describe('Message of Push Kit', () => {
  it('A message of Push Kit has the fields of Android', () => {
    expect(
      renderOn({
        text: 'Everything 20 % off',
        threadId: 'sale',
        android: { title: 'Sale', subtitle: 'today', mediaUrl: 'https://a/i.png', sound: 'bell.mp3', vibration: true },
        click: { deeplink: 'shop://sale' },
        customJson: { a: 1 },
      }),
    ).toEqual({
      data: {
        deeplink: 'shop://sale',
        mediaUrl: 'https://a/i.png',
        customJson: { a: 1 },
        subText: 'today',
        threadId: 'sale',
      },
      android: {
        notification: {
          title: 'Sale',
          body: 'Everything 20 % off',
          click_action: { type: 3 },
          image: 'https://a/i.png',
          notify_summary: 'today',
          group: 'sale',
          sound: '/raw/bell',
          default_sound: false,
          channel_id: 'sound-bell.mp3',
          use_default_vibrate: true,
        },
      },
      buttons: [],
    });
  });

  it('A message of Push Kit without a title shows its text as the title', () => {
    expect(renderOn({ text: 'Hi' }).android.notification).toMatchObject({ title: 'Hi', body: 'Hi' });
  });

  it('A message of Push Kit has no picture with an unencrypted address', () => {
    expect(renderOn({ android: { mediaUrl: 'http://a/i.png' } }).android.notification).not.toHaveProperty('image');
  });

  it('A message of Push Kit opens a long text on demand', () => {
    expect(renderOn({ android: { title: 'Sale', bigText: 'All of it' } }).android.notification).toMatchObject({
      style: 1,
      big_title: 'Sale',
      big_body: 'All of it',
    });
  });

  it('A message of Push Kit has three buttons at most, each with its number and link', () => {
    const long = 'x'.repeat(60);
    const { buttons } = renderOn({
      buttonSet: { id: 7, One: 'https://a/1', Two: 'https://a/2', [long]: 'https://a/3', Four: 'https://a/4' },
    });
    expect(buttons).toEqual([
      { name: 'One', action_type: 0, data: { button: '0', url: 'https://a/1' } },
      { name: 'Two', action_type: 0, data: { button: '1', url: 'https://a/2' } },
      { name: 'x'.repeat(40), action_type: 0, data: { button: '2', url: 'https://a/3' } },
    ]);
  });

  it('A silent message of Push Kit contains only data', () => {
    const plan = definitionPlan({ platforms: ['HUAWEI'], customJson: { a: 1 } });
    expect(plan.render(HUAWEI)).toMatchObject({
      kind: 'ok',
      payload: { data: { customJson: { a: 1 } }, android: { urgency: 'NORMAL' }, buttons: [] },
    });
  });

  it('A message of Push Kit above 4096 bytes with the longest values of a recipient is refused', () => {
    const fits = planOf({ platforms: ['HUAWEI'], text: 'x'.repeat(1700) }).render(HUAWEI);
    const exceeds = planOf({ platforms: ['HUAWEI'], text: 'x'.repeat(2000) }).render(HUAWEI);
    expect(fits).toMatchObject({ kind: 'ok' });
    expect(exceeds).toMatchObject({ kind: 'failed', reason: 'PAYLOAD_TOO_LARGE' });
  });
});
