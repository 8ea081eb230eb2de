import { describe, expect, it } from 'vitest';
import { slowTexts } from '../../../test/support/rooms/hostile-texts.js';
import { cleanFileName } from './file-name.js';

describe('cleanFileName', () => {
  it('cleanFileName takes time in proportion to the length of the name', async () => {
    expect(cleanFileName(' ../a/b. c?.pdf. . ')).toBe('b. c_.pdf');
    expect(await slowTexts(cleanFileName)).toEqual([]);
  });
});
