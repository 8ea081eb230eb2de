import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf, ROLE_NAMES, type Grant, type RoleName } from '#libs/members';
import { ApplyService, SCOPES, type Scope } from '#libs/tenancy';
import { ImportWorkService } from '#libs/users/imports';
import { sendFile, signIn, type PanelMember } from '../../support/contract/panel-member.js';
import type { Answer } from '../../support/contract/gateway.js';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { OTHER_PANEL_OPERATIONS, OTHER_REST_OPERATIONS } from './classified-operations.js';
import {
  ADA,
  CONDITIONS,
  NOBODY,
  PANEL_QUESTIONS,
  REST_QUESTIONS,
  SEGMENT_CONDITIONS,
  SEGMENTS,
  type Question,
  type Secrets,
} from './private-questions.js';

/** A member asks for numbers, and infers private values from them. */
const PANEL = '/panel/1.0';
/** Names of schemas, and of free fields, that select users in a request. */
const TARGET_SCHEMA = /Target|Conditions/;
const TARGET_FIELD = /^(target|targets|pa|customFields)$/;

let sending: Sending;
let definition: number;
/** Id of a segment that members change. */
let segmentId: string;

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  await gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [
        { code: 'plan', dataType: 'STRING' },
        { code: 'income', dataType: 'INT', privateInfo: true },
        { code: 'nationalId', dataType: 'STRING', privateInfo: true },
      ],
      events: [
        {
          code: 'Paid',
          attributes: [
            { code: 'card', dataType: 'STRING', privateInfo: true },
            { code: 'amount', dataType: 'INT', privateInfo: true },
          ],
        },
      ],
    },
    { dryRun: false },
  );
  await sending.post('registerUsers', [
    {
      extId: 'ada',
      platform: 'IOS',
      deviceToken: 'a'.repeat(64),
      email: ADA.email,
      tags: ['ada', 'gold'],
      profile: { income: ADA.income, nationalId: ADA.nationalId, plan: 'gold' },
    },
    { extId: 'bo', tags: ['gold'], profile: { income: 1, plan: 'gold' } },
  ]);
  await sending.post('fireEvents', [{ extId: 'ada', name: 'Paid', card: ADA.card, amount: Number(ADA.card) }]);
  await gateway.app.get(ApplyService).apply({ app: 'shop', segments: SEGMENTS }, { dryRun: false });
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Hi',
    message: 'There',
    platforms: ['IOS'],
  });
  definition = notificationKey;
  const owner = await signIn(gateway);
  const { items } = (await owner.get('/apps/shop/audience/segments')).json as { items: { id: string; name: string }[] };
  segmentId = items.find(({ name }) => name === 'open')?.id ?? '';
});
afterAll(() => sending.close());

interface Schema {
  $ref?: string;
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: Schema }>>;
  components: { schemas: Record<string, unknown> };
}

async function readOperations(name: string, prefix: string) {
  const { paths, components } = JSON.parse(await readFile(`openapi/${name}.json`, 'utf8')) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      operation: `${method} ${path.slice(prefix.length)}`,
      names: [...listNames(requestBody, components.schemas)],
    })),
  );
}

/** Schemas and fields of a request, however deep. */
function listNames(
  schema: unknown,
  schemas: Document['components']['schemas'],
  names = new Set<string>(),
): Set<string> {
  if (typeof schema !== 'object' || schema === null) {
    return names;
  }
  for (const [name, inner] of Object.entries(schema)) {
    const referred = name === '$ref' && typeof inner === 'string' ? inner.slice(inner.lastIndexOf('/') + 1) : undefined;
    if (referred === undefined) {
      names.add(`field ${name}`);
      listNames(inner, schemas, names);
    } else if (!names.has(`schema ${referred}`)) {
      names.add(`schema ${referred}`);
      listNames(schemas[referred], schemas, names);
    }
  }
  return names;
}

