import { isJsonObject } from '#platform/collections';
import { AppError, malformed } from '#platform/errors';
import { joinPath } from '#platform/forms';
import { readYaml } from './yaml/yaml.js';

/** The environment that an application file may refer to. The caller decides what it may read. */
export interface FileEnvironment {
  /** Values of `${NAME}`. */
  env: Readonly<Record<string, string | undefined>>;
  /** Reads a file that the document names; the path is as written there. */
  readFile: (path: string) => Promise<string>;
}

/** `${NAME}`. */
const VALUE_NAME = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/;
const VALUE_NAMES = new RegExp(VALUE_NAME, 'g');
/** Bounds of a file, whose author is the operator. Code that walks a document by recursion relies on the depth. */
const FILE_BOUNDS = { depth: 64, values: 2_000_000, deadlineMs: 10_000 };
/** Bounds of a section in the panel. The longest text of hundreds of segments has a quarter of them. */
const SECTION_BOUNDS = { depth: 64, values: 20_000, deadlineMs: 2000 };

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
  return fillValue(await readYaml(text, FILE_BOUNDS), '', surroundings);
}

/**
 * Reads YAML 1.2 with a section of an application file, as someone without a machine writes it: the names of values and
 * of files are refused, because they are those of the process.
 *
 * @throws AppError `malformed` with the line, or the path, of the fault
 */
export async function readSectionText(text: string): Promise<unknown> {
  const document = await readYaml(text, SECTION_BOUNDS);
  requireValues(document, '');
  return document;
}

async function fillValue(value: unknown, path: string, surroundings: FileEnvironment): Promise<unknown> {
  if (typeof value === 'string') {
    return fillText(surroundings, value, path);
  }
  if (Array.isArray(value)) {
    return Promise.all(value.map((entry: unknown, index) => fillValue(entry, joinPath(path, index), surroundings)));
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(
      async ([name, entry]) => [name, await fillValue(entry, joinPath(path, name), surroundings)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }
  return value;
}

/** @throws AppError `malformed` for a text that names a value of the environment, or a file */
function requireValues(value: unknown, path: string): void {
  if (typeof value === 'string') {
    requireValue(value, path);
  } else if (Array.isArray(value)) {
    value.forEach((entry: unknown, index) => requireValues(entry, joinPath(path, index)));
  } else if (isJsonObject(value)) {
    Object.entries(value).forEach(([name, entry]) => requireValues(entry, joinPath(path, name)));
  }
}

function requireValue(text: string, path: string): void {
  const name = VALUE_NAME.exec(text)?.[0];
  if (name !== undefined) {
    throw malformed(`${path}: write the value itself in place of ${name}; only a file can name one`);
  }
  if (FILE_VALUES.some((candidate) => candidate.path.test(path) && !candidate.content.test(text))) {
    throw malformed(`${path} should be the content of a key file; only a file can name another`);
  }
}

async function fillText({ env, readFile }: FileEnvironment, text: string, path: string): Promise<string> {
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
