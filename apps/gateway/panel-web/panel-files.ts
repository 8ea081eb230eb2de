import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** The build writes the files beside the compiled gateway; tests run from the sources. */
const FOLDERS = ['../../panel/', '../../../dist/apps/panel/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const INDEX = 'index.html';
/** Files that compression makes smaller. */
const TEXTS = /\.(html|js|css|svg|json|txt|map)$/;

/** A file of the panel in every form in which it is sent. */
export interface PanelFile {
  body: Buffer;
  br?: Buffer;
  gzip?: Buffer;
  etag: string;
}

/** The built files of the panel, read when they are first asked for. Nothing outside their folder can be named. */
export class PanelFiles {
  private names: Promise<ReadonlyMap<string, string>> | undefined;
  private readonly files = new Map<string, Promise<PanelFile>>();

  /** @param folders  the first that holds a page is taken */
  constructor(private readonly folders: readonly string[] = FOLDERS) {}

  /** The page; undefined while it is not built. */
  async readIndex(): Promise<string | undefined> {
    const path = (await this.list()).get(INDEX);
    return path === undefined ? undefined : readFile(path, 'utf8');
  }

  /** @param name  below the folder, with slashes */
  async readFile(name: string): Promise<PanelFile | undefined> {
    const path = name === INDEX ? undefined : (await this.list()).get(name);
    if (path === undefined) {
      return undefined;
    }
    const file = this.files.get(path) ?? load(path);
    this.files.set(path, file);
    file.catch(() => this.files.delete(path));
    return file;
  }

  private async list(): Promise<ReadonlyMap<string, string>> {
    this.names ??= this.findFiles();
    const names = await this.names;
    if (!names.has(INDEX)) {
      // It may be built in the meantime.
      this.names = undefined;
    }
    return names;
  }

  private async findFiles(): Promise<ReadonlyMap<string, string>> {
    for (const folder of this.folders) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const names = new Map(paths.map((path) => [path.slice(folder.length).split(sep).join('/'), path]));
      // The sources have a page too, which no browser can run.
      if (names.has(INDEX) && !names.has('main.tsx')) {
        return names;
      }
    }
    return new Map();
  }
}

async function load(path: string): Promise<PanelFile> {
  const body = await readFile(path);
  const etag = hashOf(body);
  if (!TEXTS.test(path)) {
    return { body, etag };
  }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(body), promisify(gzip)(body)]);
  return { body, br, gzip: gzipped, etag };
}

/** A name of the build: the page names every other file by its hash. */
export async function readPanelBuild(): Promise<string> {
  const page = await new PanelFiles().readIndex();
  return page === undefined ? 'none' : hashOf(page).slice(0, 12);
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
