import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderPlan, RenderBudget, renderWithin, type Message } from '#libs/content';
import { BlockUsesService } from '#libs/notifications';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../support/contract/sending.js';
import { MainThreadMeter, measureHeldLimit } from '../support/processes/main-thread-meter.js';
import { parseBulk, parseDefinition } from '../support/rooms/parse.js';

const MB = 1024 * 1024;
const MANY = '@{bio}'.repeat(1000);
const mail = (text: string) => ({ title: 'T', platforms: ['EMAIL'], text });

describe('Value inserted a thousand times', () => {
  let sending: Sending;
  beforeAll(async () => {
    sending = await startSending();
    const file = { app: 'shop', attributes: [{ code: 'bio', dataType: 'STRING' }] };
    await sending.gateway.app.get(ApplyService).apply(file, { dryRun: false });
  });
  afterAll(() => sending.close());

  it('A value too long to render fails the message of its own recipient and of no other', async () => {
    const users = ['ann', 'eve', 'bob'].map((extId) => ({
      extId,
      email: `${extId}@example.com`,
      profile: { bio: extId === 'eve' ? '<'.repeat(8000) : 'Hi' },
    }));
    await sending.post('registerUsers', users);
    const key = await sending.bulk({ message: mail(MANY), target: { sendToAll: true } });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2, 'FAILED RENDER_TOO_LONG': 1 });
    expect(await sending.dispatch(key)).toMatchObject({ planned: 3, settled: 3 });
  });
});

describe('Time budget of a render', () => {
  const message: Message = parseBulk(mail(MANY));
  const render = (bio: string, budget: RenderBudget) =>
    createRenderPlan(message).render({ platform: 'EMAIL', profile: { bio } }, budget);

  it('The budget of a render is measured in processor time, and only in long renders', () => {
    let looks = 0;
    const clock = (step: number) => () => (looks += 1) * step;
    expect(render('Hi', new RenderBudget(clock(1)))).toMatchObject({ kind: 'ok' });
    expect(looks).toBeLessThan(5);
    expect(() => render('x'.repeat(10_000), new RenderBudget(clock(1)))).toThrow();
    expect(render('x'.repeat(1000), new RenderBudget(clock(0.1)))).toMatchObject({ kind: 'ok' });
  });

  it('A recipient fails at the second render that is too long, because the first may be an accident', () => {
    let renders = 0;
    const work = (fails: number) => (budget: RenderBudget) => {
      renders += 1;
      return render(renders <= fails ? 'x'.repeat(10_000) : 'Hi', budget);
    };
    const slow = () => {
      let now = 0;
      return new RenderBudget(() => (now += 1));
    };
    expect(renderWithin(work(1), slow)).toMatchObject({ kind: 'ok' });
    renders = 0;
    expect(renderWithin(work(2), slow)).toEqual({ kind: 'failed', reason: 'RENDER_TOO_LONG' });
    expect(renders).toBe(2);
  });
});

describe('Size limits of an e-mail', () => {
  it('An e-mail has at most 1 MB in each of its texts', () => {
    const fits = 'é'.repeat(MB / 2);
    expect(parseBulk(mail(fits)).text).toBe(fits);
    for (const body of [
      mail(`${fits}x`),
      { ...mail('x'), personalizedMessage: `${fits}x` },
      { ...mail('x'), languages: { tr: { text: `${fits}x` } } },
    ]) {
      expect(() => parseBulk(body)).toThrow('The text of an e-mail is larger than 1 MB');
    }
    expect(() => parseDefinition({ ...mail('x'), text: undefined, message: `${fits}x` })).toThrow('1 MB');
  });

  it('An e-mail has at most 1,000 placeholders in each of its texts', () => {
    expect(parseBulk(mail(MANY)).text).toBe(MANY);
    for (const body of [mail(`${MANY}@{bio}`), { ...mail('x'), subject: `${MANY}@{bio}` }]) {
      expect(() => parseBulk(body)).toThrow('has more than 1,000 placeholders');
    }
  });
});

describe('Uses of a block in many long texts', () => {
  let sending: Sending;
  const apply = (version: number) =>
    sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', blocks: [{ name: 'footer', version, text: `Version ${version}` }] }, { dryRun: false });
  beforeAll(async () => {
    sending = await startSending();
    await apply(1);
  });
  afterAll(() => sending.close());

  it('An answer has some megabytes of them, and the thread does other work between two', async () => {
    const limit = measureHeldLimit();
    const line = 'x'.repeat(100);
    const text = `{% render 'footer' %}{% for i in (1..3000) %}${line}{% endfor %}`;
    const tags = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'cs', 'hu', 'ro', 'bg', 'el', 'tr'];
    const languages = Object.fromEntries(tags.map((tag) => [tag, { text }]));
    for (let n = 0; n < 4; n += 1) {
      await sending.post('createNotificationDefinition', {
        title: 'T',
        message: text,
        platforms: ['EMAIL'],
        templates: 'liquid',
        languages,
      });
    }
    await apply(2);
    const meter = new MainThreadMeter();
    const uses = await sending.gateway.app.get(BlockUsesService).list(sending.gateway.appId, 'footer');
    const longestMs = meter.takeLongest();
    meter.stop();
    expect(uses.uses.map(({ isNewest }) => isNewest)).toEqual([false, false, false, false]);
    expect(uses.uses[0]?.texts[0]?.after).toMatch(/^Version 2/);
    expect(JSON.stringify(uses).length).toBeLessThan(6_000_000);
    expect(longestMs).toBeLessThan(limit);
  });
});
