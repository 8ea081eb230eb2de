import { wordsOf } from '../../words/words.js';

/** Words of the preview: whom it is for, and the test that is sent. */
export const usePreviewWords = wordsOf({
  en: {
    next: 'Next of the audience',
    me: (extId: string) => `As ${extId} again`,
    personOf: (extId: string) => `What became of it, on the page of ${extId}`,
    arrived: 'What arrived at simulated accounts',
    nobody: 'Nobody in this audience has an id of yours.',
  },
  tr: {
    next: 'Kitleden bir sonraki',
    me: (extId) => `Yine ${extId} olarak`,
    personOf: (extId) => `Ne olduğu, ${extId} kişisinin sayfasında`,
    arrived: 'Benzetilmiş hesaplara ulaşanlar',
    nobody: 'Bu kitlede sizdeki bir kimliği olan kimse yok.',
  },
});
