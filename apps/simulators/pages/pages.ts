import { html, renderPage } from '#platform/pages';
import type { Counts } from '../server/delivery-log.js';
import type { Endpoints } from '../server/endpoints.types.js';
import { HTTP_API_SIMULATORS } from '../apis/registry.js';
import { perApi, PROVIDERS, type HttpApi, type Provider } from '../server/providers.js';

const OWN_NAMES: Readonly<Record<Exclude<Provider, HttpApi>, readonly [name: string, protocol: string]>> = {
  apns: ['Apple push', 'APNs over HTTP/2'],
  fcm: ['Google push', 'FCM v1'],
  webpush: ['Web push', 'RFC 8030'],
  smtp: ['E-mail', 'SMTP with STARTTLS'],
  sms: ['Text messages', 'Twilio'],
};
export const PROVIDER_NAMES: Readonly<Record<Provider, readonly [name: string, protocol: string]>> = {
  ...OWN_NAMES,
  ...perApi((api) => HTTP_API_SIMULATORS[api].label),
};
const LINKS = [
  ['/', 'Simulators'],
  ['/deliveries', 'Deliveries'],
] as const;

export interface HomeState {
  counts: Record<Provider, Counts>;
  endpoints: Endpoints;
  /** Rules of faults in force, by provider. */
  faults: readonly { provider: Provider }[];
  /** Base of the control API. */
  base: string;
}

/** Lists the simulators with their counts and addresses. */
export function homePage({ counts, endpoints, faults, base }: HomeState): string {
  return renderPage({
    title: 'Herald simulators',
    links: LINKS,
    current: '/',
    content: html`
      <h1>Simulators</h1>
      <p class="lead">
        Providers that speak the real protocols on this machine. Nothing that Herald sends them reaches a person.
      </p>
      <section class="card">
        <h2>Providers</h2>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Provider</th>
              <th scope="col">Listens on</th>
              <th scope="col" class="number">Accepted</th>
              <th scope="col" class="number">Rejected</th>
              <th scope="col">Faults</th>
            </tr>
          </thead>
          <tbody>
            ${PROVIDERS.map((provider) => {
              const rules = faults.filter((rule) => rule.provider === provider).length;
              const [name, protocol] = PROVIDER_NAMES[provider];
              return html`<tr>
                <th scope="row">
                  <a href="/deliveries?provider=${provider}">${name}</a><span class="caption">${protocol}</span>
                </th>
                <td data-label="Listens on"><code>${endpoints[provider].host}:${endpoints[provider].port}</code></td>
                <td class="number" data-label="Accepted">${counts[provider].accepted}</td>
                <td class="number" data-label="Rejected">${counts[provider].rejected}</td>
                <td data-label="Faults">
                  ${
                    rules === 0
                      ? html`<span class="state ok">none</span>`
                      : html`<a href="/faults" class="state warn">${rules} ${rules === 1 ? 'rule' : 'rules'}</a>`
                  }
                </td>
              </tr>`;
            })}
          </tbody>
        </table>
      </section>
      <div class="columns">
        <section class="card">
          <h2>Look</h2>
          <ul class="plain">
            <li>
              <a href="/deliveries">Deliveries</a><span class="caption">what arrives, live, as a person sees it</span>
            </li>
            <li><a href="/counts">Counts</a><span class="caption">accepted, rejected, distinct</span></li>
            <li><a href="/duplicates">Duplicates</a><span class="caption">accepted more than once</span></li>
            <li><a href="/hook-calls">Webhooks</a><span class="caption">calls to the receiver of hooks</span></li>
            <li><a href="/faults">Faults</a><span class="caption">the plan in force</span></li>
            <li>
              <a href="/endpoints">Endpoints</a><span class="caption">addresses, and the authority to trust</span>
            </li>
          </ul>
        </section>
        <section class="card">
          <h2>Try a fault</h2>
          <p>Every first push to an iPhone is answered 503, and arrives with the second attempt:</p>
          <pre tabindex="0"><code>curl -X PUT ${base}/faults \\
  -d '{"rules":[{"provider":"apns","share":1,
       "status":503,"times":1}]}'</code></pre>
          <p>An empty list of rules ends it. All of it: docs/simulators.md.</p>
        </section>
      </div>
    `,
  });
}

/** The page of deliveries. Its script fills it; what stands here is the frame. */
export function deliveriesPage(): string {
  return renderPage({
    title: 'Deliveries · Herald simulators',
    links: LINKS,
    current: '/deliveries',
    script: 'deliveries.js',
    content: html`
      <div class="title">
        <h1>Deliveries</h1>
        <p class="live" role="status"><span class="dot" aria-hidden="true"></span><span id="live">Connecting</span></p>
        <button type="button" id="pause">Pause</button>
      </div>
      <form id="filter" class="filters" role="search">
        <label
          ><span>Provider</span>
          <select name="provider">
            <option value="">All</option>
            ${PROVIDERS.map((provider) => html`<option value="${provider}">${PROVIDER_NAMES[provider][0]}</option>`)}
          </select>
        </label>
        <label
          ><span>Address</span
          ><input name="address" type="search" maxlength="200" placeholder="token, e-mail, number" autocomplete="off"
        /></label>
        <label class="wide"
          ><span>Search</span
          ><input name="text" type="search" maxlength="200" placeholder="words in the message" autocomplete="off"
        /></label>
      </form>
      <ul class="tallies" id="tallies" aria-label="Accepted by provider"></ul>
      <p id="notice" class="notice" hidden></p>
      <p id="empty" class="empty" hidden></p>
      <ol id="list" class="deliveries" aria-label="Deliveries, newest first"></ol>
      <button type="button" id="older" class="block" hidden>Older</button>
      <noscript><p class="notice">This page needs its script. The same as JSON: curl this address.</p></noscript>
    `,
  });
}
