import { AppError } from '#platform/errors';
import { say } from './environment.js';
import { Progress, type ProgressTarget } from './progress.js';

/**
 * The result of a verb.
 *
 * @property result  for `--json`: one value that JSON can write
 * @property code    exit code, 0 when absent
 */
export interface Outcome {
  result: unknown;
  code?: number;
}

/** The output of a verb. Lines are for people; with `--json` they are dropped. */
export interface VerbOutput {
  tell: (line: string) => void;
  progress: Progress;
  /** True with `--json`, for verbs that write their data themselves. */
  isJson: boolean;
}

export interface OutputOptions {
  json?: boolean;
  progress?: boolean;
}

/** Characters that a terminal obeys. Stored texts may have them, and are shown without. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** The one output of all verbs: text or JSON on the standard output, progress and faults on the standard error. */
export class Output implements VerbOutput {
  readonly isJson: boolean;
  readonly progress: Progress;

  constructor(
    { json = false, progress = false }: OutputOptions,
    target: ProgressTarget = { write: (text) => process.stderr.write(text), isTTY: process.stderr.isTTY },
  ) {
    this.isJson = json;
    this.progress = new Progress(target, progress || target.isTTY);
  }

  /** Bound, because verbs take it out of the object. */
  readonly tell = (line: string): void => {
    if (!this.isJson) {
      this.progress.clear();
      say(line.replace(CONTROLS, '\uFFFD'));
    }
  };

  /** Ends the output. @returns the exit code */
  finish(outcome: Outcome | number): number {
    this.progress.end();
    if (typeof outcome === 'number') {
      return outcome;
    }
    if (this.isJson) {
      say(JSON.stringify(outcome.result ?? null, null, 2));
    }
    return outcome.code ?? 0;
  }
}

/**
 * A fault for the standard error.
 *
 * @param text  one sentence, or a stack
 */
export function formatFault(error: unknown, text: string, isJson: boolean): string {
  if (!isJson) {
    return `${text}\n`;
  }
  const code = error instanceof AppError ? { code: error.code } : {};
  return `${JSON.stringify({ error: text.replace(/^herald: /, ''), ...code })}\n`;
}
