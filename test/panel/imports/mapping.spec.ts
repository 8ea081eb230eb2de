import { describe, expect, it } from 'vitest';
import type { ImportColumns } from '../../../apps/panel/api/users/imports.js';
import { daysOf, firstChoices } from '../../../apps/panel/imports/mapping.js';

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
    attributes: attributes.map((code) => ({ code, label: null, dataType: 'STRING', array: false })),
  } as unknown as ImportColumns;
}

describe('First guess of an import', () => {
  it.each(['phone', 'Phone number', 'mobile', 'mobile_phone', 'telefon', 'Cep telefonu', 'GSM no'])(
    'The first guess takes the column %s for the phone number',
    (name) => {
      expect(firstChoices(columnsOf(['extId', name, 'city']))).toEqual({
        extId: 'FIELD:extId',
        [name]: 'FIELD:msisdn',
        city: '',
      });
    },
  );

  it('The first guess knows the columns of a list as other programs and offices call them', () => {
    const names = [
      'Customer No',
      'First name',
      'E-Mail',
      'Cep Telefonu',
      'Şehir',
      'Sprache',
      'Birthday',
      'Newsletter',
      'Size',
    ];
    const header = {
      ...columnsOf(names),
      fields: ['extId', 'email', 'msisdn', 'language', 'consent.email'],
      attributes: ['name', 'email', 'city', 'language', 'birthDate'].map((code) => ({
        code,
        label: null,
        dataType: code === 'birthDate' ? 'DATE' : 'STRING',
        array: false,
      })),
    };
    expect(Object.values(firstChoices(header))).toEqual([
      'FIELD:extId',
      'ATTRIBUTE:name',
      'FIELD:email',
      'FIELD:msisdn',
      'ATTRIBUTE:city',
      'FIELD:language',
      'ATTRIBUTE:birthDate',
      'FIELD:consent.email',
      '',
    ]);
  });

  it.each([
    [['1990-02-28'], undefined],
    [['28.02.1990'], { guess: 'DMY' }],
    [['02/03/1990', '02/28/1990'], { guess: 'MDY' }],
    [['02/03/1990'], { guess: 'DMY' }],
    [['13/03/1990', '02/03/1990'], { guess: 'DMY' }],
    [[], undefined],
  ])('The first guess finds from %j how days are written', (examples, days) => {
    const { columns, ...more } = columnsOf(['extId', 'born'], ['born']);
    const header = {
      ...more,
      columns: columns.map((column) => ({ ...column, examples })),
      attributes: [{ code: 'born', label: null, dataType: 'DATE', array: false }],
    };
    expect(daysOf(header, { extId: 'FIELD:extId', born: 'ATTRIBUTE:born' })).toEqual(days);
    expect(daysOf(header, { extId: 'FIELD:extId', born: '' })).toBeUndefined();
  });

  it('The first guess skips a column beside the number itself, with an attribute of its name, or with a longer name', () => {
    expect(firstChoices(columnsOf(['extId', 'phone', 'msisdn']))).toMatchObject({ phone: '', msisdn: 'FIELD:msisdn' });
    expect(firstChoices(columnsOf(['extId', 'phone'], ['phone']))).toMatchObject({ phone: 'ATTRIBUTE:phone' });
    expect(firstChoices(columnsOf(['extId', 'phone', 'mobile']))).toMatchObject({ phone: 'FIELD:msisdn', mobile: '' });
    expect(firstChoices(columnsOf(['extId', 'phone_brand', 'headphone']))).toMatchObject({
      phone_brand: '',
      headphone: '',
    });
  });
});
