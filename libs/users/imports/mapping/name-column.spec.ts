import { describe, expect, it } from 'vitest';
import { nameColumn } from './name-column.js';

const MAPPING = {
  fields: { extId: 'Customer no.', email: { from: 'Mail', json: false }, tags: { value: ['import'] } },
  profile: { age: 'Age', city: { column: 'Town' } },
};

describe('nameColumn', () => {
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
  ])('The column of the field %j is %j', (field, column) => {
    expect(nameColumn(MAPPING, field)).toBe(column);
  });

  it('The column of a field is unknown without a mapping of fields', () => {
    expect(nameColumn({ delimiter: ',' }, 'profile.age')).toBeNull();
  });
});
