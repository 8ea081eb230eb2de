import type { EditedSegment, SegmentOverview } from '../../../apps/panel/api/types.js';
import type { PanelSite } from './panel-site.js';

const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

const MEMBERS = {
  id: '3',
  name: 'members',
  type: 'STANDARD',
  state: 'READY',
  reason: null,
  users: 402_118,
  calculatedAt: new Date(Date.now() - 240_000).toISOString(),
  uses: [
    { kind: 'campaign', id: '1301', name: 'Spring sale' },
    { kind: 'draft', id: '12', name: 'Summer' },
    { kind: 'draft', id: '14', name: null },
  ],
  sizes: Array.from({ length: 30 }, (_, index) => ({ day: daysAgo(29 - index), users: 380_000 + 700 * index })),
} satisfies SegmentOverview;

const LIKELY = {
  ...MEMBERS,
  id: '4',
  name: 'likely to stay',
  type: 'PREDICT_SEGMENT',
  state: 'WAITING',
  users: 0,
  calculatedAt: null,
  uses: [],
  sizes: [],
} satisfies SegmentOverview;

const EDITED = {
  ...MEMBERS,
  target: { profile: { plans: ['plus'] }, tag: ['vip'] },
  base: 'a version',
  mayEdit: true,
} satisfies EditedSegment;

export function answerSegments(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/audience/segments', { body: { items: [LIKELY, MEMBERS] } })
    .on('GET /apps/shop/audience/segments/3', { body: EDITED });
}
