import { describe, expect, it } from 'vitest';
import { nameColumn } from './name-column.js';

const MAPPING = {
  fields: { extId: 'Customer no.', email: { from: 'Mail', json: false }, tags: { value: ['import'] } },
  profile: { age: 'Age', city: { column: 'Town' } },
};

describe('the column of a refused value', () => {
  it.each([
    ['extId', 'Customer no.'],
    ['email', 'Mail'],
    ['profile.age', 'Age'],
    ['profile.age[2]', 'Age'],
    ['profile.city', 'Town'],
    ['tags', null],
    ['profile.unknown', null],
    ['msisdn', null],
    ['', null],
  ])('of the field %j is %j', (field, column) => {
    expect(nameColumn(MAPPING, field)).toBe(column);
  });

  it('is not known where the names of the columns alone say what they are', () => {
    expect(nameColumn({ delimiter: ',' }, 'profile.age')).toBeNull();
  });
});
