import { compileTemplate, TemplateError, type TemplateProgram } from '#libs/templates';
import { LruCache } from '#platform/collections';
import type { Message } from '../model/message.types.js';

type Blocks = NonNullable<Message['blocks']>;
type Programs = LruCache<string, TemplateProgram | TemplateError>;

/** Characters of the templates in use: those of a few messages in all their languages. */
const CACHE_CHARACTERS = 8 * 1024 * 1024;
/** Closures of a template take several times the space of its text. */
const SIZE_OF_CLOSURES = 8;

const withoutBlocks = createCache(CACHE_CHARACTERS);
/** Programs of texts that may render blocks: they go with the message. */
const withBlocks = new WeakMap<Blocks, Programs>();

/** The program of a text, compiled at its first use; a fault of the text is found as often as it is asked for. */
export function readProgram(source: string, blocks?: Blocks): TemplateProgram | TemplateError {
  const programs = blocks ? findCache(blocks) : withoutBlocks;
  let program = programs.get(source);
  if (!program) {
    program = compile(source, blocks);
    programs.set(source, program);
  }
  return program;
}

function createCache(characters: number): Programs {
  return new LruCache({
    maxSize: characters * SIZE_OF_CLOSURES,
    sizeCalculation: (_program, source) => 1 + SIZE_OF_CLOSURES * source.length,
  });
}

function findCache(blocks: Blocks): Programs {
  const programs = withBlocks.get(blocks) ?? createCache(CACHE_CHARACTERS);
  withBlocks.set(blocks, programs);
  return programs;
}

function compile(source: string, blocks: Blocks = {}): TemplateProgram | TemplateError {
  try {
    return compileTemplate(source, new Map(Object.entries(blocks)));
  } catch (error) {
    if (error instanceof TemplateError) {
      return error;
    }
    throw error;
  }
}
