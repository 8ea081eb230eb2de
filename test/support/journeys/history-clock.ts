import { ClockService } from '#platform/runtime';

/** A clock that stands still until the test moves it. */
export class HistoryClock extends ClockService {
  constructor(private at = Date.now()) {
    super();
  }

  override now(): Date {
    return new Date(this.at);
  }

  pass(ms: number): void {
    this.at += ms;
  }
}
