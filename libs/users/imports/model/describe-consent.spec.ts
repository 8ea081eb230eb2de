import { describe, expect, it } from 'vitest';
import { MAX_CONSENT_WORDS } from './import.types.js';
import { describeConsent } from './describe-consent.js';

/** Characters that the history of consent has for it. */
const MAX_BY = 200;

describe('what the history of consent says of an import', () => {
  it('names the import alone where nobody was asked', () => {
    expect(describeConsent({ importId: 7, fileName: 'a.csv', consent: null })).toBe('import 7');
  });

  it('names member, file and words', () => {
    const consent = { by: 'member 3', words: 'Signed at the counter in May' };
    expect(describeConsent({ importId: 7, fileName: 'a.csv', consent })).toBe(
      'import 7, member 3, a.csv: Signed at the counter in May',
    );
  });

  it('has room for the longest words', () => {
    const consent = { by: 'k'.repeat(99), words: 'w'.repeat(MAX_CONSENT_WORDS) };
    const text = describeConsent({ importId: 999_999_999, fileName: 'n'.repeat(255), consent });
    expect(text.length).toBeLessThanOrEqual(MAX_BY);
    expect(text.endsWith(consent.words)).toBe(true);
  });
});
