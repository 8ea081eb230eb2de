import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { areUsable, createCertificates, type Certificates } from './certificates.js';

const VALID_DAYS = 730;
/** A file with less than this left is made anew at the next start. */
const RENEW_BELOW_DAYS = 60;
/** A lock older than this belongs to a process that died with it. */
const STALE_LOCK_MS = 10_000;

const FILES = { ca: 'ca.pem', cert: 'leaf.pem', key: 'leaf-key.pem' } as const;

export interface Authority extends Certificates {
  /** Absolute path of the authority's PEM, for NODE_EXTRA_CA_CERTS. */
  caPath: string;
}

/**
 * The local authority that vouches for the simulators. Made on first use, read afterwards, made anew when the files are
 * incomplete, do not belong together or near their end. Processes that call it at the same time get the same one.
 *
 * A process that trusts it through NODE_EXTRA_CA_CERTS must start after this call: Node reads that file once, at start.
 *
 * @param dir  folder of `ca.pem`, `leaf.pem` and `leaf-key.pem`; made when absent (mode 0700, files 0600)
 */
export async function ensureAuthority(dir: string): Promise<Authority> {
  const folder = resolve(dir);
  const caPath = join(folder, FILES.ca);
  const existing = await readCertificates(folder);
  if (existing !== undefined) {
    return { caPath, ...existing };
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return withLock(join(folder, '.lock'), async () => {
    const concurrent = await readCertificates(folder);
    if (concurrent !== undefined) {
      return { caPath, ...concurrent };
    }
    const created = await createCertificates(VALID_DAYS);
    // The key comes first and the authority last: readers see a set that does not belong together until all three are there.
    await replaceFile(join(folder, FILES.key), created.key);
    await replaceFile(join(folder, FILES.cert), created.cert);
    await replaceFile(caPath, created.ca);
    return { caPath, ...created };
  });
}

async function readCertificates(folder: string): Promise<Certificates | undefined> {
  try {
    const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
    const [ca, cert, key] = await Promise.all([read(FILES.ca), read(FILES.cert), read(FILES.key)]);
    if (!areUsable({ ca, cert, key }, RENEW_BELOW_DAYS)) {
      return undefined;
    }
    await Promise.all(Object.values(FILES).map((name) => chmod(join(folder, name), 0o600)));
    return { ca, cert, key };
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

/** Writes beside the target and renames, so that a reader or a crash never meets half a file. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Runs `work` while holding a lock file: an exclusive create is atomic on every file system that Node runs on. */
async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      await (await open(path, 'wx', 0o600)).close();
      break;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) {
        throw error;
      }
      const since = await stat(path).then(
        (lock) => lock.mtimeMs,
        () => undefined,
      );
      if (since !== undefined && Date.now() - since > STALE_LOCK_MS) {
        await rm(path, { force: true });
      } else {
        await sleep(25);
      }
    }
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
