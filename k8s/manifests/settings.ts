import { metadataOf } from './labels.js';
import type { Tree } from './tree.js';

/** What every process reads that is no secret. Further settings of an installation come beside these. */
export const settings: Tree[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadataOf('herald', 'settings'),
    data: {
      '*settings': 'text',
      '?inboundMail.enabled': { INBOUND_MAIL_PORT: '2525', INBOUND_MAIL_HOST: '0.0.0.0' },
    },
  },
  {
    // No process speaks to the cluster, so none gets a token.
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: metadataOf('herald', 'settings'),
    automountServiceAccountToken: false,
  },
];
