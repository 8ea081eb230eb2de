import { isJsonObject, toJsonObject } from '#platform/collections';
import { BadRequest } from '../server/control-input.js';

/** A template as `message_templates` lists it. */
export interface SimulatedTemplate {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  components: Record<string, unknown>[];
}

const SAMPLES: readonly Omit<SimulatedTemplate, 'id'>[] = [
  {
    name: 'hello_world',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Welcome! This message shows that the account works.' }],
  },
  ...(['en_US', 'tr'] as const).map((language) => ({
    name: 'order_update',
    language,
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: language === 'tr' ? 'Siparişiniz' : 'Your order' },
      {
        type: 'BODY',
        text:
          language === 'tr'
            ? 'Merhaba {{1}}, {{2}} siparişiniz yolda.'
            : 'Hello {{1}}, your order {{2}} is on its way.',
      },
    ],
  })),
  {
    name: 'spring_offer',
    language: 'en_US',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Hello {{1}}, everything is cheaper until Sunday.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Open', url: 'https://shop.example/{{1}}' }] },
    ],
  },
  {
    name: 'winter_sale',
    language: 'en_US',
    status: 'PAUSED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'The sale begins.' }],
  },
  {
    name: 'new_offer',
    language: 'en_US',
    status: 'PENDING',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Something new.' }],
  },
];

/** The templates that every simulated business account has. */
export class SimulatedTemplates {
  private templates = SAMPLES.map(withId);

  list(): readonly SimulatedTemplate[] {
    return this.templates;
  }

  /**
   * `POST /whatsapp-templates`: replaces them; without `templates` the samples come back.
   *
   * @throws BadRequest
   */
  set(input: unknown): { templates: number } {
    const { templates } = toJsonObject(input);
    this.templates = (templates === undefined ? SAMPLES : readTemplates(templates)).map(withId);
    return { templates: this.templates.length };
  }

  /**
   * Why a message by template is refused: an error code, with what Meta adds to it; undefined: it is taken.
   */
  findFault(template: Readonly<Record<string, unknown>>): readonly [code: string, details: string] | undefined {
    const { name, language } = template;
    const { code } = toJsonObject(language);
    if (typeof name !== 'string' || typeof code !== 'string') {
      return ['131008', 'template.name and template.language.code are required'];
    }
    const found = this.templates.find((candidate) => candidate.name === name && candidate.language === code);
    if (
      found === undefined ||
      (found.status !== 'APPROVED' && found.status !== 'PAUSED' && found.status !== 'DISABLED')
    ) {
      return ['132001', `template name (${name}) does not exist in ${code}`];
    }
    if (found.status !== 'APPROVED') {
      return [found.status === 'PAUSED' ? '132015' : '132016', `template ${name} is ${found.status}`];
    }
    const given = listObjects(template['components']);
    for (const part of ['header', 'body'] as const) {
      const defined = found.components.find(({ type }) => String(type).toLowerCase() === part);
      const parameters = listObjects(given.find(({ type }) => type === part)?.['parameters']);
      const isMedia = defined?.['format'] !== undefined && defined['format'] !== 'TEXT';
      const expected = isMedia ? 1 : countPlaces(defined?.['text']);
      if (parameters.length !== expected) {
        return ['132000', `${part}: number of localizable_params (${parameters.length}) does not match (${expected})`];
      }
      const format = isMedia ? String(defined['format']).toLowerCase() : 'text';
      if (parameters.some(({ type }) => type !== format)) {
        return ['132012', `${part}: format mismatch, expected ${format.toUpperCase()}`];
      }
    }
    return undefined;
  }
}

function countPlaces(text: unknown): number {
  return typeof text === 'string' ? new Set(text.match(/\{\{[^{}]+\}\}/g)).size : 0;
}

function withId(template: Omit<SimulatedTemplate, 'id'>, index: number): SimulatedTemplate {
  return { id: String(100_000 + index), ...template };
}

function readTemplates(input: unknown): Omit<SimulatedTemplate, 'id'>[] {
  const templates = listObjects(input);
  const isSound = templates.every(({ name, language, status }) =>
    [name, language, status].every((text) => typeof text === 'string' && text !== ''),
  );
  if (!Array.isArray(input) || templates.length !== input.length || !isSound) {
    throw new BadRequest(['templates must be a list of objects with name, language and status']);
  }
  return templates.map(({ name, language, status, category, components }) => ({
    name: String(name),
    language: String(language),
    status: String(status),
    category: typeof category === 'string' ? category : 'UTILITY',
    components: listObjects(components),
  }));
}

function listObjects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value)
    ? value.filter((entry: unknown): entry is Record<string, unknown> => isJsonObject(entry))
    : [];
}
