import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '#platform/async';
import { isExactDecimal } from '#platform/collections';
import { AppError, malformed } from '#platform/errors';
import type { YamlAnswer, YamlBounds, YamlTask } from './yaml.types.js';

/** Time in ms for one document: ten times what the largest takes that people write. */
const DEADLINE_MS = 10_000;
const MEMORY_MB = 256;
const LINE_WIDTH = 120;

/**
 * Reads YAML 1.2 in a thread of its own, because a long document holds the thread that reads it for half a second. The work
 * is proportional to the length and ends with a deadline.
 *
 * @returns plain values; what an alias means is the same object at each place
 * @throws AppError `malformed` with the line of the fault: no YAML, a name that stands twice in a map or is no text, an alias
 *   within what it means, a number that loses digits, or more than the bounds allow
 */
export async function readYaml(text: string, bounds: YamlBounds): Promise<unknown> {
  const { value, numbers } = await reader.run({ kind: 'read', text, bounds });
  const inexact = numbers.find(({ source }) => !isExactDecimal(source));
  if (inexact) {
    throw malformed(`The number${inexact.place} loses digits; quote it as a text`);
  }
  return value;
}

/** Writes plain values as YAML, in another thread: what is stored waits for no text of an application. */
export async function writeYaml(value: unknown): Promise<string> {
  return String((await writer.run({ kind: 'write', value, lineWidth: LINE_WIDTH })).value);
}

/** A thread that starts with its first document, and takes one after the other. */
class YamlThread {
  private readonly turns = new Semaphore(1);
  private thread: Worker | undefined;

  /** @throws AppError `malformed` for a fault of the document, and when the thread needs too much time or memory */
  async run(task: YamlTask): Promise<Exclude<YamlAnswer, { fault: string }>> {
    const answer = await this.turns.run(async () => this.ask(task));
    if ('fault' in answer) {
      throw malformed(answer.fault);
    }
    return answer;
  }

  private async ask(task: YamlTask): Promise<YamlAnswer> {
    const thread = (this.thread ??= startThread());
    thread.ref();
    thread.postMessage(task, []);
    try {
      const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) })) as [YamlAnswer];
      thread.unref();
      return answer;
    } catch (error) {
      this.thread = undefined;
      await thread.terminate();
      throw new AppError('malformed', 'The file takes too long to read', { cause: error });
    }
  }
}

function startThread(): Worker {
  // Tests run the sources, a build its files.
  const file = new URL(`./yaml-thread${extname(import.meta.url)}`, import.meta.url);
  return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
}

const reader = new YamlThread();
const writer = new YamlThread();
