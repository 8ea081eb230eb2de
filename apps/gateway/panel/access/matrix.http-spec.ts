import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf, ROLE_NAMES, type Permission } from '#libs/members';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { askPanel, PAGE_HEADERS, signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

/**
 * Every operation, and the permission that it takes. `anybody` has no session yet, `member` is about the member itself.
 */
const OPERATIONS: Readonly<Record<string, Permission | 'anybody' | 'member'>> = {
  'get /session/ways': 'anybody',
  'post /session/link': 'anybody',
  'post /session/oidc': 'anybody',
  'get /session/oidc/callback': 'anybody',
  'post /session/oidc/proof': 'member',
  'post /session/passkey': 'anybody',
  'post /session/passkey/options': 'anybody',
  'post /session/proof': 'member',
  'post /session/proof/options': 'member',
  'post /session/end': 'member',
  'get /me': 'member',
  'post /me': 'member',
  'get /me/passkeys': 'member',
  'post /me/passkeys': 'member',
  'post /me/passkeys/options': 'member',
  'post /me/passkeys/{id}/remove': 'member',
  'get /me/oidc': 'member',
  'post /me/oidc/connect': 'member',
  'post /me/oidc/remove': 'member',
  'get /me/sessions': 'member',
  'post /me/sessions/{id}/end': 'member',
  'get /roles': 'member',
  'get /members': 'members.write',
  'post /members': 'members.write',
  'post /members/{id}/grants': 'members.write',
  'post /members/{id}/link': 'members.write',
  'post /members/{id}/link/mail': 'members.write',
  'post /members/{id}/link/revoke': 'members.write',
  'post /members/{id}/remove': 'members.write',
  'get /live': 'campaigns.read',
  'get /apps/{app}/home': 'campaigns.read',
  'get /apps/{app}/home/steps': 'campaigns.read',
  'get /apps/{app}/home/figures': 'reports.read',
  'get /apps/{app}/home/audience': 'audience.count',
  'get /apps/{app}/home/failures': 'users.read',
  'get /apps/{app}/campaigns': 'campaigns.read',
  'get /apps/{app}/campaigns/{key}': 'campaigns.read',
  'get /apps/{app}/campaigns/{key}/reasons': 'campaigns.read',
  'get /apps/{app}/campaigns/{key}/history': 'campaigns.read',
  'get /apps/{app}/campaigns/{key}/series': 'campaigns.read',
  'get /apps/{app}/campaigns/{key}/payloads': 'campaigns.read',
  'get /apps/{app}/campaigns/{key}/recipients': 'users.read',
  'get /apps/{app}/campaigns/{key}/recipients.csv': 'users.export',
  'get /apps/{app}/campaigns/{key}/drills': 'campaigns.read',
  'post /apps/{app}/campaigns/{key}/drills': 'rehearse',
  'get /apps/{app}/views': 'campaigns.read',
  'get /apps/{app}/views/campaigns/choices': 'campaigns.read',
  'post /apps/{app}/views': 'campaigns.read',
  'post /apps/{app}/views/{id}': 'campaigns.read',
  'post /apps/{app}/views/{id}/remove': 'campaigns.read',
  'post /apps/{app}/campaigns/overlap': 'audience.count',
  'post /apps/{app}/campaigns/runs': 'campaigns.write',
  'get /apps/{app}/campaigns/{key}/runs': 'campaigns.read',
  'get /apps/{app}/campaign-comparison': 'campaigns.read',
  'get /apps/{app}/campaign-folders': 'campaigns.read',
  'post /apps/{app}/campaign-folders': 'campaigns.write',
  'post /apps/{app}/campaign-folders/{id}': 'campaigns.write',
  'post /apps/{app}/campaign-folders/{id}/remove': 'campaigns.write',
  'post /apps/{app}/campaigns/file': 'campaigns.write',
  'post /apps/{app}/campaigns/{key}/forecast': 'campaigns.read',
  'post /apps/{app}/campaigns/{key}/move': 'campaigns.send',
  'post /apps/{app}/campaigns/{key}/pause': 'campaigns.steer',
  'post /apps/{app}/campaigns/{key}/resume': 'campaigns.steer',
  'post /apps/{app}/campaigns/{key}/speed': 'campaigns.steer',
  'post /apps/{app}/campaigns/{key}/stop': 'campaigns.steer',
  'get /apps/{app}/journeys': 'campaigns.read',
  'get /apps/{app}/journeys/{id}': 'campaigns.read',
  'get /apps/{app}/journeys/{id}/people': 'users.read',
  'get /apps/{app}/journeys/{id}/period': 'campaigns.read',
  'get /apps/{app}/journeys/{id}/replay': 'campaigns.read',
  'post /apps/{app}/journeys/{id}/replay': 'campaigns.read',
  'get /apps/{app}/journey-digest': 'campaigns.read',
  'get /apps/{app}/journeys/{id}/alarms': 'campaigns.read',
  'get /apps/{app}/journeys/{id}/request': 'campaigns.read',
  'post /apps/{app}/journeys/{id}/request/approve': 'campaigns.approve',
  'post /apps/{app}/journeys/{id}/request/reject': 'campaigns.approve',
  'post /apps/{app}/journeys/{id}/request/withdraw': 'campaigns.read',
  'get /apps/{app}/journeys/{id}/positions': 'campaigns.read',
  'post /apps/{app}/journeys/{id}/positions': 'setup.write',
  'post /apps/{app}/journeys/{id}/drain': 'campaigns.steer',
  'post /apps/{app}/journeys/{id}/pause': 'campaigns.steer',
  'post /apps/{app}/journeys/{id}/resume': 'campaigns.steer',
  'post /apps/{app}/journeys/{id}/stop': 'campaigns.steer',
  'get /apps/{app}/definitions': 'definitions.write',
  'post /apps/{app}/definitions': 'definitions.write',
  'post /apps/{app}/journeys/walk': 'setup.write',
  'post /apps/{app}/journeys/{id}/test': 'campaigns.read',
  'get /apps/{app}/users/find': 'users.read',
  'post /apps/{app}/users/search': 'users.read',
  'get /apps/{app}/users/{uid}': 'users.read',
  'get /apps/{app}/users/{uid}/consent': 'users.read',
  'get /apps/{app}/users/{uid}/timeline': 'users.read',
  'get /apps/{app}/users/{uid}/message': 'users.private',
  'get /apps/{app}/users/{uid}/explain': 'users.read',
  'get /apps/{app}/users/{uid}/journeys': 'users.read',
  'post /apps/{app}/users/{uid}/reveal': 'users.private',
  'post /apps/{app}/users/{uid}/export': 'users.export',
  'post /apps/{app}/users/{uid}/changes': 'users.write',
  'post /apps/{app}/users/{uid}/devices/{device}/retire': 'users.write',
  'post /apps/{app}/users/{uid}/delete': 'users.erase',
  'post /apps/{app}/users/{uid}/erase': 'users.erase',
  'get /apps/{app}/erasures': 'users.erase',
  'get /apps/{app}/erasures/lists': 'users.erase',
  'post /apps/{app}/erasures/lists': 'users.erase',
  'get /apps/{app}/erasures/lists/{id}': 'users.erase',
  'get /apps/{app}/erasures/lists/{id}/lines.csv': 'users.erase',
  'post /apps/{app}/erasures/lists/{id}/confirm': 'users.erase',
  'post /apps/{app}/erasures/lists/{id}/stop': 'users.erase',
  'get /apps/{app}/users/{uid}/inbox': 'users.read',
  'post /apps/{app}/users/{uid}/inbox/{piid}/delete': 'users.write',
  'get /apps/{app}/suppressions': 'users.read',
  'get /apps/{app}/suppressions.csv': 'users.export',
  'post /apps/{app}/suppressions': 'users.write',
  'post /apps/{app}/suppressions/reveal': 'users.private',
  'post /apps/{app}/suppressions/{channel}/{id}/release': 'users.write',
  'get /apps/{app}/imports': 'users.import',
  'post /apps/{app}/imports': 'users.import',
  'post /apps/{app}/imports/columns': 'users.import',
  'get /apps/{app}/imports/{id}': 'users.import',
  'get /apps/{app}/imports/{id}/faults': 'users.import',
  'get /apps/{app}/imports/{id}/lines': 'users.import',
  'get /apps/{app}/imports/{id}/lines.csv': 'users.import',
  'post /apps/{app}/imports/{id}/run': 'users.import',
  'post /apps/{app}/imports/{id}/stop': 'users.import',
  'get /apps/{app}/audience/taggings': 'users.import',
  'post /apps/{app}/audience/taggings': 'users.import',
  'get /apps/{app}/audience/taggings/{id}': 'users.import',
  'post /apps/{app}/audience/taggings/{id}/stop': 'users.import',
  'post /apps/{app}/audience/preview': 'audience.count',
  'get /apps/{app}/audience/export/columns': 'users.export',
  'post /apps/{app}/audience/export': 'users.export',
  'get /apps/{app}/media': 'templates.write',
  'post /apps/{app}/media': 'templates.write',
  'post /apps/{app}/media/{hash}/delete': 'templates.write',
  'get /apps/{app}/geofences': 'setup.write',
  'get /apps/{app}/geofences/near': 'setup.write',
  'get /apps/{app}/geofences/devices': 'audience.count',
  'get /apps/{app}/geofences/{id}': 'setup.write',
  'post /apps/{app}/geofences': 'setup.write',
  'post /apps/{app}/geofences/groups': 'setup.write',
  'post /apps/{app}/geofences/import': 'setup.write',
  'post /apps/{app}/geofences/{id}': 'setup.write',
  'post /apps/{app}/geofences/{id}/delete': 'setup.write',
  'get /apps/{app}/catalogs': 'campaigns.write',
  'get /apps/{app}/catalogs/{name}/changes': 'campaigns.write',
  'get /apps/{app}/catalogs/{name}/items': 'campaigns.write',
  'get /apps/{app}/templates': 'campaigns.write',
  'get /apps/{app}/templates/gallery': 'campaigns.write',
  'get /apps/{app}/templates/{id}': 'campaigns.write',
  'post /apps/{app}/templates': 'templates.write',
  'post /apps/{app}/templates/regions': 'campaigns.write',
  'post /apps/{app}/templates/{id}/save': 'templates.write',
  'post /apps/{app}/templates/{id}/delete': 'templates.write',
  'get /apps/{app}/templates/{id}/versions': 'campaigns.write',
  'get /apps/{app}/templates/{id}/versions/{version}': 'campaigns.write',
  'post /apps/{app}/templates/{id}/restore': 'templates.write',
  'get /apps/{app}/compose/button-sets': 'campaigns.write',
  'get /apps/{app}/compose/categories': 'campaigns.write',
  'get /apps/{app}/compose/names': 'campaigns.write',
  'get /apps/{app}/compose/neighbours': 'campaigns.write',
  'get /apps/{app}/compose/whatsapp-templates': 'campaigns.write',
  'get /apps/{app}/reports': 'reports.read',
  'get /apps/{app}/reports.csv': 'reports.read',
  'get /apps/{app}/audience/words': 'audience.count',
  'get /apps/{app}/audience/values': 'audience.count',
  'post /apps/{app}/audience/sample': 'users.read',
  'post /apps/{app}/audience/overlap': 'audience.count',
  'post /apps/{app}/audience/breakdown': 'audience.count',
  'post /apps/{app}/audience/reach': 'audience.count',
  'post /apps/{app}/audience/attributes': 'audience.count',
  'get /apps/{app}/audience/segments': 'audience.count',
  'get /apps/{app}/audience/segments/{id}': 'audience.write',
  'post /apps/{app}/audience/segments': 'audience.write',
  'post /apps/{app}/audience/segments/{id}/change': 'audience.write',
  'post /apps/{app}/audience/segments/{id}/remove': 'audience.write',
  'post /apps/{app}/compose/html': 'campaigns.write',
  'post /apps/{app}/compose/preview': 'campaigns.write',
  'post /apps/{app}/compose/check': 'campaigns.write',
  'get /apps/{app}/checks/{id}': 'campaigns.read',
  'get /apps/{app}/checks/{id}/samples': 'users.read',
  'post /apps/{app}/checks/{id}/stop': 'campaigns.read',
  'post /apps/{app}/compose/will-get': 'campaigns.write',
  'post /apps/{app}/compose/test': 'campaigns.send',
  'post /apps/{app}/compose/launch': 'campaigns.send',
  'get /apps/{app}/drafts': 'campaigns.write',
  'get /apps/{app}/drafts/{id}': 'campaigns.write',
  'post /apps/{app}/drafts': 'campaigns.write',
  'post /apps/{app}/drafts/{id}/save': 'campaigns.write',
  'post /apps/{app}/drafts/{id}/delete': 'campaigns.write',
  'post /apps/{app}/drafts/{id}/presence': 'campaigns.write',
  'get /apps/{app}/journey-drafts': 'setup.write',
  'get /apps/{app}/journey-drafts/{id}': 'setup.write',
  'post /apps/{app}/journey-drafts': 'setup.write',
  'post /apps/{app}/journey-drafts/{id}/save': 'setup.write',
  'post /apps/{app}/journey-drafts/{id}/delete': 'setup.write',
  'post /apps/{app}/journey-drafts/{id}/presence': 'setup.write',
  'get /apps/{app}/drafts/{id}/comments': 'campaigns.write',
  'post /apps/{app}/drafts/{id}/comments': 'campaigns.write',
  'post /apps/{app}/drafts/{id}/comments/{comment}/remove': 'campaigns.write',
  'get /apps/{app}/approvals': 'campaigns.read',
  'get /apps/{app}/approvals/{key}': 'campaigns.read',
  'get /apps/{app}/approvals/{key}/neighbours': 'campaigns.approve',
  'post /apps/{app}/approvals/{key}/check': 'campaigns.approve',
  'post /apps/{app}/approvals/{key}/approve': 'campaigns.approve',
  'post /apps/{app}/approvals/{key}/reject': 'campaigns.approve',
  'post /apps/{app}/approvals/{key}/withdraw': 'campaigns.send',
  'get /apps/{app}/testers': 'users.read',
  'post /apps/{app}/testers': 'users.write',
  'post /apps/{app}/testers/{uid}/remove': 'users.write',
  'get /apps/{app}/tests/{id}': 'campaigns.read',
  'get /apps/{app}/own-users': 'campaigns.write',
  'post /apps/{app}/own-users/codes': 'campaigns.write',
  'post /apps/{app}/own-users/codes/{id}/prove': 'campaigns.write',
  'post /apps/{app}/own-users/{uid}/remove': 'campaigns.write',
  'get /apps/{app}/sends': 'campaigns.read',
  'get /apps/{app}/sends/{id}': 'campaigns.read',
  'get /apps/{app}/sends/{id}/recipients': 'users.read',
  'post /apps/{app}/sends/{id}/pause': 'campaigns.steer',
  'post /apps/{app}/sends/{id}/resume': 'campaigns.steer',
  'post /apps/{app}/sends/{id}/stop': 'campaigns.steer',
  'post /apps/{app}/sends/{id}/approve': 'campaigns.approve',
  'post /apps/{app}/sends/{id}/reject': 'campaigns.approve',
  'get /apps/{app}/accounts': 'campaigns.read',
  'post /apps/{app}/accounts/{account}/resume': 'accounts.write',
  'post /apps/{app}/accounts/{account}/test': 'accounts.write',
  'get /apps/{app}/simulators/deliveries': 'users.private',
  'get /apps/{app}/simulators/deliveries/{seq}/html': 'users.private',
  'post /apps/{app}/simulators/deliveries/{seq}/report': 'rehearse',
  'get /apps/{app}/keys': 'keys.write',
  'post /apps/{app}/keys': 'keys.write',
  'post /apps/{app}/keys/{id}/rotate': 'keys.write',
  'post /apps/{app}/keys/{id}/revoke': 'keys.write',
  'get /apps/{app}/setup': 'definitions.write',
  'get /apps/{app}/setup/file': 'setup.write',
  'get /apps/{app}/setup/{section}': 'definitions.write',
  'post /apps/{app}/setup/{section}/review': 'definitions.write',
  'post /apps/{app}/setup/{section}/apply': 'definitions.write',
  'get /apps/{app}/blocks': 'definitions.write',
  'get /apps/{app}/blocks/{name}': 'definitions.write',
  'post /apps/{app}/blocks/{name}/renew': 'definitions.write',
  'get /apps/{app}/draft-translations': 'campaigns.write',
  'get /apps/{app}/draft-translations/{id}': 'campaigns.write',
  'post /apps/{app}/draft-translations/{id}': 'campaigns.write',
  'get /apps/{app}/series-translations': 'campaigns.write',
  'get /apps/{app}/series-translations/{key}': 'campaigns.write',
  'post /apps/{app}/series-translations/{key}': 'campaigns.send',
  'get /apps/{app}/journey-translations': 'setup.write',
  'get /apps/{app}/journey-translations/{name}': 'setup.write',
  'post /apps/{app}/journey-translations/{name}': 'setup.write',
  'get /apps/{app}/translations': 'definitions.write',
  'get /apps/{app}/translations/{key}': 'definitions.write',
  'post /apps/{app}/translations/{key}': 'definitions.write',
  'get /apps/{app}/unmatched-events': 'definitions.write',
  'get /apps/{app}/unmatched-events/definition': 'definitions.write',
  'get /apps/{app}/audit': 'audit.read',
  'post /apps/{app}/audit/verify': 'audit.read',
};
const BASE = '/panel/1.0';
/** An id that no row has. */
const NOBODY = '987654321';

let gateway: TestGateway;
let otherId: number;
beforeAll(async () => {
  gateway = await startGateway();
  ({ id: otherId } = (await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false })).app);
});
afterAll(() => gateway.close());