let names = 0;
/** Number for the name of a segment that does not exist yet. */
const newName = (): string => `found ${(names += 1)}`;
const listed = (table: Readonly<Record<string, readonly string[]>>) => Object.values(table).flat();
const isAsking = (names: readonly string[]): boolean =>
  names.some((name) => {
    const [kind, text = ''] = name.split(' ');
    return kind === 'schema' ? TARGET_SCHEMA.test(text) : TARGET_FIELD.test(text);
  });

/** Bodies of a question about one person, with what kind of condition. */
function bodiesOf({ body, takes }: Question, about: Secrets): [condition: string, body: object][] {
  const conditions = { ...CONDITIONS, ...(takes === 'segment' && SEGMENT_CONDITIONS) };
  return Object.entries(conditions).map(([name, condition]) => [
    name,
    body({ ...condition(about), ...(takes !== 'profile' && { tag: 'ada' }) }),
  ]);
}

/** Content of an answer without its own number and the values of the question. */
const tellingOf = ({ status, text }: Answer): string =>
  [status, text.replaceAll(/"requestId":"[^"]*"|found \d+/g, '')].join(' ');
const isPrivacyRefusal = ({ status, text }: Answer): boolean => status === 403 && text.includes('is private');

describe('Table of the operations', () => {
  it.each([
    ['rest', '', REST_QUESTIONS, OTHER_REST_OPERATIONS],
    ['panel', PANEL, PANEL_QUESTIONS, OTHER_PANEL_OPERATIONS],
  ] as const)(
    'Every operation of the document %s is a question or is none for a reason',
    async (name, prefix, questions, others) => {
      const operations = await readOperations(name, prefix);
      expect([...Object.keys(questions), ...listed(others)].toSorted()).toEqual(
        operations.map(({ operation }) => operation).toSorted(),
      );
      const asking = operations.filter(({ names }) => isAsking(names)).map(({ operation }) => operation);
      expect(asking.length).toBeGreaterThan(5);
      const addressed = OTHER_REST_OPERATIONS['it sends to a named address'] ?? [];
      expect(asking.filter((name) => !Object.hasOwn(questions, name) && !addressed.includes(name))).toEqual([]);
    },
  );
});

describe('Questions of API keys', () => {
  const ask = (operation: string, body: object, key: string): Promise<Answer> =>
    sending.gateway.call(operation.slice('post '.length), {
      key,
      body: JSON.parse(JSON.stringify(body).replace('"KEY"', `"${definition}"`).replace('NAME', newName())),
    });
  const keyOf = new Map<string, string>();
  async function keyWith(scopes: Scope[]): Promise<string> {
    const name = scopes.join('+');
    keyOf.set(name, keyOf.get(name) ?? (await sending.gateway.makeKey(name, { scopes })));
    return name;
  }

  it.each(Object.keys(REST_QUESTIONS))(
    '%s takes a private condition only from keys with the scope private, and shows others nothing',
    async (operation) => {
      const question = REST_QUESTIONS[operation];
      if (!question?.scope) {
        throw new Error(`${operation} has no scope`);
      }
      const scope = question.scope as Scope;
      const [blind, seeing] = [await keyWith([scope]), await keyWith([scope, 'private'])];
      const nobody = new Map(bodiesOf(question, NOBODY));
      for (const [condition, body] of bodiesOf(question, ADA)) {
        const refused = await ask(operation, body, blind);
        expect([condition, refused.status, (refused.json as { code?: number }).code]).toEqual([condition, 403, 2022]);
        expect(refused.text).toContain('lacks the scope private');
        expect(tellingOf(await ask(operation, nobody.get(condition) ?? {}, blind))).toBe(tellingOf(refused));
        // Private texts cannot be searched by their parts, whatever the rights.
        const isSearch = condition === 'a part of a text';
        const allowed = await ask(operation, body, seeing);
        expect([condition, allowed.status === 403, allowed.text]).toEqual([condition, false, allowed.text]);
        expect([200, isSearch ? 400 : 200], allowed.text).toContain(allowed.status);
      }
    },
  );

  it('No list of scopes without private lets a private condition through', async () => {
    for (const scope of SCOPES.filter((name) => name !== 'private')) {
      const key = await keyWith([scope]);
      for (const [operation, question] of Object.entries(REST_QUESTIONS)) {
        const [, body = {}] = bodiesOf(question, ADA)[0] ?? [];
        const answer = await ask(operation, body, key);
        expect([operation, scope, answer.status]).toEqual([operation, scope, 403]);
      }
    }
  });

  it('A key without a list of scopes counts by private values and addresses as before', async () => {
    const count = async (profile: object) =>
      (await sending.gateway.call('/rest/3.0/targeting/count', { body: { target: { profile } } })).json;
    expect(await count({ income: { $gte: 40_000 } })).toEqual({ count: 1 });
    expect(await count({ email: ADA.email })).toEqual({ count: 1 });
    const batch = { groupBy: { profile: 'income', buckets: [[0, 40_000]] } };
    const byRange = await sending.gateway.call('/rest/3.0/targeting/count-batch', { body: batch });
    expect(byRange.json).toEqual({ counts: { '0-40000': 1 } });
  });

  it('Ranges of a private attribute are counted only for keys with the scope private', async () => {
    const path = '/rest/3.0/targeting/count-batch';
    const body = { groupBy: { profile: 'income', buckets: [[0, 40_000]] } };
    const blind = await sending.gateway.call(path, { body, key: await keyWith(['audience']) });
    expect([blind.status, (blind.json as { code: number }).code]).toEqual([403, 2022]);
    expect(blind.text).toContain('lacks the scope private');
    const seeing = await sending.gateway.call(path, { body, key: await keyWith(['audience', 'private']) });
    expect(seeing.status, seeing.text).toBe(200);
  });

  it('A segment over private values stays countable, and its clauses are hidden without the scope private', async () => {
    const key = await keyWith(['audience']);
    const { list } = (await sending.gateway.call('/rest/3.0/getSegments', { method: 'GET', key })).json as {
      list: { name: string; userCount: number }[];
    };
    expect(list.find(({ name }) => name === 'rich')?.userCount).toBe(1);
    const explain = (name: string) =>
      sending.gateway.call('/rest/3.0/targeting/explain', { key: name, body: { extId: 'ada', segment: 'rich' } });
    expect((await explain(key)).json).toMatchObject({ segment: { member: true, rule: { clause: 'private' } } });
    expect((await explain(key)).text).not.toContain('40000');
    expect((await explain('rest')).json).toMatchObject({ segment: { rule: { clause: 'range', matches: true } } });
  });
});

describe('Questions of members', () => {
  const place = (operation: string): string =>
    operation
      .slice('post '.length)
      .replace('{app}', 'shop')
      .replace('{section}', 'segments')
      .replace('{id}', segmentId);
  /** The body with names and versions of the moment. */
  async function fill(body: object): Promise<object> {
    const owner = await memberOf(['owner']);
    const baseOf = async (path: string): Promise<string> =>
      ((await owner.get(`/apps/shop/${path}`)).json as { base: string }).base;
    let text = JSON.stringify(body).replace('NAME', newName());
    for (const [mark, path] of [
      ['BASE', `audience/segments/${segmentId}`],
      ['SECTION', 'setup/segments'],
    ] as const) {
      text = text.includes(mark) ? text.replace(mark, await baseOf(path)) : text;
    }
    return JSON.parse(text) as object;
  }
  const members = new Map<string, Promise<PanelMember>>();
  const memberOf = (roles: readonly RoleName[]): Promise<PanelMember> => {
    const { gateway } = sending;
    const grants = roles.map((role): Grant => ({ role, appId: gateway.appId }));
    const member = members.get(roles.join('+')) ?? signIn(gateway, grants);
    members.set(roles.join('+'), member);
    return member;
  };
  const seesPrivate = (roles: readonly RoleName[]): boolean =>
    permissionsOf(
      roles.map((role) => ({ role, appId: null })),
      null,
    ).has('users.private');
  const VIEWERS: readonly (readonly RoleName[])[] = [
    ...ROLE_NAMES.map((role) => [role] as const),
    ['marketer', 'importer'],
    ['analyst', 'operator'],
    ['marketer', 'support'],
    ['analyst', 'importer', 'support'],
  ];

  it.each(VIEWERS.map((roles) => [roles.join(' and '), roles] as const))(
    'The role %s asks about private values only with users.private, and learns nothing from a refusal',
    async (_, roles) => {
      const member = await memberOf(roles);
      let asked = 0;
      for (const [operation, question] of Object.entries(PANEL_QUESTIONS)) {
        const nobody = new Map(bodiesOf(question, NOBODY));
        // A member who sees private values may ask in every way, so one is enough.
        for (const [condition, body] of bodiesOf(question, ADA).slice(0, seesPrivate(roles) ? 1 : undefined)) {
          const answer = await member.post(place(operation), await fill(body));
          const name = `${operation}: ${condition}: ${answer.status} ${answer.text}`;
          const isClosed = answer.status === 403 && !isPrivacyRefusal(answer);
          if (isClosed) {
            break;
          }
          asked += 1;
          expect(isPrivacyRefusal(answer), name).toBe(!seesPrivate(roles));
          if (!seesPrivate(roles)) {
            const other = await member.post(place(operation), await fill(nobody.get(condition) ?? {}));
            expect(tellingOf(other), name).toBe(tellingOf(answer));
          }
        }
      }
      expect(asked).toBeGreaterThan(0);
    },
  );

  it('A member without users.private counts what reveals no value: users with one, segments, tags and open attributes', async () => {
    const analyst = await memberOf(['analyst']);
    const targets = [
      { profile: { plan: 'gold' } },
      { profile: { email: { $exists: true } } },
      { profile: { income: { $exists: true } } },
      { segment: 'rich', tag: 'gold' },
      { reachable: 'IOS' },
      { event: { name: 'Paid' } },
    ];
    for (const target of targets) {
      const answer = await analyst.post('/apps/shop/audience/preview', { target });
      expect([answer.status, JSON.stringify(target)], answer.text).toEqual([200, JSON.stringify(target)]);
    }
  });

  it('Values of a private attribute are suggested and broken down only for members with users.private', async () => {
    const ask = (member: PanelMember) => [
      member.get('/apps/shop/audience/values?by=attribute&code=income'),
      member.post('/apps/shop/audience/breakdown', { target: { tag: 'gold' }, by: 'attribute', code: 'income' }),
    ];
    for (const answer of await Promise.all(ask(await memberOf(['analyst'])))) {
      expect([answer.status, isPrivacyRefusal(answer)], answer.text).toEqual([403, true]);
    }
    for (const answer of await Promise.all(ask(await memberOf(['owner'])))) {
      expect(answer.status === 403, answer.text).toBe(false);
    }
  });

  it('The check of a file shows a member without users.private the same for a right and a wrong guess', async () => {
    const { gateway } = sending;
    const counts = async (member: PanelMember, line: string): Promise<unknown> => {
      const { id } = (
        await sendFile(gateway.base, '/apps/shop/imports', member, {
          name: 'guess.csv',
          text: `extId,income\n${line}\n`,
        })
      ).json as { id: string };
      await gateway.app.get(ImportWorkService, { strict: false }).runDue();
      const found = (await member.get(`/apps/shop/imports/${id}`)).json as { counts: object };
      return found.counts;
    };
    const [importer, owner] = [await memberOf(['importer']), await memberOf(['owner'])];
    const guess = (income: number) => `ada,${income}`;
    expect(await counts(importer, guess(ADA.income))).toEqual(await counts(importer, guess(Number(NOBODY.income))));
    expect(await counts(owner, guess(ADA.income))).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await counts(owner, guess(Number(NOBODY.income)))).toMatchObject({ changed: 1, unchanged: 0 });
  });
});
