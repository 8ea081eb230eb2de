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
import { CATEGORIES_REFERENCE, CATEGORY_FIELDS, MAX_NAME } from './categories-reference.js';
import { CategoryRepository } from './category.repository.js';

/** The section `categories` of an application file. Users can opt out of a category of messages. */
@Injectable()
export class CategoriesSection implements ApplySection {
  readonly section = 'categories';
  readonly reference = CATEGORIES_REFERENCE;

  constructor(private readonly categories: CategoryRepository) {}

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const requestedNames = readNames(value, this.section);
    await this.categories.lock(tx, app.id);
    const present = await this.categories.findActive(app.id, tx);
    const names = new Set(present.map(({ name }) => name));
    const differences: Difference[] = [];
    for (const name of requestedNames) {
      if (!names.has(name)) {
        await this.categories.insertOrRestore(tx, app.id, name);
        differences.push({ change: 'add', subject: `categories: ${name}` });
      }
    }
    for (const { categoryId, name } of context.prune ? present : []) {
      if (!requestedNames.has(name)) {
        await this.categories.retire(tx, app.id, categoryId);
        differences.push({ change: 'remove', subject: `categories: ${name}` });
      }
    }
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.categories.findActive(id, on);
    return rows.length === 0 ? undefined : { value: rows.map(({ name }) => ({ name })), withheld: [] };
  }

  async remove(tx: Tx, app: Application, name: string): Promise<boolean> {
    await this.categories.lock(tx, app.id);
    const category = (await this.categories.findActive(app.id, tx)).find((row) => row.name === name);
    if (category) {
      await this.categories.retire(tx, app.id, category.categoryId);
    }
    return category !== undefined;
  }
}

function readNames(value: unknown, path: string): Set<string> {
  const names = new Set<string>();
  for (const form of Form.readList(value, path, namesOf(CATEGORY_FIELDS))) {
    const name = form.text('name');
    if (name.length > MAX_NAME) {
      throw malformed(`${joinPath(form.path, 'name')} should have at most ${MAX_NAME} characters`);
    }
    if (names.has(name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${name} is listed twice`);
    }
    names.add(name);
  }
  return names;
}
