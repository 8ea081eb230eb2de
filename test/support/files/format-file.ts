import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';

const SETTINGS = '.oxfmtrc.json';
const { ignorePatterns: _, ...options } = JSON.parse(readFileSync(SETTINGS, 'utf8')) as FormatConfig & {
  ignorePatterns: string[];
};

/**
 * Formats a text as `npm run format` would format the file in which it is kept.
 *
 * @param path  its ending says the language
 * @throws Error when the text cannot be parsed
 */
export async function formatFile(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, options);
  if (errors.length > 0) {
    throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  }
  return code;
}
