/** Links of a message that a visit fetches, in order. `pixel`: the picture alone. `every`: all links. `both`: picture and all links. */
type Plan = 'pixel' | 'read' | 'click' | 'every' | 'both' | 'preview';

/**
 * A kind of program that fetches pixels and links, after documented behaviour.
 *
 * @property by        `machine`: no person looked at the message when it fetched
 * @property source    the page that documents it
 * @property summary   its behaviour in own words
 * @property networks  CIDR; an address of one of them is drawn
 * @property agents    one is drawn; `#` becomes a digit; an empty text: no header
 * @property headers   names of header profiles; one is drawn
 * @property plans     what it fetches; one is drawn
 * @property after     seconds since the provider took the message, of the first fetch: from and to
 * @property gap       milliseconds between two fetches of one visit: from and to
 */
export interface FetchKind {
  name: string;
  by: 'machine' | 'person';
  source: string;
  summary: string;
  networks: readonly string[];
  agents: readonly string[];
  headers: readonly string[];
  plans: readonly Plan[];
  after: readonly [number, number];
  gap: readonly [number, number];
}
