import { describe, expect, it } from 'vitest';
import type { Outgoing } from '../../sender/channels.types.js';
import type { FcmPayload } from '../../sender/payload.types.js';
import { FcmBody } from './fcm-body.js';

function bodyOf(payload: FcmPayload, changes: Partial<Outgoing<'fcm'>> = {}): unknown {
  const item = {
    messageId: 'id-1',
    address: 'token-1',
    payload,
    collapseId: 'collapse-1',
    ttlSeconds: 3600,
    ...changes,
  };
  return JSON.parse(new FcmBody(payload).build(item));
}

describe('FcmBody', () => {
  it('FcmBody adds the values of the recipient and keeps the content', () => {
    const payload: FcmPayload = {
      message: {
        notification: { title: 'Hi', body: 'there' },
        data: { url: 'https://example.com' },
        android: { priority: 'HIGH', notification: { channel_id: 'news' } },
      },
    };
    expect(bodyOf(payload)).toEqual({
      message: {
        notification: { title: 'Hi', body: 'there' },
        data: { url: 'https://example.com', heraldId: 'id-1' },
        android: { priority: 'HIGH', ttl: '3600s', notification: { channel_id: 'news', tag: 'collapse-1' } },
        token: 'token-1',
      },
    });
  });

  it('FcmBody gives a data message no tag', () => {
    expect(bodyOf({ message: { data: { a: 'b' } } })).toEqual({
      message: { data: { a: 'b', heraldId: 'id-1' }, android: { ttl: '3600s' }, token: 'token-1' },
    });
  });

  it('FcmBody gives the tag to the app when the app draws the message', () => {
    expect(bodyOf({ message: { data: { a: 'b' } }, isDrawnByApp: true })).toEqual({
      message: {
        data: { a: 'b', tag: 'collapse-1', heraldId: 'id-1' },
        android: { ttl: '3600s' },
        token: 'token-1',
      },
    });
  });

  it('FcmBody escapes every value and limits the time to live to four weeks', () => {
    const odd = { address: '"},"x":"\\', collapseId: '\u2028"', messageId: 'a"b', ttlSeconds: 9e9 };
    expect(bodyOf({ message: { notification: { title: '$& "quoted"' } } }, odd)).toEqual({
      message: {
        notification: { title: '$& "quoted"' },
        data: { heraldId: 'a"b' },
        android: { ttl: '2419200s', notification: { tag: '\u2028"' } },
        token: '"},"x":"\\',
      },
    });
    expect(bodyOf({ message: {} }, { ttlSeconds: 0.9 })).toMatchObject({ message: { android: { ttl: '0s' } } });
  });
});
