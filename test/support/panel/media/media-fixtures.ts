import type { components } from '../../../../openapi/panel.d.ts';
import type { PanelSite } from '../panel-site.js';

type ListedPicture = components['schemas']['ListedMediaDto'];

const HOUR_MS = 3_600_000;

function pictureOf(n: number, more: Partial<ListedPicture>): ListedPicture {
  const hash = String(n).padStart(2, '0').repeat(32);
  return {
    hash,
    name: `picture-${n}.png`,
    type: 'image/png',
    size: 48_200,
    width: 600,
    height: 200,
    frames: 1,
    url: `https://push.example.com/m/${hash}.png`,
    createdAt: new Date(Date.now() - n * HOUR_MS).toISOString(),
    uses: [],
    ...more,
  };
}

export const BANNER = pictureOf(11, {
  name: 'spring-banner.png',
  uses: [
    { kind: 'campaign', key: '1235', title: 'Weekend in İzmir' },
    { kind: 'definition', key: '77', title: '' },
  ],
});
const PICTURES = [
  BANNER,
  pictureOf(40, { name: 'confetti.gif', type: 'image/gif', size: 2_400_000, width: 320, height: 320, frames: 24 }),
  pictureOf(70, { name: 'a-photograph-with-a-very-long-name-that-somebody-gave-it-once.jpg', type: 'image/jpeg' }),
  pictureOf(99, { name: 'logo.webp', type: 'image/webp', size: 900, width: 160, height: 160 }),
];

/** Pictures that are used, that move, and that no one uses. */
export function answerMedia(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/media', { body: { items: PICTURES, next: null } })
    .on(`POST /apps/shop/media/${BANNER.hash}/delete`, { status: 204 });
}
