import { describe, expect, it } from 'vitest';
import { readFcmAnswer } from './fcm-answer.js';

const fcmError = (errorCode: string) => ({ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode });
const badField = (field: string) => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: [{ field, description: 'Invalid registration token' }],
});
const answer = (status: string, message: string, ...details: unknown[]) =>
  JSON.stringify({ error: { status, message, details } });
const BAD_TOKEN = 'The registration token is not a valid FCM registration token';

describe('readFcmAnswer', () => {
  it.each([
    ['bare FcmError about the registration', [fcmError('INVALID_ARGUMENT')], BAD_TOKEN, 'DROP'],
    [
      'FcmError and a violation of the token',
      [fcmError('INVALID_ARGUMENT'), badField('message.token')],
      BAD_TOKEN,
      'DROP',
    ],
    [
      'FcmError and a violation of the message',
      [fcmError('INVALID_ARGUMENT'), badField('message.android.ttl')],
      BAD_TOKEN,
      'FAIL',
    ],
    ['FcmError about the size', [fcmError('INVALID_ARGUMENT')], 'Android message is too big', 'FAIL'],
    ['no FcmError', [badField('message.token')], BAD_TOKEN, 'FAIL'],
    ['no details', [], BAD_TOKEN, 'FAIL'],
  ])('readFcmAnswer classifies INVALID_ARGUMENT with %s', (_name, details, message, expected) => {
    const read = readFcmAnswer(400, answer('INVALID_ARGUMENT', message, ...details));
    expect(read.code).toBe('INVALID_ARGUMENT');
    expect(read.meaning.single).toBe(expected);
  });

  it("readFcmAnswer prefers FCM's own code over the general status", () => {
    const read = readFcmAnswer(404, answer('NOT_FOUND', 'Requested entity was not found.', fcmError('UNREGISTERED')));
    expect(read).toMatchObject({ code: 'UNREGISTERED', meaning: { single: 'DROP' } });
  });

  it("readFcmAnswer reads a 404 without FCM's own code as a wrong project only when a crowd gets it", () => {
    expect(readFcmAnswer(404, answer('NOT_FOUND', 'Not found'))).toMatchObject({
      code: 'NOT_FOUND',
      meaning: { about: 'recipient', single: 'FAIL', majority: 'PAUSE' },
    });
  });

  it('readFcmAnswer uses the status when the answer is not a JSON object', () => {
    expect(readFcmAnswer(502, '<html>Bad gateway')).toMatchObject({ code: '502', meaning: { single: 'RETRY' } });
    expect(readFcmAnswer(400, 'null')).toMatchObject({ code: '400', meaning: { single: 'FAIL' } });
  });
});
