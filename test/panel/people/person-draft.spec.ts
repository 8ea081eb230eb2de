import { describe, expect, it } from 'vitest';
import type { UserHead } from '../../../apps/panel/api/types.js';
import { changesOf, type Draft } from '../../../apps/panel/users/edit/draft.js';

const PERSON: Pick<UserHead, 'consents' | 'attributes'> = {
  attributes: [],
  consents: [
    { subject: 'EMAIL', kind: 'channel', value: true, since: null, source: null },
    { subject: 'News', kind: 'category', value: false, since: null, source: null },
    { subject: 'TRACKING', kind: 'tracking', value: null, since: null, source: null },
  ],
};
const NOTHING: Draft = { consents: {}, values: {}, name: '', value: '', lostTags: [], newTags: '', way: 'FORM' };

const consentsOf = (consents: Draft['consents']) => changesOf(PERSON, { ...NOTHING, consents }).consents;

describe('changesOf', () => {
  it.each([true, false])('Tracking that was not said before becomes %s as chosen', (value) => {
    expect(consentsOf({ 'tracking TRACKING': value })).toEqual([{ kind: 'tracking', subject: 'TRACKING', value }]);
  });

  it('Consents change where another value is chosen, and stay where the same one is', () => {
    expect(consentsOf({ 'channel EMAIL': false, 'category News': false })).toEqual([
      { kind: 'channel', subject: 'EMAIL', value: false },
    ]);
    expect(consentsOf({ 'category News': true })).toEqual([{ kind: 'category', subject: 'News', value: true }]);
    expect(consentsOf({})).toBeUndefined();
  });
});
