/** Values with commas between. */
export function valuesOf(text: string): string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

/** The value by its type; an invalid one stays as typed, and the server names the problem. */
export function valueOf(text: string, dataType: string): string | number | boolean {
  const number = Number(text);
  if (['INT', 'LONG', 'DOUBLE'].includes(dataType) && !Number.isNaN(number)) {
    return number;
  }
  return dataType === 'BOOLEAN' && (text === 'true' || text === 'false') ? text === 'true' : text;
}
