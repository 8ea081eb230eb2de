import { expect, it } from 'vitest';
import { nameAttributes } from '../../../apps/panel/widgets/attribute-names.js';

it('Attributes whose names have the same words are shown with their codes, and others are not', () => {
  const attributes = [
    { code: 'birthDate', label: 'Birth date' },
    { code: 'dob', label: 'Date of Birth' },
    { code: 'city', label: 'City' },
    { code: 'plan' },
    { code: 'Straße', label: null },
  ];
  expect(nameAttributes(attributes)).toEqual([
    ['birthDate', 'Birth date (birthDate)'],
    ['dob', 'Date of Birth (dob)'],
    ['city', 'City'],
    ['plan', 'plan'],
    ['Straße', 'Straße'],
  ]);
});
