import { LineCounter, parseDocument, visit } from 'yaml';
import { isExactNumber } from '#platform/collections';
import { AppError, malformed } from '#platform/errors';
import { joinPath } from '#platform/forms';

/** What an application file may refer to. The caller decides what it may read. */
export interface FileEnvironment {
  /** Values of `${NAME}`. */
  env: Readonly<Record<string, string | undefined>>;
  /** Reads a file that the document names; the path is as written there. */
  readFile: (path: string) => Promise<string>;
}

/** `${NAME}`. */
const VALUE_NAME = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/;
const VALUE_NAMES = new RegExp(VALUE_NAME, 'g');
const DECIMAL = /^[-+]?(\d[\d.]*|\.\d+)(e[-+]?\d+)?$/i;
/** A plus sign, and zeros before other digits: YAML takes them, and numbers of JSON have none. */
const LEADING = /^\+?(-?)0*(?=\d)/;
/** For texts whose author is not on this machine. */
const NO_ENVIRONMENT = Symbol('no environment');

/** Values that may be given as a file name, and how their content begins. */
const FILE_VALUES: readonly { path: RegExp; content: RegExp }[] = [
  { path: /^channels\.apns\.key$/, content: /^\s*-----BEGIN/ },
  { path: /^channels\.fcm\.serviceAccount$/, content: /^\s*\{/ },
  { path: /^channels\.smtp\.dkim\.key$/, content: /^\s*-----BEGIN/ },
  { path: /^channels\.smtp\.ca$/, content: /^\s*-----BEGIN/ },
  // A shared secret is any text, so here the name of a file is known by its end.
  { path: /^identityKeys\[\d+\]\.key$/, content: /^(?!.*\.pem$)/s },
];

/**
 * Reads an application file (YAML 1.2). It fills `${NAME}` in every text from the environment and replaces the names of key
 * files by their content. It fills after parsing, so that a value cannot change the structure.
 *
 * @returns the document for `ApplyService.apply`, not yet validated
 * @throws AppError `malformed` with the line, or the path and name, of the fault
 */
export async function readApplicationFile(text: string, surroundings: FileEnvironment): Promise<unknown> {
  return fillValue(parseFile(text), '', surroundings);
}

/**
 * Reads YAML 1.2 with a section of an application file, as somebody without a machine writes it: the names of values and
 * of files are refused, because they are those of the process.
 *
 * @throws AppError `malformed` with the line, or the path, of the fault
 */
export async function readSectionText(text: string): Promise<unknown> {
  return fillValue(parseFile(text), '', NO_ENVIRONMENT);
}

/** @throws AppError `malformed` with the line of the fault */
function parseFile(text: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: true, lineCounter: lines });
  const fault = document.errors[0];
  if (fault) {
    throw malformed(
      fault.code === 'RESOURCE_EXHAUSTION'
        ? 'The file is nested too deeply'
        : `The file is not YAML: ${fault.message.split('\n')[0]}`,
    );
  }
  visit(document, {
    Scalar(_key, { value, source = '', range }) {
      if (typeof value === 'number' && DECIMAL.test(source) && !isExactNumber(source.replace(LEADING, '$1'))) {
        throw malformed(`The number in line ${lines.linePos(range?.[0] ?? 0).line} loses digits; quote it as a text`);
      }
    },
  });
  return toPlainValue(document);
}

function toPlainValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new AppError('malformed', 'The file has too many aliases', { cause: error });
  }
}

async function fillValue(
  value: unknown,
  path: string,
  surroundings: FileEnvironment | typeof NO_ENVIRONMENT,
): Promise<unknown> {
  if (typeof value === 'string') {
    return fillText(value, path, surroundings);
  }
  if (Array.isArray(value)) {
    return Promise.all(value.map((entry: unknown, index) => fillValue(entry, joinPath(path, index), surroundings)));
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      async ([name, entry]) => [name, await fillValue(entry, joinPath(path, name), surroundings)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }
  return value;
}

async function fillText(
  text: string,
  path: string,
  surroundings: FileEnvironment | typeof NO_ENVIRONMENT,
): Promise<string> {
  return surroundings === NO_ENVIRONMENT ? requireValue(text, path) : fillFrom(surroundings, text, path);
}

function requireValue(text: string, path: string): string {
  const name = VALUE_NAME.exec(text)?.[0];
  if (name !== undefined) {
    throw malformed(`${path}: write the value itself in place of ${name}; only a file can name one`);
  }
  if (FILE_VALUES.some((candidate) => candidate.path.test(path) && !candidate.content.test(text))) {
    throw malformed(`${path} should be the content of a key file; only a file can name another`);
  }
  return text;
}

async function fillFrom({ env, readFile }: FileEnvironment, text: string, path: string): Promise<string> {
  const filled = text.replaceAll(VALUE_NAMES, (_, name: string) => {
    const value = env[name];
    if (value === undefined || value === '') {
      throw malformed(`${path} names \${${name}}, which is not set in the environment`);
    }
    return value;
  });
  const file = FILE_VALUES.find((candidate) => candidate.path.test(path));
  if (!file || file.content.test(filled)) {
    return filled;
  }
  try {
    return await readFile(filled);
  } catch (error) {
    throw new AppError('malformed', `${path} names a file that cannot be read: ${filled}`, { cause: error });
  }
}
