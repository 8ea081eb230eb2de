import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '#platform/async';
import { AppError, malformed } from '#platform/errors';
import type { YamlAnswer, YamlTask } from './yaml.types.js';

const MEMORY_MB = 256;
/** Time in ms for the start of a thread. */
const START_MS = 10_000;
/** Time in ms for a turn: a few of the slowest sections. */
const TURN_MS = 5000;
/** Tests run the sources, a build its files. */
const FILE = new URL(`./yaml-thread${extname(import.meta.url)}`, import.meta.url);

/** Parts of a worker that tests replace. */
export interface WorkerOptions {
  file?: URL;
  memoryMb?: number;
  turnMs?: number;
}

/** A thread that starts with its first document, and takes one after the other. */
export class YamlWorker {
  private readonly turns = new Semaphore(1);
  private thread: Worker | undefined;

  constructor(private readonly options: WorkerOptions = {}) {}

  /**
   * @param deadlineMs  for the work, without the start of the thread
   * @throws AppError `malformed` for a fault of the document, and when its reading needs too much time or memory;
   *   `unavailable` when others take too long
   * @throws Error for any other end of the thread
   */
  async run(task: YamlTask, deadlineMs: number): Promise<Exclude<YamlAnswer, { fault: string }>> {
    if (!(await this.turns.acquire(this.options.turnMs ?? TURN_MS))) {
      throw new AppError('unavailable', 'Other files are being read, try again', { retryAfterSeconds: TURN_MS / 1000 });
    }
    try {
      const answer = await this.ask(task, deadlineMs);
      if ('fault' in answer) {
        throw malformed(answer.fault);
      }
      return answer;
    } finally {
      this.turns.release();
    }
  }

  private async ask(task: YamlTask, deadlineMs: number): Promise<YamlAnswer> {
    const thread = (this.thread ??= await this.start());
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      thread.ref();
      thread.postMessage(task, []);
      const [answer] = (await once(thread, 'message', { signal: deadline })) as [YamlAnswer];
      return answer;
    } catch (error) {
      await this.end(thread);
      throw task.kind === 'read' ? toRefusal(error, deadline.aborted) : error;
    } finally {
      thread.unref();
    }
  }

  private async start(): Promise<Worker> {
    const { file = FILE, memoryMb = MEMORY_MB } = this.options;
    const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // A thread may fail after its deadline, or while it waits: an error without a listener would end the process.
    thread.on('error', () => this.forget(thread));
    thread.on('exit', () => this.forget(thread));
    try {
      await once(thread, 'message', { signal: AbortSignal.timeout(START_MS) });
      return thread;
    } catch (error) {
      await this.end(thread);
      throw new Error('The thread for YAML does not start', { cause: error });
    }
  }

  private async end(thread: Worker): Promise<void> {
    this.forget(thread);
    await thread.terminate();
  }

  private forget(thread: Worker): void {
    if (this.thread === thread) {
      this.thread = undefined;
    }
  }
}

/** Time and memory depend on the text; any other error does not. */
function toRefusal(error: unknown, isLate: boolean): unknown {
  if (isLate) {
    return new AppError('malformed', 'The file takes too long to read', { cause: error });
  }
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new AppError('malformed', 'The file takes too much memory to read', { cause: error })
    : error;
}
