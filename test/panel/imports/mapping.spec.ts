import { describe, expect, it } from 'vitest';
import type { ImportColumns } from '../../../apps/panel/api/users/imports.js';
import { firstChoices } from '../../../apps/panel/imports/mapping.js';

/** The answer about a file with these columns, of which the first is the id. */
function columnsOf(names: string[], attributes: string[] = []): ImportColumns {
  const columns = names.map((name) =>
    name === 'extId' || name === 'msisdn'
      ? { name, kind: 'FIELD', target: name }
      : attributes.includes(name)
        ? { name, kind: 'ATTRIBUTE', target: name }
        : { name, kind: 'UNKNOWN', target: null },
  );
  return {
    columns,
    fields: ['extId', 'msisdn'],
    attributes: attributes.map((code) => ({ code, dataType: 'STRING', array: false })),
  } as unknown as ImportColumns;
}

describe('the first guess of an import', () => {
  it.each(['phone', 'Phone number', 'mobile', 'mobile_phone', 'telefon', 'Cep telefonu', 'GSM no'])(
    'takes the column %s for the number of the phone',
    (name) => {
      expect(firstChoices(columnsOf(['extId', name, 'city']))).toEqual({
        extId: 'FIELD:extId',
        [name]: 'FIELD:msisdn',
        city: '',
      });
    },
  );

  it('leaves it where another column is the number, an attribute is called so, or the name says more', () => {
    expect(firstChoices(columnsOf(['extId', 'phone', 'msisdn']))).toMatchObject({ phone: '', msisdn: 'FIELD:msisdn' });
    expect(firstChoices(columnsOf(['extId', 'phone'], ['phone']))).toMatchObject({ phone: 'ATTRIBUTE:phone' });
    expect(firstChoices(columnsOf(['extId', 'phone', 'mobile']))).toMatchObject({ phone: 'FIELD:msisdn', mobile: '' });
    expect(firstChoices(columnsOf(['extId', 'phone_brand', 'headphone']))).toMatchObject({
      phone_brand: '',
      headphone: '',
    });
  });
});
