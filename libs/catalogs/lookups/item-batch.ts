import { Stretch } from '#platform/async';

/** An item that a template asks for. */
export interface WantedItem {
  catalog: string;
  key: string;
}

/** A selection that a template asks for, with the values that it is given. */
export interface WantedSelection {
  catalog: string;
  selection: string;
  values: readonly (string | number | boolean)[];
}

export type Item = Readonly<Record<string, unknown>>;

/** Items and selections of one application, each in the order in which it is wanted. */
export interface ItemSource {
  /** How many values each selection is given, by catalog and name. */
  countParams(): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>>;
  /** Null: there is none. */
  findItems(wanted: readonly WantedItem[]): Promise<readonly (Item | null)[]>;
  findSelections(wanted: readonly WantedSelection[]): Promise<readonly (readonly Item[])[]>;
  /** Items that need no reading, after `countParams`; undefined: not known. Null: there is none. */
  peekItem?(wanted: WantedItem): Item | null | undefined;
  peekSelection?(wanted: WantedSelection): readonly Item[] | undefined;
}

/** Look-ups may follow from one another so often: the brand of a product, its country … */
const MAX_ROUNDS = 4;

/**
 * The items of one batch of recipients. A render that asks for something that is not read yet notes it, and is repeated
 * when it is there. What is read stays as it is for the whole batch.
 */
export class ItemBatch {
  private params: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined;
  /** By catalog and key. */
  private readonly items = new Map<string, Map<string, Item | null>>();
  private readonly selections = new Map<string, readonly Item[]>();
  private readonly wanted = new Map<string, WantedItem>();
  private readonly wantedSelections = new Map<string, WantedSelection>();
  private lacks = false;
  /** A render asked for selections before their names were known. */
  private lacksParams = false;

  constructor(private readonly source: ItemSource) {}

  /** Reads what the catalogs have, so that a first render knows selections, and the items that need no reading. */
  async open(): Promise<void> {
    this.params ??= await this.source.countParams();
  }

  /** The item; undefined: there is none, or it is not read yet. */
  read(catalog: string, key: string): Item | undefined {
    let item = this.items.get(catalog)?.get(key);
    if (item === undefined) {
      const wanted = { catalog, key };
      item = this.params && this.source.peekItem?.(wanted);
      if (item === undefined) {
        this.wanted.set(`${catalog} ${key}`, wanted);
        this.lacks = true;
      } else {
        this.keep(wanted, item);
      }
    }
    return item ?? undefined;
  }

  /** The present render is to be repeated. */
  get isLacking(): boolean {
    return this.lacks;
  }

  /** How many values a selection is given; undefined: there is none of this name, or it is not known yet. */
  countParams(catalog: string, selection: string): number | undefined {
    if (!this.params) {
      this.lacks = true;
      this.lacksParams = true;
    }
    return this.params?.get(catalog)?.get(selection);
  }

  /** The items of a selection; none where they are not read yet. */
  select(catalog: string, selection: string, values: WantedSelection['values']): readonly Item[] {
    const id = JSON.stringify([catalog, selection, values]);
    let results = this.selections.get(id);
    if (results === undefined) {
      const wanted = { catalog, selection, values };
      results = this.source.peekSelection?.(wanted);
      if (results === undefined) {
        this.wantedSelections.set(id, wanted);
        this.lacks = true;
      } else {
        this.selections.set(id, results);
      }
    }
    return results ?? [];
  }

  /**
   * Renders for several recipients, some of them again once their items are read.
   *
   * @param render      reads items with `read`, `countParams` and `select`
   * @param renderLate  in place of a render whose look-ups go on following from one another
   * @returns in the order of the requests
   */
  async renderAll<R, T>(
    requests: readonly R[],
    render: (request: R) => T,
    renderLate: () => T,
    stretch = new Stretch(),
  ): Promise<Map<R, T>> {
    const done = new Map<R, T>();
    let open = requests;
    for (let round = 0; open.length > 0;) {
      const waiting: R[] = [];
      for (const request of open) {
        this.lacks = false;
        const rendered = render(request);
        if (!this.lacks) {
          done.set(request, rendered);
        } else if (round < MAX_ROUNDS) {
          waiting.push(request);
        } else {
          done.set(request, renderLate());
        }
        if (stretch.isOver) {
          await stretch.giveWay();
        }
      }
      // The names of selections take a round in which nothing follows from anything.
      round += this.lacksParams ? 0 : 1;
      if (waiting.length > 0) {
        await this.load();
      }
      open = waiting;
    }
    return new Map(requests.map((request) => [request, done.get(request) as T]));
  }

  private async load(): Promise<void> {
    if (this.lacksParams) {
      await this.open();
      this.lacksParams = false;
    }
    const items = takeAll(this.wanted).map(([, item]) => item);
    const results = items.length === 0 ? [] : await this.source.findItems(items);
    items.forEach((item, index) => this.keep(item, results[index] ?? null));
    const selections = takeAll(this.wantedSelections);
    const lists =
      selections.length === 0 ? [] : await this.source.findSelections(selections.map(([, selection]) => selection));
    selections.forEach(([id], index) => this.selections.set(id, lists[index] ?? []));
  }

  private keep({ catalog, key }: WantedItem, item: Item | null): void {
    let items = this.items.get(catalog);
    if (!items) {
      items = new Map();
      this.items.set(catalog, items);
    }
    items.set(key, item);
  }
}

function takeAll<T>(wanted: Map<string, T>): [string, T][] {
  const entries = [...wanted.entries()];
  wanted.clear();
  return entries;
}
