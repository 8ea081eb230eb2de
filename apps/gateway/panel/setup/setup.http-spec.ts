import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_ENV, readExampleFile } from '../../../../test/support/application-file/example-files.js';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { AuditService } from '#libs/audit';
import { ApplyService, readApplicationFile, SECTIONS, SectionRegistryService, type Section } from '#libs/tenancy';

interface Text {
  about: string;
  text: string;
  base: string;
  withheld: string[];
  lastChange: { isFile: boolean; by: { kind: string } } | null;
}
interface Review {
  differences: { change: string; subject: string }[];
  lines: { sign: string; text: string }[];
  secrets: { name: string; secret: string }[];
  base: string;
}

let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  owner = await signIn(gateway, [{ role: 'owner', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

const PLACE = '/apps/shop/setup';
const read = async (section: Section): Promise<Text> => (await owner.get(`${PLACE}/${section}`)).json as Text;
const review = (section: Section, text: string) => owner.post(`${PLACE}/${section}/review`, { text });
const save = (section: Section, text: string, base: string) => owner.post(`${PLACE}/${section}/apply`, { text, base });
const codeOf = ({ json }: { json: unknown }) => (json as { problems?: { code: string }[] }).problems?.[0]?.code;

/** The example of the reference of a section, as a document for this application. */
async function readExample(section: Section): Promise<Record<string, unknown>> {
  const example = gateway.app.get(SectionRegistryService).find(section)?.reference.example ?? '';
  const surroundings = { env: EXAMPLE_ENV, readFile: readExampleFile };
  return (await readApplicationFile(example, surroundings)) as Record<string, unknown>;
}

async function applyFile(document: unknown, dryRun = false): Promise<{ change: string; subject: string }[]> {
  return (await gateway.app.get(ApplyService).apply(document, { dryRun })).differences;
}

describe('Sections of the application file in the panel', () => {
  it.each(SECTIONS)('The section %s, as a file has set it, is reviewed without a difference', async (section) => {
    const document = await readExample(section);
    // The gateway of the test has an identity key of its own, whose secret this spec does not know.
    await applyFile({ ...document, app: 'shop', prune: section === 'identityKeys' });
    const { text, withheld, lastChange, about } = await read(section);
    expect(about).not.toMatch(/[`\]]/);
    expect(lastChange).toMatchObject({ isFile: true, by: { kind: 'system' } });
    const answer = await review(section, text);
    if (withheld.length > 0) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(`in place of \${${withheld[0]}}`);
    } else {
      expect(answer.status, answer.text).toBe(200);
      expect((answer.json as Review).differences).toEqual([]);
      expect((answer.json as Review).lines.some(({ sign }) => sign === 'add' || sign === 'remove')).toBe(false);
    }
  });

  it('The downloaded file changes nothing when its secrets are known', async () => {
    const file = await owner.get(`${PLACE}/file`);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    const env = await secretsOf(await readExample('channels'), await readExample('identityKeys'));
    const document = await readApplicationFile(file.text, { env, readFile: async () => Promise.reject(new Error()) });
    expect(Object.keys(document as object)).toEqual(['app', ...SECTIONS]);
    expect(await applyFile({ ...(document as object), prune: true }, true)).toEqual([]);
    for (const secret of Object.values(env)) {
      expect(file.text).not.toContain(secret.trim().split('\n')[1] ?? secret);
    }
  });

  it('A section is reviewed and saved line by line, and the same file finds no difference afterwards', async () => {
    const { text, base } = await read('categories');
    const changed = `${text}  - name: Weekly letter\n`;
    const before = await review('categories', changed);
    expect(before.json).toMatchObject({
      differences: [{ change: 'add', subject: 'categories: Weekly letter' }],
      secrets: [],
      base,
    });
    expect((before.json as Review).lines).toContainEqual({ sign: 'add', text: '  - name: Weekly letter' });
    expect((await read('categories')).text).toBe(text);
    const saved = await save('categories', changed, base);
    expect(saved.status, saved.text).toBe(200);
    expect((saved.json as Review).differences).toEqual((before.json as Review).differences);
    const now = await read('categories');
    expect(now).toMatchObject({ base: (saved.json as Review).base, lastChange: { isFile: false } });
    const file = await readApplicationFile(`app: shop\n${now.text}`, { env: {}, readFile: readExampleFile });
    expect(await applyFile(file, true)).toEqual([]);
    const [entry] = await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 1, action: 'setup.' });
    expect(entry).toMatchObject({
      by: { kind: 'member' },
      differences: [{ change: 'add', subject: 'categories: Weekly letter' }],
    });
  });

  it('A save over a section that changed in between is refused, and the section stays unchanged', async () => {
    const { text, base } = await read('sounds');
    expect((await save('sounds', `${text}  - platform: IOS\n    name: first.caf\n`, base)).status).toBe(200);
    const now = (await read('sounds')).text;
    const late = await save('sounds', `${text}  - platform: IOS\n    name: second.caf\n`, base);
    expect([late.status, codeOf(late)]).toEqual([409, 'changed_meanwhile']);
    expect((await read('sounds')).text).toBe(now);
  });

  it('An edit removes the entries that it leaves out, except entries with secrets', async () => {
    const { base } = await read('sounds');
    const removed = await save('sounds', 'sounds: []', base);
    expect((removed.json as Review).differences.every(({ change }) => change === 'remove')).toBe(true);
    expect((await read('sounds')).text).toBe('sounds: []\n');
    const channels = await read('channels');
    const answer = await save('channels', 'channels: {}', channels.base);
    expect((answer.json as Review).differences).toEqual([]);
    expect((await read('channels')).text).toBe(channels.text);
  });

  it('The secret of a new key is returned once', async () => {
    const { text, base } = await read('keys');
    const created = await save('keys', `${text}  - kind: rest\n    name: from the panel\n`, base);
    const { secrets } = created.json as Review;
    expect(secrets).toMatchObject([{ name: 'from the panel' }]);
    const secret = secrets[0]?.secret ?? '';
    expect((await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'a' }], key: secret })).status).toBe(200);
    expect((await read('keys')).text).not.toContain(secret);
  });

  it.each([
    ['no YAML', 'categories: [', 'not YAML'],
    ['lists in lists', `categories: ${'['.repeat(5000)}${']'.repeat(5000)}`, 'nested too deeply'],
    ['another section', 'sounds: []', 'should begin with \\"categories:\\"'],
    ['a second section', 'categories: []\nsounds: []', 'nothing beside it'],
    ['a name that it does not know', 'categories:\n  - name: News\n    headline: News', 'categories[0].headline'],
    ['a value of the environment', 'categories:\n  - name: ${HOME}', 'in place of ${HOME}'],
  ])('A section with %s is refused, and the error names the place', async (_, text, words) => {
    const { base, text: now } = await read('categories');
    for (const answer of [await review('categories', text), await save('categories', text, base)]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(words);
    }
    expect((await read('categories')).text).toBe(now);
  });

  it('The review of a section never reads a file of the server', async () => {
    const text = 'identityKeys:\n  - { id: a, algorithm: ES256, key: /etc/passwd.pem }\n';
    const answer = await review('identityKeys', text);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('identityKeys[0].key should be the content of a key file');
  });

  it('An unknown section is not found', async () => {
    expect((await owner.get(`${PLACE}/nothing`)).status).toBe(404);
  });
});

/** Values of the names that the written file has, from what was applied. */
async function secretsOf(
  { channels }: Record<string, unknown>,
  { identityKeys }: Record<string, unknown>,
): Promise<Record<string, string>> {
  const { apns, fcm, smtp, sms } = channels as Record<string, Record<string, unknown>>;
  const shared = (identityKeys as { id: string; algorithm: string; key: string }[]).filter(
    ({ algorithm }) => algorithm === 'HS256',
  );
  const values: Record<string, unknown> = {
    APNS_KEY: apns?.['key'],
    FCM_SERVICE_ACCOUNT: fcm?.['serviceAccount'],
    SMTP_PASSWORD: smtp?.['password'],
    SMTP_DKIM_KEY: (smtp?.['dkim'] as { key?: unknown } | undefined)?.key,
    SMS_AUTH_TOKEN: sms?.['authToken'],
    ...Object.fromEntries(
      shared.map(({ id, key }) => [`IDENTITY_KEY_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`, key]),
    ),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}

describe('Unmatched events', () => {
  it('An unmatched event is defined from its newest example', async () => {
    const fired = { extId: 'ada', name: 'Returned', reason: 'too small', pieces: 2, paid: 12.5, at: '2030-01-31' };
    const fire = () => gateway.call('/rest/3.0/fireEvents', { body: [fired] });
    await fire();
    const listed = (await owner.get('/apps/shop/unmatched-events')).json as { items: { name: string }[] };
    const row = listed.items.find(({ name }) => name === 'Returned');
    expect(row).toMatchObject({
      count: 1,
      attribute: null,
      attributes: [
        { code: 'reason', dataType: 'STRING' },
        { code: 'pieces', dataType: 'INT' },
        { code: 'paid', dataType: 'DOUBLE' },
        { code: 'at', dataType: 'DATE' },
      ],
    });
    expect(JSON.stringify(row)).not.toContain('too small');
    const { text } = (await owner.get('/apps/shop/unmatched-events/definition?name=Returned')).json as Text;
    const saved = await save('events', text, (await read('events')).base);
    expect((saved.json as Review).differences).toEqual([
      { change: 'add', subject: 'events: Returned', from: null, to: null },
    ]);
    await fire();
    const after = (await owner.get('/apps/shop/unmatched-events')).json as { items: { name: string }[] };
    expect(after.items.some(({ name }) => name === 'Returned')).toBe(false);
  });
});
