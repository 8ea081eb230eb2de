// The order of test files: long ones first, so that at the end no worker waits for one that was begun late.
import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { readDurations } from './durations.mjs';

export class LongestFirst extends BaseSequencer {
  #secondsOf = readDurations();

  async sort(files) {
    const seconds = ({ moduleId }) => this.#secondsOf(relative(this.ctx.config.root, moduleId));
    return files.toSorted((a, b) => seconds(b) - seconds(a) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}
