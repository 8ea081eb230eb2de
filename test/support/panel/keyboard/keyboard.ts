import type { Page } from 'puppeteer-core';

/** More than any screen has. */
const MOST_STOPS = 240;
/** How often the focus may be taken away between Tab and Enter by a page that draws again. */
const TRIES = 3;

const NAME_OF_FOCUSED = `() => {
  const element = document.activeElement;
  const label = element?.labels?.[0]?.textContent;
  return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim();
}`;

/**
 * The stops at both ends of the page, and the place of the last one behind everything that was added to it. Beyond it, Tab would
 * leave for the window of the browser. A headless Firefox does not come back from there, and a page without its focus takes
 * keys, but opens no `<summary>`.
 */
const SET_ENDS = `() => {
  const stop = (tabIndex) => Object.assign(document.createElement('span'), { tabIndex });
  const ends = (window.endsOfPage ??= { top: stop(-1), last: stop(0) });
  if (document.body.lastElementChild !== ends.last) {
    document.body.append(ends.last);
  }
  return ends;
}`;

/** The name of what has the focus. From the end of the page the way goes on at its beginning. */
const NAME_OR_TURN = `(wanted) => {
  const name = (${NAME_OF_FOCUSED})();
  const { activeElement, body } = document;
  const { top, last } = (${SET_ENDS})();
  if (name === wanted) {
    top.remove();
    last.remove();
  } else if (activeElement === body || activeElement === last) {
    body.prepend(top);
    top.focus();
  }
  return name;
}`;

/** Presses Tab until something with a name has the focus: by its label, what it is labelled by, or its text. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const names: string[] = [];
  await page.evaluate(`void (${SET_ENDS})()`);
  while (names.length < MOST_STOPS) {
    await page.keyboard.press('Tab');
    const current = String(await page.evaluate(`(${NAME_OR_TURN})(${JSON.stringify(name)})`));
    if (current === name) {
      return;
    }
    names.push(current);
  }
  throw new Error(`Tab never reaches "${name}", but ${[...new Set(names)].join(', ')}`);
}

/**
 * Goes to something by Tab and presses Enter there. The key reaches nothing else: where the focus is elsewhere by then,
 * because the page was drawn again, it is stopped, and Tab goes there again.
 *
 * @throws Error when it never has the focus, or loses it each time before Enter
 */
export async function activate(page: Page, name: string): Promise<void> {
  const elsewhere: string[] = [];
  while (elsewhere.length < TRIES) {
    await tabTo(page, name);
    const focused = await enterAt(page, name);
    if (focused === name) {
      return;
    }
    elsewhere.push(focused);
  }
  throw new Error(`"${name}" loses the focus before Enter, to ${elsewhere.map((text) => `"${text}"`).join(', ')}`);
}

/** Goes to a field by Tab and types. */
export async function typeAt(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

/** Goes to a field by Tab, and types in place of its text. */
export async function retypeAt(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
}

/**
 * Types into the field of a day and a time that has the focus, in the order of an English browser. After four digits of the
 * year, Firefox is at the hour, and Chromium waits for more.
 *
 * @param day   digits of month, day and year
 * @param time  of a clock of twelve hours
 */
export async function typeMoment(page: Page, day: string, time: string): Promise<void> {
  await page.keyboard.type(day);
  if (!/firefox/i.test(await page.browser().version())) {
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.type(time);
}

/** A list is closed, and what opened it has the focus again: before that, Tab would begin at the top of the page. */
export const HAS_FOCUS_BACK = `document.querySelector('[role="option"]') === null && document.activeElement !== document.body`;

/** Counts the keys that are pressed on a page from now on, Tab among them. @returns reads the count */
export function countPresses({ keyboard }: Page): () => number {
  const press = keyboard.press.bind(keyboard);
  let presses = 0;
  keyboard.press = (...key) => {
    presses += 1;
    return press(...key);
  };
  return () => presses;
}

/** Opens a choice by its name, and takes the entry that begins so. */
export async function choose(page: Page, name: string, entry: string): Promise<void> {
  await activate(page, name);
  await takeOption(page, entry);
  await page.waitForFunction(HAS_FOCUS_BACK);
}

/**
 * Opens the choice that a selector finds, as soon as it is there and no other list hides it, and takes the entry that begins
 * so. Tab would take long to reach it. The last entry may take the choice away with its focus.
 */
export async function chooseAt(page: Page, selector: string, entry: string): Promise<void> {
  await openAt(page, selector);
  await takeOption(page, entry);
  await page.waitForFunction(`document.querySelector('[role="option"]') === null`);
}

/** Opens what a selector finds by Enter, as soon as it is there. */
export async function openAt(page: Page, selector: string): Promise<void> {
  await (await page.waitForSelector(selector))?.focus();
  await page.keyboard.press('Enter');
}

/**
 * Takes the entry of a list that opens and begins so. Keys come when the list has the focus: before, they would go to what
 * opened it. Enter comes when the entry has it.
 */
export async function takeOption(page: Page, entry: string): Promise<void> {
  await page.waitForSelector('[role="option"]');
  await page.waitForFunction(`document.activeElement?.closest('[role="listbox"]') !== null`);
  await page.keyboard.type(entry);
  await page.waitForFunction(
    `document.activeElement?.role === 'option' && document.activeElement.textContent.startsWith(${JSON.stringify(entry)})`,
  );
  await page.keyboard.press('Enter');
}

/**
 * Waits until the editor that has the focus, or gets it, has set its selection. It does so 20 ms after the focus came, and
 * keys that come before go astray. A timer that is set later and waits longer fires later, on every machine.
 */
export async function awaitEditor(page: Page): Promise<void> {
  await page.waitForFunction(`document.activeElement?.classList.contains('ProseMirror-focused') === true`);
  await page.evaluate('new Promise((done) => setTimeout(done, 40))');
  await page.waitForFunction('document.activeElement?.contains(document.getSelection().anchorNode) === true');
}

/**
 * Presses Enter, which the page sees only where something with that name has the focus.
 *
 * @returns the name of what had the focus when the key arrived; empty where it never arrived
 */
async function enterAt(page: Page, name: string): Promise<string> {
  await page.evaluate(`
    window.enteredAt = '';
    window.addEventListener('keydown', (event) => {
      window.enteredAt = (${NAME_OF_FOCUSED})();
      if (window.enteredAt !== ${JSON.stringify(name)}) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    }, { capture: true, once: true });
  `);
  await page.keyboard.press('Enter');
  try {
    return ((await page.evaluate('window.enteredAt')) as string | undefined) ?? name;
  } catch {
    // The key led to another document, and this one is gone with its window.
    return name;
  }
}
