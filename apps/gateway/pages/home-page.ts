import { html, renderPage } from '#platform/pages';
import { firstMessage } from './reference/first-message.js';
import type { HomeState } from './home-state.js';

export interface Home {
  /** The gateway by the address that the client used. */
  base: string;
  keyHeader: string;
  /** Absent for strangers. */
  details?: HomeState & { simulators?: string; demo: boolean };
}

/** Renders the start page, with links; for those who may read the metrics also what runs. */
export function homePage({ base, keyHeader, details }: Home): string {
  return renderPage({
    title: 'Herald',
    links: [
      ['/', 'Gateway'],
      ['/docs', 'API reference'],
    ],
    current: '/',
    content: html`
      <h1>Herald</h1>
      <p class="lead">
        Customer engagement on your own machines: users and their devices, push, web push, mail and text messages, with
        a final result for every recipient.
      </p>
      <div class="columns">
        ${
          details &&
          html`<section class="card">
            <h2>What runs</h2>
            <ul class="plain">
              ${details.parts.map(
                ({ name, state, text }) =>
                  html`<li><span>${name}</span><span class="state ${state}">${text}</span></li>`,
              )}
              <li><span>Version</span><span>${details.version}</span></li>
            </ul>
          </section>`
        }
        <section class="card">
          <h2>Where to go on</h2>
          <ul class="plain">
            <li><a href="/docs">API reference</a><span class="caption">every operation, with code</span></li>
            <li><a href="/openapi.json">openapi.json</a><span class="caption">the same for tools</span></li>
            ${
              details?.demo === true &&
              html`<li><a href="/sdk/web/demo">Demo page</a><span class="caption">web push in this browser</span></li>`
            }
            ${
              details?.simulators !== undefined &&
              html`<li>
                  <a href="${details.simulators}/deliveries">Deliveries</a
                  ><span class="caption">what the simulated providers took, live</span>
                </li>
                <li>
                  <a href="${details.simulators}/">Simulators</a
                  ><span class="caption">the five providers, and faults</span>
                </li>`
            }
            ${
              details &&
              html`<li><a href="/metrics">Metrics</a><span class="caption">for Prometheus</span></li>
                <li><a href="/health/ready">Health</a><span class="caption">for load balancers</span></li>`
            }
          </ul>
        </section>
      </div>
      <section class="card">
        <h2>A first message</h2>
        <p>
          With a REST key of your application: <code>npm start</code> prints that of the demo,
          <code>npx herald apply app.yaml</code> makes others.
        </p>
        <pre tabindex="0"><code>${firstMessage(base, keyHeader)}</code></pre>
        ${details && html`<p class="caption">Guides lie in the folder docs of the repository; docs/architecture.md is the first.</p>`}
      </section>
    `,
  });
}
