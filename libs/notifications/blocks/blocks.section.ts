import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import { compileTemplate, TemplateError, type TemplateBlock } from '#libs/templates';
import type { Statements, Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { reasonOf } from '#libs/content';
import { Form, joinPath, namesOf } from '#platform/forms';
import { BlockRepository } from './block.repository.js';
import { findBlocks, type Block } from './block.sql.js';
import {
  BLOCK_FIELDS,
  BLOCK_NAME,
  BLOCK_PARAM,
  BLOCK_VERSIONS,
  BLOCKS_REFERENCE,
  MAX_BLOCK_CHARACTERS,
  MAX_BLOCKS,
} from './blocks-reference.js';
import { findNewest } from './find-newest.js';

/** The section `blocks` of an application file: parts of several templates, in versions. */
@Injectable()
export class BlocksSection implements ApplySection {
  readonly section = 'blocks';
  readonly reference = BLOCKS_REFERENCE;

  constructor(private readonly blocks: BlockRepository) {}

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const desired = readBlocks(value, this.section);
    await this.blocks.lock(tx, app.id);
    const present = new Map((await findBlocks(tx, app.id)).map((block) => [keyOf(block), block]));
    const differences: Difference[] = [];
    for (const [key, block] of desired) {
      const stored = present.get(key);
      if (stored && !isDeepStrictEqual({ ...stored }, block)) {
        throw malformed(`blocks: ${key} is stored with another text. Give the new text the next version`);
      }
      if (!stored) {
        await this.blocks.insert(tx, app.id, block);
        differences.push({ change: 'add', subject: `blocks: ${key}` });
      }
    }
    for (const [key, block] of context.prune ? present : []) {
      if (!desired.has(key)) {
        await this.blocks.delete(tx, app.id, block);
        differences.push({ change: 'remove', subject: `blocks: ${key}` });
      }
    }
    refuseFaults(findNewest(await findBlocks(tx, app.id)), differences);
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const blocks = await findBlocks(on, id);
    return blocks.length === 0 ? undefined : { value: blocks.map((block) => ({ ...block })), withheld: [] };
  }
}

/** Compiles what is rendered from now on: a block may render others, which may be gone. */
function refuseFaults(newest: ReadonlyMap<string, TemplateBlock>, differences: readonly Difference[]): void {
  for (const [name, { text, params }] of differences.length > 0 ? newest : []) {
    try {
      compileTemplate(text, newest, params);
    } catch (error) {
      throw error instanceof TemplateError
        ? new AppError('malformed', `blocks: ${name}: ${error.message}`, { textFault: reasonOf(error) })
        : error;
    }
  }
}

function readBlocks(value: unknown, path: string): Map<string, Block> {
  const blocks = new Map<string, Block>();
  const forms = Form.readList(value, path, namesOf(BLOCK_FIELDS));
  if (forms.length > MAX_BLOCKS) {
    throw malformed(`${path} holds more than ${MAX_BLOCKS} blocks`);
  }
  for (const form of forms) {
    const block = {
      name: form.text('name'),
      version: form.int('version', BLOCK_VERSIONS) ?? 1,
      params: [...(form.texts('params') ?? [])],
      text: form.text('text'),
    };
    if (!BLOCK_NAME.test(block.name)) {
      throw malformed(`${joinPath(form.path, 'name')} should be letters, digits, _ and -, at most 64`);
    }
    if (block.params.length > 20 || block.params.some((name) => !BLOCK_PARAM.test(name))) {
      throw malformed(`${joinPath(form.path, 'params')} should be at most 20 names of letters, digits and _`);
    }
    if (block.text.length > MAX_BLOCK_CHARACTERS) {
      throw malformed(`${joinPath(form.path, 'text')} is longer than ${MAX_BLOCK_CHARACTERS} characters`);
    }
    if (blocks.has(keyOf(block))) {
      throw malformed(`${joinPath(form.path, 'version')}: ${keyOf(block)} is listed twice`);
    }
    blocks.set(keyOf(block), block);
  }
  return blocks;
}

function keyOf({ name, version }: Pick<Block, 'name' | 'version'>): string {
  return `${name} ${version}`;
}
