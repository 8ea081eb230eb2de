import { Stretch } from '#platform/async';

/** An item that a template asks for. */
export interface WantedItem {
  catalog: string;
  key: string;
}

type Item = Readonly<Record<string, unknown>> | null;

/** Look-ups may follow from one another so often: the brand of a product, its country … */
const MAX_ROUNDS = 4;

/**
 * The items of one batch of recipients. A render that asks for items that are not read yet notes them, and is repeated
 * when they are there. What is read stays as it is for the whole batch.
 */
export class ItemBatch {
  private readonly items = new Map<string, Item>();
  private readonly wanted = new Map<string, WantedItem>();
  private lacks = false;

  /** @param find  the items in the order in which they are wanted; null: there is none */
  constructor(private readonly find: (wanted: readonly WantedItem[]) => Promise<readonly Item[]>) {}

  /** The item; undefined: there is none, or it is not read yet. */
  read(catalog: string, key: string): Item | undefined {
    const id = `${catalog} ${key}`;
    const item = this.items.get(id);
    if (item === undefined) {
      this.wanted.set(id, { catalog, key });
      this.lacks = true;
    }
    return item ?? undefined;
  }

  /**
   * Renders for several recipients, some of them again once their items are read.
   *
   * @param render      reads items with `read`
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
    for (let round = 0; open.length > 0; round += 1) {
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
      await this.load();
      open = waiting;
    }
    return new Map(requests.map((request) => [request, done.get(request) as T]));
  }

  private async load(): Promise<void> {
    const wanted = [...this.wanted.entries()];
    this.wanted.clear();
    const found = wanted.length === 0 ? [] : await this.find(wanted.map(([, item]) => item));
    wanted.forEach(([id], index) => this.items.set(id, found[index] ?? null));
  }
}
