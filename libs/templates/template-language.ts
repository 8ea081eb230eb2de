export const TEMPLATE_LANGUAGES = ['plain', 'liquid'] as const;
/** The language of texts: placeholders alone, or templates. */
export type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];
