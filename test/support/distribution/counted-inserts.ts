import { DISTRIBUTED_TABLES } from '#platform/distribution';

/** A call whose number of rows someone takes, with the text of its statement. */
const COUNTED = /(?:=|=>|return|\?|:|\(|&&)\s+?(?:await\s+)?[\w.]+\.affected\(\s*`([^`]*)`/g;
const TARGET = /\bINSERT\s+INTO\s+([\w.]+)/i;

/**
 * Finds counts that are wrong on Citus: of `INSERT … SELECT … ON CONFLICT DO NOTHING` into a distributed table it counts the
 * rows that were selected, also those that were there already. With RETURNING it counts the rows that are new.
 *
 * @param source  of a file in TypeScript
 * @returns texts of the statements
 */
export function findMiscounted(source: string): string[] {
  return [...source.matchAll(COUNTED)].flatMap(([, text = '']) => {
    const table = TARGET.exec(text)?.[1] ?? '';
    const isMiscounted =
      table in DISTRIBUTED_TABLES && /\bSELECT\b/i.test(text) && /\bDO NOTHING\b(?![\s\S]*\bRETURNING\b)/i.test(text);
    return isMiscounted ? [text.trim()] : [];
  });
}
