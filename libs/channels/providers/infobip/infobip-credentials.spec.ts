import { describe, expect, it } from 'vitest';
import { Form, namesOf } from '#platform/forms';
import { INFOBIP_FORM } from './infobip-credentials.js';

const GOOD = { apiKey: '0a-1b', baseUrl: 'ab12.api.infobip.com', senders: ['SHOP'] };
const read = (entry: object) =>
  INFOBIP_FORM.read(Form.read({ ...GOOD, ...entry }, 'channels.sms', namesOf(INFOBIP_FORM.fields)), undefined);

describe('Credentials of Infobip', () => {
  it.each(['ab12.api.infobip.com', 'https://ab12.api.infobip.com', 'https://AB12.api.infobip.com/'])(
    'The credentials of Infobip accept the base URL %s',
    (baseUrl) => {
      expect(read({ baseUrl })).toEqual({ apiKey: '0a-1b', host: 'ab12.api.infobip.com', senders: ['SHOP'] });
    },
  );

  it.each([
    'http://ab12.api.infobip.com',
    'infobip.com.evil.example',
    'https://evil.example/.infobip.com',
    'https://evil.example#.infobip.com',
    'user@infobip.com',
    'evilinfobip.com',
    'ab12.api.infobip.com:8443',
    'https://ab12.api.infobip.com/sms',
  ])('The credentials of Infobip refuse the base URL %s', (baseUrl) => {
    expect(() => read({ baseUrl })).toThrow('channels.sms.baseUrl should be the base URL');
  });

  it.each(['App 0a-1b', '0a\r\nx: y', 'clé'])('The credentials of Infobip refuse the key %j', (apiKey) => {
    expect(() => read({ apiKey })).toThrow('channels.sms.apiKey should be the key alone');
  });

  it.each(['short', 'with a space inside', 'x'.repeat(256), 'pässword-of-herald'])(
    'The credentials of Infobip refuse the callback password %j and do not quote it',
    (callbackPassword) => {
      expect(() => read({ callbackPassword })).toThrow(
        /^channels\.sms\.callbackPassword should have 16 to 255 printable characters without spaces$/,
      );
    },
  );
});
