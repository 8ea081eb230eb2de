// The order of test files: one kind after the other, so that a worker keeps its modules, and of each kind the long ones first, so
// that at the end no worker waits for a file that was begun late.
import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { readDurations } from './durations.mjs';

/** Kinds that leave a processor idle begin. */
const KINDS = ['whole', 'panel', 'room', 'pure'];

export class LongestFirst extends BaseSequencer {
  #secondsOf = readDurations();

  async sort(files) {
    const kind = ({ project }) => KINDS.indexOf(project.name);
    const seconds = ({ moduleId }) => this.#secondsOf(relative(this.ctx.config.root, moduleId));
    return files.toSorted((a, b) => kind(a) - kind(b) || seconds(b) - seconds(a) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}
