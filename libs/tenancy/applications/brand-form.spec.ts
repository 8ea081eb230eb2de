import { describe, expect, it } from 'vitest';
import { readBrand } from './brand-form.js';

const PICTURE = `/m/${'0a'.repeat(32)}.png`;
const BRAND = {
  name: 'Shop & Söhne',
  logo: 'https://cdn.example.com/logo.png?v=1',
  color: '#1F5FD0',
  font: 'Open Sans',
  footer: 'One\nTwo',
  sender: 'Shop Ltd, Izmir',
  privacyUrl: 'https://xn--bcher-kva.example/privacy',
};

describe('readBrand', () => {
  it('A whole brand is read in its normal form, and names that are left out stay', () => {
    const brand = readBrand(BRAND, {});
    expect(brand).toEqual({ ...BRAND, color: '#1f5fd0' });
    expect(readBrand({ name: 'New' }, brand)).toEqual({ ...brand, name: 'New' });
    expect(readBrand(brand, {})).toEqual(brand);
  });

  it('An empty text removes a value, and an empty map changes nothing', () => {
    const cleared = Object.fromEntries(Object.keys(BRAND).map((name) => [name, '']));
    expect(readBrand(cleared, readBrand(BRAND, {}))).toEqual({});
    expect(readBrand({}, readBrand(BRAND, {}))).toEqual(readBrand(BRAND, {}));
  });

  it.each([
    ['logo', PICTURE],
    ['logo', 'https://cdn.example.com:8443/a.svg'],
    ['font', 'Noto Sans Arabic'],
    ['font', 'ヒラギノ角ゴ'],
    ['name', 'شركة'],
    ['footer', '</style><script>alert(1)</script>'],
  ])('%s takes %s as it is', (name, value) => {
    expect(readBrand({ [name]: value }, {})).toEqual({ [name]: value });
  });

  it('An address of a page is stored in the form of browsers', () => {
    expect(readBrand({ privacyUrl: 'HTTPS://Bücher.example/a b"c' }, {})).toEqual({
      privacyUrl: 'https://xn--bcher-kva.example/a%20b%22c',
    });
  });

  it.each([
    ['color', 'red'],
    ['color', '#12345'],
    ['color', '#1234567'],
    ['color', '#123456;}'],
    ['color', '#123456\n'],
    ['color', 'url(https://a.example)'],
    ['font', 'a"; } body { display: none'],
    ['font', 'a\\22'],
    ['font', 'a, b'],
    ['font', '</style>'],
    ['font', 'x'.repeat(61)],
    ['logo', 'http://a.example/a.png'],
    ['logo', 'javascript:alert(1)'],
    ['logo', 'data:image/svg+xml,<svg/>'],
    ['logo', 'https://a.example;script-src/a.png'],
    ['logo', 'https://a.example,b.example/a.png'],
    ['logo', "https://a'b.example/"],
    ['logo', 'https://user:secret@a.example/'],
    ['logo', '//a.example/a.png'],
    ['logo', '/m/../panel'],
    ['logo', `${PICTURE}?x`],
    ['logo', 'https://[::1]/a.png'],
    ['privacyUrl', `https://a.example/${'a'.repeat(2048)}`],
    ['privacyUrl', PICTURE],
    ['name', 'x'.repeat(101)],
    ['name', 'a\nb'],
    ['name', 'a\u202eb'],
    ['name', '\u200b'],
    ['name', 7],
    ['footer', 'x'.repeat(1001)],
    ['footer', 'a\u0000b'],
    ['sender', 'x'.repeat(301)],
    ['colour', '#123456'],
  ])('%s refuses %j with its path', (name, value) => {
    expect(() => readBrand({ [name]: value }, {})).toThrow(`settings.brand.${name}`);
  });
});
