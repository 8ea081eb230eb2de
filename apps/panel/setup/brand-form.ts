export const NAMES = ['name', 'logo', 'color', 'font', 'footer', 'sender', 'privacyUrl'] as const;

export type BrandForm = Record<(typeof NAMES)[number], string>;
