import type { LiveEvent } from './types.js';
import { signalSignedOut, withSearch } from './client.js';

/** Between two attempts to open a stream that the server refused. */
const REOPEN_MS = 5000;
/** Browsers open six connections to one origin, so all tabs share the stream of the tab that has this lock. */
const LOCK = 'herald-live';

type Listener = (event: LiveEvent) => void;
type Note =
  | { type: 'ask' }
  | { type: 'want'; tab: string; topics: string[] }
  | { type: 'event'; topic: string; event: LiveEvent }
  | { type: 'state'; state: LiveState };

/** `stale`: no stream reports changes at present. `absent`: the server has no streams, so readers poll. */
export type LiveState = 'live' | 'stale' | 'absent';

/**
 * Receives full snapshots of topics, as they change. Topics of an application are named `APP TOPIC` here. One tab holds
 * the stream and passes snapshots to the others.
 */
export class LiveFeed {
  private readonly tab = Math.random().toString(36).slice(2);
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly watchers = new Set<() => void>();
  private readonly wants = new Map<string, readonly string[]>();
  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LOCK) : undefined;
  private streams = new Map<string, EventSource>();
  private isLeader = false;
  private isStarted = false;
  /** The server is one that has no streams at all. */
  private hasNone = false;
  private current: LiveState = 'live';

  get state(): LiveState {
    return this.current;
  }

  /** @returns ends it */
  watchState(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** @returns ends it */
  listen(app: string, topic: string, listener: Listener): () => void {
    this.start();
    const name = `${app} ${topic}`;
    const set = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, set.add(listener));
    this.announce();
    return () => {
      set.delete(listener);
      if (set.size === 0) {
        this.listeners.delete(name);
      }
      this.announce();
    };
  }

  private start(): void {
    if (this.isStarted) {
      return;
    }
    this.isStarted = true;
    this.channel?.addEventListener('message', ({ data }) => this.take(data as Note));
    globalThis.addEventListener('offline', () => this.setState('stale'));
    globalThis.addEventListener('pagehide', () => this.post({ type: 'want', tab: this.tab, topics: [] }));
    if (this.channel && 'locks' in navigator) {
      void navigator.locks.request(LOCK, async () => {
        this.lead();
        await new Promise(() => {});
      });
    } else {
      this.lead();
    }
  }

  private lead(): void {
    this.isLeader = true;
    this.post({ type: 'ask' });
    this.announce();
  }

  private announce(): void {
    const topics = [...this.listeners.keys()];
    this.wants.set(this.tab, topics);
    this.post({ type: 'want', tab: this.tab, topics });
    this.follow();
  }

  private take(note: Note): void {
    if (note.type === 'ask') {
      this.announce();
    } else if (note.type === 'want') {
      this.wants.set(note.tab, note.topics);
      this.follow();
    } else if (note.type === 'event') {
      this.deliver(note.topic, note.event);
    } else {
      this.setState(note.state);
    }
  }

  /** Opens one stream for each application with a subscribed topic, and closes the rest. */
  private follow(): void {
    if (!this.isLeader || this.hasNone) {
      return;
    }
    const urls = new Map(this.wantedUrls());
    for (const [url, stream] of this.streams) {
      if (!urls.has(url)) {
        stream.close();
        this.streams.delete(url);
      }
    }
    for (const [url, app] of urls) {
      if (!this.streams.has(url)) {
        this.open(url, app);
      }
    }
  }

  private wantedUrls(): [url: string, app: string][] {
    const byApp = new Map<string, Set<string>>();
    for (const name of [...this.wants.values()].flat()) {
      const [app = '', topic = ''] = name.split(' ');
      byApp.set(app, (byApp.get(app) ?? new Set()).add(topic));
    }
    return [...byApp].map(([app, topics]) => [
      withSearch('/live', { app, topics: [...topics].toSorted().join(',') }),
      app,
    ]);
  }

  private open(url: string, app: string): void {
    const stream = new EventSource(url);
    this.streams.set(url, stream);
    stream.addEventListener('open', () => this.setState('live'));
    stream.addEventListener('message', ({ data }) => {
      const event = JSON.parse(String(data)) as LiveEvent;
      const topic = `${app} ${event.topic}`;
      this.setState('live');
      this.post({ type: 'event', topic, event });
      this.deliver(topic, event);
    });
    // The session has ended: whoever asks next learns it from the answer.
    stream.addEventListener('bye', () => {
      stream.close();
      this.setState('stale');
      signalSignedOut();
    });
    stream.addEventListener('error', () => {
      // A refused stream does not come back by itself (HTML, "Server-sent events": fail the connection).
      if (stream.readyState === EventSource.CLOSED) {
        void this.judge(url);
      } else {
        this.setState('stale');
      }
    });
  }

  /** The browser does not say why a stream was refused: whether there are any is asked for. */
  private async judge(url: string): Promise<void> {
    const attempt = new AbortController();
    const status = await fetch(url, { signal: attempt.signal }).then(
      (answer) => answer.status,
      () => 0,
    );
    attempt.abort();
    // 503: too many streams are open. Until one is free, whoever wants news asks.
    this.setState(status === 404 || status === 503 ? 'absent' : 'stale');
    if (status === 404) {
      this.hasNone = true;
      return;
    }
    setTimeout(() => {
      this.streams.delete(url);
      this.follow();
    }, REOPEN_MS);
  }

  private deliver(topic: string, event: LiveEvent): void {
    for (const listener of this.listeners.get(topic) ?? []) {
      listener(event);
    }
  }

  private setState(state: LiveState): void {
    if (this.current !== state) {
      this.current = state;
      if (this.isLeader) {
        this.post({ type: 'state', state });
      }
      for (const watcher of this.watchers) {
        watcher();
      }
    }
  }

  private post(note: Note): void {
    this.channel?.postMessage(note);
  }
}
