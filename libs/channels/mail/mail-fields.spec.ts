import { describe, expect, it } from 'vitest';
import type { EmailPayload } from '../sender/payload.types.js';
import { createMailFields } from './mail-fields.js';

const fieldsOf = (payload: Partial<EmailPayload>, ids: { reportId?: string } = {}) =>
  createMailFields(
    {
      messageId: 'id-1',
      ...ids,
      address: 'jo@example.com',
      payload: { subject: 'Hello', ...payload },
      collapseId: 'c',
      ttlSeconds: 60,
    },
    { from: 'shop@mail.example.org' },
  );

describe('createMailFields', () => {
  it('createMailFields builds the Message-ID from the message id and the domain of the sender', () => {
    expect(fieldsOf({})).toMatchObject({
      messageId: '<id-1@mail.example.org>',
      envelope: { from: 'shop@mail.example.org', to: ['jo@example.com'] },
    });
    expect(fieldsOf({}, { reportId: 'id-1.token' }).messageId).toBe('<id-1.token@mail.example.org>');
  });

  it('createMailFields prevents header injection through subject, name and values', () => {
    const fields = fieldsOf({
      subject: 'Hello\r\nBcc: all@example.com',
      fromName: 'Shop\nX: 1',
      headers: { 'X-Campaign': 'a\r\n\r\nbody\u0000' },
    });
    expect(fields.subject).toBe('Hello Bcc: all@example.com');
    expect(fields.from.name).toBe('Shop X: 1');
    expect(fields.headers).toEqual({ 'X-Campaign': 'a body' });
  });

  it('createMailFields drops header names that are malformed or have a field of their own', () => {
    const headers = {
      'List-Unsubscribe': '<https://example.com/u>',
      'X Y': '1',
      'X:Y': '1',
      'A\r\nB': '1',
      From: 'x@y.z',
      BCC: 'x@y.z',
      '': '1',
    };
    expect(fieldsOf({ headers }).headers).toEqual({ 'List-Unsubscribe': '<https://example.com/u>' });
  });
});
