import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Child } from '../processes/children.js';

const HOOK = pathToFileURL(resolve('dist/test/support/walk/coverage-hook.js')).href;
const ANSWER_MS = 20_000;
const LOOK_MS = 50;
/** A process has ended its work when it calls nothing for so long. */
const QUIET_MS = 300;
const QUIET_WITHIN_MS = 30_000;

/** Reads from running processes which functions they call. */
export class Coverage {
  private constructor(private readonly folder: string) {}

  static async open(): Promise<Coverage> {
    return new Coverage(await mkdtemp(join(tmpdir(), 'herald-walk-')));
  }

  /** Settings of a process that can be read. The files of a bundle would be one. */
  get env(): Record<string, string> {
    return { COVERAGE_FOLDER: this.folder, NODE_OPTIONS: `--conditions=unbundled --import=${HOOK}` };
  }

  /**
   * Finds the named functions that a process calls from the beginning of `work` until it is at rest again. Timers that it has
   * set before do not fire during that time.
   *
   * @returns `file name`, once each
   * @throws Error naming the process, and what it calls when it does not come to rest
   */
  async during(children: readonly Child[], work: () => Promise<unknown>): Promise<Set<string>[]> {
    await Promise.all(children.map((child) => this.ask(child, 'begin')));
    try {
      await Promise.all(children.map((child) => this.takeUntilQuiet(child)));
      await work();
      return await Promise.all(children.map((child) => this.takeUntilQuiet(child)));
    } finally {
      await Promise.all(children.map((child) => this.ask(child, 'end')));
    }
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async takeUntilQuiet(child: Child): Promise<Set<string>> {
    const all = new Set<string>();
    const begin = performance.now();
    for (let calledAt = begin; performance.now() - calledAt < QUIET_MS; await sleep(LOOK_MS)) {
      const called = await this.ask(child, 'take');
      called.forEach((name) => all.add(name));
      calledAt = called.length > 0 ? performance.now() : calledAt;
      if (performance.now() - begin > QUIET_WITHIN_MS) {
        throw new Error(`The ${child.name} does not come to rest; last it called ${called.join(', ')}`);
      }
    }
    return all;
  }

  private ask({ name, pid }: Child, action: 'begin' | 'take' | 'end'): Promise<string[]> {
    return new Promise((done, fail) => {
      const refuse = (cause: Error): void => {
        fail(new Error(`The ${name} (process ${pid}) does not answer "${action}"`, { cause }));
      };
      const place = { socketPath: join(this.folder, `${pid}.sock`), path: `/${action}` };
      const asked = request({ ...place, signal: AbortSignal.timeout(ANSWER_MS) }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('error', refuse).on('end', () => done(JSON.parse(text) as string[]));
      });
      asked.on('error', refuse).end();
    });
  }
}
