export { TemplateHistoryService } from './template-history.service.js';
export { TemplateService } from './template.service.js';
export {
  DIFFERENT_PARTS,
  DIFFERENT_SIDES,
  type EarlierTemplate,
  type ListedTemplate,
  TEMPLATE_KINDS,
  type TemplateBody,
  type TemplateDifference,
  type TemplateState,
  type TemplateVersion,
} from './template.types.js';
