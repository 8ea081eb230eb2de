export { addCampaignParameters, type CampaignParameters } from './campaign-parameters.js';
export { fillParameters } from './fill-parameters.js';
export { listTags } from './html/list-tags.js';
export { prepareMail, toPlainText } from './mail-template.js';
export { fillMarks, findMarks, findOwnLink, isOwnLinkName, mayHaveMarks, type OwnLinkName } from './own-links.js';
export { type BodyForm, type Link, PlaceholderFiller, type RenderedPage } from './placeholder-filler.js';
export { createParamReader, listPlaceholders, refuseBrokenPlaceholders } from './placeholder-uses.js';
export { countOpeners } from './placeholders.js';
export { isSafeLink, readParam, readParamValue, TemplateCache, toSingleLine, toValueText } from './template.js';
export { isTrackable } from './trackable-link.js';
export {
  collectTexts,
  fillLinkTemplate,
  findLinkTemplates,
  findTrustedOrigins,
  hasPlaceholder,
} from './tracked-links.js';
export { formatValue, type Value } from './value-format.js';
