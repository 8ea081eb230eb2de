/** Steps of one render: each node, turn of a loop and element of a list is one. */
const MAX_STEPS = 100_000;
/** Characters that one render may make, also those that it throws away. */
const MAX_CHARACTERS = 5_000_000;

/** Items of catalogs in one render: a batch holds those of all its recipients. */
const MAX_ITEMS = 200;
/** Different selections in one render: each is a search of its own. */
const MAX_SELECTIONS = 10;

/** A render that takes more steps or characters than any message of people. */
export class TemplateTooLongError extends Error {}

/** Counts the work of one render: never its time, so that its fate is the same under any load. */
export class StepBudget {
  private steps = 0;
  private characters = 0;
  private items: Set<string> | undefined;
  /** The last item: templates read several of its fields in a row. */
  private last: { catalog: string; key: string } | undefined;
  private selections: Set<string> | undefined;

  /** @throws TemplateTooLongError */
  spend(steps: number): void {
    this.steps += steps;
    if (!(this.steps <= MAX_STEPS)) {
      throw new TemplateTooLongError();
    }
  }

  /** Counts an item of a catalog, however often it is read. @throws TemplateTooLongError */
  lookUp(catalog: string, key: string): void {
    if (this.last?.key === key && this.last.catalog === catalog) {
      return;
    }
    this.last = { catalog, key };
    this.items ??= new Set();
    this.items.add(`${catalog} ${key}`);
    if (this.items.size > MAX_ITEMS) {
      throw new TemplateTooLongError();
    }
  }

  /** Counts the items of a selection, however often it is read. @throws TemplateTooLongError */
  lookUpAll(catalog: string, selection: string, values: readonly unknown[], count: number): void {
    const id = JSON.stringify([selection, values]);
    for (let index = 0; index < count; index += 1) {
      this.lookUp(catalog, `${id} ${index}`);
    }
  }

  /** Counts a selection, however often it is read. @throws TemplateTooLongError */
  select(catalog: string, selection: string, values: readonly unknown[]): void {
    this.selections ??= new Set();
    this.selections.add(JSON.stringify([catalog, selection, values]));
    if (this.selections.size > MAX_SELECTIONS) {
      throw new TemplateTooLongError();
    }
  }

  /** Counts characters before they are made. @throws TemplateTooLongError */
  write(characters: number): void {
    this.characters += characters;
    if (!(this.characters <= MAX_CHARACTERS)) {
      throw new TemplateTooLongError();
    }
  }
}
