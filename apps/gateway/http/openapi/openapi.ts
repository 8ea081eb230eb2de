import type { INestApplication } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Config } from '#platform/config';
import { PAGE_POLICY } from '#platform/pages';
import { LegacyRefused } from '../../legacy/legacy.dto.js';
import { keyHeader } from '../auth/api-key.guard.js';
import { PanelRefusedDto } from '../responses/panel-refused.dto.js';
import { Problem, Refused } from '../responses/responses.js';
import { catalogueTable, LEGACY } from './openapi-errors.js';
import { completeOperations } from './openapi-operations.js';
import { completePanel, leaveOutPanel, PANEL_PREFIX } from './panel-document.js';
import { completeSchemas, declareFields } from './openapi-schemas.js';

/** The API documents of the repository, with the paths of each. */
export const INTERFACES = { rest: ['/rest/', LEGACY], sdk: ['/sdk/'], panel: [PANEL_PREFIX] } as const;

/** Rules of every operation, in Markdown. */
export const RULES = `Success is 200 exactly. Every refused request gets a 4xx with {"code", "error"} and changes nothing. Unknown fields are ignored.
An unknown path (404), a wrong method (405, with Allow) and another media type than JSON (415) get a problem document (RFC 9457).
Capital and small letters differ in extIds, tags, codes, names and values. Only e-mail addresses and tokens of
APNs are found in any form.

**Limits.** Different extIds, device tokens or messages in one request: 1000; repeated ones count once. Body: 5 MB after
decompression, unless an operation says otherwise (\`x-max-body-bytes\`), and 100,000 values (\`x-max-body-values\`).
Bodies of /sdk: 64 KB and 2,000 values. JSON: 64 levels deep, 1,000 keys an object. Rate limit: per API key, where one
is set; see the RateLimit header fields.`;

const DESCRIPTION = `Users, messages and audiences.

${RULES}

**Codes.**

${catalogueTable()}`;

/** Builds the API document from the controllers and their DTOs. Needs no database. */
export function buildDocument(app: INestApplication, config: Config): OpenAPIObject {
  const form = new DocumentBuilder()
    .setTitle('Herald')
    .setDescription(DESCRIPTION)
    .setVersion('3.0')
    .addApiKey({ type: 'apiKey', in: 'header', name: keyHeader(config) }, 'key')
    .build();
  declareFields();
  const document = SwaggerModule.createDocument(app, form, { extraModels: [Refused, LegacyRefused, Problem] });
  completeSchemas(document);
  leaveOutPanel(document);
  completeOperations(document, keyHeader(config));
  return document;
}

/** Builds the document of the panel's interface, which is for the panel of the same build alone. */
export function buildPanelDocument(app: INestApplication): OpenAPIObject {
  const form = new DocumentBuilder().setTitle('Herald, panel').setVersion('1.0').build();
  declareFields();
  const document = SwaggerModule.createDocument(app, form, { extraModels: [PanelRefusedDto] });
  completeSchemas(document);
  completePanel(document);
  return document;
}

const documents = new WeakMap<INestApplication, OpenAPIObject>();

/** Builds the document at its first use. That holds the thread for a moment, and a start does not wait for it. */
export function prepareDocument(app: INestApplication, config: Config): OpenAPIObject {
  const document = documents.get(app) ?? buildDocument(app, config);
  documents.set(app, document);
  return document;
}

/** Keeps pages of other sites from framing the documentation, and scripts that are none of its files from running. */
export const protectDocument: RequestHandler = (request, response, next) => {
  if (/^\/openapi\.json$/.test(request.path)) {
    response.set({
      'Content-Security-Policy': PAGE_POLICY,
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
  }
  next();
};

/** Serves `GET /openapi.json` for tools. People read it as a page: see `serveReference`. */
export function serveDocument(app: INestApplication, config: Config): void {
  SwaggerModule.setup('docs', app, () => prepareDocument(app, config), {
    ui: false,
    raw: ['json'],
    jsonDocumentUrl: 'openapi.json',
  });
}
