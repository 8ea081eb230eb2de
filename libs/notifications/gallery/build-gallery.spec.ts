import { describe, expect, it } from 'vitest';
import { listGaps } from '../mails/block-gaps.js';
import { compileBlocks } from '../mails/compile-blocks.js';
import { listPictures } from '../mails/list-pictures.js';
import { buildGallery, type GalleryLook } from './build-gallery.js';
import { GALLERY_IDS, GALLERY_LANGUAGES } from './gallery.types.js';

/** Mail programs cut off what is longer. */
const MAX_HTML = 100_000;
const BRAND = {
  name: 'Lale',
  logo: '/m/logo.png',
  color: '#aa3366',
  font: 'Georgia',
  footer: 'Open every day',
  sender: 'Lale Ltd\nIstanbul',
};
const LOOK: GalleryLook = { brand: BRAND, name: 'shop', base: 'https://push.example.com' };
const PLAIN: GalleryLook = { brand: {}, name: 'shop', base: undefined };

describe.each(GALLERY_LANGUAGES)('The gallery of mails in %s', (language) => {
  it.each([
    ['with a brand', LOOK],
    ['without one', PLAIN],
  ])('Twelve mails %s have no gap, an unsubscribe link, and a size that arrives whole', async (_, look) => {
    const mails = buildGallery(language, look);
    expect(mails.map(({ id }) => id)).toEqual(GALLERY_IDS);
    for (const { id, design } of mails) {
      const html = await compileBlocks(design, language);
      expect(listGaps(design, 'design'), id).toEqual([]);
      expect(html, id).toContain('@{unsubscribeUrl}');
      expect(html.length, id).toBeLessThan(MAX_HTML);
      expect(html, id).toContain('name="viewport"');
    }
  });

  it('Each mail has the values of the brand', async () => {
    for (const { id, design } of buildGallery(language, LOOK)) {
      const html = await compileBlocks(design, language);
      for (const value of ['https://push.example.com/m/logo.png', 'alt="Lale"', '#aa3366', 'Georgia', 'Istanbul']) {
        expect(html, `${id}: ${value}`).toContain(value);
      }
    }
  });

  it('No mail needs a picture of another site', async () => {
    for (const { design } of buildGallery(language, PLAIN)) {
      expect(listPictures(await compileBlocks(design, language))).toEqual([]);
    }
  });
});
