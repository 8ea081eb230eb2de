import { beforeAll, describe, expect, it } from 'vitest';
import { RecheckService } from '#libs/identity';
import { ApplyService } from '#libs/tenancy';
import { BARE_NUMBERS, identityContract } from '../../support/contract/identity-contract.js';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';
import { findTraces, type Needles } from '../../support/database/traces.js';

const identity = identityContract();
const { ok, rest, sdk, erase, newDevice, instIdOf, uidOf } = identity;
const LATER = new Date(Date.now() + 3_600_000);

let owner: PanelMember;
beforeAll(async () => {
  const simulated = { simulator: true };
  const channels = { smtp: simulated, sms: simulated, whatsapp: simulated, chat: simulated };
  await identity.gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
  owner = await signIn(identity.gateway, [{ role: 'owner', appId: null }]);
});

const KINDS = ['email', 'msisdn', 'wpNumber', 'whatsappId', 'chatAddress'] as const;
type Addresses = Record<(typeof KINDS)[number], string>;
type Person = Addresses & { extId: string };

let people = 0;
/** Registers a person with an address of every kind. */
async function register(name: string): Promise<Person> {
  const number = String((people += 1)).padStart(4, '0');
  const person = {
    extId: `${name}-ext`,
    email: `${name}-${number}@mail.example`,
    msisdn: `+4915112${number}1`,
    wpNumber: `+4915112${number}2`,
    whatsappId: `US.70000${number}`,
    chatAddress: `telegram:60000${number}`,
  };
  await ok(rest('registerUsers', [person]));
  return person;
}

const trace = (needles: Needles) => findTraces(identity.gateway.fresh.db, needles);
const tablesWith = async (...texts: string[]) => (await trace({ texts })).map(({ table }) => table);
const bulk = (target: object) =>
  ok(rest('sendBulkNotification', { message: { title: 'T', text: 'x', platforms: ['IOS'] }, target }));

/** Fields that a message to one address needs. */
const DIRECT: Record<(typeof KINDS)[number], object> = {
  email: { platforms: ['EMAIL'], title: 'x', message: '<p>x</p>' },
  msisdn: { platforms: ['SMS'], title: 'x', message: 'x' },
  wpNumber: { platforms: ['WHATSAPP'], title: 'x', message: 'x' },
  whatsappId: { platforms: ['WHATSAPP'], title: 'x', message: 'x' },
  chatAddress: { platforms: ['CHAT'], title: 'x', message: 'x' },
};

describe('Erasure of addresses of every kind', () => {
  it.each(KINDS)('A message to the %s of an erased person loses its target', async (kind) => {
    const person = await register(`direct-${kind.toLowerCase()}`);
    await ok(rest('sendEmailAndSms', { ...DIRECT[kind], target: { [kind]: person[kind] } }));
    expect(await tablesWith(person[kind])).toContain('delivery.dispatch');
    await ok(erase([person.extId]));
    expect(await tablesWith(person[kind])).toEqual([]);
  });

  it.each(KINDS)('A campaign forgets the %s of an erased person and keeps those of others', async (kind) => {
    const [erased, spared] = [
      await register(`named-${kind.toLowerCase()}`),
      await register(`spared-${kind.toLowerCase()}`),
    ];
    await bulk({ profile: { [kind]: [erased[kind], spared[kind]] } });
    await bulk({ profile: { $or: { [kind]: erased[kind], nick: 'x' } } });
    await ok(erase([erased.extId]));
    expect(await tablesWith(erased[kind])).toEqual([]);
    expect(await tablesWith(spared[kind])).toContain('delivery.dispatch');
  });

  it.each(KINDS)('A segment and a draft forget the %s of an erased person and stay valid', async (kind) => {
    const [erased, spared] = [
      await register(`seg-${kind.toLowerCase()}`),
      await register(`left-${kind.toLowerCase()}`),
    ];
    const profile = { [kind]: [erased[kind], spared[kind]] };
    const segment = { name: `of ${kind}`, target: { any: [{ profile }, { tag: 'x' }] } };
    expect((await owner.post('/apps/shop/audience/segments', segment)).status).toBe(204);
    const draft = { name: 'Spring', body: { form: 1, fields: { audience: { profile } } } };
    expect((await owner.post('/apps/shop/drafts', draft)).status).toBe(200);
    expect(await tablesWith(erased[kind])).toEqual(expect.arrayContaining(['audience.segment', 'notifications.draft']));
    await ok(erase([erased.extId]));
    expect(await tablesWith(erased[kind])).toEqual([]);
    expect(await tablesWith(spared[kind])).toEqual(expect.arrayContaining(['audience.segment', 'notifications.draft']));
    const stored = await identity.gateway.fresh.db.row<{ target: object }>(
      'SELECT s.target FROM audience.segment AS s WHERE s.app_id = $1 AND s.name = $2',
      [identity.gateway.appId, segment.name],
    );
    const again = await owner.post('/apps/shop/audience/segments', {
      name: `again ${kind}`,
      target: stored?.target,
    });
    expect([again.status, again.text]).toEqual([204, '']);
  });

  it('No column of the database holds an address, a token or an id of an erased person', async () => {
    const person = await register('complete');
    const { extId, email, msisdn, wpNumber, whatsappId, chatAddress } = person;
    const token = 'complete-token';
    const device = await newDevice({ token, extId });
    const uids = [(await uidOf(extId)) ?? Number.NaN];
    await ok(sdk('events', { ...device, events: [{ name: 'Visit', page: 'complete-page' }] }));
    await bulk({ profile: { $or: { email, msisdn, wpNumber, whatsappId, chatAddress } } });
    for (const kind of KINDS) {
      await ok(rest('sendEmailAndSms', { ...DIRECT[kind], target: { [kind]: person[kind] } }));
    }
    const { json } = await ok(rest('createNotificationDefinition', { title: 'D', message: 'M', platforms: ['IOS'] }));
    const notificationKey = String((json as { notificationKey: number }).notificationKey);
    const targets = [{ extId }, { deviceToken: token }, ...KINDS.map((kind) => ({ [kind]: person[kind] }))];
    for (const target of targets) {
      await ok(rest('sendNotification', { notificationKey, target }));
    }
    const needles = {
      texts: [extId, token, 'complete-page', ...KINDS.map((kind) => person[kind])],
      appId: identity.gateway.appId,
      uids,
      instIds: [instIdOf(device)],
    };
    const left = new Set((await trace(needles)).map(({ needle }) => needle));
    expect(needles.texts.filter((text) => !left.has(text))).toEqual([]);
    await ok(erase([extId]));
    await identity.gateway.app.get(RecheckService).runDueRechecks(LATER);
    expect((await trace(needles)).filter(({ table }) => !BARE_NUMBERS.includes(table))).toEqual([]);
  });
});
