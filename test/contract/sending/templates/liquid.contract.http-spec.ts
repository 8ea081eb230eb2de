import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const TOKEN = (n: number) => `${n}`.padStart(64, 'a');
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const attributes = [
    { code: 'name', dataType: 'STRING' },
    { code: 'points', dataType: 'INT' },
    { code: 'born', dataType: 'DATE' },
    { code: 'sizes', dataType: 'STRING', array: true },
  ];
  await apply({ attributes, settings: { timeZone: 'Europe/Istanbul', defaultLanguage: 'tr' } });
  await sending.post('registerUsers', [
    person(1, { name: 'Ada', points: 12_500, born: 642_384_000_000, sizes: ['S', 'M'] }),
    person(2, { name: '<b>Bo</b>', points: 3 }),
    person(3, {}),
  ]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

function apply(file: object): Promise<unknown> {
  return sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
}

function person(n: number, profile: object): object {
  const email = `p${n}@mail.example`;
  return { extId: `p${n}`, platform: 'IOS', deviceToken: TOKEN(n), email, emailOptIn: true, profile, tags: ['all'] };
}

const push = (text: string, rest: object = {}): object => ({
  title: 'T',
  text,
  platforms: ['IOS'],
  ios: { title: 'T' },
  templates: 'liquid',
  ...rest,
});

/** Texts at a simulated provider, with the number of the person. */
async function arrived(provider: 'apns' | 'smtp'): Promise<[string, string][]> {
  const deliveries = await sending.simulators.deliveries(`provider=${provider}`);
  return deliveries.map(({ token, payload }) => {
    const { body, html } = payload as { body?: { aps: { alert: { body: string } } }; html?: string };
    return [/(\d)(?:@.*)?$/.exec(token)?.[1] ?? '', html ?? body?.aps.alert.body ?? ''];
  });
}

/** Sends to all users. @returns what arrived, by the number of the person, and how it ended */
async function send(message: object): Promise<{ texts: Record<string, string>; ends: Record<string, number> }> {
  const key = await sending.bulk({ message, target: { tag: 'all' } });
  await sending.drain();
  const texts = [...(await arrived('apns')), ...(await arrived('smtp'))];
  return { texts: Object.fromEntries(texts) as Record<string, string>, ends: await sending.ends(key) };
}

async function refusal(operation: string, body: object): Promise<unknown> {
  const { status, json } = await sending.gateway.call(`/rest/3.0/${operation}`, { body });
  return { status, ...(json as object) };
}

describe('Templates', () => {
  it('A push with conditions, loops and filters arrives as each person has it', async () => {
    const text =
      '{% if points > 1000 %}Gold{% elsif points %}{{ points | times: 2 }}{% else %}new{% endif %} ' +
      '{{ name | default: "friend" | upcase }}{% for size in sizes %} {{ forloop.index }}:{{ size }}{% endfor %} ' +
      '{{ points | default: 0 | local_number }} {{ born | local_date | default: "?" }} @{name|dear}';
    const { texts } = await send(push(text));
    expect(texts).toEqual({
      1: 'Gold ADA 1:S 2:M 12.500 11 Mayıs 1990 Ada',
      2: '6 <B>BO</B> 3 ? <b>Bo</b>',
      3: 'new FRIEND 0 ? dear',
    });
  });

  it('A text without a word about templates stays as it is, byte for byte', async () => {
    const text = '{{ name }} {% if x %} {{ "a" | b }} @{name|dear}';
    const { texts } = await send({ ...push(text), templates: undefined });
    expect(texts[1]).toBe('{{ name }} {% if x %} {{ "a" | b }} Ada');
  });

  it('The setting of the application makes templates of texts that name no language', async () => {
    await apply({ settings: { templates: 'liquid' } });
    try {
      // Gateways hear of changed settings, and keep the callers of keys until then.
      await vi.waitFor(async () => {
        await sending.simulators.clear();
        const { texts } = await send({ ...push('{{ name | default: "you" }}'), templates: undefined });
        expect(texts).toMatchObject({ 1: 'Ada', 3: 'you' });
      }, 60_000);
      await sending.simulators.clear();
      expect((await send(push('{{ 1 }}', { templates: 'plain' }))).texts[1]).toBe('{{ 1 }}');
    } finally {
      await apply({ settings: { templates: 'plain' } });
    }
  });

  it('A recipient for whom the template aborts is skipped with ABORTED, in results and in the dry run', async () => {
    const message = push('{% unless points > 1000 %}{% abort_message "poor" %}{% endunless %}Hi {{ name }}');
    const dry = await sending.post('sendBulkNotification/dryRun', { message, target: { tag: 'all' } });
    expect(JSON.stringify(dry)).toContain('"ABORTED":2');
    const { texts, ends } = await send(message);
    expect(texts).toEqual({ 1: 'Hi Ada' });
    expect(ends).toEqual({ SUCCESS: 1, 'SKIPPED ABORTED': 2 });
    const key = await sending.bulk({ message, target: { tag: 'all' } });
    await sending.drain();
    expect(await sending.post('targeting/explain', { extId: 'p2', notificationKey: key })).toMatchObject({
      notification: {
        outlook: [{ platform: 'IOS', ready: 0, skipped: { ABORTED: 1 } }],
        results: [{ status: 'SKIPPED', reason: 'ABORTED' }],
      },
    });
  });

  it('A printed name without a value has the rule of its place, as a placeholder has', async () => {
    const { ends } = await send(push('Hi {{ name | upcase }}'));
    expect(ends).toEqual({ SUCCESS: 2, 'FAILED MISSING_ATTRIBUTE': 1 });
    const { texts } = await send(push('plain', { personalizedMessage: 'Hi {{ name }}' }));
    expect(texts).toEqual({ 1: 'Hi Ada', 2: 'Hi <b>Bo</b>', 3: 'plain' });
  });

  it('Values are escaped for their place in the HTML and the links that a person gets', async () => {
    const { texts } = await send({
      title: 'Hi',
      subject: '{{ name | default: "x" }}',
      from: 'shop@mail.example',
      platforms: ['EMAIL'],
      templates: 'liquid',
      text:
        '<p>{% if name %}<a href="https://shop.example/?n={{ name }}">{{ name }}</a>{% endif %}</p>' +
        '{% capture x %}<i>{{ name }}</i>{% endcapture %}{{ x | escape }}',
    });
    expect(texts[2]).toContain(encodeURIComponent('?n=%3Cb%3EBo%3C%2Fb%3E'));
    expect(texts[2]).toContain('&lt;b&gt;Bo&lt;/b&gt;</a>');
    expect(texts[2]).toContain('&lt;i&gt;&lt;b&gt;Bo');
    expect(texts[3]).not.toContain('shop.example');
  });

  it.each([
    ['Hi {{ name | shout }}', 'unknown filter shout (line 1, column 14)'],
    ['a\n{% if name %}', 'tag if not closed (line 2, column 4)'],
    ['{{ name', 'output "{{ name" not closed (line 1, column 1)'],
    ['{% include "x" %}', 'unknown tag include (line 1, column 4)'],
    ['@{name', "has a placeholder without an end or a name: '@{name'"],
  ])('The fault of %j is refused with its place, at once and in a definition', async (text, message) => {
    const refused = { status: 400, code: 2004 };
    expect(await refusal('sendBulkNotification', { message: push(text), target: { tag: 'all' } })).toMatchObject(
      refused,
    );
    const answer = await refusal('createNotificationDefinition', push('x', { message: text, text: undefined }));
    expect(answer).toMatchObject(refused);
    expect(JSON.stringify(answer)).toContain(JSON.stringify(message).slice(1, -1));
  });

  it('A name that has no value for any person is refused with its place in a campaign', async () => {
    const message = push('x', { languages: { tr: { title: 'T', text: 'a\n{% if nmae %}{% endif %}' } } });
    expect(await refusal('sendBulkNotification', { message, target: { tag: 'all' } })).toMatchObject({
      status: 400,
      code: 2004,
      error: "Field 'message.languages.tr.text': unknown value nmae (line 2, column 7)",
    });
  });

  it('A block is rendered as it was when the message was accepted; a stored version never changes', async () => {
    const block = (version: number, text: string) =>
      apply({ blocks: [{ name: 'footer', version, params: ['year'], text }] });
    await block(1, 'one {{ year }} {{ name }}');
    const { notificationKey } = await sending.post<{ notificationKey: number }>(
      'createNotificationDefinition',
      push('', { message: "{% render 'footer', year: 2026 %}", text: undefined }),
    );
    await block(2, 'two {{ year }}{{ nobody }}');
    await expect(block(2, 'other')).rejects.toThrow('Give the new text the next version');
    await expect(block(3, "{% render 'footer' %}")).rejects.toThrow('renders itself');
    await expect(block(3, '{{ a | shout }}')).rejects.toThrow('unknown filter shout (line 1, column 8)');
    await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId: 'p1' } });
    await sending.drain();
    expect(await arrived('apns')).toEqual([['1', 'one 2026 Ada']]);
    for (const [text, fault] of [
      ["{% render 'header' %}", "unknown block 'header' (line 1, column 11)"],
      ["{% render 'footer', day: 1 %}", "block 'footer' has no parameter day (line 1, column 11)"],
      ["{% render 'footer' %}", 'unknown value nobody'],
    ] as const) {
      const answer = await refusal('sendBulkNotification', { message: push(text), target: { tag: 'all' } });
      expect(JSON.stringify(answer)).toContain(fault);
    }
  });

  it('A definition is filled with the parameters of its send, and a link of the send is checked', async () => {
    const { notificationKey } = await sending.post<{ notificationKey: number }>(
      'createNotificationDefinition',
      push('', { message: '{{ order.id }}: {{ order.lines | map: "title" | join: ", " }}', text: undefined }),
    );
    const order = { id: 'A7', lines: [{ title: 'Hat' }, { title: '{{ name }}' }] };
    const request = {
      notificationKey: String(notificationKey),
      target: { extId: 'p1' },
      message: { params: { order } },
    };
    expect(
      await refusal('sendNotification', { ...request, message: { click: { url: 'https://a.example/{{' } } }),
    ).toMatchObject({
      status: 400,
    });
    await sending.post('sendNotification', request);
    await sending.drain();
    expect(await arrived('apns')).toEqual([['1', 'A7: Hat, {{ name }}']]);
  });
});