const operations = Object.entries(OPERATIONS).map(([name, access]) => {
  const [method = '', path = ''] = name.split(' ');
  const isOfApp = path.includes('{app}') || path === '/live';
  const at = (app: string): string =>
    (path === '/live' ? `/live?app=${app}` : path).replace('{app}', app).replaceAll(/\{\w+\}/g, NOBODY);
  return { name, method: method as 'get' | 'post', access, isOfApp, at };
});
/** Ending the session that asks would end the test. */
const repeatable = operations.filter(({ name }) => name !== 'post /session/end');

function codeOf({ json }: { json: unknown }): string | undefined {
  return (json as { problems?: { code: string }[] } | undefined)?.problems?.[0]?.code;
}

describe('Permissions of the panel', () => {
  it('Every operation of the panel is in the permission table', async () => {
    const { paths } = JSON.parse(await readFile('openapi/panel.json', 'utf8')) as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path.slice(BASE.length)}`),
    );
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(documented.toSorted());
  });

  it.each(ROLE_NAMES)(
    'The role %s opens exactly the operations of the table, and only in its own application',
    async (role) => {
      const { appId } = gateway;
      const grant = { role, appId };
      const allowed: ReadonlySet<string> = new Set(['anybody', 'member', ...permissionsOf([grant], appId)]);
      const [member, stranger] = [await signIn(gateway, [grant]), await signIn(gateway, [{ role, appId: otherId }])];
      const ask = async (member: PanelMember, { method, at }: (typeof operations)[number], app: string) =>
        member[method](at(app));
      for (const operation of repeatable) {
        const answer = await ask(member, operation, 'shop');
        const place = `${operation.name}: ${answer.status} ${answer.text}`;
        expect(codeOf(answer) === 'permission_missing', place).toBe(!allowed.has(operation.access));
        expect(codeOf(answer) === 'permission_missing', place).toBe(
          answer.status === 403 && codeOf(answer) !== 'proof_needed',
        );
        expect(answer.status, place).toBeLessThan(500);
        if (operation.isOfApp) {
          const elsewhere = await ask(stranger, operation, 'shop');
          expect(elsewhere.status, `${operation.name} from elsewhere`).toBe(404);
          expect(elsewhere.text, operation.name).toContain('There is no application shop');
        }
      }
    },
  );

  it('Every operation needs a session, unless it creates one', async () => {
    for (const { name, method, access, at } of operations) {
      const answer = await askPanel(gateway.base, at('shop'), {
        method: method.toUpperCase(),
        ...(method === 'post' && { headers: PAGE_HEADERS, body: {} }),
      });
      expect(codeOf(answer) === 'unauthenticated', `${name}: ${answer.status} ${answer.text}`).toBe(
        access !== 'anybody',
      );
    }
  });

  it('Every write is rejected from a page of another site and without the header of the panel', async () => {
    const owner = await signIn(gateway);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'x-herald-panel': '' },
      { 'content-type': 'text/plain' },
    ];
    for (const { name, at } of operations.filter(({ method }) => method === 'post')) {
      for (const headers of foreign) {
        const answer = await owner.post(at('shop'), {}, headers);
        expect([answer.status, codeOf(answer)], `${name} ${JSON.stringify(headers)}`).toEqual([403, 'cross_site']);
      }
    }
    expect((await owner.get('/me')).status).toBe(200);
  });
});
