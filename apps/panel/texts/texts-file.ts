import type { WrittenTexts } from '../api/setup/texts.js';

/** Reads a file of a translator: XLIFF, or the JSON that is exported here. Undefined: it is neither. */
export function readTextsFile(text: string, language: string): WrittenTexts | undefined {
  if (text.trimStart().startsWith('<')) {
    return { language, xliff: text };
  }
  try {
    const { units } = JSON.parse(text) as { units?: unknown };
    return Array.isArray(units) ? { language, units: units.flatMap(toUnit) } : undefined;
  } catch {
    return undefined;
  }
}

/** A text without a translation is not stored. */
function toUnit(entry: unknown): NonNullable<WrittenTexts['units']> {
  const { id, source, translation } = (entry ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof source === 'string' && typeof translation === 'string'
    ? [{ id, source, translation }]
    : [];
}
