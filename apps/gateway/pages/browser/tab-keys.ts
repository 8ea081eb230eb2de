/** The moves of arrow keys in a row of tabs (WAI-ARIA Authoring Practices, "Tabs"). */
export const TAB_KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
