/** Kinds of programs by the name that they give themselves. `relay`: the bare name that Apple's relays send. */
export const AGENT_KINDS = [
  'none',
  'prefetch',
  'imageProxy',
  'machine',
  'relay',
  'mail',
  'browser',
  'library',
  'other',
] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

interface AgentPattern {
  kind: AgentKind;
  pattern: RegExp;
  /** The page that documents the names. */
  source: string;
}

/** Patterns of agents; the first match counts. */
const AGENT_PATTERNS: readonly AgentPattern[] = [
  { kind: 'none', pattern: /^\s*$/, source: 'https://www.rfc-editor.org/rfc/rfc9110#section-10.1.5' },
  {
    kind: 'prefetch',
    pattern: /Edge\/12\.246 Mozilla\/5\.0$/,
    source: 'https://phonenumbertw.com/gmail-bots-google-image',
  },
  {
    kind: 'imageProxy',
    pattern: /GoogleImageProxy|YahooMailProxy/,
    source: 'https://www.scientiamobile.com/what-is-google-image-proxy/',
  },
  // Cubot is a maker of phones.
  {
    kind: 'machine',
    pattern: /(?<!cu)bot\b|crawl|spider|\bscan|preview|headless|sandbox|barracuda|externalhit|\+https?:/i,
    source: 'https://webmasterid.com/user-agents/social-preview-bot-user-agents',
  },
  {
    kind: 'machine',
    pattern: /^WhatsApp\//,
    source: 'https://webmasterid.com/user-agents/whatsapp-preview-user-agent',
  },
  { kind: 'relay', pattern: /^Mozilla\/5\.0$/, source: 'https://wordtothewise.com/2021/09/apple-mpp/' },
  {
    kind: 'mail',
    pattern: /outlook|ms-office|microsoft office|thunderbird|airmail|em client|postbox|mailbird|lotus-notes|k-9/i,
    source: 'https://help.returnpath.com/hc/en-us/articles/220228188-What-is-a-user-agent-string-',
  },
  {
    kind: 'browser',
    pattern: /^Mozilla\/5\.0 \([^)]+\).*(?:Gecko|AppleWebKit|Trident)|^Mozilla\/5\.0 \(compatible; MSIE/,
    source: 'https://developer.mozilla.org/docs/Web/HTTP/Headers/User-Agent',
  },
  // The libraries of Android and of Apple's systems are what mail apps load pictures with.
  {
    kind: 'other',
    pattern: /Dalvik|CFNetwork/,
    source: 'https://developer.mozilla.org/docs/Web/HTTP/Headers/User-Agent',
  },
  {
    kind: 'library',
    pattern: /^[\w.+-]+(?:\/[\w.+-]+)?(?: \([^)]*\))?$/,
    source: 'https://github.com/curl/everything-curl/blob/master/http/modify/user-agent.md',
  },
];

/** Names the kind of an agent. An absent header is an empty text. */
export function findAgentKind(agent: string): AgentKind {
  return AGENT_PATTERNS.find(({ pattern }) => pattern.test(agent.slice(0, 1000)))?.kind ?? 'other';
}
