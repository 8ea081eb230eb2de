import type { ComposePreview } from '../api/compose/compose.js';
import { Refusal } from '../api/refusal.js';
import { fieldOf, type Draft } from './draft.js';

/** What is said about the fields of a draft. */
export interface Faults {
  /** Without these it cannot be sent. */
  blocking: Partial<Record<keyof Draft, string>>;
  /** What will surprise the author. */
  warnings: Partial<Record<keyof Draft, string>>;
  /** About the whole. */
  general: string[];
}

interface Words {
  atField: (problem: string) => string;
  warnings: Readonly<Record<string, (value: string) => string>>;
}

/** Puts what the server says to the fields that it is about. */
export function faultsOf(preview: ComposePreview | undefined, error: Error | null, words: Words): Faults {
  const faults: Faults = { blocking: {}, warnings: {}, general: [] };
  const refused = error instanceof Refusal && error.status === 400 ? error.problems : [];
  const entries = [
    ...refused.map(({ path, text }) => ({ field: path, text, blocks: true })),
    ...(preview?.warnings ?? []).map(({ field, code, value, text, blocks }) => ({
      field,
      text: words.warnings[code]?.(value ?? '') ?? text,
      blocks,
    })),
  ];
  for (const { field, text, blocks } of entries) {
    const name = fieldOf(field);
    const group = blocks ? faults.blocking : faults.warnings;
    if (name === undefined) {
      faults.general.push(text);
      continue;
    }
    // The interface names its field, which the author knows by its label.
    const problem = /^Field '[^']+' (.+)$/.exec(text)?.[1];
    const line = problem === undefined ? text : words.atField(problem);
    if (group[name]?.includes(line) !== true) {
      group[name] = [group[name], line].filter((part) => part !== undefined).join(' ');
    }
  }
  return { ...faults, general: [...new Set(faults.general)] };
}
