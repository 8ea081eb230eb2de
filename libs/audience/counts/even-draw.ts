/** Draws some of a row of numbers without knowing how many come: each is as likely to be drawn as every other. */
export class EvenDraw {
  readonly drawn: number[] = [];
  private seen = 0;

  /**
   * @param size    how many are drawn, where so many come
   * @param random  from 0 up to 1
   */
  constructor(
    private readonly size: number,
    private readonly random: () => number = Math.random,
  ) {}

  take(numbers: Iterable<number>): void {
    for (const number of numbers) {
      this.seen += 1;
      if (this.drawn.length < this.size) {
        this.drawn.push(number);
      } else {
        const place = Math.floor(this.random() * this.seen);
        if (place < this.size) {
          this.drawn[place] = number;
        }
      }
    }
  }
}
