import { lastLines } from '#platform/embedded';

const ERRORS: readonly unknown[] = ['error', 'fatal'];

/** The message of a log line with an error; null for every other line. */
export function readLogError(line: string): string | null {
  if (!line.startsWith('{')) {
    return null;
  }
  try {
    const entry = JSON.parse(line) as { level?: string; msg?: string; reason?: string; err?: { message?: string } };
    if (!ERRORS.includes(entry.level)) {
      return null;
    }
    return [entry.msg, entry.err?.message ?? entry.reason]
      .filter((part) => part !== undefined && part !== '')
      .join(': ');
  } catch {
    return null;
  }
}

/** The last error of a log, else its last line: the reason why a process ended. */
export async function findLastError(path: string): Promise<string> {
  const lines = await lastLines(path).catch((): string[] => []);
  const errors = lines.flatMap((line) => readLogError(line) ?? []);
  const thrown = lines.find((line) => /^\w*Error\b/.test(line));
  return errors.at(-1) ?? thrown ?? lines.at(-1) ?? 'it said nothing';
}
