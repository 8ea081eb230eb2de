/** Cuts a list into lists of a size, the last one shorter. An empty list has none. */
export function cutInto<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
