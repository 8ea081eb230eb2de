/** Thrown for a stored value that no line can show, such as hours or several bounds. */
export class NoLineError extends Error {}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new NoLineError('no object');
  }
  return value as Record<string, unknown>;
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new NoLineError('no list');
  }
  return value;
}

/** Values with commas between. */
export function valuesTextOf(value: unknown): string {
  const texts = [value].flat().map(textOf);
  if (texts.length === 0 || texts.some((text) => text.includes(','))) {
    throw new NoLineError('values');
  }
  return texts.join(', ');
}

/** A value as it is typed. */
export function textOf(value: unknown): string {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  if (text === '' || text !== text.trim()) {
    throw new NoLineError('value');
  }
  return text;
}
