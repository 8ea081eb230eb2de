import { describe, expect, it } from 'vitest';
import { MAX_CONSENT_WORDS } from './import.types.js';
import { describeConsent } from './describe-consent.js';

/** Characters that the history of consent has for it. */
const MAX_BY = 200;

describe('describeConsent', () => {
  it('describeConsent names only the import when there is no statement of consent', () => {
    expect(describeConsent({ importId: 7, fileName: 'a.csv', consent: null })).toBe('import 7');
  });

  it('describeConsent names the import, the member, the file and the words of the consent', () => {
    const consent = { by: 'member 3', words: 'Signed at the counter in May' };
    expect(describeConsent({ importId: 7, fileName: 'a.csv', consent })).toBe(
      'import 7, member 3, a.csv: Signed at the counter in May',
    );
  });

  it('describeConsent keeps the longest words within the limit of the consent history', () => {
    const consent = { by: 'k'.repeat(99), words: 'w'.repeat(MAX_CONSENT_WORDS) };
    const text = describeConsent({ importId: 999_999_999, fileName: 'n'.repeat(255), consent });
    expect(text.length).toBeLessThanOrEqual(MAX_BY);
    expect(text.endsWith(consent.words)).toBe(true);
  });
});
