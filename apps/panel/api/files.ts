import { withSearch, type FileSource } from './client.js';
import { withProof } from './passkey.js';
import { Refusal, refusalOf } from './refusals/refusal.js';

/**
 * How far a file is.
 *
 * @property lines  that came, without the line of names
 * @property of     that there will be at most, where the server knows it
 * @property asOf   nothing in it is newer, or it was looked for from then on
 */
export interface FileProgress {
  lines: number;
  of: number | undefined;
  asOf: string | undefined;
}

/** The least time between two calls of `onProgress`, in ms. */
const PROGRESS_MS = 200;
const [LINE_FEED, QUOTE] = [10, 34];

/**
 * Reads a file whole, or until the signal aborts. A file that breaks off is dropped. The reader proves its identity
 * first where the server asks.
 *
 * @param onProgress  is called with the progress, and at the end
 * @throws {Refusal} for any answer but 200, and with status 0 when it broke off
 */
export async function readFile(
  source: FileSource,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void = () => {},
): Promise<Blob> {
  try {
    const { headers, body } = await withProof(() => open(source, signal));
    const of = headers.get('x-herald-lines');
    const facts = {
      of: of === null ? undefined : Number(of),
      asOf: headers.get('x-herald-as-of') ?? undefined,
    };
    const type = headers.get('content-type') ?? '';
    return await collect(body, type, (lines) => onProgress({ ...facts, lines }));
  } catch (error) {
    throw error instanceof Refusal || signal.aborted ? error : new Refusal(0, null, []);
  }
}

async function open({ path, search = {}, order }: FileSource, signal: AbortSignal) {
  const answer = await fetch(withSearch(path, search), {
    method: order === undefined ? 'GET' : 'POST',
    headers: { 'X-Herald-Panel': '1', ...(order !== undefined && { 'Content-Type': 'application/json' }) },
    ...(order !== undefined && { body: JSON.stringify(order) }),
    credentials: 'same-origin',
    signal,
  });
  if (!answer.ok || answer.body === null) {
    throw await refusalOf(answer);
  }
  return { headers: answer.headers, body: answer.body };
}

async function collect(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string,
  onProgress: (lines: number) => void,
) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const count = createLineCounter();
  const reader = body.getReader();
  let lines = 0;
  for (let progressAt = -Infinity; ;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    pieces.push(value);
    lines = count(value);
    if (performance.now() - progressAt >= PROGRESS_MS) {
      progressAt = performance.now();
      onProgress(Math.max(0, lines - 1));
    }
  }
  onProgress(Math.max(0, lines - 1));
  return new Blob(pieces, { type });
}

/** Counts the lines of a CSV (RFC 4180), piece by piece: a line feed between quotes ends none. */
function createLineCounter(): (piece: Uint8Array) => number {
  let lines = 0;
  let isQuoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) {
        isQuoted = !isQuoted;
      } else if (byte === LINE_FEED && !isQuoted) {
        lines += 1;
      }
    }
    return lines;
  };
}
