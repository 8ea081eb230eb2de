/** Faults of templates, with a sentence of their values. Pages say them in other languages, by their code. */
export const TEMPLATE_FAULTS = {
  output_open: (begin) => `output ${begin} not closed`,
  tag_text_open: (begin) => `tag ${begin} not closed`,
  raw_open: () => 'raw not closed',
  tag_open: (tag) => `tag ${tag} not closed`,
  tag_unexpected: (tag) => `unexpected tag ${tag}`,
  tag_unknown: (tag) => `unknown tag ${tag}`,
  tags_too_deep: () => 'blocks are nested too deep',
  outside_loop: (tag) => `${tag} stands outside of a loop`,
  variable_expected: () => 'name of a variable expected',
  in_expected: () => '"in" expected',
  loop_option_expected: () => 'limit, offset or reversed expected',
  sign_expected: (sign) => `"${sign}" expected`,
  block_name_expected: () => 'name of a block in quotes expected',
  param_expected: () => 'name of a parameter expected',
  unexpected: (text) => `unexpected ${text}`,
  reserved_name: (name) => `no value has the name ${name}`,
  not_a_range: () => 'parentheses hold ranges alone, such as (1..5)',
  range_open: () => 'range not closed',
  value_expected: () => 'value expected',
  quoted_name_expected: () => 'a quoted name belongs into the brackets',
  bracket_open: () => 'bracket not closed',
  field_expected: () => 'name expected after the point',
  filter_expected: () => 'filter expected',
  filter_unknown: (filter) => `unknown filter ${filter}`,
  too_deep: () => 'expressions are nested too deep',
  too_many_names: () => 'more names than a template may read',
  loop_field_unknown: (fields) => `forloop has ${fields}`,
  block_unknown: (block) => `unknown block '${block}'`,
  block_in_itself: (block) => `block '${block}' renders itself`,
  block_param_unknown: (block, param) => `block '${block}' has no parameter ${param}`,
  catalog_expected: () => 'the name of a catalog follows catalogs, as in catalogs.products[sku].title',
  catalog_whole: (catalog) => `a catalog is read by key, as in catalogs.${catalog}[key], and not as a whole`,
  catalog_unknown: (catalog) => `unknown catalog ${catalog}`,
  catalog_field_unknown: (catalog, field) => `catalog ${catalog} has no field ${field}`,
  selection_unknown: (catalog, selection) => `catalog ${catalog} has no selection ${selection}`,
  selection_lacks: (selection, fields, example) => `selection ${selection} is given ${fields}, as in ${example}`,
  selection_is_list: (selection) => `selection ${selection} is a list, which has first, last and size`,
  value_unknown: (name) => `unknown value ${name}`,
  fetch_unknown: (name) => `unknown fetch ${name}`,
  fetch_per_person: (name) => `fetch ${name} is per person, which the inbox cannot have`,
} as const satisfies Readonly<Record<string, (...values: string[]) => string>>;

export type TemplateFaultCode = keyof typeof TEMPLATE_FAULTS;

/** A fault without its place. @property values  of its sentence, in their order */
export interface TemplateFault {
  code: TemplateFaultCode;
  values: readonly string[];
}

/** @param values  of the sentence, in their order */
export function templateFault(code: TemplateFaultCode, ...values: string[]): TemplateFault {
  return { code, values };
}

/** The sentence of a fault. */
export function describeFault({ code, values }: TemplateFault): string {
  const describe: (...values: string[]) => string = TEMPLATE_FAULTS[code];
  return describe(...values);
}
