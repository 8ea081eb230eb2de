import { describe, expect, it } from 'vitest';
import { buttonOf, linkOf, notificationOf, readMessage, type PushMessage } from './notification.js';

const HERE = 'https://shop.example/';
const MESSAGE: PushMessage = {
  heraldId: 'm-1',
  tag: 'offer',
  title: 'Sale',
  body: 'All shoes',
  subText: 'until Friday',
  icon: '/icon.png',
  image: 'https://cdn.example/i.png',
  requireInteraction: true,
  url: 'https://shop.example/offer',
  actions: [
    { action: '0', title: 'Look', url: 'https://shop.example/look' },
    { action: '1', title: 'Later', sets: { tagName: 'later' } },
    { action: '2', title: 'App', deeplink: 'shop://offer' },
  ],
};
const shown = (more: Partial<PushMessage> = {}, maxActions = 2) =>
  notificationOf({ ...MESSAGE, ...more }, HERE, maxActions);

describe('readMessage', () => {
  it('readMessage accepts only JSON objects with an id', () => {
    expect(readMessage(JSON.stringify(MESSAGE))).toEqual(MESSAGE);
    for (const text of [
      undefined,
      '',
      'hello',
      'null',
      '[]',
      '1',
      '{}',
      '{"heraldId":1}',
      '{"title":"other sender"}',
    ]) {
      expect(readMessage(text), text).toBeUndefined();
    }
  });
});

describe('notificationOf', () => {
  it('notificationOf shows every part of a message and carries the message for the click', () => {
    expect(shown()).toEqual({
      title: 'Sale',
      options: {
        body: 'All shoes\nuntil Friday',
        icon: 'https://shop.example/icon.png',
        image: 'https://cdn.example/i.png',
        requireInteraction: true,
        tag: 'offer',
        actions: [
          { action: '0', title: 'Look' },
          { action: '1', title: 'Later' },
        ],
        data: { message: MESSAGE },
      },
    });
  });

  it('notificationOf shows a message with missing parts', () => {
    const { title, options } = notificationOf({ heraldId: 'm-2' }, HERE, Infinity);
    expect(title).toBe('shop.example');
    expect(options).toMatchObject({ body: '', actions: [], tag: 'm-2', requireInteraction: false });
  });

  it('notificationOf shows only pictures with an http or https address', () => {
    expect(shown({ icon: 'javascript:alert(1)', image: 'data:image/png;base64,AA' }).options).toMatchObject({
      icon: undefined,
      image: undefined,
    });
  });
});

describe('linkOf', () => {
  it.each([
    ['', MESSAGE, 'https://shop.example/offer'],
    ['0', MESSAGE, 'https://shop.example/look'],
    ['1', MESSAGE, 'https://shop.example/offer'],
    ['2', MESSAGE, 'https://shop.example/offer'],
    ['9', MESSAGE, 'https://shop.example/offer'],
    ['', { heraldId: 'x', deeplink: '/orders/7' }, 'https://shop.example/orders/7'],
    ['', { heraldId: 'x', url: 'javascript:alert(1)' }, undefined],
    ['', { heraldId: 'x' }, undefined],
  ])('A click on "%s" leads to the link of the button, or else of the message (case %#)', (action, message, to) => {
    expect(linkOf(message, action, HERE)).toBe(to);
  });

  it('buttonOf finds a button and the values that it sets', () => {
    expect(buttonOf(MESSAGE, '1')?.sets).toEqual({ tagName: 'later' });
    expect(buttonOf(MESSAGE, '')).toBeUndefined();
  });
});
