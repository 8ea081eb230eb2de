import type { Page } from 'puppeteer-core';
import { activate, choose, tabTo, typeAt, typeMoment } from './keyboard.js';

/**
 * Works a page by the keyboard alone, and counts as a person would: everything that is pressed, and each field that is
 * typed into. A choice from a list counts two, for its opening and its entry.
 */
export class CountedKeyboard {
  presses = 0;

  constructor(private readonly page: Page) {}

  /** Presses a button or link by its name. */
  async push(name: string): Promise<void> {
    this.presses += 1;
    await activate(this.page, name);
  }

  /** Goes to a field by its name and types. */
  async type(name: string, text: string): Promise<void> {
    this.presses += 1;
    await typeAt(this.page, name, text);
  }

  /** Goes to a field of a day and a time by its name and types both. */
  async moment(name: string, day: string, time: string): Promise<void> {
    this.presses += 1;
    await tabTo(this.page, name);
    await typeMoment(this.page, day, time);
  }

  /** Types where the focus is. */
  async write(text: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.type(text);
  }

  /** Presses Enter where the focus is, as a form is sent from its last field. */
  async enter(): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.press('Enter');
  }

  /** Opens a list by its name, and takes an entry. */
  async choose(name: string, entry: string): Promise<void> {
    this.presses += 2;
    await choose(this.page, name, entry);
  }

  /** Ticks a box, or takes a choice that lies beside others, by its name. */
  async tick(name: string): Promise<void> {
    this.presses += 1;
    await tabTo(this.page, name);
    await this.page.keyboard.press(' ');
  }

  /** Takes a choice that lies some arrows after the one that has a name. */
  async step(name: string, arrows = 1): Promise<void> {
    this.presses += 1;
    await tabTo(this.page, name);
    for (let n = 0; n < arrows; n += 1) {
      await this.page.keyboard.press('ArrowRight');
    }
    await this.page.keyboard.press(' ');
  }

  /** Takes a file: the dialog of the system is not part of the page. */
  async upload(path: string): Promise<void> {
    this.presses += 1;
    await (await this.page.waitForSelector('input[type=file]'))?.uploadFile(path);
  }
}
