/** Values with commas between. */
export function valuesOf(text: string): string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

/** As typed where it is none of its type: the server says then what is wrong. */
export function valueOf(text: string, dataType: string): string | number | boolean {
  const number = Number(text);
  if (['INT', 'LONG', 'DOUBLE'].includes(dataType) && !Number.isNaN(number)) {
    return number;
  }
  return dataType === 'BOOLEAN' && (text === 'true' || text === 'false') ? text === 'true' : text;
}
