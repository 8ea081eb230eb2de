import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The verdict of a check on a folder. */
export interface Verdict {
  code: number | null;
  output: string;
}

/**
 * A copy of some of the project's files in a folder of its own, in which a fault can be planted. The checks look at the
 * folder in which they run.
 */
export class CopiedTree {
  private readonly folder = mkdtempSync(join(tmpdir(), 'herald-checks-'));

  constructor(paths: readonly string[]) {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    for (const path of paths) {
      cpSync(join(ROOT, path), join(this.folder, path), { recursive: true });
    }
  }

  write(path: string, text: string): this {
    const target = join(this.folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    return this;
  }

  /** Replaces a text that must be there: a fault that is not planted would prove nothing. */
  change(path: string, from: string, to: string): this {
    const text = readFileSync(join(this.folder, path), 'utf8');
    if (!text.includes(from)) {
      throw new Error(`${path} does not contain "${from}"`);
    }
    return this.write(path, text.replace(from, to));
  }

  remove(path: string): this {
    rmSync(join(this.folder, path), { recursive: true });
    return this;
  }

  run(command: string, ...args: string[]): Verdict {
    // Inside a git hook, git's variables would lead it away from this folder, to the project itself.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: this.folder, encoding: 'utf8', env });
    return { code: status, output: `${stdout}${stderr}` };
  }

  /** Runs `scripts/<name>.mjs` on this folder. */
  script(name: string, ...args: string[]): Verdict {
    return this.run(process.execPath, join(ROOT, 'scripts', `${name}.mjs`), ...args);
  }
}
