import { describe, expect, it } from 'vitest';
import type { UserHead } from '../../../apps/panel/api/types.js';
import { changesOf, type Draft } from '../../../apps/panel/users/edit/draft.js';

const PERSON: Pick<UserHead, 'consents' | 'attributes'> = {
  attributes: [],
  consents: [
    { subject: 'EMAIL', kind: 'channel', value: true, since: null, source: null },
    { subject: 'News', kind: 'category', value: false, since: null, source: null },
    { subject: 'TRACKING', kind: 'tracking', value: null, since: null, source: null },
    {
      subject: 'EMAIL_FREQUENCY',
      kind: 'frequency',
      value: true,
      frequency: 'always',
      frequencies: ['always', 'week'],
      since: null,
      source: null,
    },
  ],
};
const NOTHING: Draft = { consents: {}, values: {}, name: '', value: '', lostTags: [], newTags: '', way: 'FORM' };

const consentsOf = (consents: Draft['consents']) => changesOf(PERSON, { ...NOTHING, consents }).consents;

describe('changesOf', () => {
  it('A frequency of e-mail changes where another one is chosen', () => {
    const subject = 'EMAIL_FREQUENCY';
    expect(consentsOf({ [`frequency ${subject}`]: 'week' })).toEqual([
      { kind: 'frequency', subject, value: true, frequency: 'week' },
    ]);
    expect(consentsOf({ [`frequency ${subject}`]: 'always' })).toBeUndefined();
  });

  it.each([true, false])('Tracking that was not said before becomes %s as chosen', (value) => {
    expect(consentsOf({ 'tracking TRACKING': String(value) })).toEqual([
      { kind: 'tracking', subject: 'TRACKING', value },
    ]);
  });

  it('Consents change where another value is chosen, and stay where the same one is', () => {
    expect(consentsOf({ 'channel EMAIL': 'false', 'category News': 'false' })).toEqual([
      { kind: 'channel', subject: 'EMAIL', value: false },
    ]);
    expect(consentsOf({ 'category News': 'true' })).toEqual([{ kind: 'category', subject: 'News', value: true }]);
    expect(consentsOf({})).toBeUndefined();
  });
});
