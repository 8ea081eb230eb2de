import { malformed } from '#platform/errors';
import { fitBgNbd, type BgNbd } from './bg-nbd.js';
import { fitGammaGamma, type GammaGamma } from './gamma-gamma.js';
import type { CustomerHistory } from './prediction.types.js';

/** Customers used to fit a model. More cost seconds and change only the third digit. */
const MAX_FITTED_CUSTOMERS = 5000;
/** With fewer, the parameters are not meaningful. */
const MIN_REPEAT_BUYERS = 30;

/** Takes every n-th customer and doubles n when there are too many. The same customers always give the same sample. */
export class Sample {
  private histories: CustomerHistory[] = [];
  private step = 1;
  private seen = 0;

  add(histories: readonly CustomerHistory[]): void {
    for (const history of histories) {
      if (this.seen++ % this.step === 0) {
        this.histories.push(history);
      }
      if (this.histories.length > MAX_FITTED_CUSTOMERS) {
        this.histories = this.histories.filter((_, index) => index % 2 === 0);
        this.step *= 2;
      }
    }
  }

  /** @throws AppError malformed with too few repeat purchases */
  fit(withValue: boolean): { bgNbd: BgNbd; gammaGamma?: GammaGamma } {
    const repeaters = this.histories.filter(({ x }) => x > 0);
    const spendings = repeaters.flatMap(({ x, mean }) => (mean !== null && mean > 0 ? [{ x, mean }] : []));
    if (repeaters.length < MIN_REPEAT_BUYERS || (withValue && spendings.length < MIN_REPEAT_BUYERS)) {
      throw malformed(`A prediction needs ${MIN_REPEAT_BUYERS} customers who bought on two days or more`);
    }
    return { bgNbd: fitBgNbd(this.histories), ...(withValue && { gammaGamma: fitGammaGamma(spendings) }) };
  }
}
