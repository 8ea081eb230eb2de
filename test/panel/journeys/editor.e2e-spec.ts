import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import {
  activate,
  awaitEditor,
  choose as chooseFrom,
  countPresses,
  retypeAt,
  tabTo,
  typeAt,
} from '../../support/panel/keyboard/keyboard.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';

const JOURNEY = {
  name: 'look again',
  entry: { event: 'Cart' },
  steps: [{ waitFor: { id: 'look', event: 'Looked', atMost: '2d' } }, { set: { id: 'mark', addTags: ['looked'] } }],
};

/** A journey with a text that is written in its step. */
const WRITTEN = {
  name: 'write',
  state: 'off',
  entry: { event: 'Cart' },
  steps: [
    { batch: { id: 'collect', for: '5m' } },
    { send: { id: 'hello', contents: [{ platforms: ['IOS'], text: 'Hi' }] } },
  ],
};
/** A journey with a mail that is written in its step. */
const MAILED = {
  name: 'mail',
  state: 'off',
  entry: { event: 'Cart' },
  steps: [{ send: { id: 'mail', contents: [{ platforms: ['EMAIL'], subject: 'Cart', text: '<p>x</p>' }] } }],
};

describe.each(findBrowsers('the editor of journeys'))('The editor of journeys in %s', (kind) => {
  let browser: StoryBrowser;
  let sending: Sending;
  let page: Page;
  const apply = (file: object) =>
    sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
  const journeyNamed = (name: string) => sending.gateway.app.get(JourneyService).get(sending.gateway.appId, name);
  /** Takes the choice behind the one that is taken. */
  const choose = async (present: string): Promise<void> => {
    await tabTo(page, present);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  };
  /** Waits for the end of a review: the button of a dialog takes no press before. */
  const checked = () => page.waitForFunction('document.querySelector("[data-pending]") === null');
  const open = async (on: Page, name: string): Promise<void> => {
    await on.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await activate(on, name);
    await activate(on, 'Edit');
    await seeText(on, 'The check found no fault.');
  };

  beforeAll(async () => {
    [browser, sending] = await Promise.all([launchBrowser(kind), startSending()]);
    const cart = { code: 'Cart', attributes: [{ code: 'item', dataType: 'STRING' }] };
    const attributes = [{ code: 'city', dataType: 'STRING' }];
    await apply({ attributes, events: [cart, { code: 'Looked' }], journeys: [JOURNEY, WRITTEN, MAILED] });
    const ada = { extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64), profile: { city: 'Oslo, Nord' } };
    await sending.post('registerUsers', [ada]);
    await sending.post('fireEvents', [{ extId: 'ada', name: 'Cart' }]);
    await sending.readFeed();
    page = await enterPanel(browser, sending.gateway, { name: 'Ada', role: 'owner' });
  }, 120_000);
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), sending?.close()]);
  });

  it('An abandoned cart goes from empty to running in at most 40 presses, those of Tab among them', async () => {
    await page.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await seeText(page, 'New journey');
    const presses = countPresses(page);
    await activate(page, 'Skip to the content');
    await activate(page, 'New journey');
    await seeText(page, 'Reminds who filled a cart');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Begin with Abandoned cart');
    await seeText(page, 'The check found no fault.');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Review and save');
    await seeText(page, 'This becomes a new journey.');
    await choose('it stays off');
    await seeText(page, 'People can enter from now on.');
    expect(await findBarriers(page)).toEqual([]);
    await checked();
    await activate(page, 'Save and switch on');
    await seeText(page, 'The journey is saved and on.');
    expect(presses()).toBeLessThanOrEqual(40);
    expect(await journeyNamed('Abandoned cart')).toMatchObject({ state: 'on', version: 1 });
  });

  it('A person is walked through the edited journey by hand, and the drawing marks the way', async () => {
    await open(page, 'look again');
    await activate(page, 'Walk a person through');
    await activate(page, 'The person');
    await typeAt(page, 'Id of a user', 'ada');
    await activate(page, 'Take the values of the user');
    await page.waitForFunction(
      `[...document.querySelectorAll('input')].some(({ value }) => value.includes('city="Oslo, Nord"'))`,
    );
    await activate(page, 'It happens now');
    await seeText(page, 'Enters, first at look');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'When something happens next');
    await seeText(page, 'At look: it did not come');
    await seeText(page, 'Leaves at mark: reached the end');
    const passed = () => page.$$eval('[data-passed]', (boxes) => boxes.length);
    expect(await passed()).toBe(3);
    await activate(page, 'Take the last one back');
    await page.waitForFunction('document.querySelectorAll("[data-passed]").length === 2');
    await activate(page, 'End the walk');
    await page.waitForFunction('document.querySelectorAll("[data-passed]").length === 0');
    expect(await journeyNamed('look again')).toMatchObject({ version: 1 });
  });

  it('A step sends a definition that the member writes beside it', async () => {
    await open(page, 'look again');
    await activate(page, 'Add a first step');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await activate(page, 'Write a new definition');
    await typeAt(page, 'Name of the definition', 'hat');
    await typeAt(page, 'Title', 'Hat');
    await typeAt(page, 'Text', 'You left a hat');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Store and choose it');
    await seeText(page, 'sends “hat”');
    await seeText(page, 'You left a hat');
    await seeText(page, 'The check found no fault.');
    await activate(page, 'Discard');
    await seeText(page, 'person inside now');
  });

  it('A step goes while a person waits in it: the member reads how many, and lets them leave', async () => {
    await open(page, 'look again');
    await activate(page, 'look waits for Looked, at most 2 days 1 person waits here');
    await activate(page, 'Delete step');
    await activate(page, 'Review and save');
    await seeText(page, 'look goes. 1 person waits here');
    await choose('finishes its version (1)');
    await seeText(page, '1 at look go to');
    expect(await findBarriers(page)).toEqual([]);
    await checked();
    await activate(page, 'Save');
    await seeText(page, 'The journey is saved.');
    expect(await journeyNamed('look again')).toMatchObject({ version: 2, definition: { steps: [{ id: 'mark' }] } });
    const { all } = await sending.gateway.app.get(JourneyService).getFigures(await journeyNamed('look again'));
    expect(all).toMatchObject({ inside: 0, left: 1 });
  });

  it('An edit is undone, and kept as a draft that another member goes on with', async () => {
    await open(page, 'look again');
    await activate(page, 'mark writes looked');
    await activate(page, 'Delete step');
    await activate(page, 'Undo');
    await activate(page, 'mark writes looked');
    await activate(page, 'Add a step after mark');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await seeText(page, 'exit leaves the journey');
    await seeText(page, 'Saved at');
    const bo = await enterPanel(browser, sending.gateway, { name: 'Bo', role: 'owner' });
    await bo.goto(`${sending.gateway.base}/panel/apps/shop/journeys`);
    await seeText(bo, 'Drafts');
    await activate(bo, 'look again');
    await activate(bo, 'Edit');
    await seeText(bo, 'Ada');
    await closePage(bo);
    await activate(page, 'Discard');
    await seeText(page, 'people inside now');
  });

  it('A journey that another member saved since is not overwritten: the difference is shown, and nothing is lost', async () => {
    await open(page, 'look again');
    await activate(page, 'Add a first step');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await seeText(page, 'exit leaves the journey');
    await apply({ journeys: [{ ...JOURNEY, steps: [{ wait: { id: 'theirs', for: '1d' } }] }] });
    await activate(page, 'Review and save');
    await seeText(page, 'exit is new.');
    await checked();
    await activate(page, 'Save');
    await seeText(page, 'Another member saved this journey while you changed it.');
    await seeText(page, 'theirs goes.');
    expect(await findBarriers(page)).toEqual([]);
    expect(await journeyNamed('look again')).toMatchObject({ definition: { steps: [{ id: 'theirs' }] } });
  });

  it('Values of the event of the entry are completed in the text of a step, by the keyboard alone', async () => {
    await open(page, 'write');
    await activate(page, 'hello sends “Hi”');
    await retypeAt(page, 'Text', 'Hi {{ eve');
    await seeText(page, 'of the event Cart');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type(' {{ batch.c');
    await seeText(page, 'how many events were collected');
    await page.keyboard.press('Enter');
    await seeText(page, 'The check found no fault.');
    await activate(page, 'Review and save');
    await checked();
    await activate(page, 'Save');
    await seeText(page, 'The journey is saved.');
    expect(await journeyNamed('write')).toMatchObject({
      definition: {
        steps: [{}, { contents: [{ templates: 'liquid', text: 'Hi {{ event.item }} {{ batch.count }}' }] }],
      },
    });
  });

  it('A mail of blocks is taken into a step, and opened again as blocks', async () => {
    const write = async (): Promise<void> => {
      await open(page, 'mail');
      await activate(page, 'mail sends “Cart”');
      await activate(page, 'Write Content 1 in the composer');
    };
    await write();
    await seeText(page, 'As HTML');
    await press(page, 'radio', 'With blocks');
    await chooseFrom(page, 'Choose a block', 'Text');
    await tabTo(page, 'Text');
    await awaitEditor(page);
    await page.keyboard.type('Look at {{ event.i');
    await seeText(page, 'of the event Cart');
    await page.keyboard.press('Enter');
    await seeText(page, 'The step keeps the HTML of this mail and its blocks.');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Take it into the step');
    await page.waitForFunction(`document.querySelector('[role="dialog"]') === null`);
    await seeText(page, 'The check found no fault.');
    await activate(page, 'Review and save');
    await checked();
    await activate(page, 'Save');
    await seeText(page, 'The journey is saved.');
    expect(await journeyNamed('mail')).toMatchObject({
      definition: {
        steps: [
          {
            contents: [
              {
                text: expect.stringContaining('Look at {{ event.item }}') as string,
                mail: { design: { blocks: [{ type: 'text', text: 'Look at {{ event.item }}' }] } },
              },
            ],
          },
        ],
      },
    });
    await write();
    await page.waitForFunction(
      `document.querySelector('[role="textbox"][aria-label="Text"]')?.textContent === 'Look at {{ event.item }}'`,
    );
  });
});
