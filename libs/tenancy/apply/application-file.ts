import { parseDocument } from 'yaml';
import { AppError, malformed } from '#platform/errors';
import { joinPath } from '../model/form.js';

/** What an application file may refer to. The caller decides what it may read. */
export interface FileEnvironment {
  /** Values of `${NAME}`. */
  env: Readonly<Record<string, string | undefined>>;
  /** Reads a file that the document names; the path is as written there. */
  readFile: (path: string) => Promise<string>;
}

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
  const document = parseDocument(text, { uniqueKeys: true });
  const fault = document.errors[0];
  if (fault) {
    throw malformed(`The file is not YAML: ${fault.message.split('\n')[0]}`);
  }
  return fillValue(toPlainValue(document), '', surroundings);
}

function toPlainValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new AppError('malformed', 'The file has too many aliases', { cause: error });
  }
}

async function fillValue(value: unknown, path: string, surroundings: FileEnvironment): Promise<unknown> {
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

async function fillText(text: string, path: string, { env, readFile }: FileEnvironment): Promise<string> {
  const filled = text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
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
