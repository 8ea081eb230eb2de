import { wordsOf } from '../../words/words.js';

/** Words of the preview: whom it is for, and the test that is sent. */
export const usePreviewWords = wordsOf({
  en: {
    next: 'Next of the audience',
    nobody: 'Nobody in this audience has an id of yours.',
  },
  tr: {
    next: 'Kitleden bir sonraki',
    nobody: 'Bu kitlede sizdeki bir kimliği olan kimse yok.',
  },
});
