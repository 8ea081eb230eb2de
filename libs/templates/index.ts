export type { ItemReader, TemplatePlace } from './filters/filter.types.js';
export { compileTemplate, renderText } from './running/compile-template.js';
export { TemplateAbort } from './running/frame.js';
export type { TemplateBlock, TemplateLookup, TemplateProgram } from './running/program.types.js';
export { StepBudget, TemplateTooLongError } from './values/step-budget.js';
export { GAP_KINDS, type TemplateGap } from './running/template-gap.js';
export type { TemplateOutput } from './running/template-output.js';
export { findPlace, TemplateError } from './syntax/template-error.js';
export { TEMPLATE_LANGUAGES, type TemplateLanguage } from './template-language.js';
