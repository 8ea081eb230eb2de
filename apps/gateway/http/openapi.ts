import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Config } from '#platform/config';
import { keyHeader } from './api-key-guard.js';

/** The API document, from the controllers and their DTOs. Needs no database. */
export function buildDocument(app: INestApplication, config: Config): OpenAPIObject {
  const form = new DocumentBuilder()
    .setTitle('Herald')
    .setDescription('Users, messages and audiences. Every refusal is a 4xx with {"code", "error"}.')
    .setVersion('3.0')
    .addApiKey({ type: 'apiKey', in: 'header', name: keyHeader(config) }, 'key')
    .build();
  return SwaggerModule.createDocument(app, form);
}

/** `GET /docs` for people, `GET /openapi.json` for tools. The document is made at the first request for it. */
export function serveDocument(app: INestApplication, config: Config): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('docs', app, () => (document ??= buildDocument(app, config)), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Herald',
  });
}
