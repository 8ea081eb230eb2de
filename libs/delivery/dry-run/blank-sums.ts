import { describeGap, findLiveGaps, type GapPlace, type Message, type RenderGaps } from '#libs/content';
import type { BlankForecast } from './dry-run.types.js';

/** More places than an author reads. */
const MAX_PLACES = 100;

/** A place, with the people of the finished ranges and those of the open one. */
interface PlaceSum {
  place: GapPlace;
  people: number;
  open: Set<number>;
}

/**
 * Counts the people whose message lacks something, each once: a person of several devices is in one range of buckets.
 * A dry run fetches nothing, so what live data decides is not counted.
 */
export class BlankSums {
  private readonly places = new Map<string, Map<string, PlaceSum>>();
  private readonly open = new Set<number>();
  private readonly seen = new Set<number>();
  private people = 0;
  private looked = 0;
  private readonly live: ReturnType<typeof findLiveGaps>;

  constructor(private readonly message: Message) {
    this.live = findLiveGaps(message);
  }

  /** @param looked  people whose message was made, those with gaps or not */
  add(found: readonly { uid: number; gaps: Pick<RenderGaps, 'places'> }[], looked: readonly { uid: number }[]): void {
    looked.forEach(({ uid }) => this.seen.add(uid));
    for (const { uid, gaps } of found) {
      this.seen.add(uid);
      for (const place of gaps.places.filter((found) => !this.live.has(found))) {
        this.open.add(uid);
        this.sumOf(place).open.add(uid);
      }
    }
  }

  /** No person of the range comes up again. */
  endRange(): void {
    this.people += this.open.size;
    this.looked += this.seen.size;
    this.open.clear();
    this.seen.clear();
    for (const sum of this.list()) {
      sum.people += sum.open.size;
      sum.open.clear();
    }
  }

  /** @param isComplete  all people were looked at */
  build(isComplete: boolean): BlankForecast {
    const places = this.list()
      .toSorted((a, b) => b.people - a.people)
      .slice(0, MAX_PLACES)
      .map(({ place, people }) => ({
        ...describeGap(this.message, place),
        people,
        isForAll: isComplete && people === this.looked,
      }));
    const { names } = this.live;
    const isExact = isComplete && names.length === 0;
    return { people: this.people, isComplete: isExact, places, ...(names.length > 0 && { restsOn: [...names] }) };
  }

  private list(): PlaceSum[] {
    return [...this.places.values()].flatMap((ofText) => [...ofText.values()]);
  }

  private sumOf(place: GapPlace): PlaceSum {
    const { text, gap } = place;
    const ofText = this.places.get(text) ?? new Map<string, PlaceSum>();
    this.places.set(text, ofText);
    const key = `${gap.kind} ${gap.at} ${gap.block ?? ''}`;
    const sum = ofText.get(key) ?? { place, people: 0, open: new Set() };
    ofText.set(key, sum);
    return sum;
  }
}
