import type { OpenAPIObject } from '@nestjs/swagger';
import { html, type Html } from '#platform/pages';
import type { CodeSample } from '../../http/openapi/code-samples.js';
import { renderInline } from './markdown.js';
import type { Schema, SchemaPainter } from './reference-schemas.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Media = { schema?: Schema; example?: unknown };

/** An operation with its place. */
export interface Place {
  method: string;
  path: string;
  operation: Operation;
}

/** Draws one operation: what it does, its fields and answers on the left, code and a trial on the right. */
export function renderOperation({ method, path, operation }: Place, painter: SchemaPainter): Html {
  const { operationId = path, summary, description, requestBody, responses } = operation;
  const content: Record<string, Media> = requestBody && !('$ref' in requestBody) ? requestBody.content : {};
  const [type, body] = Object.entries(content)[0] ?? [];
  const done = responses['200'];
  const answer = done && !('$ref' in done) ? done.content?.['application/json'] : undefined;
  const query = (operation.parameters ?? []).flatMap((parameter) => ('$ref' in parameter ? [] : [parameter]));
  return html`<section
    class="operation"
    id="${operationId}"
    data-words="${[method, path, operationId, summary, description].join(' ')}"
  >
    <div class="about">
      <h3><a href="#${operationId}">${summary ?? operationId}</a></h3>
      <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
      ${description !== undefined && description !== summary && html`<p>${renderInline(description)}</p>`}
      ${
        query.length > 0 &&
        html`<h4>Parameters</h4>
          <dl class="fields">
            ${query.map(
              ({ name, required, description: text, schema }) =>
                html`<div>
                  <dt>
                    <code>${name}</code>${required === true && html`<span class="needed">required</span>`}
                    <span class="caption">${schema && painter.type(schema)}</span>
                  </dt>
                  <dd>${text !== undefined && renderInline(text)}</dd>
                </div>`,
            )}
          </dl>`
      }
      ${
        body?.schema &&
        html`<h4>Body <span class="caption">${type}</span></h4>
          ${
            isList(body.schema)
              ? html`<p class="caption">${painter.type(body.schema)}</p>
                  ${painter.fields(body.schema.items ?? {})}`
              : painter.fields(body.schema)
          }`
      }
      <h4>Answers</h4>
      <ul class="answers">
        <li><span class="state ok">200</span> ${done && !('$ref' in done) && done.description}</li>
        ${Object.entries(responses)
          .filter(([status]) => status !== '200')
          .map(([status, response]) => html`<li><span class="state">${status}</span> ${codesOf(response)}</li>`)}
      </ul>
    </div>
    <div class="code">
      ${renderSamples(Reflect.get(operation, 'x-codeSamples') as CodeSample[] | undefined)}
      ${renderTrial(method, path, query, body?.example, type)}
      ${
        answer?.example !== undefined &&
        html`<p class="caption">Answer</p>
          <pre tabindex="0"><code>${JSON.stringify(answer.example, null, 2)}</code></pre>`
      }
    </div>
  </section>`;
}

function isList(schema: Schema): schema is Exclude<Schema, { $ref: string }> {
  return !('$ref' in schema) && schema.type === 'array';
}

/** The codes stand in the names of shared responses, as `Refused400_2004_2009`. */
function codesOf(response: object | undefined): Html {
  const name = response && '$ref' in response ? String(response.$ref) : '';
  const codes = name.match(/\d{4}/g) ?? [];
  return html`${codes.map((code) => html`<a href="#code-${code}">${code}</a> `)}${name.endsWith('UnsupportedMediaType') && 'a problem document (RFC 9457)'}`;
}

function renderSamples(samples: CodeSample[] | undefined): Html | false {
  return (
    samples !== undefined &&
    html`<div class="samples">
      <div class="tabs" role="tablist" aria-label="Language">
        ${samples.map(
          ({ label }, index) =>
            html`<button
              type="button"
              role="tab"
              data-lang="${label}"
              aria-selected="${index === 0 ? 'true' : 'false'}"
              tabindex="${index === 0 ? 0 : -1}"
            >
              ${label}
            </button>`,
        )}
        <button type="button" class="copy">Copy</button>
      </div>
      ${samples.map(
        ({ label, source }, index) =>
          html`<pre
            role="tabpanel"
            aria-label="${label}"
            data-lang="${label}"
            tabindex="0"
            ${index > 0 && html`hidden`}
          ><code>${source}</code></pre>`,
      )}
    </div>`
  );
}

function renderTrial(
  method: string,
  path: string,
  query: readonly { name: string; required?: boolean; in: string; example?: unknown; schema?: Schema | undefined }[],
  example: unknown,
  type: string | undefined,
): Html | false {
  const search = new URLSearchParams(
    query
      .filter((parameter) => parameter.in === 'query' && parameter.required === true)
      .map((parameter): [string, string] => [parameter.name, String(exampleOf(parameter))]),
  ).toString();
  return (
    type !== 'multipart/form-data' &&
    html`<details class="trial">
      <summary>Try it on this gateway</summary>
      <form data-method="${method.toUpperCase()}">
        <label
          ><span class="caption">Address</span
          ><input name="path" value="${path}${search === '' ? '' : `?${search}`}" spellcheck="false"
        /></label>
        ${
          example !== undefined &&
          html`<label
            ><span class="caption">Body</span
            ><textarea name="body" rows="8" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea>
          </label>`
        }
        <button type="submit">Send</button>
        <pre class="outcome" role="status" tabindex="0" hidden></pre>
      </form>
    </details>`
  );
}

function exampleOf({ example, schema }: { example?: unknown; schema?: Schema | undefined }): unknown {
  return example ?? (schema && !('$ref' in schema) ? (schema.example as unknown) : undefined) ?? '';
}
