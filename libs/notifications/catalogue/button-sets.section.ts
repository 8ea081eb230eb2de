import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { type ButtonSet, ButtonSetRepository } from './button-set.repository.js';
import {
  BUTTON_SET_FIELDS,
  BUTTON_SET_IDS,
  BUTTON_SETS_REFERENCE,
  MAX_BUTTON_NAME,
  MAX_BUTTONS,
} from './catalogue-reference.js';

/** The section `buttonSets` of an application file. */
@Injectable()
export class ButtonSetsSection implements ApplySection {
  readonly section = 'buttonSets';
  readonly reference = BUTTON_SETS_REFERENCE;

  constructor(private readonly buttonSets: ButtonSetRepository) {}

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const desired = readSets(value, this.section);
    await this.buttonSets.lockSets(tx, app.id);
    const present = new Map((await this.buttonSets.findAll(tx, app.id)).map((set) => [set.id, set]));
    const differences: Difference[] = [];
    for (const set of desired.values()) {
      const existing = present.get(set.id);
      if (!existing || !isDeepStrictEqual(existing.buttons, set.buttons)) {
        await this.buttonSets.saveSet(tx, app.id, set);
        differences.push({ change: existing ? 'change' : 'add', subject: `buttonSets: ${set.id}` });
      }
    }
    for (const id of context.prune ? present.keys() : []) {
      if (!desired.has(id)) {
        await this.buttonSets.deleteSet(tx, app.id, id);
        differences.push({ change: 'remove', subject: `buttonSets: ${id}` });
      }
    }
    return differences;
  }

  async read(on: Statements, { id: appId }: Application): Promise<SectionContent | undefined> {
    const rows = await this.buttonSets.findAll(on, appId);
    return rows.length === 0 ? undefined : { value: rows.map(({ id, buttons }) => ({ id, buttons })), withheld: [] };
  }
}

function readSets(value: unknown, path: string): Map<number, ButtonSet> {
  const sets = new Map<number, ButtonSet>();
  for (const form of Form.readList(value, path, namesOf(BUTTON_SET_FIELDS))) {
    const id = form.int('id', BUTTON_SET_IDS);
    if (id === undefined) {
      throw malformed(`${joinPath(form.path, 'id')} is required`);
    }
    if (sets.has(id)) {
      throw malformed(`${joinPath(form.path, 'id')}: ${id} is listed twice`);
    }
    sets.set(id, { id, buttons: readButtons(form) });
  }
  return sets;
}

function readButtons(form: Form): string[] {
  const buttons = form.texts('buttons') ?? [];
  const path = joinPath(form.path, 'buttons');
  if (buttons.length === 0 || buttons.length > MAX_BUTTONS) {
    throw malformed(`${path} should have 1 to ${MAX_BUTTONS} names`);
  }
  if (new Set(buttons).size < buttons.length) {
    throw malformed(`${path} names a button twice`);
  }
  const bad = buttons.find((name) => name.length > MAX_BUTTON_NAME || /[\p{Cc}\p{Surrogate}]/u.test(name));
  if (bad !== undefined) {
    throw malformed(`${path} should have names of at most ${MAX_BUTTON_NAME} characters, without control characters`);
  }
  return buttons;
}
