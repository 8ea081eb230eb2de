import type { WrittenEvent } from './reference-conditions.js';
import type { WrittenJourney, WrittenStep } from './reference-journeys.js';

export const EVENTS = ['Cart', 'Bought', 'Looked', 'Opened'] as const;
export const RESULTS = ['MessageSent', 'MessageFailed', 'MessageSkipped', 'MessageClicked', 'MessageOpened'] as const;
export const MESSAGES = ['one', 'two', 'three'] as const;
export const CITIES = ['Berlin', 'Ankara', 'Oslo'] as const;
export const KEYS = ['a', 'b'] as const;
/** Values of the attribute `n` of events. */
export const NUMBERS = 6;
const MAX_DEPTH = 3;
/** Then no further branches: a journey has 100 steps at most. */
const MANY_STEPS = 50;

/** Draws journeys and what happens to people, always the same from one seed. */
export class RandomJourneys {
  private ids = 0;
  private hasEvent = true;
  /** Ids of sends of the journey, and of those before the present step. */
  private sends: string[] = [];
  private before: string[] = [];

  /** @param isWide  with steps that take a webhook `calls`, or more than one person at a time */
  constructor(
    private readonly random: () => number,
    private readonly isWide = false,
  ) {}

  chance(share: number): boolean {
    return this.random() < share;
  }

  whole(below: number): number {
    return Math.floor(this.random() * below);
  }

  oneOf<T>(values: readonly T[]): T {
    return values[this.whole(values.length)] as T;
  }

  journey(name: string): WrittenJourney {
    this.ids = 0;
    [this.sends, this.before] = [[], []];
    const isApi = this.chance(0.2);
    this.hasEvent = !isApi;
    const isKeyed = this.chance(0.4);
    const again = this.oneOf(['always', 'always', 'never', { after: this.duration(5) }]);
    const steps = this.steps([], 0);
    const goal =
      this.isWide && this.sends.length > 0 && this.chance(0.2)
        ? this.result(this.sends)
        : { event: this.oneOf(EVENTS), ...(this.chance(0.5) && { same: ['k'] }), ...this.where(0.3) };
    return {
      name,
      state: 'on',
      entry: {
        // The clock of a history runs ahead of that of the database, which dates events.
        ...(isApi ? { api: true } : { event: this.oneOf(EVENTS), ...this.where(0.4), late: 'allow' }),
        ...(isKeyed && { key: 'k' }),
        again,
      },
      ...(this.chance(0.4) && { goal }),
      steps,
    };
  }

  /** @param waits  ids of waits before, which a `goto` may name */
  private steps(waits: string[], depth: number): WrittenStep[] {
    const list: WrittenStep[] = [];
    for (let count = 1 + this.whole(4); list.length < count;) {
      list.push(this.step(waits, depth));
    }
    return waits.length > 0 && this.chance(0.15) ? [...list, { goto: this.oneOf(waits) }] : list;
  }

  private step(waits: string[], depth: number): WrittenStep {
    const id = `n${(this.ids += 1)}`;
    const inner = (share: number) => {
      const { before } = this;
      this.before = [...before];
      const steps = this.chance(share) ? this.steps([...waits], depth + 1) : undefined;
      this.before = before;
      return steps;
    };
    switch (this.whole(depth < MAX_DEPTH && this.ids < MANY_STEPS ? (this.isWide ? 11 : 8) : 4)) {
      case 0:
      case 1:
        return this.send(id);
      case 2:
        waits.push(id);
        return { wait: { id, for: this.duration(5) } };
      case 3:
        return this.chance(0.2) ? { exit: id } : this.send(id);
      case 4:
      case 5: {
        const came = inner(0.6);
        const isOfMessage = this.isWide && this.before.length > 0 && this.chance(0.5);
        // A result that is there already ends a wait at once: a goto to it could go round without a pause.
        if (!isOfMessage) {
          waits.push(id);
        }
        const event = () => ({
          event: this.oneOf(EVENTS),
          ...(this.chance(0.3) && { same: ['k'] }),
          ...this.where(0.3),
        });
        const first = isOfMessage ? this.result(this.before) : event();
        const awaited = this.isWide && this.chance(0.3) ? { anyOf: [first, event()] } : first;
        return { waitFor: { id, ...awaited, atMost: this.duration(6) }, ...(came && { came }) };
      }
      case 6: {
        const [yes, no] = [inner(0.7), inner(0.4)];
        return { branch: { id, ...this.condition() }, ...(yes && { yes }), ...(no && { no }) };
      }
      case 8:
        return { throttle: { id, most: 1_000_000 } };
      case 9: {
        const failed = inner(0.3);
        return { webhook: { id, hook: 'calls' }, ...(failed && { failed }) };
      }
      case 10:
        if (this.hasEvent) {
          waits.push(id);
          return { batch: { id, for: this.duration(5), ...(this.chance(0.4) && { most: 2 + this.whole(2) }) } };
        }
        return this.send(id);
      default: {
        const [left, right] = [inner(0.7), inner(0.7)];
        const by = this.chance(0.5) ? { left: '50%', right: '50%' } : { left: '12.5%', right: '87.5%' };
        return { split: { id, by }, ...(left && { left }), ...(right && { right }) };
      }
    }
  }

  private send(id: string): WrittenStep {
    this.sends.push(id);
    this.before.push(id);
    return { send: { id, message: this.oneOf(MESSAGES) } };
  }

  /** @param sends  whose message may be named */
  private result(sends: readonly string[]): WrittenEvent {
    const event = this.oneOf(RESULTS);
    const isFetch = event === 'MessageClicked' || event === 'MessageOpened';
    return {
      event,
      ...(this.chance(0.6) && { node: this.oneOf(sends) }),
      ...(isFetch && this.chance(0.3) && { where: { by: { is: this.oneOf(['person', 'machine']) } } }),
    };
  }

  private condition(): object {
    const conditions = [
      { if: { profile: { city: [this.oneOf(CITIES)] } } },
      { if: { tag: 'vip' } },
      { if: { profile: { city: [this.oneOf(CITIES), this.oneOf(CITIES)] }, tag: 'vip' } },
      { where: { n: { atLeast: this.whole(NUMBERS) } } },
      { if: { profile: { city: [this.oneOf(CITIES)] } }, where: { k: { is: this.oneOf(KEYS) } } },
    ];
    return this.oneOf(conditions);
  }

  private where(share: number): object {
    return this.chance(share) ? { where: { n: { atLeast: this.whole(NUMBERS) } } } : {};
  }

  private duration(most: number): string {
    return `${1 + this.whole(most)}m`;
  }
}
