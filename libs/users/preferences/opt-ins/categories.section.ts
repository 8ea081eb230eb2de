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
import type { NewTopic } from '../topics/topic.types.js';
import { CATEGORIES_REFERENCE, CATEGORY_FIELDS } from './categories-reference.js';
import { CategoryRepository } from '../topics/category.repository.js';
import { readCategory, toCategoryEntry } from './read-category.js';

/** The section `categories` of an application file. Users say which categories of messages they get. */
@Injectable()
export class CategoriesSection implements ApplySection {
  readonly section = 'categories';
  readonly reference = CATEGORIES_REFERENCE;

  constructor(private readonly categories: CategoryRepository) {}

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    await this.categories.lock(tx, app.id);
    const present = await this.categories.findTopics(app.id, tx);
    const requested = readCategories(value, this.section, context.isPartial ? present : []);
    const entries = new Map(present.map((topic) => [topic.name, toCategoryEntry(topic)]));
    const differences: Difference[] = [];
    for (const [name, topic] of requested) {
      const entry = entries.get(name);
      if (!isDeepStrictEqual(entry, toCategoryEntry(topic))) {
        await this.categories.write(tx, app.id, topic);
        differences.push({ change: entry ? 'change' : 'add', subject: `categories: ${name}` });
      }
    }
    for (const { categoryId, name } of context.prune ? present : []) {
      if (!requested.has(name)) {
        await this.categories.retire(tx, app.id, categoryId);
        differences.push({ change: 'remove', subject: `categories: ${name}` });
      }
    }
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const topics = await this.categories.findTopics(id, on);
    return topics.length === 0 ? undefined : { value: topics.map(toCategoryEntry), withheld: [] };
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

/** @param present  of these, fields that an entry leaves out stay */
function readCategories(value: unknown, path: string, present: readonly NewTopic[]): Map<string, NewTopic> {
  const topics = new Map<string, NewTopic>();
  for (const form of Form.readList(value, path, namesOf(CATEGORY_FIELDS))) {
    const topic = readCategory(form, present);
    if (topics.has(topic.name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${topic.name} is listed twice`);
    }
    topics.set(topic.name, topic);
  }
  return topics;
}
