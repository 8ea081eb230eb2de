import { compileTemplate, TemplateError, type TemplateProgram } from '#libs/templates';
import { LruCache } from '#platform/collections';

/** Characters of the templates in use: those of a few messages in all their languages. */
const CACHE_CHARACTERS = 8 * 1024 * 1024;
/** Closures of a template take several times the space of its text. */
const SIZE_OF_CLOSURES = 8;

const programs = new LruCache<string, TemplateProgram | TemplateError>({
  maxSize: CACHE_CHARACTERS * SIZE_OF_CLOSURES,
  sizeCalculation: (_program, source) => 1 + SIZE_OF_CLOSURES * source.length,
});

/** The program of a text, compiled at its first use; a fault of the text is found as often as it is asked for. */
export function readProgram(source: string): TemplateProgram | TemplateError {
  let program = programs.get(source);
  if (!program) {
    program = compile(source);
    programs.set(source, program);
  }
  return program;
}

function compile(source: string): TemplateProgram | TemplateError {
  try {
    return compileTemplate(source);
  } catch (error) {
    if (error instanceof TemplateError) {
      return error;
    }
    throw error;
  }
}
