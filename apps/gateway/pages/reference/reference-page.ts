import type { OpenAPIObject } from '@nestjs/swagger';
import { groupBy } from '#platform/collections';
import { CATALOGUE } from '#platform/errors';
import { html, renderPage, type Html } from '#platform/pages';
import { SAMPLE_BASE } from '../../http/openapi/code-samples.js';
import { RULES } from '../../http/openapi/openapi.js';
import { statusOf } from '../../http/responses/error.filter.js';
import { firstMessage } from './first-message.js';
import { renderParagraphs } from './markdown.js';
import { renderOperation, type Place } from './reference-operation.js';
import { SchemaPainter } from './reference-schemas.js';

/** The areas that a newcomer needs first. Areas that are not named follow by name. */
const AREAS = ['Users', 'Devices', 'Notifications', 'Profiles', 'Addresses', 'Preferences', 'Audience', 'Events'];
const LAST_AREAS = ['Legacy push'];

/** The API document as a page: quick start and keys first, the operations by area, error codes last. */
export function referencePage(document: OpenAPIObject, keyHeader: string): string {
  const painter = new SchemaPainter(document.components?.schemas ?? {});
  const areas = groupByArea(document);
  return renderPage({
    title: 'Herald API reference',
    links: [
      ['/', 'Gateway'],
      ['/docs', 'API reference'],
    ],
    current: '/docs',
    script: 'reference.js',
    isWide: true,
    content: html`<div class="reference">
      <nav class="contents" aria-label="Contents">
        <label
          ><span class="caption">Search</span
          ><input id="search" type="search" placeholder="operation, path, word" autocomplete="off"
        /></label>
        <label
          ><span class="caption">API key, kept in this tab</span
          ><input id="key" type="password" autocomplete="off" spellcheck="false"
        /></label>
        <p id="nothing" class="caption" role="status" hidden>Nothing is called that.</p>
        <ul>
          <li><a href="#quick-start">Quick start</a></li>
          <li><a href="#authentication">Authentication</a></li>
          <li><a href="#rules">Rules of every operation</a></li>
          ${areas.map(
            ([area, places]) =>
              html`<li class="area">
                <a href="#${idOf(area)}">${area}</a>
                <ul>
                  ${places.map(
                    ({ operation, path }) =>
                      html`<li>
                        <a href="#${operation.operationId}" title="${operation.summary}"
                          >${path.split('/').slice(3).join('/')}</a
                        >
                      </li>`,
                  )}
                </ul>
              </li>`,
          )}
          <li><a href="#schemas">Schemas</a></li>
          <li><a href="#error-codes">Error codes</a></li>
        </ul>
      </nav>
      <div class="chapters">
        <h1>API reference</h1>
        <p class="lead">
          Users, messages and audiences. The same for tools: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.0).
        </p>
        ${renderStart(keyHeader)}
        <section class="card" id="rules" data-words="rules limits">
          <h2>Rules of every operation</h2>
          ${renderParagraphs(RULES)}
        </section>
        ${areas.map(
          ([area, places]) =>
            html`<section class="group" id="${idOf(area)}">
              <h2>${area}</h2>
              ${places.map((place) => renderOperation(place, painter))}
            </section>`,
        )}
        <section class="group" id="schemas">
          <h2>Schemas</h2>
          ${painter.all()}
        </section>
        ${renderCodes()}
      </div>
    </div>`,
  });
}

function renderStart(keyHeader: string): Html {
  return html`<section class="card" id="quick-start" data-words="quick start first message">
      <h2>Quick start</h2>
      <p>Take a REST key of your application, put it into the environment, register a user and send a message:</p>
      <pre tabindex="0"><code>${firstMessage(SAMPLE_BASE, keyHeader)}</code></pre>
    </section>
    <section class="card" id="authentication" data-words="authentication key">
      <h2>Authentication</h2>
      <p>
        Every request carries a key of the application in the header <code>${keyHeader}</code>. Servers use REST keys
        under <code>/rest/3.0</code>; apps and pages use mobile and js keys under <code>/sdk/1.0</code>.
      </p>
      <p>
        A key may be limited to scopes, addresses and a rate. Without a key, or with an unknown one, the answer is 401
        with the code <a href="#code-2010">2010</a>; beyond its scopes it is 403 with <a href="#code-2022">2022</a>.
      </p>
      <p>
        The key that you enter on this page stays in this tab (session storage) and goes to this gateway alone. It is
        gone when the tab is closed.
      </p>
    </section>`;
}

function renderCodes(): Html {
  const rows = Object.values(CATALOGUE)
    .map(({ code, kind, text }) => ({ code, status: statusOf(kind), text }))
    .toSorted((a, b) => a.code - b.code || a.status - b.status);
  return html`<section class="card" id="error-codes" data-words="error codes">
    <h2>Error codes</h2>
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Status</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ code, status, text }, index) =>
            html`<tr ${rows[index - 1]?.code !== code && html`id="code-${code}"`}>
              <th scope="row">${code}</th>
              <td data-label="Status">${status}</td>
              <td data-label="Meaning">${text}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function groupByArea(document: OpenAPIObject): [area: string, places: Place[]][] {
  const places = Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method): Place[] => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
  const areaOf = ({ path, operation }: Place): string =>
    path.startsWith('/sdk/') ? 'For apps and pages' : (operation.tags?.[0] ?? 'Others');
  const rank = (area: string): number => {
    const index = AREAS.indexOf(area);
    return LAST_AREAS.includes(area) ? 100 : area === 'For apps and pages' ? 99 : index < 0 ? 98 : index;
  };
  const byArea = groupBy(places, areaOf);
  return [...byArea].toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function idOf(area: string): string {
  return `area-${area.toLowerCase().replaceAll(/\W+/g, '-')}`;
}
