import { readdirSync, readFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Connection, CONNECTIONS, type Destination } from '../../../k8s/manifests/connections.js';
import { labelsOf } from '../../../k8s/manifests/labels.js';
import { resolveParts } from '../../../k8s/manifests/parts.js';
import { layValues, PRESETS } from '../../../k8s/manifests/values.js';
import { overlays, parts } from './written-files.js';

interface Peer {
  ipBlock?: { cidr: string; except?: string[] };
  namespaceSelector?: { matchLabels: Record<string, string> };
}
interface Policy {
  kind: string;
  spec: {
    podSelector: { matchLabels?: Record<string, string>; matchExpressions?: { key: string; values: string[] }[] };
    egress?: { to: Peer[]; ports: { protocol: string; port: number }[] }[];
  };
}

/** Sources that open a connection, by the connection of the list; `machine`: to processes of this machine alone. */
const OPENING: Readonly<Record<string, readonly string[]>> = {
  storage: [
    'apps/cli/verbs/running/sql.ts',
    'libs/platform/postgres/connection-to.ts',
    'libs/platform/db/pg-listener.ts',
    'libs/platform/db/pooler/assert-sessions.ts',
    'libs/platform/queue/connection.ts',
    'libs/platform/queue/open-redis.ts',
  ],
  traces: ['libs/platform/tracing/recording.ts'],
  https: [
    'libs/catalogs/feeds/feed-client.ts',
    'libs/channels/providers/fcm/fcm-access.ts',
    'libs/channels/providers/ses/ses-client.ts',
    'libs/channels/providers/ses/sns-client.ts',
    'libs/channels/transport/http1-pool.ts',
    'libs/channels/transport/node-session.ts',
    'libs/channels/transport/own-session.ts',
    'libs/delivery/engagement/machines/ranges-client.ts',
    'libs/delivery/live-data/live-client.ts',
    'libs/delivery/webhooks/webhook-client.ts',
    'libs/members/oidc/oidc-provider.service.ts',
  ],
  'mail-relays': ['libs/channels/providers/smtp/relay-socket.ts'],
  simulators: [
    'libs/channels/transport/simulator-origins.service.ts',
    'libs/simulation/simulators/simulator-client.ts',
  ],
  machine: [
    'apps/cli/demo/demo-client.ts',
    'apps/cli/verbs/running/doctor/machine/check-processes.ts',
    'apps/gateway/pages/home-state.ts',
    'libs/platform/embedded/server.repository.ts',
  ],
};
const OPENS =
  /\bextends (?:pg\.)?Client\b|\bnew (?:Agent|Pool|Client|Redis|Cluster|SESv2Client|OTLPTraceExporter)\(|(?<![.\w])(?:discovery|fetch)\((?!\))|\bconnect(?:Tls|Plain)?\((?:\{|target)/;

/** Addresses of each kind of place. */
const PLACES: Readonly<Record<Exclude<Destination, 'names'>, readonly string[]>> = {
  private: ['10.1.2.3', '172.20.0.5', '192.168.7.7', '100.64.3.2', 'fd00::5'],
  chosen: ['10.1.2.3', '192.168.7.7'],
  internet: ['17.188.143.34', '142.250.1.95', '2606:4700::6810:1'],
};
const METADATA = '169.254.169.254';

function policiesOf(values: Parameters<typeof layValues>[1]): Policy[] {
  const objects: unknown[] = resolveParts(parts, layValues(PRESETS, values));
  return (objects as Policy[]).filter(({ kind }) => kind === 'NetworkPolicy');
}

function hasAddress({ ipBlock }: Peer, address: string): boolean {
  const includes = (cidr: string): boolean => {
    const list = new BlockList();
    const [network = '', bits] = cidr.split('/');
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
    return isIPv6(network) === isIPv6(address) && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
  return ipBlock !== undefined && includes(ipBlock.cidr) && !(ipBlock.except ?? []).some(includes);
}

/** Tests if policies let a pod of a component reach a peer at a port. */
function isAllowed(
  policies: readonly Policy[],
  component: Connection['from'][number],
  isPeer: (peer: Peer) => boolean,
  port: number,
): boolean {
  const labels: Record<string, string> = labelsOf(component);
  return policies.some(({ spec: { podSelector, egress = [] } }) => {
    const { matchLabels = {}, matchExpressions = [] } = podSelector;
    const isSelected =
      Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
      matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''));
    return isSelected && egress.some(({ to, ports }) => to.some(isPeer) && ports.some((entry) => entry.port === port));
  });
}

function reaches(policies: readonly Policy[], component: Connection['from'][number], address: string, port: number) {
  return isAllowed(policies, component, (peer) => hasAddress(peer, address), port);
}

const everywhere = [
  ...overlays.map(({ name, values }) => [name, values] as const),
  ['base and private services', { privateServices: { enabled: true } }] as const,
];

describe('Network policies', () => {
  it.each(everywhere)('The policies of %s allow every connection of the list', (_, values) => {
    const policies = policiesOf(values);
    const wanted = CONNECTIONS.filter(({ flag }) => flag === undefined || 'privateServices' in values);
    for (const { name, from, to, ports } of wanted) {
      for (const component of from) {
        for (const port of Object.keys(ports).map(Number)) {
          const label = `${component} to ${name}, port ${port}`;
          if (to === 'names') {
            const isNames = ({ namespaceSelector }: Peer): boolean => Boolean(namespaceSelector);
            expect.soft(isAllowed(policies, component, isNames, port), label).toBe(true);
          } else {
            expect
              .soft(
                PLACES[to].filter((address) => !reaches(policies, component, address, port)),
                label,
              )
              .toEqual([]);
          }
        }
      }
    }
  });

  it.each(everywhere)(
    'The policies of %s refuse metadata addresses, and private ones where nothing is',
    (_, values) => {
      const policies = policiesOf(values);
      for (const component of ['gateway', 'worker', 'scheduler', 'migrate'] as const) {
        for (const port of [80, 443, 5432, 6379]) {
          expect.soft(reaches(policies, component, METADATA, port), `${component}, port ${port}`).toBe(false);
        }
        expect.soft(reaches(policies, component, '10.1.2.3', 22), component).toBe(false);
        expect
          .soft(reaches(policies, component, '10.1.2.3', 443), component)
          .toBe('privateServices' in values && component !== 'migrate');
        expect.soft(reaches(policies, component, '93.184.215.14', 5432), component).toBe(false);
      }
      expect(reaches(policies, 'migrate', '93.184.215.14', 443)).toBe(false);
      expect(reaches(policies, 'scheduler', '17.188.143.34', 2197)).toBe(false);
    },
  );

  it('The list names each source that opens a connection', () => {
    const opening = ['libs', 'apps/gateway', 'apps/worker', 'apps/scheduler', 'apps/cli']
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
      )
      .filter((path) => path.endsWith('.ts') && !/spec\.ts$|\/browser\/|code-samples/.test(path))
      .filter((path) => OPENS.test(readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')));
    expect(opening.sort()).toEqual(Object.values(OPENING).flat().sort());
    expect(
      Object.keys(OPENING)
        .filter((name) => !CONNECTIONS.some((row) => row.name === name))
        .sort(),
    ).toEqual(['machine', 'simulators']);
  });
});
