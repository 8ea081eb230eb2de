export { FILTER_NAMES } from './filters/filter-table.js';
export type { TemplatePlace } from './filters/filter.types.js';
export { compileTemplate, renderText } from './running/compile-template.js';
export { TemplateAbort } from './running/frame.js';
export type { TemplateBlock, TemplateProgram, TemplateUse } from './running/program.types.js';
export { StepBudget, TemplateTooLongError } from './values/step-budget.js';
export type { TemplateOutput } from './running/template-output.js';
export { TemplateError } from './syntax/template-error.js';
export { TEMPLATE_LANGUAGES, type TemplateLanguage } from './template-language.js';
