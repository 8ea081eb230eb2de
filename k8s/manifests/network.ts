import { type Connection, CONNECTIONS } from './connections.js';
import { metadataOf, podsOf } from './labels.js';
import { tree, type Tree } from './tree.js';

/** Addresses that are no places of the internet. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
];
const NOT_PUBLIC_V6 = ['::1/128', 'fc00::/7', 'fe80::/10'];

function peersOf({ to }: Connection): Tree {
  switch (to) {
    case 'names':
      return tree('network.names');
    case 'private':
      return tree('network.private');
    case 'chosen':
      return tree('privateServices.peers');
    case 'internet':
      return [
        { ipBlock: { cidr: '0.0.0.0/0', except: NOT_PUBLIC_V4 } },
        { ipBlock: { cidr: '::/0', except: NOT_PUBLIC_V6 } },
      ];
  }
}

function policy(name: string, spec: Tree): Tree {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf(name, 'settings'),
    spec,
  };
}

function egressOf(connection: Connection): Tree {
  const protocols = connection.to === 'names' ? ['UDP', 'TCP'] : ['TCP'];
  return policy(`herald-${connection.name}`, {
    // Names are asked for by every pod, those of servers beside Herald too.
    podSelector: connection.to === 'names' ? {} : podsOf(connection.from),
    policyTypes: ['Egress'],
    egress: [
      {
        to: peersOf(connection),
        ports: Object.keys(connection.ports).flatMap((port) =>
          protocols.map((protocol) => ({ protocol, port: Number(port) })),
        ),
      },
    ],
  });
}

function ingressOf(
  name: string,
  components: Parameters<typeof podsOf>[0],
  from: Tree,
  ports: (number | string)[],
): Tree {
  return policy(name, {
    podSelector: podsOf(components),
    policyTypes: ['Ingress'],
    ingress: [{ from, ports: ports.map((port) => ({ protocol: 'TCP', port })) }],
  });
}

/** Allowed connections. All others are refused. */
export const network: Tree[] = [
  policy('herald-deny-by-default', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
  ...CONNECTIONS.filter(({ flag }) => flag === undefined).map(egressOf),
  ingressOf('herald-clients', ['gateway'], tree('network.clients'), ['http']),
  ingressOf('herald-metrics', ['gateway', 'worker', 'scheduler'], tree('network.metrics'), [8080, 8081]),
];

/** Reaches an OpenID Connect provider or mail relays in private networks. */
export const privateServices: Tree[] = CONNECTIONS.filter(({ flag }) => flag !== undefined).map(egressOf);
