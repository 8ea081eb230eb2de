/**
 * The push services of browsers: Chrome and its relatives (FCM, formerly GCM), Firefox, Edge (WNS), Safari, Samsung
 * Internet. `*.` stands for one or more labels.
 */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
  '*.push.samsungosp.com',
  '*.push.samsungosp.com.cn',
];

/** Settings that name push services. The simulators are one of this machine. */
export interface PushServiceSettings {
  /** Hosts, separated by commas. */
  PUSH_SERVICES?: string;
  SIMULATOR_HOST: string;
  SIMULATOR_PORT: number;
}

/**
 * The push services to which subscriptions may lead. A browser names its push service itself, so without this list a
 * visitor of a page could make Herald connect to any host, or to one that never answers.
 */
export class PushServices {
  private readonly hosts: ReadonlySet<string>;
  private readonly suffixes: readonly string[];

  constructor({ PUSH_SERVICES, SIMULATOR_HOST, SIMULATOR_PORT }: PushServiceSettings) {
    const simulators = SIMULATOR_PORT === 0 ? [] : [SIMULATOR_HOST, '127.0.0.1'];
    const added = PUSH_SERVICES?.split(',') ?? [];
    const all = [...KNOWN_HOSTS, ...added, ...simulators].map((host) => host.toLowerCase());
    this.hosts = new Set(all.filter((host) => !host.startsWith('*.')));
    this.suffixes = all.filter((host) => host.startsWith('*.')).map((host) => host.slice(1));
  }

  /** @param endpoint  a valid URL; its port does not matter */
  includes({ hostname }: URL): boolean {
    return this.hosts.has(hostname) || this.suffixes.some((suffix) => hostname.endsWith(suffix));
  }
}
