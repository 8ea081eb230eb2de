import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_MS = 30_000;
const CALL_MS = 30_000;

/** Names of the program in Debian, Ubuntu and others; the first that runs is taken. */
const FIREFOXES = ['firefox-esr', 'firefox'];
const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome'];

interface Answer {
  id?: number;
  /** The name of an event. */
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: unknown;
  message?: string;
}

/**
 * A browser under remote control, headless, with a profile of its own: Firefox by WebDriver BiDi
 * (https://w3c.github.io/webdriver-bidi/), Chromium by the DevTools protocol. Both are calls in JSON over a WebSocket.
 */
export class RemoteBrowser {
  private calls = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  /** Events so far, by name. */
  readonly events = new Map<string, Record<string, unknown>[]>();

  private constructor(
    private readonly child: ChildProcess,
    private readonly socket: WebSocket,
    private readonly profile: string,
  ) {
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      this.waiting.get(answer.id ?? 0)?.(answer);
      if (answer.method !== undefined) {
        this.events.set(answer.method, [...(this.events.get(answer.method) ?? []), answer.params ?? {}]);
      }
    });
  }

  /** @returns the program's name; undefined where there is none */
  static findFirefox(): string | undefined {
    return FIREFOXES.find(runs);
  }

  static findChromium(): string | undefined {
    return CHROMIUMS.find(runs);
  }

  /** @param preferences  of `about:config` */
  static async firefox(
    program: string,
    preferences: Record<string, string | number | boolean>,
  ): Promise<RemoteBrowser> {
    const profile = await mkdtemp(join(tmpdir(), 'herald-firefox-'));
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
    await writeFile(join(profile, 'user.js'), lines.join('\n'));
    const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    // The browser's own windows, such as notifications, are reached only with system access.
    const child = spawn(program, [...options, '--remote-allow-system-access', 'about:blank'], piped(profile));
    const url = await printed(child, /WebDriver BiDi listening on (ws:\S+)/);
    const browser = new RemoteBrowser(child, await connected(`${url}/session`), profile);
    await browser.call('session.new', { capabilities: {} });
    return browser;
  }

  static async chromium(program: string): Promise<RemoteBrowser> {
    const profile = await mkdtemp(join(tmpdir(), 'herald-chromium-'));
    const options = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-dev-shm-usage'];
    const child = spawn(
      program,
      [...options, `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'],
      piped(profile),
    );
    const url = await printed(child, /DevTools listening on (ws:\S+)/);
    return new RemoteBrowser(child, await connected(url), profile);
  }

  /** @throws Error with what the browser said when it refused, or said nothing */
  call(method: string, params: object, more: object = {}): Promise<Record<string, unknown>> {
    this.calls += 1;
    const id = this.calls;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: the browser says nothing`)), CALL_MS);
      this.waiting.set(id, ({ result, error, message }) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        if (result) {
          resolve(result);
        } else {
          reject(new Error(`${method}: ${message ?? JSON.stringify(error)}`));
        }
      });
      this.socket.send(JSON.stringify({ id, method, params, ...more }));
    });
  }

  async close(): Promise<void> {
    this.socket.close();
    await new Promise((resolve) => {
      this.child.once('exit', resolve);
      this.child.kill('SIGTERM');
      setTimeout(() => this.child.kill('SIGKILL'), 5000).unref();
    });
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** A home of its own: nothing of who runs the tests is read or written. */
function piped(home: string): { stdio: ['ignore', 'pipe', 'pipe']; env: NodeJS.ProcessEnv } {
  return { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home } };
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore', timeout: START_MS });
    return true;
  } catch {
    return false;
  }
}

function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (why: string): void => reject(new Error(`The browser ${why}: ${text.slice(-1000)}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('did not start');
    }, START_MS);
    child.once('error', reject);
    child.once('exit', () => fail('ended'));
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const actual = pattern.exec(text)?.[1];
      if (actual !== undefined) {
        clearTimeout(timer);
        resolve(actual);
      }
    };
    child.stderr?.on('data', read);
    child.stdout?.on('data', read);
  });
}

function connected(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => reject(new Error(`${url} cannot be reached`)));
  });
}
