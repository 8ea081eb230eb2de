import { describe, expect, it } from 'vitest';
import { areTerms, campaignTermsOf, newTerms, termsOf } from '../../../../apps/panel/composer/terms/terms.js';

describe('Control group and priority of a composed campaign', () => {
  it('They are written as the interface takes them, and read back', () => {
    const terms = { ...newTerms(), holdout: '10', priority: 'high' as const };
    const written = campaignTermsOf(terms);
    expect(written).toEqual({ options: { holdout: '10%', priority: 'high' } });
    expect(termsOf(undefined, written)).toEqual(terms);
  });

  it('A campaign without them has no options, and a draft of an earlier build stays readable', () => {
    expect(campaignTermsOf(newTerms())).toEqual({});
    const { holdout: _holdout, priority: _priority, ...earlier } = newTerms();
    expect(areTerms(earlier)).toBe(true);
    expect(areTerms({ ...newTerms(), priority: 'urgent' })).toBe(false);
    expect(areTerms({ ...newTerms(), holdout: 'x' })).toBe(false);
  });
});
