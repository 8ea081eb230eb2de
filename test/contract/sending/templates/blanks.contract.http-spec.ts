import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const TOKEN = (n: number) => `${n}`.padStart(64, 'a');
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const attributes = [
    { code: 'name', dataType: 'STRING' },
    { code: 'price', dataType: 'STRING' },
    { code: 'points', dataType: 'INT' },
  ];
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  await sending.post('registerUsers', [
    person(1, { name: 'Ada', price: '12.5', points: 12 }),
    person(2, { name: 'Bo', price: 'dear' }),
    person(3, { points: 3 }),
    person(4, {}),
    // A second device of one person.
    { extId: 'p4', platform: 'IOS', deviceToken: TOKEN(5) },
  ]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

function person(n: number, profile: object): object {
  return { extId: `p${n}`, platform: 'IOS', deviceToken: TOKEN(n), profile, tags: ['all'] };
}

async function blanksOf(text: string, rest: object = {}): Promise<unknown> {
  const message = { title: 'T', text, platforms: ['IOS'], ios: { title: 'T' }, templates: 'liquid', ...rest };
  const report = await sending.post('sendBulkNotification/dryRun', { message, target: { tag: 'all' } });
  return (report as { blanks: unknown }).blanks;
}

describe('Blanks foretold', () => {
  it('A placeholder without a value is foretold with its people, its place and a default', async () => {
    expect(await blanksOf('Hi\n @{name}', { templates: undefined })).toEqual({
      people: 2,
      isComplete: true,
      places: [
        {
          kind: 'missing',
          field: 'text',
          name: 'name',
          line: 2,
          column: 2,
          block: null,
          after: 'Hi',
          offer: '@{name|…}',
          people: 2,
          isForAll: false,
        },
      ],
    });
  });

  it('A printed name is foretold as a placeholder is, and a person of two devices counts once', async () => {
    expect(await blanksOf('Hi {{ name | upcase }}')).toMatchObject({
      people: 2,
      isComplete: true,
      places: [
        {
          kind: 'missing',
          field: 'text',
          name: 'name',
          line: 1,
          column: 7,
          after: 'Hi',
          offer: "{{ name | default: '…' }}",
          people: 2,
        },
      ],
    });
  });

  it('A default that is another value is foretold where that value lacks too', async () => {
    expect(await blanksOf('{{ points | default: name }}')).toMatchObject({
      people: 1,
      isComplete: true,
      places: [{ kind: 'blank', name: 'points', people: 1 }],
    });
  });

  it('Gaps behind conditions are foretold from the messages of all people', async () => {
    const text =
      '{% if points > 10 %}{{ name }}{% elsif points %}{{ name.first }}{% else %}{% abort_message %}{% endif %}';
    expect(await blanksOf(text)).toMatchObject({
      people: 3,
      isComplete: true,
      places: [
        { kind: 'aborted', name: '', people: 2, offer: null },
        { kind: 'missing', name: 'name.first', people: 1 },
      ],
    });
  });

  it('Money of a text is foretold as a value of a wrong type', async () => {
    expect(await blanksOf("{{ price | default: 1 | money: 'EUR' }}")).toMatchObject({
      people: 1,
      places: [{ kind: 'wrong_type', name: 'price', people: 1, offer: null, isForAll: false }],
    });
    const target = { profile: { price: ['dear'] } };
    const message = { title: 'T', text: "{{ price | money: 'EUR' }}", platforms: ['IOS'], templates: 'liquid' };
    const report = await sending.post('sendBulkNotification/dryRun', { message, target });
    expect(report).toMatchObject({ blanks: { places: [{ kind: 'wrong_type', people: 1, isForAll: true }] } });
  });

  it('A place is named by the words of its author right before it', async () => {
    const text = 'Dear customer, <b>{% if points %}we owe you {% endif %}</b>{{ points.nothing }} now';
    const gap = { kind: 'missing', name: 'points.nothing', after: 'customer, we owe you', people: 2, isForAll: false };
    expect(await blanksOf(text)).toMatchObject({
      people: 4,
      places: [{ ...gap, kind: 'blank' }, gap],
    });
  });

  it('A message that lacks nothing has no blanks', async () => {
    expect(await blanksOf("{{ name | default: 'friend' }} @{points|0}")).toEqual({
      people: 0,
      isComplete: true,
      places: [],
    });
  });
});
