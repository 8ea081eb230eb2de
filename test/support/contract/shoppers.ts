import { expect } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { FAR, MEMBERS, PLACE, type Shopper } from '../rooms/grouped-targets.js';
import type { TestGateway } from './gateway.js';

const ATTRIBUTES = [
  { code: 'city', dataType: 'STRING' },
  { code: 'visits', dataType: 'INT' },
  { code: 'plans', dataType: 'STRING', array: true },
];

/** Registers shoppers with all that targets look at, and the segment of members. */
export async function addShoppers(
  { app, call, fresh, appId }: TestGateway,
  shoppers: readonly Shopper[],
): Promise<void> {
  const apply = (sections: object) => app.get(ApplyService).apply({ app: 'shop', ...sections }, { dryRun: false });
  await apply({ attributes: ATTRIBUTES, events: [{ code: 'Paid' }] });
  const users = shoppers.map(({ extId, city, visits, plans, platform }) => ({
    extId,
    profile: { ...(city !== null && { city }), ...(visits !== null && { visits }), plans },
    ...(platform !== null && { platform, deviceToken: `token-${extId}` }),
  }));
  const bodies: [path: string, body: unknown][] = [
    ['registerUsers', users],
    ...['new', 'vip'].map((tag): [string, unknown] => [
      'tagUsers',
      { tag, extIds: shoppers.filter(({ tags }) => tags.includes(tag)).map(({ extId }) => extId) },
    ]),
    [
      'fireEvents',
      shoppers.flatMap(({ extId, paid }) => Array.from({ length: paid }, () => ({ extId, name: 'Paid' }))),
    ],
  ];
  for (const [path, body] of bodies) {
    const answer = await call(`/rest/3.0/${path}`, { body });
    expect(answer.status, answer.text).toBe(200);
  }
  const near = shoppers.filter(({ isNear }) => isNear).map(({ extId }) => extId);
  await fresh.db.affected(
    `INSERT INTO users.installation_location (vb, app_id, uid, inst_id, latitude, longitude)
     SELECT i.vb, i.app_id, i.uid, i.inst_id, CASE WHEN u.ext_id = ANY ($2) THEN $3 ELSE $5 END::double precision,
            CASE WHEN u.ext_id = ANY ($2) THEN $4 ELSE $6 END::double precision
     FROM users.installation AS i JOIN users.app_user AS u USING (vb, app_id, uid) WHERE i.app_id = $1`,
    [appId, near, PLACE.latitude, PLACE.longitude, FAR.latitude, FAR.longitude],
  );
  await apply({ segments: [MEMBERS] });
}
