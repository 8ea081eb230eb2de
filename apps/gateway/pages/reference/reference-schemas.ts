import type { OpenAPIObject } from '@nestjs/swagger';
import { html, type Html } from '#platform/pages';
import { renderInline } from './markdown.js';

export type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];
type Plain = Exclude<Schema, { $ref: string }>;

const PREFIX = '#/components/schemas/';

/** Draws schemas as lists of fields. A named schema stands once on the page; fields lead to it. */
export class SchemaPainter {
  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** Every named schema with fields, in the order of their names. */
  all(): Html[] {
    return Object.keys(this.schemas)
      .toSorted()
      .map(
        (name) =>
          html`<section class="schema" id="schema-${name}" data-words="${name}">
            <h3>${name}</h3>
            ${this.fields({ $ref: PREFIX + name })}
          </section>`,
      );
  }

  /** The fields of a schema, as rows. */
  fields(schema: Schema): Html {
    const { properties = {}, required = [], description } = this.merged(schema);
    const rows = Object.entries(properties);
    if (rows.length === 0) {
      return html`<p>${description !== undefined && renderInline(description)} ${this.type(schema, true)}</p>`;
    }
    return html`<dl class="fields">
      ${rows.map(([name, property]) => {
        const notes = this.notes(property);
        return html`<div>
          <dt>
            <code>${name}</code>${required.includes(name) && html`<span class="needed">required</span>`}
            <span class="caption">${this.type(property)}</span>
          </dt>
          <dd>
            ${this.describe(property)} ${notes.length > 0 && html`<span class="caption">${notes.join(' · ')}</span>`}
          </dd>
        </div>`;
      })}
    </dl>`;
  }

  private describe(property: Schema): Html | false {
    const { description } = this.merged(property);
    return description !== undefined && renderInline(description);
  }

  /** @param isFollowed  shows what a reference leads to in place of its name */
  type(schema: Schema, isFollowed = false): Html {
    if ('$ref' in schema) {
      const name = schema.$ref.slice(PREFIX.length);
      return isFollowed ? this.type(this.resolve(schema)) : html`<a href="#schema-${name}">${name}</a>`;
    }
    const [only] = schema.allOf ?? [];
    if (only && schema.allOf?.length === 1) {
      return this.type(only);
    }
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) {
      return html`${choices.map((choice, index) => html`${index > 0 && ' or '}${this.type(choice)}`)}`;
    }
    if (schema.type === 'array' && schema.items) {
      return html`list of ${this.type(schema.items)}`;
    }
    return html`${schema.type?.toString() ?? 'any value'}${schema.format !== undefined && ` (${schema.format})`}`;
  }

  private notes(property: Schema): string[] {
    const { enum: values, minimum, maximum, minLength, maxLength, maxItems, default: absent } = this.merged(property);
    return [
      ...(values ? [`one of ${values.map(String).join(', ')}`] : []),
      ...(minimum === undefined && maximum === undefined ? [] : [`${minimum ?? '…'} to ${maximum ?? '…'}`]),
      ...(maxLength === undefined ? [] : [`${minLength ? `${minLength} to` : 'at most'} ${maxLength} characters`]),
      ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
      ...(absent === undefined ? [] : [`default ${JSON.stringify(absent)}`]),
    ];
  }

  private merged(schema: Schema): Plain {
    const plain = this.resolve(schema);
    return (plain.allOf ?? []).reduce<Plain>((all, part) => {
      const { properties, required, ...rest } = this.merged(part);
      return {
        ...rest,
        ...all,
        properties: { ...all.properties, ...properties },
        required: [...(all.required ?? []), ...(required ?? [])],
      };
    }, plain);
  }

  private resolve(schema: Schema): Plain {
    if (!('$ref' in schema)) {
      return schema;
    }
    const target = this.schemas[schema.$ref.slice(PREFIX.length)];
    return target === undefined ? {} : this.resolve(target);
  }
}
