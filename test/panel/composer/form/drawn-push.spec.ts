import { describe, expect, it } from 'vitest';
import { drawPush } from '../../../../apps/panel/widgets/sends/drawn-push.js';

/** Parts as data of FCM has them: strings, and so JSON. */
const BUTTONS = JSON.stringify([{ name: 'Show', url: 'https://shop.example' }, { name: 'Later' }]);
const PAGES = [
  { title: 'One', content: 'The first', itemImageUrl: 'https://shop.example/1.png' },
  { title: 'Two', content: 'The second' },
];

describe('drawPush', () => {
  it('drawPush draws for Android the buttons, pages and texts that the app gets as JSON', () => {
    const data = {
      title: 'Spring',
      text: 'Short',
      bigText: 'The whole story',
      subText: 'For members',
      mediaUrl: 'https://shop.example/a.png',
      buttons: BUTTONS,
      carousel: JSON.stringify(PAGES),
    };
    expect(drawPush({ channel: 'fcm', payload: { message: { data, android: { priority: 'HIGH' } } } })).toMatchObject({
      device: 'Android',
      title: 'Spring',
      text: 'Short',
      bigText: 'The whole story',
      subtitle: 'For members',
      picture: 'https://shop.example/a.png',
      buttons: ['Show', 'Later'],
      slides: [
        { title: 'One', text: 'The first', picture: 'https://shop.example/1.png' },
        { title: 'Two', text: 'The second', picture: null },
      ],
    });
  });

  it('drawPush draws the picture of a notification that the system shows', () => {
    const notification = { title: 'Spring', body: 'Now' };
    const android = { notification: { image: 'https://shop.example/b.png' } };
    expect(drawPush({ channel: 'fcm', payload: { message: { notification, android, data: {} } } })).toMatchObject({
      text: 'Now',
      picture: 'https://shop.example/b.png',
      buttons: [],
    });
  });

  it.each(['{', '{"name":"Show"}', '', 7])('drawPush draws no buttons where they are no list: %s', (buttons) => {
    expect(drawPush({ channel: 'fcm', payload: { message: { data: { text: 'Now', buttons } } } })?.buttons).toEqual([]);
  });

  it('drawPush draws for an iPhone the sub text and the pages', () => {
    const aps = { alert: { title: 'Spring', subtitle: 'For members', body: 'Now' } };
    const body = { aps, slider: PAGES, thumbnailUrl: 'https://shop.example/t.png', buttons: [{ name: 'Show' }] };
    expect(drawPush({ channel: 'apns', payload: { body } })).toMatchObject({
      subtitle: 'For members',
      picture: 'https://shop.example/t.png',
      slides: [{ title: 'One' }, { title: 'Two' }],
      buttons: ['Show'],
    });
  });

  it('drawPush draws for a browser the actions that its worker shows', () => {
    const actions = [{ action: '0', title: 'Show' }];
    expect(
      drawPush({ channel: 'webpush', payload: { body: { title: 'Spring', body: 'Now', actions } } })?.buttons,
    ).toEqual(['Show']);
  });

  it('drawPush draws for Huawei the summary, the long text and the data of the app', () => {
    const notification = { title: 'Spring', body: 'Now', notify_summary: 'For members', big_body: 'The whole story' };
    const payload = { android: { notification }, data: { carousel: PAGES }, buttons: [{ name: 'Show' }] };
    expect(drawPush({ channel: 'hms', payload })).toMatchObject({
      subtitle: 'For members',
      bigText: 'The whole story',
      slides: [{ title: 'One' }, { title: 'Two' }],
      buttons: ['Show'],
    });
  });
});
