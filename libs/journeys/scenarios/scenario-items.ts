import { selectItems, type WrittenCatalog } from '#libs/catalogs';

/** The items that an application file has, as templates of a scenario read them. */
export class ScenarioItems {
  constructor(private readonly catalogs: ReadonlyMap<string, WrittenCatalog>) {}

  read(catalog: string, key: string): object | undefined {
    return this.catalogs.get(catalog)?.items.find((item) => item.key === key)?.value;
  }

  countParams(catalog: string, name: string): number | undefined {
    return this.find(catalog, name)?.selection.same.length;
  }

  select(catalog: string, name: string, values: readonly unknown[]): object[] {
    const place = this.find(catalog, name);
    return place
      ? selectItems(place.written, place.selection, place.written.items, values).map(({ value }) => value)
      : [];
  }

  private find(
    catalog: string,
    name: string,
  ): { written: WrittenCatalog; selection: WrittenCatalog['selections'][number] } | undefined {
    const written = this.catalogs.get(catalog);
    const selection = written?.selections.find((candidate) => candidate.name === name);
    return written && selection && { written, selection };
  }
}
